/*
 * Land cover by the areas of an extract of OpenStreetMap: what is there, for the layers of a style. Of areas that
 * overlap the smaller one says it; lines with a width (rivers, rows of trees, pistes) lie over them all.
 */
#include <string.h>

#include "base/mem.h"
#include "roads/roads_areas.h"
#include "roads/roads_lakes.h"
#include "styles/styles.h"

#define FINEST_M 4.0 /* pixels of a mask are no further apart, where the terrain's cells are */
#define MOST_LEGEND (UINT64_C(1) << 20)
#define SEA (1 + OSM_WATER)

/* What the layers of styles are for: the last row of the table of tags, osm/osm_kinds.c. Footprints are yards. */
static const char *const words[OSM_KINDS] = {[OSM_WATER] = "water",
                                             [OSM_RIVER] = "water",
                                             [OSM_WOOD] = "woods",
                                             [OSM_SCRUB] = "scrub",
                                             [OSM_GRASS] = "grass",
                                             [OSM_MARSH] = "marsh",
                                             [OSM_FIELD] = "fields",
                                             [OSM_ROCK] = "bare",
                                             [OSM_SAND] = "sand",
                                             [OSM_ICE] = "snow",
                                             [OSM_SETTLEMENT] = "settlement",
                                             [OSM_BUILDING] = "settlement"};

/* ---- painting ---- */

struct painter {
    struct styles_classes *classes;
    uint8_t class;
};

static void fill_row(void *context, uint32_t row, uint32_t from, uint32_t to)
{
    const struct painter *p = context;
    memset(p->classes->of + (size_t)row * p->classes->columns + from, p->class, to - from);
}

static bool is_cover(const struct osm_thing *thing)
{
    return words[thing->kind] != NULL;
}

static enum scree_code fill_areas(struct painter *p, struct roads_filler *filler,
                                  const struct osm_map *map, const struct roads_spot *at,
                                  struct scree_error *err)
{
    struct roads_area *list;
    size_t count;
    RETURN_IF_ERR(roads_areas_list(&list, &count, map, at, is_cover, err));
    enum scree_code code = SCREE_OK;
    for (size_t i = 0; i < count && code == SCREE_OK; i++) {
        p->class = (uint8_t)(1 + list[i].thing->kind);
        code = roads_fill(filler, &list[i].rings, err);
    }
    mem_free(list);
    return code;
}

static void fill_lines(struct painter *p, const struct roads_filler *filler,
                       const struct osm_map *map, const struct roads_spot *at)
{
    for (size_t i = 0; i < map->thing_count; i++) {
        const struct osm_thing *thing = &map->things[i];
        bool is_here;
        if (thing->is_area || thing->kind == OSM_BUILDING || !is_cover(thing)) continue;
        const struct roads_rings lines = roads_rings_of(&is_here, map, thing, at);
        if (!is_here) continue;
        p->class = (uint8_t)(1 + thing->kind);
        roads_fill_lines(filler, &lines, thing->width_m * ROADS_UNITS / 2);
    }
}

enum scree_code roads_cover_paint(struct styles_classes *out, const struct roads *roads,
                                  const struct osm_map *map, const struct roads_spot *at,
                                  const double size[2], struct scree_error *err)
{
    struct painter p = {out, SEA};
    struct roads_filler filler = {
        .lattice =
            {{size[0] / out->columns, size[1] / out->rows}, 0.5, 0, 0, out->columns, out->rows},
        .context = &p,
        .span = fill_row};
    RETURN_IF_ERR(MEM_NEED(&out->of, (size_t)out->columns * out->rows, 1, err));
    enum scree_code code = SCREE_OK;
    if (roads->lake_count > 0 && roads->lakes[0].is_sea)
        code = roads_fill(&filler, &roads->lakes[0].rings, err);
    if (code == SCREE_OK) code = fill_areas(&p, &filler, map, at, err);
    if (code == SCREE_OK) fill_lines(&p, &filler, map, at);
    mem_free(filler.crossings);
    return code;
}

/* ---- reading ---- */

/* As fine as the terrain, or finer. */
static uint32_t side_of(double extent_m, uint32_t points)
{
    const double wanted = extent_m / FINEST_M, cells = points - 1.0;
    return 2 * styles_cover_side(wanted > cells ? wanted : cells);
}

static bool is_empty(const struct styles_classes *classes)
{
    const size_t count = (size_t)classes->columns * classes->rows;
    for (size_t i = 0; i < count; i++)
        if (classes->of[i] != 0) return false;
    return true;
}

static enum scree_code read_extract(struct styles_cover **out, const struct inputs *inputs,
                                    const struct inputs_opened *opened, struct scree_job *job,
                                    struct scree_error *err)
{
    const struct ter_field *field = inputs->field;
    struct styles_classes classes = {.name = "OpenStreetMap",
                                     .credit = OSM_CREDIT,
                                     .words = words,
                                     .count = OSM_KINDS,
                                     .columns = side_of(ter_extent_x_m(field), field->points_x),
                                     .rows = side_of(ter_extent_y_m(field), field->points_y)};
    enum scree_code code = roads_read_classes(&classes, inputs, opened, job, err);
    if (code == SCREE_OK && is_empty(&classes))
        job_warn(job, opened->path,
                 "has no areas on the terrain, so the style has all of it; give an extract of "
                 "this place");
    else if (code == SCREE_OK)
        code = styles_cover_of(out, &classes, job, err);
    mem_free(classes.of);
    return code;
}

static enum scree_code read_map(struct styles_cover **out, const struct inputs *inputs,
                                const struct inputs_opened *opened,
                                const struct scree_source *legend, struct scree_job *job,
                                struct scree_error *err)
{
    struct scree_bytes key = {NULL, 0};
    if (osm_is(opened->head.data, opened->head.size)) {
        if (legend == NULL) return read_extract(out, inputs, opened, job, err);
        return err_set_option(err, "cover_legend",
                              "{cover_legend} says what classes are, and an extract's areas say "
                              "that by their tags; leave it out");
    }
    if (legend != NULL) RETURN_IF_ERR(source_read(&key, legend, MOST_LEGEND, err));
    const enum scree_code code =
        styles_cover_read(out, &opened->input, legend != NULL ? &key : NULL, inputs->field,
                          inputs->terrain_file.heights.geo, job, err);
    file_bytes_free(&key);
    return code;
}

enum scree_code roads_read_cover(struct styles_cover **out, const struct inputs *inputs,
                                 const struct scree_style_options *options, struct scree_job *job,
                                 struct scree_error *err)
{
    const struct scree_source *const source = source_given(&options->cover);
    struct inputs_opened opened;
    *out = NULL;
    if (source == NULL) return SCREE_OK;
    enum scree_code code = inputs_open_source(&opened, source, UINT64_MAX, err);
    if (code == SCREE_OK)
        code = read_map(out, inputs, &opened, source_given(&options->cover_legend), job, err);
    const char *credit = *out != NULL ? styles_cover_credit(*out) : NULL;
    /* The roads' was said. */
    if (credit != NULL && strcmp(credit, inputs->terrain_file.graded_for.credit) != 0)
        inputs_credit_tell(credit, job);
    inputs_close(&opened);
    return code != SCREE_OK && source->name != NULL ? err_set_file(err, source->name) : code;
}
