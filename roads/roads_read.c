/*
 * Roads from a JSON file, of our own form or GeoJSON, or from an extract of OpenStreetMap. An error says
 * which road and which point.
 *
 * Rule (BeamNG): Nothing grows in a corridor; the ground below a road is its surface. See
 * model.md#roads, formats/roads.md, roads/roads_corridor.c, plants/plants_place.c,
 * ror/ror_roads.c, beamng/level_roads.c, beamng/level_verges.c. Tests: unit/test_roads
 * (a_corridor_is_half_the_width_and_the_verge), cli/roads_engines, cli/roads_bad,
 * beamng/check_verges.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json_read.h"
#include "base/json_text.h"
#include "base/suggest.h"
#include "osm/osm.h"
#include "roads/roads_areas.h"
#include "roads/roads_index.h"
#include "roads/roads_lakes.h"
#include "roads/roads_osm.h"
#include "roads/roads_rivers.h"

#define MAX_FILE_BYTES (UINT64_C(1) << 26)
#define MAX_SOURCE_BYTES (UINT64_C(1) << 36) /* of an extract, whose reader has limits of its own */
#define FORMAT "scree-roads-1"
#define MOST_EXTENT_M 1e6
#define NAME_MOST 60
#define DEFAULT_WIDTH_M 7.0
#define DEFAULT_VERGE_M 2.0
#define SMALL_M 360.0
#define MOST_LANES 12.0

struct reader {
    struct json_reader json;
    struct roads *roads;
    const struct inputs *inputs;
    const char *option;              /* that names the file: "roads" */
    struct scree_job *job;           /* while an extract is read */
    double width_m, depth_m;         /* of the terrain */
    bool is_geo, is_osm, in_degrees; /* is_geo: words are OpenStreetMap's */
    struct heights_finder finder;    /* once a place in degrees was asked for */
    bool cuts;                  /* lines are cut at the terrain's edges, as those in degrees are */
    struct {                    /* the line that is being cut */
        bool has_last, at_edge; /* at_edge: an end of the last piece is a cut */
        double last_m[2];
    } cut;
    double outside_deg[2]; /* a point of the first line in degrees that lies outside */
    struct roads_shape shapes[ROADS_CLASSES];
};

static const struct json_range widths = {1, 100, "m"}, verges = {0, 60, "m"},
                               layers = {-10, 10, ""};

/* The numbers of a shape as the file has them. */
static const struct shape_key {
    const char *key;
    size_t offset;
    double unit; /* of the file in ours */
    struct json_range range;
} shape_keys[] = {
    {"grade", offsetof(struct roads_shape, grade), 0.01, {0.5, 60, "%"}},
    {"curve", offsetof(struct roads_shape, curve_m), 1, {5, 100000, "m"}},
    {"crown", offsetof(struct roads_shape, crown), 0.01, {0, 2.5, "%"}},
    {"bank", offsetof(struct roads_shape, bank), 0.01, {0, 7, "%"}},
    {"bend", offsetof(struct roads_shape, bend_m), 1, {5, 10000, "m"}},
    {"run-in", offsetof(struct roads_shape, run_in_m), 1, {1, 1000, "m"}},
    {"shoulder", offsetof(struct roads_shape, shoulder_m), 1, {0, 20, "m"}},
    {"slope", offsetof(struct roads_shape, slope), 1, {0.25, 10, ""}},
    {"corridor", offsetof(struct roads_shape, corridor_m), 1, {5, 200, "m"}},
    {"depth", offsetof(struct roads_shape, depth_m), 1, {0.5, 100, "m"}},
};
#define SHAPE_KEYS (sizeof shape_keys / sizeof shape_keys[0])

const char *roads_surface_name(enum roads_surface surface)
{
    static const char *const names[] = {[ROADS_ASPHALT] = "asphalt",
                                        [ROADS_CONCRETE] = "concrete",
                                        [ROADS_GRAVEL] = "gravel",
                                        [ROADS_DIRT] = "dirt"};
    return surface < ROADS_SURFACES ? names[surface] : "";
}

/* ---- points ---- */

static enum scree_code outside(struct reader *r, size_t number, const double given[2])
{
    err_set(r->json.err, SCREE_BAD_ARGUMENT,
            "%s: point %zu, [%.9g, %.9g], lies outside the terrain, which is %.9g m from west to "
            "east and %.9g m from south to north; give metres from its south-west corner",
            r->json.where, number, given[0], given[1], r->width_m, r->depth_m);
    return err_set_field(r->json.err, "roads");
}

static enum scree_code no_place(struct reader *r, enum scree_code code,
                                const struct scree_error *why)
{
    err_set(r->json.err, code == SCREE_NO_MEMORY ? SCREE_NO_MEMORY : SCREE_BAD_ARGUMENT,
            "its coordinates %s degrees, and the terrain %s", r->is_osm ? "are" : "look like",
            why->text);
    return err_set_field(r->json.err, r->option);
}

static enum scree_code put_point(struct reader *r, size_t number, const double at_m[2],
                                 double width_m)
{
    struct roads *roads = r->roads;
    struct roads_road *road = &roads->list[roads->count];
    if (roads->point_count == ROADS_MOST_POINTS)
        return err_set(r->json.err, SCREE_MALFORMED,
                       "the roads have more than %d points; leave some out", ROADS_MOST_POINTS);
    struct roads_point *point = &roads->points[roads->point_count];
    *point = (struct roads_point){(uint32_t)(at_m[0] * ROADS_UNITS + 0.5),
                                  (uint32_t)((r->depth_m - at_m[1]) * ROADS_UNITS + 0.5),
                                  (uint32_t)(width_m * ROADS_UNITS + 0.5)};
    const bool twice = road->count > 0 && point[-1].x == point->x && point[-1].z == point->z;
    if (twice && (r->in_degrees || r->cut.at_edge)) return SCREE_OK; /* nearer than 1/32 m */
    if (twice)
        return err_set(r->json.err, SCREE_MALFORMED,
                       "%s: points %zu and %zu are the same place; leave one out", r->json.where,
                       number - 1, number);
    if (width_m / 2 + (double)road->verge / ROADS_UNITS > ROADS_REACH_M)
        return err_set(r->json.err, SCREE_MALFORMED,
                       "%s: half of \"width\" and \"verge\" are %g m together at point %zu; give "
                       "at most %g m",
                       r->json.where, width_m / 2 + (double)road->verge / ROADS_UNITS, number,
                       ROADS_REACH_M);
    road->count++;
    roads->point_count++;
    return SCREE_OK;
}

