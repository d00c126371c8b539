/*
 * Roads of a new level: what the terrain below them is made of, which is what a driver feels, and the
 * objects that draw them on it.
 *
 * Source of every foreign fact: docs/formats/beamng.md, Roads.
 */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json_text.h"
#include "base/text.h"
#include "beamng/growth.h"
#include "beamng/beamng_plan.h"
#include "ground/ground_files.h"

#define GROUP "roads"
#define STEP_M 10.0
#define FALL_M 1.0     /* across, of which there is a warning */
#define MOST_NODES 100 /* of an object */

static const struct {
    enum ground_kind kind;
    const char *name;  /* of the terrain's material */
    const char *decal; /* the game's own material of the road */
    double drivability;
} surfaces[ROADS_SURFACES] = {
    [ROADS_ASPHALT] = {GROUND_ASPHALT, "RoadAsphalt", "road_asphalt_2lane", 1.0},
    [ROADS_CONCRETE] = {GROUND_CONCRETE, "RoadConcrete", "road_asphalt_2lane", 1.0},
    [ROADS_GRAVEL] = {GROUND_GRAVEL, "RoadGravel", "m_road_edge_dirt", 0.7},
    [ROADS_DIRT] = {GROUND_DIRT, "RoadDirt", "m_road_edge_dirt", 0.5},
};

/* A decal lies on the ground: it ends where a bridge or a tunnel begins. */
static bool is_on_ground(const struct roads *roads, size_t road)
{
    return !roads->list[road].bridge && !roads->list[road].tunnel;
}

bool beamng_has_surface(const struct roads *roads, enum roads_surface surface)
{
    for (size_t r = 0; roads != NULL && r < roads->count; r++)
        if (roads->list[r].surface == surface && is_on_ground(roads, r)) return true;
    return false;
}

/* ---- the terrain below ---- */

enum scree_code beamng_check_roads(const struct beamng_plan *plan, struct scree_error *err)
{
    bool grown[BEAMTER_MAX_MATERIALS + 1] = {false};
    size_t count = 0, verges = 0;
    if (plan->roads == NULL) return SCREE_OK;
    beamng_mark_grown(grown, plan);
    for (uint32_t m = 0; m < plan->map.merge->count; m++) {
        count += !plan->map.choices[m].is_hole;
        verges += grown[m];
    }
    for (enum roads_surface s = 0; s < ROADS_SURFACES; s++)
        count += beamng_has_surface(plan->roads, s);
    if (count + verges <= BEAMTER_MAX_MATERIALS) return SCREE_OK;
    return err_set_option(
        err, "roads",
        "there are %zu materials, those of {roads} and %zu for verges among them, and a BeamNG "
        "terrain holds %d; merge layers with {depth} or {materials}",
        count + verges, verges, BEAMTER_MAX_MATERIALS);
}

const char *beamng_surface_name(enum roads_surface surface)
{
    return surfaces[surface].name;
}

void beamng_road_materials(struct beamng_level *level)
{
    struct beamng_facts *facts = &level->facts;
    bool grown[256];
    beamng_mark_numbers(grown, level->plan);
    for (enum roads_surface s = 0; s < ROADS_SURFACES; s++) {
        const char *name = surfaces[s].name;
        size_t number = 0;
        if (!beamng_has_surface(level->plan->roads, s)) continue;
        while (number < facts->count && !text_is_like(level->names[number], name)) number++;
        level->road_numbers[s] = (uint8_t)number;
        if (number < facts->count && !grown[number]) continue;
        if (number < facts->count) {
            beamng_free_name(level->road_names[s], level, name, "_road");
            name = level->road_names[s];
            level->road_numbers[s] = (uint8_t)facts->count;
        }
        struct beamng_material *made = &level->materials[facts->count];
        *made = (struct beamng_material){.name = name,
                                         .ground_model = beamng_ground_name(surfaces[s].kind),
                                         .texture = name,
                                         .look = surfaces[s].kind,
                                         .own = level->plan->road_own[s]};
        memcpy(made->rgb, roads_surface_rgb(s), sizeof made->rgb);
        level->names[facts->count++] = name;
    }
}

void beamng_pave(struct beamng_level *level)
{
    const struct beamng_map *map = &level->plan->map;
    const struct roads *roads = level->plan->roads;
    const double depth_m = ter_extent_y_m(map->inputs.field);
    uint8_t *ids = level->samples.ids;
    for (uint32_t j = 0; roads != NULL && j < map->size; j++) {
        const double z_m = depth_m - j * map->square_m;
        const uint32_t z = (uint32_t)((z_m > 0 ? z_m : 0) * ROADS_UNITS + 0.5);
        for (uint32_t i = 0; i < map->size; i++) {
            uint8_t *id = &ids[(size_t)j * map->size + i];
            const uint32_t x = (uint32_t)(i * map->square_m * ROADS_UNITS + 0.5);
            const enum roads_surface surface = roads_under(roads, x, z);
            if (surface == ROADS_SURFACES || *id == BEAMTER_HOLE) continue;
            *id = level->road_numbers[surface];
            level->road_samples[surface]++;
        }
    }
}

/* ---- objects ---- */

/* A place on the ground, which goes on level beyond the last samples. */
static void stand(double at_m[3], const struct beamng_level *level, double x_m, double z_m)
{
    struct beamng_footing footing;
    beamng_level_footing(&footing, level);
    beamng_stand(at_m, &footing, x_m, ter_extent_y_m(level->plan->map.inputs.field) - z_m);
}

