/* From columns and rows to points: which way rows count, and whether neighbours share points. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "worlds/worlds_tiles.h"

static int by_place(const void *a, const void *b)
{
    const struct worlds_tile *const one = a, *const other = b;
    if (one->row != other->row) return one->row < other->row ? -1 : 1;
    return (one->column > other->column) - (one->column < other->column);
}

static const struct worlds_tile *tile_at(const struct worlds_list *list, int64_t column,
                                         int64_t row)
{
    const struct worlds_tile wanted = {.column = column, .row = row};
    return bsearch(&wanted, list->tiles, list->count, sizeof wanted, by_place);
}

/* How many pairs of neighbours there are, and how many have equal points where they meet, if rows
 * count north and if they count south. */
struct meeting {
    size_t beside, beside_equal, above, above_equal[2];
};

static struct meeting meet(const struct worlds_list *list)
{
    struct meeting m = {0};
    for (size_t i = 0; i < list->count; i++) {
        const struct worlds_tile *const tile = &list->tiles[i];
        const struct worlds_tile *const east = tile_at(list, tile->column + 1, tile->row);
        const struct worlds_tile *const next = tile_at(list, tile->column, tile->row + 1);
        if (east != NULL) {
            m.beside++;
            m.beside_equal += tile->edges[WORLDS_EAST] == east->edges[WORLDS_WEST];
        }
        if (next == NULL) continue;
        m.above++;
        m.above_equal[0] += tile->edges[WORLDS_NORTH] == next->edges[WORLDS_SOUTH];
        m.above_equal[1] += tile->edges[WORLDS_SOUTH] == next->edges[WORLDS_NORTH];
    }
    return m;
}

static enum scree_code choose_way(struct worlds_list *list, const struct meeting *m,
                                  struct scree_error *err)
{
    const bool one_row =
        list->tiles[0].row == list->tiles[list->count - 1].row; /* they are sorted */
    if (list->rows_go_south >= 0 || one_row) return SCREE_OK;
    if (m->above == 0)
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "no tile has a neighbour above or below it that could show whether y counts "
                       "to the north or to the south; list the tiles in a world.json");
    const size_t north = m->above_equal[0], south = m->above_equal[1];
    if (north == south)
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "the tiles' names do not say whether y counts to the north or to the "
                       "south, and their edges %s; list the tiles in a world.json",
                       north > 0 ? "fit both ways" : "do not tell either");
    list->rows_go_south = south > north;
    return SCREE_OK;
}

/* Whether the edges that are known of all neighbours are the same points. */
static enum scree_code choose_sharing(struct worlds_list *list, const struct meeting *m,
                                      struct scree_error *err)
{
    const size_t pairs = m->beside + m->above;
    const size_t equal = m->beside_equal + m->above_equal[list->rows_go_south == 1];
    if (list->shared_edges < 0 && equal > 0 && equal < pairs)
        return err_set(err, SCREE_MALFORMED,
                       "%zu of %zu pairs of neighbours have the same heights where they meet, the "
                       "others do not; mend the tiles, or say in a world.json whether edges are "
                       "shared",
                       equal, pairs);
    if (list->shared_edges == 1 && equal < pairs)
        return err_set(err, SCREE_MALFORMED,
                       "\"shared_edges\" is true, but %zu of %zu pairs of neighbours have other "
                       "heights where they meet",
                       pairs - equal, pairs);
    if (list->shared_edges < 0 && pairs == 0 && list->count > 1)
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "no two tiles are neighbours, so nothing shows whether their edges are "
                       "shared; say it in a world.json by \"shared_edges\"");
    if (list->shared_edges < 0) list->shared_edges = pairs > 0 && equal == pairs;
    return SCREE_OK;
}