static enum scree_code too_many_roads(struct reader *r)
{
    return err_set(r->json.err, SCREE_MALFORMED, "there are more than %d roads; leave some out",
                   ROADS_MOST);
}

/* A road of one point is none: one that was cut, and all of one place. */
static void end_road(struct reader *r)
{
    struct roads *roads = r->roads;
    struct roads_road *road = &roads->list[roads->count];
    if (road->count > 1) {
        roads->count++;
        return;
    }
    roads->point_count -= road->count;
    road->count = 0;
}

/* The part of a line from *from to *to that lies on the terrain; false: none does. */
static bool cut_line(double from[2], double to[2], const double extent_m[2])
{
    const double start[2] = {from[0], from[1]}, way[2] = {to[0] - from[0], to[1] - from[1]};
    double first = 0, last = 1;
    for (int i = 0; i < 4; i++) {
        const int axis = i / 2;
        const double across = i % 2 == 0 ? -way[axis] : way[axis];
        const double room = i % 2 == 0 ? start[axis] : extent_m[axis] - start[axis];
        if (across == 0) {
            if (room < 0) return false;
        } else if (across < 0) {
            if (room / across > first) first = room / across;
        } else if (room / across < last)
            last = room / across;
    }
    if (first > last) return false;
    for (int axis = 0; axis < 2; axis++) {
        if (first > 0) from[axis] = start[axis] + first * way[axis];
        if (last < 1) to[axis] = start[axis] + last * way[axis];
        from[axis] = fmin(fmax(from[axis], 0), extent_m[axis]);
        to[axis] = fmin(fmax(to[axis], 0), extent_m[axis]);
    }
    return true;
}

#define FAR_M 1e9 /* so far away a place is on no plane around the terrain */

/* A line leaves the terrain, or comes back. */
static void note_cut(struct reader *r, const double at_m[2])
{
    struct roads_edge *edge = &r->roads->edge;
    if (edge->count < ROADS_CUTS) {
        const struct roads_road *road = &r->roads->list[r->roads->count];
        edge->list[edge->count].name = road->name;
        edge->list[edge->count].kind = road->kind;
        edge->list[edge->count].x_m = at_m[0];
        edge->list[edge->count].z_m = r->depth_m - at_m[1];
    }
    edge->count++;
}

/* The next point of a line that is cut. Where the line comes back, a road like the last begins. */
static enum scree_code put_cut(struct reader *r, size_t number, const double at_m[2],
                               double width_m)
{
    const double extent_m[2] = {r->width_m, r->depth_m};
    double from[2] = {r->cut.last_m[0], r->cut.last_m[1]}, to[2] = {at_m[0], at_m[1]};
    const bool any = r->cut.has_last && fabs(from[0]) < FAR_M && fabs(from[1]) < FAR_M &&
                     fabs(to[0]) < FAR_M && fabs(to[1]) < FAR_M && cut_line(from, to, extent_m);
    const bool enters = from[0] != r->cut.last_m[0] || from[1] != r->cut.last_m[1];
    const bool leaves = to[0] != at_m[0] || to[1] != at_m[1];
    r->cut.has_last = true;
    r->cut.at_edge = enters || leaves;
    r->cut.last_m[0] = at_m[0];
    r->cut.last_m[1] = at_m[1];
    if (!any) return SCREE_OK;
    struct roads *roads = r->roads;
    if (enters) note_cut(r, from);
    if (roads->list[roads->count].count == 0) RETURN_IF_ERR(put_point(r, number, from, width_m));
    RETURN_IF_ERR(put_point(r, number, to, width_m));
    if (!leaves) return SCREE_OK;
    note_cut(r, to);
    const struct roads_road like = roads->list[roads->count];
    end_road(r);
    if (roads->count == ROADS_MOST) return too_many_roads(r);
    roads->list[roads->count] = like;
    roads->list[roads->count].first = roads->point_count;
    roads->list[roads->count].count = 0;
    return SCREE_OK;
}

/* Degrees as metres from the south-west corner. */
static enum scree_code find_place(double at_m[2], struct reader *r, const double degrees[2])
{
    const struct ter_field *field = r->inputs->field;
    struct scree_error why;
    double at[2];
    err_clear(&why);
    enum scree_code code = SCREE_OK;
    if (r->finder.field == NULL)
        code = heights_finder_begin(&r->finder, field, r->inputs->terrain_file.heights.geo, &why);
    if (code == SCREE_OK) code = heights_finder_find(at, &r->finder, degrees, &why);
    if (code != SCREE_OK) return no_place(r, code, &why);
    for (int axis = 0; axis < 2; axis++) at_m[axis] = at[axis] * field->scal_m[axis];
    return SCREE_OK;
}