static double height_of(const void *land, double x_m, double z_m)
{
    double at_m[3];
    stand(at_m, land, x_m, z_m);
    return at_m[2];
}

enum scree_code beamng_measure_roads(struct beamng_level *level, struct scree_error *err)
{
    const struct roads_ground ground = {level, height_of};
    const struct roads *roads = level->plan->roads;
    for (size_t r = 0; roads != NULL && r < roads->count; r++)
        RETURN_IF_ERR(roads_measure(&level->roads_lie, roads, r, STEP_M, &ground, err));
    return SCREE_OK;
}

/* [x, y, z, width] */
static json_t *node(const struct beamng_level *level, const struct roads_place *place)
{
    double at_m[3];
    stand(at_m, level, place->x_m, place->z_m);
    return json_pack("[f, f, f, f]", at_m[0], at_m[1], at_m[2], place->width_m);
}

static json_t *decal(const struct beamng_level *level, size_t road, size_t part, json_t *nodes)
{
    const struct roads_road *r = &level->plan->roads->list[road];
    const json_t *first = json_array_get(nodes, 0);
    char name[BEAMNG_PATH_SIZE];
    snprintf(name, sizeof name, "scree_road_%zu_%zu", road + 1, part + 1);
    return json_pack(
        "{s:s, s:s, s:o, s:s, s:[O, O, O], s:i, s:f, s:[i, i], s:f, s:b, s:s, s:o, s:b, s:i, "
        "s:[i, i], s:i, s:b}",
        "name", name, "class", "DecalRoad", "persistentId", beamng_json_id(level->facts.name, name),
        "__parent", GROUP, "position", json_array_get(first, 0), json_array_get(first, 1),
        json_array_get(first, 2), "breakAngle", 1, "detail", 0.1, "distanceFade", 1000, 1000,
        "drivability", surfaces[r->surface].drivability, "improvedSpline", 1, "material",
        r->beamng != NULL ? r->beamng : surfaces[r->surface].decal, "nodes", nodes, "overObjects",
        1, "renderPriority", 10, "startEndFade", 0, 0, "textureLength", 10, "useTemplate", 1);
}

/* A road in parts, each of which begins with the last node of the one before. */
static enum scree_code put_road(struct stream *to, const struct beamng_level *level, size_t road,
                                struct scree_error *err)
{
    struct roads_place *places;
    size_t count;
    RETURN_IF_ERR(roads_line(&places, &count, level->plan->roads, road, STEP_M, err));
    enum scree_code code = SCREE_OK;
    for (size_t first = 0, part = 0; first + 1 < count && code == SCREE_OK;
         first += MOST_NODES - 1, part++) {
        json_t *nodes = json_array();
        for (size_t i = first; i < count && i < first + MOST_NODES; i++)
            json_text_append(&nodes, node(level, &places[i]));
        json_t *object = nodes != NULL ? decal(level, road, part, nodes) : NULL;
        code = object != NULL ? beamng_put_object(to, object, err) : err_no_memory(err);
        json_decref(object);
    }
    mem_free(places);
    return code;
}

enum scree_code beamng_write_roads(const struct beamng_output *output, struct scree_error *err)
{
    const struct roads *roads = output->level->plan->roads;
    struct sink_file *file;
    if (roads == NULL) return SCREE_OK;
    RETURN_IF_ERR(sink_begin(output->sink, beamng_file_name(BEAMNG_ROADS), SINK_PLAIN, &file, err));
    enum scree_code code = SCREE_OK;
    for (size_t r = 0; r < roads->count && code == SCREE_OK; r++)
        if (is_on_ground(roads, r)) code = put_road(&file->stream, output->level, r, err);
    return ground_end_file(file, code, output->job, err);
}

/* ---- reports ---- */

json_t *beamng_roads_json(const struct beamng_level *level)
{
    const struct roads *roads = level->plan->roads;
    json_t *list = json_array();
    for (enum roads_surface s = 0; s < ROADS_SURFACES; s++)
        if (beamng_has_surface(roads, s))
            json_text_append(&list, json_pack("{s:s, s:i, s:s, s:o}", "name",
                                              level->names[level->road_numbers[s]], "id",
                                              (int)level->road_numbers[s], "ground_model",
                                              level->materials[level->road_numbers[s]].ground_model,
                                              "samples", json_text_count(level->road_samples[s])));
    return json_pack("{s:o, s:i, s:f, s:o, s:o}", "file", inputs_json(&roads->file), "count",
                     (int)roads->count, "length_m", floor(roads_length_m(roads) * 10 + 0.5) / 10,
                     "materials", list, "verges", beamng_verges_json(level));
}

void beamng_tell_roads(const struct beamng_level *level, struct scree_job *job)
{
    const struct roads *roads = level->plan->roads;
    if (roads == NULL) return;
    const struct roads_open open = roads_open_of(roads);
    roads_tell(roads, job);
    if (open.bridges + open.tunnels > 0)
        job_warn(job, NULL,
                 "%zu bridges and %zu tunnels are left out, so roads end where they begin; build "
                 "them in the game's editor",
                 open.bridges, open.tunnels);
    for (enum roads_surface s = 0; s < ROADS_SURFACES; s++)
        if (beamng_has_surface(roads, s))
            job_note(job, NULL, "below them %s: %llu samples, ground model %s",
                     level->names[level->road_numbers[s]],
                     (unsigned long long)level->road_samples[s],
                     level->materials[level->road_numbers[s]].ground_model);
    beamng_tell_verges(level, job);
    roads_warn(roads, &level->roads_lie, FALL_M, "the ground falls across them", job);
}