static enum scree_code check_tiles(const struct worlds_list *list, struct scree_error *err)
{
    const struct worlds_tile *const first = &list->tiles[0];
    for (size_t i = 1; i < list->count; i++) {
        const struct worlds_tile *const tile = &list->tiles[i];
        if (!tile->sized && tile->column == tile[-1].column && tile->row == tile[-1].row)
            return err_set(err, SCREE_MALFORMED, "%s and %s are the same tile; remove one",
                           tile[-1].name, tile->name);
        if (!tile->sized &&
            (tile->points_x != first->points_x || tile->points_y != first->points_y))
            return err_set(err, SCREE_MALFORMED,
                           "%s has %lu x %lu points and %s has %lu x %lu; a world's tiles have one "
                           "size",
                           first->name, (unsigned long)first->points_x,
                           (unsigned long)first->points_y, tile->name,
                           (unsigned long)tile->points_x, (unsigned long)tile->points_y);
        if (memcmp(tile->globe.step_deg, first->globe.step_deg, sizeof tile->globe.step_deg) != 0)
            return err_set(err, SCREE_UNSUPPORTED,
                           "%s has cells of %.9g x %.9g degrees (0: of metres) and %s of %.9g x "
                           "%.9g; resample them onto one grid (gdalwarp -tr)",
                           first->name, first->globe.step_deg[0], first->globe.step_deg[1],
                           tile->name, tile->globe.step_deg[0], tile->globe.step_deg[1]);
        const bool degrees = first->globe.step_deg[0] > 0; /* metres follow from the latitude */
        if (!degrees && memcmp(tile->scal_m, first->scal_m, sizeof tile->scal_m) != 0)
            return err_set(err, SCREE_UNSUPPORTED,
                           "%s has cells of %g x %g m and %s of %g x %g m; give all of them one "
                           "by {cell_m}",
                           first->name, first->scal_m[0], first->scal_m[1], tile->name,
                           tile->scal_m[0], tile->scal_m[1]);
    }
    return SCREE_OK;
}

static enum scree_code check_size(uint64_t points_x, uint64_t points_y, struct scree_error *err)
{
    if (points_x <= WORLDS_MOST_POINTS && points_y <= WORLDS_MOST_POINTS) return SCREE_OK;
    return err_set(err, SCREE_LIMIT, "the world has %llu x %llu points, at most %u a side are read",
                   (unsigned long long)points_x, (unsigned long long)points_y,
                   (unsigned)WORLDS_MOST_POINTS);
}

/* What becomes of points that no tile has. */
static const char *fate(char out[64], const double *fill_m)
{
    if (fill_m == NULL) return "hold no data";
    snprintf(out, 64, "are filled with %g m", *fill_m);
    return out;
}

/* The places without tiles, from the first row on: so many in all, and three of them are named. */
static void warn_missing(struct worlds_list *list, const int64_t least[2], const int64_t most[2],
                         const double *fill_m)
{
    char what[64];
    const uint64_t across = (uint64_t)(most[0] - least[0] + 1);
    const uint64_t down = (uint64_t)(most[1] - least[1] + 1);
    const uint64_t missing = across * down - list->count;
    char places[100] = "";
    size_t length = 0;
    int named = 0;
    for (int64_t row = least[1]; row <= most[1] && named < 3; row++)
        for (int64_t column = least[0]; column <= most[0] && named < 3; column++) {
            if (tile_at(list, column, row) != NULL) continue;
            length += (size_t)snprintf(places + length, sizeof places - length, "%sx %d, y %d",
                                       named > 0 ? "; " : "", (int)column, (int)row);
            named++;
        }
    warn_add(&list->warnings, SCREE_NO_OFFSET,
             "%llu of %llu tiles %s missing, %s%s: their points %s", (unsigned long long)missing,
             (unsigned long long)(across * down), missing == 1 ? "is" : "are",
             missing > 3 ? "the first at " : "at ", places, fate(what, fill_m));
}