/* Metres from the south-west corner, or degrees. */
static enum scree_code add_point(struct reader *r, size_t number, const double given[2],
                                 double width_m)
{
    if (!r->in_degrees) {
        if (r->cuts) return put_cut(r, number, given, width_m);
        if (!(given[0] >= 0 && given[0] <= r->width_m && given[1] >= 0 && given[1] <= r->depth_m))
            return outside(r, number, given);
        return put_point(r, number, given, width_m);
    }
    double at_m[2];
    RETURN_IF_ERR(find_place(at_m, r, given));
    return put_cut(r, number, at_m, width_m);
}

/* begin_line() and end_line() stand around the points of a road that begin_road() has begun. */
static size_t begin_line(struct reader *r)
{
    r->cut.has_last = false;
    r->cut.at_edge = false;
    return r->roads->count;
}

static void end_line(struct reader *r, size_t first, const double start_deg[2])
{
    end_road(r);
    if (!(r->in_degrees || r->cuts) || r->roads->count > first) return;
    if (r->roads->edge.outside++ > 0) return;
    r->outside_deg[0] = start_deg[0];
    r->outside_deg[1] = start_deg[1];
}

/* [x, y] or [x, y, third]; the third is a width, or an altitude of GeoJSON, which does not count. */
static enum scree_code read_point(struct reader *r, const json_t *value, size_t number,
                                  double width_m)
{
    double numbers[3] = {0, 0, width_m};
    const size_t size = json_array_size(value);
    if (!json_is_array(value) || size < 2 || size > 3)
        return err_set(
            r->json.err, SCREE_MALFORMED,
            "%s: point %zu is not a list of two or three numbers; give [x, y] in metres%s",
            r->json.where, number, r->is_geo ? "" : ", or [x, y, width]");
    for (size_t i = 0; i < size; i++) {
        const json_t *one = json_array_get(value, i);
        if (!json_is_number(one))
            return err_set(r->json.err, SCREE_MALFORMED, "%s: point %zu has %s in it; give numbers",
                           r->json.where, number, json_text_kind(one));
        numbers[i] = json_number_value(one);
    }
    if (r->is_geo || size < 3) return add_point(r, number, numbers, width_m);
    RETURN_IF_ERR(
        json_read_number(&numbers[2], &r->json, "width", json_array_get(value, 2), &widths));
    return add_point(r, number, numbers, numbers[2]);
}

static enum scree_code read_points(struct reader *r, const char *key, const json_t *list,
                                   double width_m)
{
    if (!json_is_array(list)) return json_read_wrong(&r->json, key, list, "a list of points");
    if (json_array_size(list) < 2)
        return err_set(r->json.err, SCREE_MALFORMED, "%s: \"%s\" has %zu points; give at least two",
                       r->json.where, key, json_array_size(list));
    size_t i;
    json_t *value;
    const size_t first = begin_line(r);
    json_array_foreach((json_t *)list, i, value) RETURN_IF_ERR(read_point(r, value, i, width_m));
    const json_t *start = json_array_get(list, 0);
    end_line(r, first,
             (const double[2]){json_number_value(json_array_get(start, 0)),
                               json_number_value(json_array_get(start, 1))});
    return SCREE_OK;
}

/* ---- a road ---- */

/* NULL, too, for a null: programs for maps write one where a column is empty. */
static const json_t *member_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_null(value) ? NULL : value;
}

/* Also "6 m". What OpenStreetMap has besides, such as "narrow", is left to the kind of road. */
static enum scree_code read_metres(double *out, struct reader *r, const json_t *object,
                                   const char *key, const struct json_range *range)
{
    const json_t *value = member_of(object, key);
    double metres;
    if (value == NULL) return SCREE_OK;
    if (!json_is_string(value)) return json_read_number(out, &r->json, key, value, range);
    const bool is_osm = member_of(object, "highway") != NULL;
    const bool is_number = roads_osm_metres(&metres, json_string_value(value));
    if (is_osm && !(is_number && metres >= range->least && metres <= range->most)) return SCREE_OK;
    json_t *number = is_number ? json_real(metres) : NULL;
    const enum scree_code code =
        json_read_number(out, &r->json, key, number != NULL ? number : value, range);
    json_decref(number);
    return code;
}

static enum scree_code read_shape(struct roads_shape *out, struct reader *r, const json_t *object,
                                  bool is_foreign)
{
    for (size_t i = 0; i < SHAPE_KEYS; i++) {
        const struct shape_key *key = &shape_keys[i];
        const json_t *value = member_of(object, key->key);
        if (value == NULL || (is_foreign && !json_is_number(value))) continue;
        double number;
        RETURN_IF_ERR(json_read_number(&number, &r->json, key->key, value, &key->range));
        *(double *)((char *)out + key->offset) = number * key->unit;
    }
    return SCREE_OK;
}

static enum scree_code unknown_class(struct reader *r, const char *word)
{
    struct scree_suggestion suggest = {word, NULL, 0};
    char hint[64];
    for (enum roads_class kind = 0; kind < ROADS_CLASSES; kind++)
        suggest_offer(&suggest, roads_class_name(kind));
    return err_set(r->json.err, SCREE_MALFORMED,
                   "%s: \"%.40s\" is not a class%s; give highway, primary, secondary, "
                   "residential, service, track or path",
                   r->json.where, word, suggest_text(hint, sizeof hint, &suggest));
}

/* Without a class it is by what it is made of. In GeoJSON a "class" may be anybody's. */
static enum scree_code read_class(enum roads_class *out, bool *given, struct reader *r,
                                  const json_t *object)
{
    const json_t *value = member_of(object, "class");
    *given = false;
    if (value == NULL || (r->is_geo && !json_is_string(value))) return SCREE_OK;
    if (!json_is_string(value)) return json_read_wrong(&r->json, "class", value, "text");
    *given = roads_class_of_name(out, json_string_value(value));
    if (*given || r->is_geo) return SCREE_OK;
    return unknown_class(r, json_string_value(value));
}

