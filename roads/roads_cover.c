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

/* out->of NULL: there are none on the terrain. */
static enum scree_code read_areas(struct styles_classes *out, const struct inputs *inputs,
                                  const struct inputs_opened *opened, struct scree_job *job,
                                  struct scree_error *err)
{
    const struct ter_field *field = inputs->field;
    *out = (struct styles_classes){.name = "OpenStreetMap",
                                   .credit = OSM_CREDIT,
                                   .words = words,
                                   .count = OSM_KINDS,
                                   .columns = side_of(ter_extent_x_m(field), field->points_x),
                                   .rows = side_of(ter_extent_y_m(field), field->points_y)};
    RETURN_IF_ERR(roads_read_classes(out, inputs, opened, job, err));
    if (!is_empty(out)) return SCREE_OK;
    job_warn(job, opened->path,
             "has no areas on the terrain, so the style has all of it; give an extract of this "
             "place");
    mem_free(out->of);
    out->of = NULL;
    return SCREE_OK;
}

/* What has no areas, as other files of roads, says nothing. */
static enum scree_code read_rest(struct styles_classes *out, const struct inputs *inputs,
                                 const struct scree_source *source, struct scree_job *job,
                                 struct scree_error *err)
{
    struct inputs_opened opened, *given;
    enum scree_code code = inputs_open_given(&given, &opened, source, UINT64_MAX, err);
    if (code == SCREE_OK && given != NULL && osm_is(given->head.data, given->head.size))
        code = read_areas(out, inputs, given, job, err);
    inputs_close(&opened);
    return code != SCREE_OK && source->name != NULL ? err_set_file(err, source->name) : code;
}

/* Both lie on the same lattice. */
static void put_over(struct styles_classes *rest, struct styles_classes *over)
{
    const size_t count = (size_t)over->columns * over->rows;
    for (size_t i = 0; rest->of != NULL && over->of != NULL && i < count; i++)
        if (over->of[i] == 0) over->of[i] = rest->of[i];
    if (over->of == NULL) return;
    mem_free(rest->of);
    *rest = *over;
    over->of = NULL;
}

static enum scree_code read_map(struct styles_cover **out, struct styles_classes *rest,
                                const struct inputs *inputs, const struct inputs_opened *opened,
                                const struct scree_source *legend, struct scree_job *job,
                                struct scree_error *err)
{
    struct scree_bytes key = {NULL, 0};
    if (osm_is(opened->head.data, opened->head.size)) {
        if (legend != NULL)
            return err_set_option(
                err, "cover_legend",
                "{cover_legend} says what classes are, and an extract's areas say that by their "
                "tags; leave it out");
        struct styles_classes areas = {.of = NULL};
        const enum scree_code code = read_areas(&areas, inputs, opened, job, err);
        if (code == SCREE_OK) put_over(rest, &areas);
        mem_free(areas.of);
        return code;
    }
    if (legend != NULL) RETURN_IF_ERR(source_read(&key, legend, MOST_LEGEND, err));
    const struct styles_covered on = {inputs->field, inputs->terrain_file.heights.geo,
                                      rest->of != NULL ? rest : NULL};
    const enum scree_code code =
        styles_cover_read(out, &opened->input, legend != NULL ? &key : NULL, &on, job, err);
    file_bytes_free(&key);
    return code;
}

static enum scree_code read_given(struct styles_cover **out, struct styles_classes *rest,
                                  const struct inputs *inputs, const struct scree_source *source,
                                  const struct scree_source *legend, struct scree_job *job,
                                  struct scree_error *err)
{
    struct inputs_opened opened, *given;
    enum scree_code code = inputs_open_given(&given, &opened, source, UINT64_MAX, err);
    if (code == SCREE_OK && given != NULL)
        code = read_map(out, rest, inputs, given, legend, job, err);
    inputs_close(&opened);
    return code != SCREE_OK && source->name != NULL ? err_set_file(err, source->name) : code;
}

enum scree_code roads_read_cover(struct styles_cover **out, const struct inputs *inputs,
                                 const struct scree_style_options *options, struct scree_job *job,
                                 struct scree_error *err)
{
    struct styles_classes rest = {.of = NULL};
    const struct scree_source *const legend = source_given(&options->cover_legend);
    *out = NULL;
    if (legend != NULL && source_given(&options->cover) == NULL)
        return err_set_option(err, "cover_legend", "says what classes are; add {cover}");
    enum scree_code code = read_rest(&rest, inputs, &options->cover_areas, job, err);
    if (code == SCREE_OK) code = read_given(out, &rest, inputs, &options->cover, legend, job, err);
    if (code == SCREE_OK && *out == NULL && rest.of != NULL)
        code = styles_cover_of(out, &rest, job, err);
    mem_free(rest.of);
    const char *credit = *out != NULL ? styles_cover_credit(*out) : NULL;
    /* The roads' was said. */
    if (credit != NULL && strcmp(credit, inputs->terrain_file.graded_for.credit) != 0)
        inputs_credit_tell(credit, job);
    return code;
}
