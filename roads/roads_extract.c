/* What an extract of OpenStreetMap has beside its roads: what it is, by kinds, and the footprints of buildings. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/json_text.h"
#include "base/text.h"
#include "out/sink.h"
#include "roads/grade_tiles.h"
#include "roads/roads_areas.h"
#include "roads/roads_osm.h"

struct roads_building {
    struct roads_rings rings;
    int64_t id;
    const char *properties; /* as JSON */
};

/* What becomes of a kind: roads are built, and the others say what grows. */
static const char *use_of(enum osm_kind kind)
{
    return kind == OSM_UNKNOWN ? "unknown" : kind == OSM_NO_GROUND ? "no ground" : "taken";
}

static double total_m(const struct roads_extract *extract)
{
    double sum = 0;
    for (enum osm_kind k = 0; k < OSM_KINDS; k++) sum += extract->counts[k].length_m;
    return sum;
}

static double share(const struct roads_extract *extract, double length_m)
{
    const double all_m = total_m(extract);
    return all_m > 0 ? length_m / all_m : 0;
}

static double rounded(double value, double parts)
{
    return floor(value * parts + 0.5) / parts;
}

json_t *roads_extract_json(const struct roads_extract *extract)
{
    if (!extract->is_there) return json_null();
    json_t *kinds = json_array();
    for (enum osm_kind k = 0; k < OSM_KINDS; k++) {
        const struct osm_count *count = &extract->counts[k];
        json_text_append(&kinds, json_pack("{s:s, s:s, s:o, s:f, s:f}", "kind", osm_kind_name(k),
                                           "use", use_of(k), "ways", json_text_count(count->ways),
                                           "length_m", rounded(count->length_m, 10), "share",
                                           rounded(share(extract, count->length_m), 1e4)));
    }
    return json_pack("{s:f, s:o, s:o, s:o, s:o}", "length_m", rounded(total_m(extract), 10),
                     "kinds", kinds, "most_unknown",
                     extract->most_unknown != NULL ? json_text(extract->most_unknown) : json_null(),
                     "open_rings", json_text_count(extract->left_open), "missing_nodes",
                     json_text_count(extract->missing));
}

char *roads_extract_text(char out[ROADS_EXTRACT_TEXT], const struct roads_extract *extract)
{
    const struct osm_count *counts = extract->counts;
    double bare_m = counts[OSM_PATH].length_m + counts[OSM_WATER].length_m +
                    counts[OSM_RIVER].length_m + counts[OSM_COAST].length_m +
                    counts[OSM_BUILDING].length_m;
    double land_m = -bare_m;
    out[0] = '\0';
    if (!extract->is_there) return out;
    for (enum osm_kind k = OSM_ROAD + 1; k < OSM_NO_GROUND; k++) land_m += counts[k].length_m;
    const int used = snprintf(
        out, ROADS_EXTRACT_TEXT,
        "the extract has %.1f km of ways near the terrain: %.1f %% roads; %.1f %% paths, waters "
        "and buildings, where nothing grows; %.1f %% woods, and open land without trees; %.1f %% "
        "no ground; %.1f %% unknown",
        total_m(extract) / 1000, 100 * share(extract, counts[OSM_ROAD].length_m),
        100 * share(extract, bare_m), 100 * share(extract, land_m),
        100 * share(extract, counts[OSM_NO_GROUND].length_m),
        100 * share(extract, counts[OSM_UNKNOWN].length_m));
    if (extract->most_unknown != NULL && used > 0 && used < ROADS_EXTRACT_TEXT)
        snprintf(out + used, (size_t)(ROADS_EXTRACT_TEXT - used),
                 ", most of its length with a telling tag %.60s", extract->most_unknown);
    return out;
}

void roads_credit_tell(const struct roads *roads, const struct inputs_file *terrain,
                       struct scree_job *job)
{
    char room[INPUTS_CREDITS];
    inputs_credit_tell(inputs_credit(room, terrain, roads != NULL ? &roads->file : NULL, NULL),
                       job);
}

/* ---- buildings ---- */

static bool is_on(const struct roads_rings *rings, const uint32_t size[2])
{
    const struct osm_part *last = &rings->parts[rings->count - 1];
    for (size_t i = rings->parts[0].first; i < last->first + last->count; i++) {
        const struct roads_spot at = rings->at[i];
        if (at.x >= 0 && at.z >= 0 && at.x <= (int64_t)size[0] && at.z <= (int64_t)size[1])
            return true;
    }
    return false;
}

/* Tags as GeoJSON has them elsewhere; NULL if memory ran out. */
static const char *describe(struct mem_arena *arena, const struct osm_map *map,
                            const struct osm_thing *thing)
{
    static const char *const keys[] = {"building", "building:part", "name"};
    static const struct {
        const char *key, *name;
    } numbers[] = {{"height", "height_m"}, {"min_height", "foot_m"}, {"building:levels", "levels"}};
    json_t *object = json_object();
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const char *value = osm_value(map, thing, keys[i]);
        if (value != NULL) json_text_set(&object, keys[i], json_text(value));
    }
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        const char *value = osm_value(map, thing, numbers[i].key);
        double number;
        if (value != NULL && roads_osm_metres(&number, value))
            json_text_set(&object, numbers[i].name, json_real(number));
    }
    char *text = object != NULL ? json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(6)) : NULL;
    json_decref(object);
    const char *kept = text != NULL ? mem_arena_text(arena, text, strlen(text)) : NULL;
    free(text);
    return kept;
}

static bool is_building(const struct osm_thing *thing)
{
    return thing->kind == OSM_BUILDING;
}