/* OpenStreetMap has it as text; what is no whole number there is 0. */
static enum scree_code read_layer(int *out, struct reader *r, const json_t *object)
{
    const json_t *value = member_of(object, "layer");
    const char *text = json_string_value(value);
    double number = 0;
    if (text != NULL && r->is_geo) {
        const bool below = text[0] == '-';
        if (roads_osm_metres(&number, text + below) && number <= layers.most)
            *out = (int)number * (below ? -1 : 1);
        return SCREE_OK;
    }
    if (value == NULL || (r->is_geo && !json_is_number(value))) return SCREE_OK;
    RETURN_IF_ERR(json_read_number(&number, &r->json, "layer", value, &layers));
    *out = (int)number;
    return SCREE_OK;
}

static enum scree_code read_surface(enum roads_surface *out, struct reader *r, const json_t *object)
{
    const json_t *value = member_of(object, "surface");
    if (value == NULL) return SCREE_OK;
    if (!json_is_string(value))
        return json_read_wrong(&r->json, "surface", value, "asphalt, concrete, gravel or dirt");
    if (roads_osm_surface(out, json_string_value(value)) || member_of(object, "highway") != NULL)
        return SCREE_OK;
    struct scree_suggestion suggest = {json_string_value(value), NULL, 0};
    char hint[64];
    for (enum roads_surface s = 0; s < ROADS_SURFACES; s++)
        suggest_offer(&suggest, roads_surface_name(s));
    return err_set(r->json.err, SCREE_MALFORMED,
                   "%s: \"%.40s\" is not a surface%s; give asphalt, concrete, gravel or dirt",
                   r->json.where, json_string_value(value),
                   suggest_text(hint, sizeof hint, &suggest));
}

static bool is_plain(const char *text)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    return text[0] != '\0' && strlen(text) <= NAME_MOST && text[strspn(text, letters)] == '\0';
}

static enum scree_code read_text(const char **out, struct reader *r, const json_t *object,
                                 const char *key, bool plain)
{
    const json_t *value = member_of(object, key);
    if (value == NULL) return SCREE_OK;
    if (!json_is_string(value)) return json_read_wrong(&r->json, key, value, "text");
    const char *text = json_string_value(value);
    if (plain && !is_plain(text))
        return err_set(r->json.err, SCREE_MALFORMED,
                       "%s: \"%s\" is \"%.50s\"; give 1 to %d letters, digits, '_' and '-'",
                       r->json.where, key, text, NAME_MOST);
    *out = mem_arena_text(&r->roads->arena, text, strlen(text));
    return *out != NULL ? SCREE_OK : err_no_memory(r->json.err);
}

/* Of a road without a class. */
static enum roads_class class_of(enum roads_surface surface)
{
    return surface == ROADS_DIRT     ? ROADS_TRACK
           : surface == ROADS_GRAVEL ? ROADS_SERVICE
                                     : ROADS_SECONDARY;
}

/* "lanes" of OpenStreetMap, text or a number. */
static void take_lanes(double *width_m, const struct roads_way *way, const json_t *value)
{
    double lanes = json_number_value(value);
    if (json_is_string(value) && !roads_osm_metres(&lanes, json_string_value(value))) return;
    if (lanes >= 1 && lanes <= MOST_LANES && lanes == floor(lanes))
        *width_m = lanes * way->lane_m + way->beside_m;
}

/* What object says about the road that comes next. */
static enum scree_code begin_road(double *width_m, struct reader *r, const json_t *object)
{
    struct roads *roads = r->roads;
    if (roads->count == ROADS_MOST) return too_many_roads(r);
    struct roads_road *road = &roads->list[roads->count];
    double verge_m = DEFAULT_VERGE_M;
    const char *highway = json_string_value(member_of(object, "highway"));
    const struct roads_way *way = highway != NULL ? roads_osm_way(highway) : NULL;
    enum roads_class kind = ROADS_SECONDARY;
    bool has_class;
    RETURN_IF_ERR(read_class(&kind, &has_class, r, object));
    *width_m = way != NULL ? way->width_m : has_class ? roads_class_width_m(kind) : DEFAULT_WIDTH_M;
    *road = (struct roads_road){.name = "",
                                .surface = way != NULL ? way->surface
                                           : has_class ? roads_class_surface(kind)
                                                       : ROADS_ASPHALT,
                                .bridge = roads_osm_says(member_of(object, "bridge")),
                                .tunnel = roads_osm_says(member_of(object, "tunnel")),
                                .first = roads->point_count};
    RETURN_IF_ERR(read_text(&road->name, r, object, "name", false));
    RETURN_IF_ERR(read_text(&road->beamng, r, object, "beamng", true));
    RETURN_IF_ERR(read_surface(&road->surface, r, object));
    if (way != NULL) take_lanes(width_m, way, member_of(object, "lanes"));
    RETURN_IF_ERR(read_metres(width_m, r, object, "width", &widths));
    RETURN_IF_ERR(read_metres(&verge_m, r, object, "verge", &verges));
    RETURN_IF_ERR(read_layer(&road->layer, r, object));
    road->verge = (uint32_t)(verge_m * ROADS_UNITS + 0.5);
    road->kind = has_class ? kind : way != NULL ? way->kind : class_of(road->surface);
    road->shape = r->shapes[road->kind];
    return read_shape(&road->shape, r, object, r->is_geo);
}

static enum scree_code check_object(struct reader *r, const char *list, size_t number,
                                    const json_t *object)
{
    snprintf(r->json.where, sizeof r->json.where, "%s[%zu]", list, number);
    if (json_is_object(object)) return SCREE_OK;
    return err_set(r->json.err, SCREE_MALFORMED, "%s is %s; give an object", r->json.where,
                   json_text_kind(object));
}