static enum scree_code place(struct worlds_list *list, const double *fill_m,
                             struct scree_error *err)
{
    const uint32_t points[2] = {list->tiles[0].points_x, list->tiles[0].points_y};
    const uint32_t overlap = list->shared_edges == 1;
    int64_t least[2] = {INT64_MAX, INT64_MAX}, most[2] = {INT64_MIN, INT64_MIN};
    for (size_t i = 0; i < list->count; i++) {
        const int64_t at[2] = {list->tiles[i].column, list->tiles[i].row};
        for (int k = 0; k < 2; k++) {
            least[k] = at[k] < least[k] ? at[k] : least[k];
            most[k] = at[k] > most[k] ? at[k] : most[k];
        }
    }
    uint64_t size[2];
    for (int k = 0; k < 2; k++)
        size[k] = (uint64_t)(most[k] - least[k] + 1) * (points[k] - overlap) + overlap;
    RETURN_IF_ERR(check_size(size[0], size[1], err));
    const uint64_t across = (uint64_t)(most[0] - least[0] + 1);
    list->has_holes = list->count / across < (uint64_t)(most[1] - least[1] + 1);
    if (list->has_holes) warn_missing(list, least, most, fill_m);
    for (size_t i = 0; i < list->count; i++) {
        struct worlds_tile *const tile = &list->tiles[i];
        const int64_t up = list->rows_go_south == 1 ? most[1] - tile->row : tile->row - least[1];
        tile->x = (uint64_t)(tile->column - least[0]) * (points[0] - overlap);
        tile->y = (uint64_t)up * (points[1] - overlap);
        tile->width = tile->points_x;
        tile->height = tile->points_y;
    }
    list->points_x = size[0];
    list->points_y = size[1];
    return SCREE_OK;
}

/* ---- virtual rasters ---- */

static enum scree_code find_holes(struct worlds_list *list, const double *fill_m,
                                  struct scree_error *err)
{
    uint64_t hole[2];
    char what[64];
    RETURN_IF_ERR(worlds_find_hole(&list->has_holes, hole, list, err));
    if (list->has_holes)
        warn_add(&list->warnings, SCREE_NO_OFFSET,
                 "some points are in none of the %zu sources, one in column %llu of row %llu from "
                 "the north: they %s",
                 list->count, (unsigned long long)hole[0],
                 (unsigned long long)(list->points_y - 1 - hole[1]), fate(what, fill_m));
    return SCREE_OK;
}

static enum scree_code check_parts(struct worlds_list *list, const double *fill_m,
                                   struct scree_error *err)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct worlds_tile *const tile = &list->tiles[i];
        if ((uint64_t)tile->from_x + tile->width > tile->points_x ||
            (uint64_t)tile->from_y + tile->height > tile->points_y)
            return err_set(err, SCREE_MALFORMED,
                           "SrcRect of %s reaches beyond its %lu x %lu points", tile->name,
                           (unsigned long)tile->points_x, (unsigned long)tile->points_y);
    }
    RETURN_IF_ERR(check_size(list->points_x, list->points_y, err));
    return find_holes(list, fill_m, err);
}

/* ---- georeferences ---- */

/* How far a place may be from a whole number of cells, as files round their numbers. */
#define MOST_OFF 0.02

static enum scree_code whole_cells(uint64_t *out, double cells, const struct worlds_tile *tile,
                                   struct scree_error *err)
{
    const double whole = floor(cells + 0.5);
    if (fabs(cells - whole) > MOST_OFF || !(whole >= 0 && whole < WORLDS_MOST_POINTS))
        return err_set(err, SCREE_MALFORMED,
                       "%s lies %.6g cells from the first tile, expected a whole number below %u; "
                       "resample the tiles onto one grid (gdalwarp)",
                       tile->name, cells, (unsigned)WORLDS_MOST_POINTS);
    *out = (uint64_t)whole;
    return SCREE_OK;
}

/* Equal keys, texts and numbers: the same system, and pixels that are areas or points in both. */
static bool same_system(const struct image_geo *a, const struct image_geo *b)
{
    return a->key_count == b->key_count && a->double_count == b->double_count &&
           a->ascii_count == b->ascii_count &&
           (a->key_count == 0 || memcmp(a->keys, b->keys, a->key_count * sizeof *a->keys) == 0) &&
           (a->double_count == 0 ||
            memcmp(a->doubles, b->doubles, a->double_count * sizeof *a->doubles) == 0) &&
           (a->ascii_count == 0 || memcmp(a->ascii, b->ascii, a->ascii_count) == 0);
}

