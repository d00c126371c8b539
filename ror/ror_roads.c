/*
 * Roads in the game: strips of asphalt or concrete with a collision mesh of their own, a little above
 * the ground; tracks of gravel and dirt are ground of that kind, as the game has no strips of them.
 *
 * Source of how the game reads and builds them: docs/formats.md, Rigs of Rods, Roads.
 */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "base/turn.h"
#include "ror/ror_plan.h"

#define STEP_M 5.0         /* between two cross-sections */
#define ABOVE_M 0.06       /* the ground */
#define SHOULDER_M 1.0     /* slopes down beside the road */
#define MOST_SECTIONS 1000 /* of a strip: the game has room for 1785 */

static bool is_strip(enum roads_surface surface)
{
    return surface == ROADS_ASPHALT || surface == ROADS_CONCRETE;
}

/* ---- the landuse ---- */

/* The middle of a texel, 1/32 m. */
static uint32_t middle(const struct ror_plan *plan, uint32_t texel)
{
    return (uint32_t)((2 * (uint64_t)texel + 1) * plan->world.world_m * ROADS_UNITS /
                      (2 * (uint64_t)plan->blend_size));
}

static void pave_texel(struct ror_plan *plan, uint32_t column, uint32_t row)
{
    const size_t at = (size_t)row * plan->blend_size + column;
    const uint32_t x = middle(plan, column), z = middle(plan, row);
    if (!roads_covers(plan->roads, x, z)) return;
    const enum roads_surface surface = roads_under(plan->roads, x, z);
    if (surface < ROADS_SURFACES) plan->images.winners[at] = plan->grounds.of_road[surface];
    for (size_t g = 0; g < PLANTS_MOST_GRASSES; g++)
        if (plan->plants.grass[g] != NULL) plan->plants.grass[g][at] = 0;
    for (size_t g = 0; g < plan->options.grass_count; g++) plan->images.grass[g][at] = 0;
}

void ror_pave(struct ror_plan *plan)
{
    if (plan->roads == NULL) return;
    for (uint32_t row = 0; row < plan->blend_size; row++)
        for (uint32_t column = 0; column < plan->blend_size; column++)
            pave_texel(plan, column, row);
}

/* ---- strips ---- */

/* The strip is straight between two cross-sections: half a step before and behind counts. */
static const struct roads_strip strip = {
    .step_m = STEP_M, .along_m = STEP_M / 2, .shoulder_m = SHOULDER_M, .above_m = ABOVE_M};

static double height_of(const void *land, double x_m, double z_m)
{
    return ror_world_ground_m(land, x_m, z_m);
}

/* Hundredths of a degree by which a strip along x is turned about y to run as ahead does, east and
 * south: against the clock seen from above. */
static unsigned turn_of(const double ahead[2])
{
    const double x = ahead[0], north = -ahead[1];
    const double u = x < 0 ? -x : x, v = north < 0 ? -north : north;
    unsigned low = 0, high = 9000;
    while (low < high) { /* the first whose sine is not too small for u */
        const unsigned half = (low + high) / 2;
        double sine, cosine;
        turn_sine_cosine(half / 100.0, &sine, &cosine);
        if (sine * u < cosine * v)
            low = half + 1;
        else
            high = half;
    }
    const unsigned whole = x < 0 ? 18000 - low : low;
    return (north < 0 ? 36000 - whole : whole) % 36000;
}

static int64_t mm_of(double metres)
{
    return (int64_t)floor(metres * 1000.0 + 0.5);
}

static enum scree_code put_section(struct stream *to, const struct ror_plan *plan,
                                   const struct roads_place *place, struct scree_error *err)
{
    const struct roads_ground ground = {&plan->world, height_of};
    char at[4][TEXT_FIXED];
    const unsigned turn = turn_of(place->ahead);
    text_fixed(at[0], mm_of(place->x_m), 3);
    text_fixed(at[1], mm_of(roads_strip_m(&strip, place, &ground)), 3);
    text_fixed(at[2], mm_of(place->z_m), 3);
    text_fixed(at[3], mm_of(place->width_m), 3);
    return stream_print(to, err, "%s, %s, %s, 0, %u.%02u, 0, %s, 1, 0.2, flat\n", at[0], at[1],
                        at[2], turn / 100, turn % 100, at[3]);
}

static enum scree_code put_strip(struct stream *to, const struct ror_plan *plan, size_t road,
                                 struct scree_error *err)
{
    struct roads_place *places;
    size_t count;
    RETURN_IF_ERR(roads_line(&places, &count, plan->roads, road, STEP_M, err));
    enum scree_code code = SCREE_OK;
    for (size_t first = 0; first + 1 < count && code == SCREE_OK; first += MOST_SECTIONS - 1) {
        code = stream_print(to, err, "begin_procedural_roads\n");
        for (size_t i = first; i < count && i < first + MOST_SECTIONS && code == SCREE_OK; i++)
            code = put_section(to, plan, &places[i], err);
        if (code == SCREE_OK) code = stream_print(to, err, "end_procedural_roads\n");
    }
    mem_free(places);
    return code;
}

enum scree_code ror_put_roads(struct stream *to, const struct ror_output *output,
                              struct scree_error *err)
{
    const struct ror_plan *plan = output->plan;
    RETURN_IF_ERR(stream_print(to, err,
                               "; roads of %s: x, y, z, rx, ry, rz, width, border width, "
                               "border height, type\n",
                               plan->name));
    for (size_t r = 0; r < plan->roads->count; r++)
        if (is_strip(plan->roads->list[r].surface)) RETURN_IF_ERR(put_strip(to, plan, r, err));
    return SCREE_OK;
}

/* ---- reports ---- */

/* A track has no strip, whose edges could be in the air. */
enum scree_code ror_measure_roads(struct ror_plan *plan, struct scree_error *err)
{
    const struct roads_ground ground = {&plan->world, height_of};
    struct roads_lie *lie = &plan->roads_lie;
    for (size_t r = 0; plan->roads != NULL && r < plan->roads->count; r++) {
        const struct roads_worst edge_m = lie->edge_m;
        RETURN_IF_ERR(roads_measure(lie, plan->roads, r, &strip, &ground, err));
        if (!is_strip(plan->roads->list[r].surface)) lie->edge_m = edge_m;
    }
    return SCREE_OK;
}

static size_t tracks_of(const struct roads *roads)
{
    size_t tracks = 0;
    for (size_t r = 0; r < roads->count; r++) tracks += !is_strip(roads->list[r].surface);
    return tracks;
}

void ror_tell_roads(const struct ror_plan *plan, struct scree_job *job)
{
    if (plan->roads == NULL) return;
    const size_t tracks = tracks_of(plan->roads);
    roads_tell(plan->roads, job);
    if (tracks > 0)
        job_note(
            job, NULL,
            "%zu of them are of gravel or dirt: ground of that kind, as the game has strips of "
            "asphalt and concrete only",
            tracks);
    roads_warn(plan->roads, &plan->roads_lie, "an edge is above the ground", job);
}

json_t *ror_roads_json(const struct ror_plan *plan)
{
    return json_pack("{s:o, s:i, s:i, s:f}", "file", inputs_json(&plan->roads->file), "count",
                     (int)plan->roads->count, "tracks", (int)tracks_of(plan->roads), "length_m",
                     floor(roads_length_m(plan->roads) * 10 + 0.5) / 10);
}