static enum scree_code read_road(struct reader *r, const json_t *object, size_t number)
{
    static const char *const own[] = {"name",   "surface", "width", "verge", "beamng",
                                      "bridge", "tunnel",  "class", "layer", "points"};
    enum { OWN = sizeof own / sizeof own[0] };
    const char *keys[OWN + SHAPE_KEYS];
    for (size_t i = 0; i < OWN; i++) keys[i] = own[i];
    for (size_t i = 0; i < SHAPE_KEYS; i++) keys[OWN + i] = shape_keys[i].key;
    double width_m;
    RETURN_IF_ERR(check_object(r, "roads", number, object));
    RETURN_IF_ERR(json_read_keys(&r->json, object, keys, OWN + SHAPE_KEYS));
    RETURN_IF_ERR(begin_road(&width_m, r, object));
    const json_t *points = json_object_get(object, "points");
    if (points == NULL)
        return err_set(r->json.err, SCREE_MALFORMED,
                       "%s: there is no \"points\"; say where it goes", r->json.where);
    return read_points(r, "points", points, width_m);
}

/* ---- GeoJSON ---- */

/* Members of "properties" that are not ours are somebody else's. */
static enum scree_code read_feature(struct reader *r, const json_t *object, size_t number)
{
    RETURN_IF_ERR(check_object(r, "features", number, object));
    const json_t *geometry = json_object_get(object, "geometry"), *lines, *own;
    const char *type = json_string_value(json_object_get(geometry, "type"));
    const bool many = type != NULL && strcmp(type, "MultiLineString") == 0;
    own = json_object_get(object, "properties");
    if (own != NULL && !json_is_object(own) && !json_is_null(own))
        return json_read_wrong(&r->json, "properties", own, "an object");
    const char *highway = json_string_value(member_of(own, "highway"));
    if ((!many && (type == NULL || strcmp(type, "LineString") != 0)) ||
        (highway != NULL && roads_osm_way(highway) == NULL)) {
        r->roads->left_out++;
        return SCREE_OK;
    }
    double width_m;
    lines = json_object_get(geometry, "coordinates");
    if (lines == NULL)
        return err_set(r->json.err, SCREE_MALFORMED,
                       "%s: there are no \"coordinates\"; say where it goes", r->json.where);
    if (!many) {
        RETURN_IF_ERR(begin_road(&width_m, r, own));
        return read_points(r, "coordinates", lines, width_m);
    }
    if (!json_is_array(lines))
        return json_read_wrong(&r->json, "coordinates", lines, "a list of lists of points");
    size_t i;
    json_t *line;
    json_array_foreach((json_t *)lines, i, line)
    {
        RETURN_IF_ERR(begin_road(&width_m, r, own));
        RETURN_IF_ERR(read_points(r, "coordinates", line, width_m));
    }
    return SCREE_OK;
}

/* ---- metres or degrees ---- */

/* Whether all points of coordinates, however deep, could be degrees. */
static bool could_be_degrees(const json_t *list)
{
    const json_t *x = json_array_get(list, 0), *y = json_array_get(list, 1);
    if (json_is_number(x))
        return fabs(json_number_value(x)) <= 180 && fabs(json_number_value(y)) <= 90;
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!could_be_degrees(json_array_get(list, i))) return false;
    return true;
}

static bool look_like_degrees(const json_t *features)
{
    for (size_t i = 0; i < json_array_size(features); i++) {
        const json_t *geometry = json_object_get(json_array_get(features, i), "geometry");
        if (!could_be_degrees(json_object_get(geometry, "coordinates"))) return false;
    }
    return true;
}

/* RFC 7946 has degrees. Metres that could be degrees lie within 180 x 90 m of the south-west corner,
 * which roads do on small terrains alone. */
static enum scree_code choose_degrees(struct reader *r, const json_t *root)
{
    const json_t *crs = json_object_get(root, "crs");
    const char *name =
        json_string_value(json_object_get(json_object_get(crs, "properties"), "name"));
    r->is_geo = true;
    r->in_degrees = (name != NULL && strstr(name, "CRS84") != NULL) ||
                    (crs == NULL && r->width_m > SMALL_M && r->depth_m > SMALL_M &&
                     look_like_degrees(json_object_get(root, "features")));
    if (crs == NULL || r->in_degrees) return SCREE_OK;
    return err_set(r->json.err, SCREE_MALFORMED,
                   "has a \"crs\" other than CRS84; give coordinates in degrees, or in metres from "
                   "the terrain's south-west corner, and remove it");
}

/* ---- the file ---- */

/* Nothing lies on the terrain: perhaps the latitude comes first. */
static enum scree_code all_outside(struct reader *r)
{
    double at_m[2];
    struct scree_error why;
    err_clear(&why);
    if (!r->in_degrees) {
        err_set(r->json.err, SCREE_BAD_ARGUMENT,
                "none of its roads lies on the terrain, which is %.9g m from west to east and %.9g "
                "m from south to north; give metres from its south-west corner",
                r->width_m, r->depth_m);
        return err_set_field(r->json.err, "roads");
    }
    const enum scree_code code =
        inputs_find_degrees(at_m, r->inputs->field, &r->inputs->terrain_file, r->outside_deg, &why);
    if (code != SCREE_OK) return no_place(r, code, &why);
    err_set(r->json.err, SCREE_BAD_ARGUMENT,
            "none of its roads lies on the terrain; the first begins at geo:%.9g,%.9g: give a file "
            "of this place",
            r->outside_deg[0], r->outside_deg[1]);
    return err_set_field(r->json.err, "roads");
}