enum scree_code roads_buildings_take(struct roads *roads, const struct osm_map *map,
                                     const struct roads_spot *at, const uint32_t size[2],
                                     struct scree_error *err)
{
    struct roads_area *list;
    size_t count;
    RETURN_IF_ERR(roads_areas_list(&list, &count, map, at, is_building, err));
    roads->buildings = mem_arena_alloc(&roads->arena, count + 1, sizeof *roads->buildings);
    enum scree_code code = roads->buildings != NULL ? SCREE_OK : err_no_memory(err);
    for (size_t i = 0; i < count && code == SCREE_OK; i++) {
        if (!is_on(&list[i].rings, size)) continue;
        struct roads_building *b = &roads->buildings[roads->building_count++];
        *b = (struct roads_building){list[i].rings, list[i].thing->id,
                                     describe(&roads->arena, map, list[i].thing)};
        code = b->properties != NULL ? roads_rings_keep(&b->rings, &roads->arena, err)
                                     : err_no_memory(err);
    }
    mem_free(list);
    return code;
}

/* Whether a ring's first place lies in another. */
static bool is_within(const struct roads_rings *rings, size_t ring, size_t other)
{
    const struct roads_spot p = rings->at[rings->parts[ring].first];
    const struct roads_spot *at = rings->at + rings->parts[other].first;
    bool odd = false;
    for (size_t k = 0; k + 1 < rings->parts[other].count; k++) {
        const struct roads_spot a = at[k], b = at[k + 1];
        if ((a.z > p.z) == (b.z > p.z)) continue;
        const double x = a.x + ((double)p.z - a.z) / ((double)b.z - a.z) * ((double)b.x - a.x);
        odd ^= p.x < x;
    }
    return odd;
}

static size_t depth_of(const struct roads_rings *rings, size_t ring)
{
    size_t depth = 0;
    for (size_t k = 0; k < rings->count; k++) depth += k != ring && is_within(rings, ring, k);
    return depth;
}

struct footprints {
    struct grow text;
    const struct ter_field *field;
    double depth_m; /* of the terrain */
};

static void put_ring(struct footprints *to, const struct roads_rings *rings, size_t ring)
{
    const struct roads_spot *at = rings->at + rings->parts[ring].first;
    for (size_t k = 0; k < rings->parts[ring].count; k++) {
        const double x_m = (double)at[k].x / ROADS_UNITS, z_m = (double)at[k].z / ROADS_UNITS;
        const double place_m[3] = {x_m, to->depth_m - z_m, roads_between_m(to->field, x_m, z_m)};
        grow_text(&to->text, k == 0 ? "[" : ",");
        for (int c = 0; c < 3; c++) {
            char number[TEXT_FIXED];
            grow_print(&to->text, "%s%s", c == 0 ? "[" : ",",
                       text_fixed(number, (int64_t)floor(place_m[c] * 100 + 0.5), 2));
        }
        grow_text(&to->text, "]");
    }
    grow_text(&to->text, "]");
}

/* A ring in an even number of others is a polygon's, and those in it that are one deeper are its holes. */
static void put_polygons(struct footprints *to, const struct roads_rings *rings)
{
    size_t count = 0, *const depths = mem_alloc(rings->count, sizeof *depths);
    if (depths == NULL) {
        to->text.failed = true;
        return;
    }
    for (size_t i = 0; i < rings->count; i++) depths[i] = depth_of(rings, i);
    for (size_t i = 0; i < rings->count; i++) {
        if (depths[i] % 2 > 0) continue;
        grow_text(&to->text, count++ > 0 ? ",[" : "[");
        put_ring(to, rings, i);
        for (size_t k = 0; k < rings->count; k++) {
            if (depths[k] != depths[i] + 1 || !is_within(rings, k, i)) continue;
            grow_text(&to->text, ",");
            put_ring(to, rings, k);
        }
        grow_text(&to->text, "]");
    }
    mem_free(depths);
}

static void put_building(struct footprints *to, const struct roads_building *b)
{
    grow_print(&to->text,
               "{\"type\":\"Feature\",\"id\":%lld,\"properties\":%s,\"geometry\":{\"type\":"
               "\"MultiPolygon\",\"coordinates\":[",
               (long long)b->id, b->properties);
    put_polygons(to, &b->rings);
    grow_text(&to->text, "]}}");
}

/* One after the other, so that memory holds one. */
static enum scree_code put_buildings(struct stream *to, const struct roads *roads,
                                     const struct ter_field *field, struct scree_error *err)
{
    struct footprints made = {.field = field, .depth_m = roads->depth_m};
    enum scree_code code = stream_print(
        to, err,
        "{\"type\":\"FeatureCollection\",\"coordinates_are\":\"metres east and north of the "
        "terrain's south-west corner, altitude of the ground\",\"credit\":\"" OSM_CREDIT
        "\",\"features\":[\n");
    for (size_t i = 0; i < roads->building_count && code == SCREE_OK; i++) {
        made.text.size = 0;
        put_building(&made, &roads->buildings[i]);
        grow_text(&made.text, i + 1 < roads->building_count ? ",\n" : "\n]}\n");
        code = made.text.failed ? err_no_memory(err)
                                : stream_put(to, made.text.text, made.text.size, err);
    }
    grow_free(&made.text);
    return code;
}

enum scree_code roads_write_buildings(struct sink *sink, const char *name,
                                      const struct roads *roads, const struct ter_field *field,
                                      struct scree_error *err)
{
    struct sink_file *file;
    if (roads == NULL || roads->building_count == 0) return SCREE_OK;
    RETURN_IF_ERR(sink_begin(sink, name, SINK_PLAIN, &file, err));
    return sink_end(file, put_buildings(&file->stream, roads, field, err), err);
}