void worlds_turn_rows(struct worlds_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct worlds_tile *const tile = &list->tiles[i];
        const uint64_t right = tile->x + tile->width, bottom = tile->y + tile->height;
        list->points_x = right > list->points_x ? right : list->points_x;
        list->points_y = bottom > list->points_y ? bottom : list->points_y;
    }
    for (size_t i = 0; i < list->count; i++)
        list->tiles[i].y = list->points_y - list->tiles[i].y - list->tiles[i].height;
}

/* Places and sizes of tiles by their own georeferences. */
static enum scree_code place_by_georeference(struct worlds_list *list, struct scree_error *err)
{
    const struct image_geo *const first = list->tiles[0].geo;
    double west = INFINITY, north = -INFINITY;
    for (size_t i = 0; i < list->count; i++) {
        const struct worlds_tile *const tile = &list->tiles[i];
        const struct image_geo *const geo = tile->geo;
        if (geo == NULL || geo->has_matrix)
            return err_set(err, SCREE_BAD_ARGUMENT,
                           "%s has no name and no georeference that says where it lies; list the "
                           "tiles in a world.json",
                           tile->name);
        if (geo->scale[0] != first->scale[0] || geo->scale[1] != first->scale[1])
            return err_set(err, SCREE_UNSUPPORTED,
                           "%s has pixels of %g x %g and %s of %g x %g; give them one size first "
                           "(gdalwarp -tr)",
                           list->tiles[0].name, first->scale[0], first->scale[1], tile->name,
                           geo->scale[0], geo->scale[1]);
        if (!same_system(geo, first))
            return err_set(err, SCREE_UNSUPPORTED,
                           "%s and %s have different coordinate systems; bring them into one first "
                           "(gdalwarp -t_srs)",
                           list->tiles[0].name, tile->name);
        west = fmin(west, geo->tie[3] - geo->tie[0] * geo->scale[0]);
        north = fmax(north, geo->tie[4] + geo->tie[1] * geo->scale[1]);
    }
    for (size_t i = 0; i < list->count; i++) {
        struct worlds_tile *const tile = &list->tiles[i];
        const struct image_geo *const geo = tile->geo;
        const double x = geo->tie[3] - geo->tie[0] * geo->scale[0] - west;
        const double y = north - geo->tie[4] - geo->tie[1] * geo->scale[1];
        RETURN_IF_ERR(whole_cells(&tile->x, x / geo->scale[0], tile, err));
        RETURN_IF_ERR(whole_cells(&tile->y, y / geo->scale[1], tile, err));
        tile->width = tile->points_x;
        tile->height = tile->points_y;
        tile->sized = true;
    }
    worlds_turn_rows(list);
    return SCREE_OK;
}

enum scree_code worlds_arrange(struct worlds_list *list, const double *fill_m,
                               struct scree_error *err)
{
    if (list->by_georeference) RETURN_IF_ERR(place_by_georeference(list, err));
    const bool sized = list->tiles[0].sized;
    if (!sized) qsort(list->tiles, list->count, sizeof *list->tiles, by_place);
    RETURN_IF_ERR(check_tiles(list, err));
    if (sized) {
        /* Rows of sources come from the north; fields begin in the south. */
        for (size_t i = 0; i < list->count; i++) {
            struct worlds_tile *const tile = &list->tiles[i];
            if ((uint64_t)tile->from_y + tile->height <= tile->points_y)
                tile->from_y = tile->points_y - tile->from_y - tile->height;
        }
        return check_parts(list, fill_m, err);
    }
    const struct meeting m = meet(list);
    RETURN_IF_ERR(choose_way(list, &m, err));
    RETURN_IF_ERR(choose_sharing(list, &m, err));
    return place(list, fill_m, err);
}