static enum scree_code read_list(struct reader *r, const json_t *root, const char *key,
                                 enum scree_code (*read)(struct reader *, const json_t *, size_t))
{
    const json_t *list = json_object_get(root, key);
    if (list != NULL && !json_is_array(list))
        return json_read_wrong(&r->json, key, list, "a list of objects");
    size_t i;
    json_t *value;
    json_array_foreach((json_t *)list, i, value) RETURN_IF_ERR(read(r, value, i));
    if (r->roads->count > 0) return SCREE_OK;
    if (r->roads->edge.outside > 0) return all_outside(r);
    if (r->roads->left_out > 0)
        return err_set(r->json.err, SCREE_MALFORMED,
                       "has %zu features and none is a road for vehicles; give a LineString or a "
                       "MultiLineString",
                       r->roads->left_out);
    return err_set(r->json.err, SCREE_MALFORMED,
                   "names no roads; fill \"%s\", or leave {roads} out", key);
}

/* {"track": {"grade": 20}}: what all roads of a class have. */
static enum scree_code read_classes(struct reader *r, const json_t *root)
{
    const json_t *classes = member_of(root, "classes");
    const char *keys[SHAPE_KEYS];
    for (size_t i = 0; i < SHAPE_KEYS; i++) keys[i] = shape_keys[i].key;
    if (classes == NULL) return SCREE_OK;
    if (!json_is_object(classes)) return json_read_wrong(&r->json, "classes", classes, "an object");
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)classes, name, value)
    {
        enum roads_class kind;
        snprintf(r->json.where, sizeof r->json.where, "classes");
        if (!roads_class_of_name(&kind, name)) return unknown_class(r, name);
        if (!json_is_object(value)) return json_read_wrong(&r->json, name, value, "an object");
        snprintf(r->json.where, sizeof r->json.where, "classes: %s", name);
        RETURN_IF_ERR(json_read_keys(&r->json, value, keys, SHAPE_KEYS));
        RETURN_IF_ERR(read_shape(&r->shapes[kind], r, value, false));
    }
    return SCREE_OK;
}

static void credit_osm(struct reader *r)
{
    snprintf(r->roads->file.credit, INPUTS_CREDIT, "%s", OSM_CREDIT);
}

/* "credit": who is to be named, in the place of whom the data itself tells. */
static enum scree_code read_credit(struct reader *r, const json_t *root)
{
    const json_t *value = json_object_get(root, "credit");
    const char *text = json_string_value(value);
    if (value == NULL) return SCREE_OK;
    snprintf(r->json.where, sizeof r->json.where, "the file");
    if (text == NULL) return json_read_wrong(&r->json, "credit", value, "text");
    if (text[0] == '\0' || strlen(text) >= INPUTS_CREDIT || strpbrk(text, "\r\n\t") != NULL)
        return err_set(r->json.err, SCREE_MALFORMED,
                       "the file: \"credit\" has %zu bytes; give one line of 1 to %d", strlen(text),
                       INPUTS_CREDIT - 1);
    snprintf(r->roads->file.credit, INPUTS_CREDIT, "%s", text);
    return SCREE_OK;
}

static enum scree_code read_root(struct reader *r, const json_t *root)
{
    static const char *const keys[] = {"format", "roads", "classes", "credit"};
    snprintf(r->json.where, sizeof r->json.where, "the file");
    if (!json_is_object(root))
        return err_set(r->json.err, SCREE_MALFORMED,
                       "holds %s; give an object with \"format\": \"" FORMAT "\", or GeoJSON",
                       json_text_kind(root));
    const char *format = json_string_value(json_object_get(root, "format"));
    const char *type = json_string_value(json_object_get(root, "type"));
    if (format != NULL && strcmp(format, FORMAT) == 0) {
        RETURN_IF_ERR(json_read_keys(&r->json, root, keys, sizeof keys / sizeof keys[0]));
        RETURN_IF_ERR(read_credit(r, root));
        RETURN_IF_ERR(read_classes(r, root));
        return read_list(r, root, "roads", read_road);
    }
    if (format != NULL)
        return err_set(r->json.err, SCREE_MALFORMED,
                       "the file: \"format\" is \"%.40s\"; give \"" FORMAT "\"", format);
    if (type != NULL && strcmp(type, "FeatureCollection") != 0)
        return err_set(r->json.err, SCREE_MALFORMED,
                       "the file: \"type\" is \"%.40s\"; give a FeatureCollection", type);
    if (type == NULL)
        return err_set(r->json.err, SCREE_MALFORMED,
                       "is not a list of roads; begin it with \"format\": \"" FORMAT
                       "\", or give a FeatureCollection of GeoJSON");
    RETURN_IF_ERR(choose_degrees(r, root));
    if (roads_osm_made(root, r->in_degrees)) credit_osm(r);
    RETURN_IF_ERR(read_credit(r, root));
    return read_list(r, root, "features", read_feature);
}

static enum scree_code parse(struct reader *r, const struct scree_bytes *bytes)
{
    json_t *root = json_read_document(bytes->data, bytes->size, r->json.err);
    if (root == NULL) return SCREE_MALFORMED;
    const enum scree_code code = read_root(r, root);
    json_decref(root);
    return code;
}

static enum scree_code take_extent(struct reader *r, const struct ter_field *field)
{
    r->width_m = ter_extent_x_m(field);
    r->depth_m = r->roads->depth_m = ter_extent_y_m(field);
    if (r->width_m <= MOST_EXTENT_M && r->depth_m <= MOST_EXTENT_M) return SCREE_OK;
    return err_set_option(r->json.err, r->option,
                          "{%s}: terrains of 1000 km a side at most have roads, and this one is "
                          "%.0f x %.0f km; set {cell_m}",
                          r->option, r->width_m / 1000, r->depth_m / 1000);
}

/* ---- OpenStreetMap ---- */

static json_t *tags_of(const struct osm_map *map, const struct osm_thing *thing)
{
    json_t *object = json_object();
    for (size_t i = 0; i < thing->tags && object != NULL; i++) {
        const struct osm_tag *tag = &map->tags[thing->first_tag + i];
        json_t *value = json_string(tag->value);
        if (value == NULL) continue;                                     /* no UTF-8 */
        if (json_object_set_new(object, tag->key, value) != 0) continue; /* nor is the key */
    }
    return object;
}

static enum scree_code read_thing(struct reader *r, const struct osm_map *map,
                                  const struct osm_thing *thing)
{
    const char *highway = osm_value(map, thing, "highway");
    if (thing->is_area || highway == NULL || roads_osm_way(highway) == NULL) {
        r->roads->left_out += thing->kind == OSM_ROAD || thing->kind == OSM_PATH;
        return SCREE_OK;
    }
    const struct osm_part *part = &map->parts[thing->first_part];
    double width_m = 0, start_deg[2] = {0, 0};
    snprintf(r->json.where, sizeof r->json.where, "way %lld", (long long)thing->id);
    json_t *tags = tags_of(map, thing);
    if (tags == NULL) return err_no_memory(r->json.err);
    enum scree_code code = begin_road(&width_m, r, tags);
    json_decref(tags);
    const size_t first = begin_line(r);
    for (size_t i = 0; i < part->count && code == SCREE_OK; i++) {
        const struct osm_point *point = &map->points[part->first + i];
        const double degrees[2] = {(double)point->longitude / OSM_DEGREE,
                                   (double)point->latitude / OSM_DEGREE};
        if (i == 0) memcpy(start_deg, degrees, sizeof start_deg);
        code = add_point(r, i, degrees, width_m);
    }
    if (code == SCREE_OK) end_line(r, first, start_deg);
    return code;
}

static enum scree_code take_extract(struct roads_extract *out, struct reader *r,
                                    const struct osm_map *map)
{
    const char *unknown = map->most_unknown;
    *out = (struct roads_extract){
        .is_there = true, .left_open = map->left_open, .missing = map->missing};
    memcpy(out->counts, map->counts, sizeof out->counts);
    if (unknown == NULL) return SCREE_OK;
    out->most_unknown = mem_arena_text(&r->roads->arena, unknown, strlen(unknown));
    return out->most_unknown != NULL ? SCREE_OK : err_no_memory(r->json.err);
}

static enum scree_code find_spots(struct roads_spot *out, struct reader *r,
                                  const struct osm_map *map)
{
    size_t points = 0;
    for (size_t i = 0; i < map->point_count; i++) {
        const double degrees[2] = {(double)map->points[i].longitude / OSM_DEGREE,
                                   (double)map->points[i].latitude / OSM_DEGREE};
        double at_m[2];
        RETURN_IF_ERR(find_place(at_m, r, degrees));
        at_m[1] = r->depth_m - at_m[1];
        out[i] = (struct roads_spot){ROADS_FAR, 0};
        if (fabs(at_m[0]) < ROADS_FAR_M && fabs(at_m[1]) < ROADS_FAR_M)
            out[i] = (struct roads_spot){(int32_t)floor(at_m[0] * ROADS_UNITS + 0.5),
                                         (int32_t)floor(at_m[1] * ROADS_UNITS + 0.5)};
        RETURN_IF_ERR(job_ask(r->job, &points, 1, r->json.err));
    }
    return SCREE_OK;
}

static enum scree_code take_areas(struct reader *r, const struct osm_map *map)
{
    const uint32_t size[2] = {(uint32_t)(r->width_m * ROADS_UNITS),
                              (uint32_t)(r->depth_m * ROADS_UNITS)};
    struct roads_spot *at;
    RETURN_IF_ERR(MEM_NEED(&at, map->point_count + 1, sizeof *at, r->json.err));
    enum scree_code code = find_spots(at, r, map);
    if (code == SCREE_OK) code = roads_lakes_take(r->roads, map, at, size, r->json.err);
    if (code == SCREE_OK)
        code = roads_areas_make(r->roads, map, at, size[0], size[1], r->job, r->json.err);
    if (code == SCREE_OK) code = roads_rivers_take(r->roads, map, at, r->json.err);
    if (code == SCREE_OK) code = roads_buildings_take(r->roads, map, at, size, r->json.err);
    mem_free(at);
    return code;
}

static enum scree_code read_map(struct osm_map **out, struct heights_bounds *bounds,
                                struct reader *r, const struct inputs_opened *opened)
{
    struct scree_error why;
    r->is_geo = r->is_osm = r->in_degrees = true;
    err_clear(&why);
    const enum scree_code code =
        heights_find_bounds(bounds, r->inputs->field, r->inputs->terrain_file.heights.geo, &why);
    if (code != SCREE_OK) return no_place(r, code, &why);
    const struct osm_box box = {bounds->west, bounds->south, bounds->east, bounds->north};
    return osm_read(out, &opened->input, &box, r->job, r->json.err);
}

static enum scree_code read_osm(struct reader *r, const struct inputs_opened *opened)
{
    struct heights_bounds bounds;
    struct osm_map *map;
    enum scree_code code = SCREE_OK;
    credit_osm(r);
    RETURN_IF_ERR(read_map(&map, &bounds, r, opened));
    for (size_t i = 0; i < map->thing_count && code == SCREE_OK; i++)
        code = read_thing(r, map, &map->things[i]);
    if (code == SCREE_OK) code = take_extract(&r->roads->extract, r, map);
    if (code == SCREE_OK && r->roads->count > 0) code = take_areas(r, map);
    osm_free(map);
    if (code != SCREE_OK || r->roads->count > 0) return code;
    err_set(r->json.err, SCREE_BAD_ARGUMENT,
            "has no road for vehicles on the terrain, which lies between %.6g,%.6g and %.6g,%.6g: "
            "give an extract of this place",
            bounds.west, bounds.south, bounds.east, bounds.north);
    return err_set_field(r->json.err, "roads");
}

static enum scree_code read_json(struct reader *r, const struct inputs_opened *opened)
{
    struct scree_bytes bytes = {NULL, 0};
    enum scree_code code =
        inputs_take_bytes(&bytes, &r->roads->file, opened, MAX_FILE_BYTES, r->json.err);
    if (code == SCREE_OK) code = parse(r, &bytes);
    file_bytes_free(&bytes);
    return code;
}

static enum scree_code take(struct roads *roads, struct reader *r,
                            const struct inputs_opened *opened)
{
    const bool is_osm = osm_is(opened->head.data, opened->head.size);
    enum scree_code code;
    roads->list = mem_arena_alloc(&roads->arena, ROADS_MOST + 1, sizeof *roads->list);
    roads->points = mem_arena_alloc(&roads->arena, ROADS_MOST_POINTS, sizeof *roads->points);
    if (roads->list == NULL || roads->points == NULL) return err_no_memory(r->json.err);
    if (is_osm)
        code = inputs_take_bytes(NULL, &roads->file, opened, OSM_MOST_FILE_BYTES, r->json.err);
    else
        code = read_json(r, opened);
    if (code == SCREE_OK && is_osm) code = read_osm(r, opened);
    if (code == SCREE_OK)
        code = inputs_keep_path(&roads->file, is_osm ? "roads.osm" : "roads.json", &roads->arena,
                                r->json.err);
    if (code != SCREE_OK && opened->path != NULL) err_set_file(r->json.err, opened->path);
    return code;
}

static enum scree_code read_as(struct roads **out, bool cuts, const struct inputs *inputs,
                               const struct inputs_opened *opened, struct scree_job *job,
                               struct scree_error *err)
{
    *out = NULL;
    struct roads *roads;
    RETURN_IF_ERR(MEM_NEED(&roads, 1, sizeof *roads, err));
    struct reader r = {.json = {.err = err},
                       .roads = roads,
                       .inputs = inputs,
                       .option = "roads",
                       .job = job,
                       .cuts = cuts};
    for (enum roads_class kind = 0; kind < ROADS_CLASSES; kind++)
        r.shapes[kind] = roads_class_shape(kind);
    enum scree_code code = take_extent(&r, inputs->field);
    if (code == SCREE_OK) code = take(roads, &r, opened);
    roads->edge.in_metres = !r.in_degrees;
    if (code == SCREE_OK)
        code = roads_index_make(roads, (uint32_t)(r.width_m * ROADS_UNITS),
                                (uint32_t)(r.depth_m * ROADS_UNITS), err);
    if (code == SCREE_OK)
        *out = roads;
    else
        roads_free(roads);
    return code;
}

static enum scree_code paint_classes(struct styles_classes *out, struct reader *r,
                                     const struct osm_map *map)
{
    const double size[2] = {r->width_m * ROADS_UNITS, r->depth_m * ROADS_UNITS};
    struct roads_spot *at;
    RETURN_IF_ERR(MEM_NEED(&at, map->point_count + 1, sizeof *at, r->json.err));
    enum scree_code code = find_spots(at, r, map);
    if (code == SCREE_OK)
        code =
            roads_lakes_take(r->roads, map, at,
                             (const uint32_t[]){(uint32_t)size[0], (uint32_t)size[1]}, r->json.err);
    if (code == SCREE_OK) code = roads_cover_paint(out, r->roads, map, at, size, r->json.err);
    mem_free(at);
    return code;
}

enum scree_code roads_read_classes(struct styles_classes *out, const struct inputs *inputs,
                                   const struct inputs_opened *opened, struct scree_job *job,
                                   struct scree_error *err)
{
    struct roads roads = {.count = 0};
    struct heights_bounds bounds;
    struct osm_map *map = NULL;
    struct reader r = {
        .json = {.err = err}, .roads = &roads, .inputs = inputs, .option = "cover", .job = job};
    enum scree_code code = take_extent(&r, inputs->field);
    if (code == SCREE_OK) code = read_map(&map, &bounds, &r, opened);
    if (code == SCREE_OK) code = paint_classes(out, &r, map);
    osm_free(map);
    mem_arena_free(&roads.arena);
    return code;
}

enum scree_code roads_read(struct roads **out, const struct inputs *inputs,
                           const struct inputs_opened *opened, struct scree_job *job,
                           struct scree_error *err)
{
    return read_as(out, false, inputs, opened, job, err);
}

enum scree_code roads_of_level(const struct roads **out, struct roads **own,
                               const struct inputs *inputs, const struct inputs_opened *opened,
                               struct scree_job *job, struct scree_error *err)
{
    *own = NULL;
    *out = inputs->roads;
    if (inputs->roads != NULL || opened == NULL) return SCREE_OK;
    RETURN_IF_ERR(roads_read(own, inputs, opened, job, err));
    *out = *own;
    return SCREE_OK;
}

enum scree_code roads_open(struct roads **out, bool cuts, const struct inputs *inputs,
                           const struct scree_source *source, struct scree_job *job,
                           struct scree_error *err)
{
    struct inputs_opened opened, *given;
    *out = NULL;
    enum scree_code code = inputs_open_given(&given, &opened, source, MAX_SOURCE_BYTES, err);
    if (given != NULL && code == SCREE_OK) code = read_as(out, cuts, inputs, given, job, err);
    inputs_close(&opened);
    return code;
}

void roads_free(struct roads *roads)
{
    if (roads == NULL) return;
    mem_arena_free(&roads->arena);
    mem_free(roads);
}
