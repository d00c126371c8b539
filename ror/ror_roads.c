/*
 * Roads in the game: strips of asphalt or concrete with a collision mesh of their own, a little above
 * the ground; tracks of gravel and dirt are ground of that kind, as the game has no strips of them.
 *
 * Source of how the game reads and builds them: docs/formats/ror.md, Roads.
 */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "base/turn.h"
#include "ror/ror_plan.h"

#define BORDER_M 1.0       /* beside a road on the ground, */
#define FALL_M 0.2         /* falling by that much */
#define PARAPET_M 0.4      /* beside a bridge, */
#define RISE_M 0.5         /* rising by that much */
#define HIGH_M 0.3         /* edges of which there is a warning */
#define STEP_M 5.0         /* between places where the grade is looked at */
#define MOST_SECTIONS 1000 /* of a strip: the game has room for 1785 */

static bool is_paved(const struct roads_road *road)
{
    return road->surface == ROADS_ASPHALT || road->surface == ROADS_CONCRETE;
}

static bool is_strip(const struct roads_road *road)
{
    return !road->tunnel && (road->bridge || is_paved(road));
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
    if (!roads_bars(plan->roads, x, z, false)) return;
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

static double height_of(const void *land, double x_m, double z_m)
{
    return ror_world_ground_m(land, x_m, z_m);
}

/* Strips of paved roads, or of bridges, and what the ground of all is like. */
static enum scree_code lay(struct ror_plan *plan, const struct roads_strips *all, bool bridges,
                           struct scree_job *job, struct scree_error *err)
{
    struct roads_lie *lie = &plan->roads_lie;
    for (size_t r = 0; r < plan->roads->count; r++) {
        const struct roads_worst highest = lie->edge_m; /* of strips, not of the ground */
        if (plan->roads->list[r].bridge != bridges) continue;
        RETURN_IF_ERR(job_poll(job, err));
        RETURN_IF_ERR(roads_measure(lie, plan->roads, r, STEP_M, all->ground, err));
        lie->edge_m = highest;
        if (is_strip(&plan->roads->list[r]))
            RETURN_IF_ERR(roads_strip_make(&plan->strips[r], &lie->edge_m, all, r, err));
    }
    return SCREE_OK;
}

enum scree_code ror_lay_roads(struct ror_plan *plan, struct scree_job *job, struct scree_error *err)
{
    const struct roads_ground ground = {&plan->world, height_of};
    double *aloft_m;
    if (plan->roads == NULL) return SCREE_OK;
    RETURN_IF_ERR(MEM_NEED(&plan->strips, plan->roads->count, sizeof *plan->strips, err));
    RETURN_IF_ERR(roads_aloft(&aloft_m, plan->roads, &ground, err));
    const struct roads_strips all = {plan->roads, &ground, aloft_m, plan->strips};
    enum scree_code code = lay(plan, &all, false, job, err);
    if (code == SCREE_OK) code = lay(plan, &all, true, job, err);
    mem_free(aloft_m);
    return code;
}

enum scree_code ror_show_roads(struct ror_plan *plan, struct scree_error *err)
{
    const double texel_m = (double)plan->world.world_m / ROR_MINI_SIZE;
    const struct ter_field *field = plan->inputs.field;
    struct roads_shown *shown = &plan->shown;
    RETURN_IF_ERR(roads_show(shown, plan->roads, field, ROADS_FROM_ABOVE, err));
    return render_strips_create(&plan->paint, field, shown->strips, shown->strip_count, texel_m,
                                err);
}

void ror_strips_free(struct ror_plan *plan)
{
    render_strips_free(plan->paint);
    roads_shown_free(&plan->shown);
    for (size_t r = 0; plan->strips != NULL && r < plan->roads->count; r++)
        mem_free(plan->strips[r].sections);
    mem_free(plan->strips);
}

/* ---- the game's objects ---- */

#define QUARTER 90000 /* thousandths of a degree */

uint32_t ror_angle_of(double x, double y)
{
    const double u = fabs(y), v = fabs(x);
    uint32_t low = 0, high = QUARTER;
    while (low < high) { /* the first whose sine is not too small for u */
        const uint32_t half = (low + high) / 2;
        double sine, cosine;
        turn_sine_cosine(half / 1000.0, &sine, &cosine);
        if (sine * v < cosine * u)
            low = half + 1;
        else
            high = half;
    }
    const uint32_t whole = x < 0 ? 2 * QUARTER - low : low;
    return (y < 0 ? 4 * QUARTER - whole : whole) % (4 * QUARTER);
}

static int64_t mm_of(double metres)
{
    return (int64_t)floor(metres * 1000.0 + 0.5);
}

static void normalise(double v[3])
{
    const double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int k = 0; k < 3; k++) v[k] /= length;
}

static void cross(double out[3], const double a[3], const double b[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
    normalise(out);
}

/* The rise by metre from the section before to the next. */
static double grade_at(const struct roads_strip *strip, size_t i)
{
    const struct roads_section *a = &strip->sections[i > 0 ? i - 1 : i];
    const struct roads_section *b = &strip->sections[i + 1 < strip->count ? i + 1 : i];
    const double x = b->place.x_m - a->place.x_m, z = b->place.z_m - a->place.z_m;
    const double rise_m = b->edge_m[0] + b->edge_m[1] - a->edge_m[0] - a->edge_m[1];
    return rise_m / (2 * sqrt(x * x + z * z));
}

/*
 * The game turns a section about x, then y, then z, each of them where the turns before it in that list put it. Its z
 * runs from the left to the right edge, and its x along the road as well as it can.
 */
static void turns_of(uint32_t turns[3], const struct roads_strip *strip, size_t i)
{
    const struct roads_section *section = &strip->sections[i];
    const double *ahead = section->place.ahead;
    double x[3] = {ahead[0], grade_at(strip, i), ahead[1]}, y[3];
    double z[3] = {-ahead[1],
                   (section->edge_m[1] - section->edge_m[0]) /
                       (section->off_m[0] + section->off_m[1]),
                   ahead[0]};
    normalise(z);
    cross(y, z, x);
    cross(x, y, z);
    turns[0] = ror_angle_of(z[2], -z[1]);
    turns[1] = ror_angle_of(sqrt(z[1] * z[1] + z[2] * z[2]), z[0]);
    turns[2] = ror_angle_of(x[0], -y[0]);
}

static enum scree_code put_section(struct stream *to, const struct roads_strip *strip, size_t i,
                                   const char *kind, struct scree_error *err)
{
    const struct roads_section *section = &strip->sections[i];
    const double across_m = section->edge_m[1] - section->edge_m[0];
    const double width_m = section->off_m[0] + section->off_m[1];
    const double off_m = (section->off_m[1] - section->off_m[0]) / 2;
    const bool flat = strcmp(kind, "flat") == 0;
    char at[6][TEXT_FIXED], turned[3][TEXT_FIXED];
    uint32_t turns[3];
    turns_of(turns, strip, i);
    for (int k = 0; k < 3; k++) text_fixed(turned[k], turns[k], 3);
    text_fixed(at[0], mm_of(section->place.x_m - off_m * section->place.ahead[1]), 3);
    text_fixed(at[1], mm_of((section->edge_m[0] + section->edge_m[1]) / 2), 3);
    text_fixed(at[2], mm_of(section->place.z_m + off_m * section->place.ahead[0]), 3);
    text_fixed(at[3], mm_of(sqrt(width_m * width_m + across_m * across_m)), 3);
    text_fixed(at[4], mm_of(flat ? BORDER_M : PARAPET_M), 3);
    text_fixed(at[5], mm_of(flat ? FALL_M : RISE_M), 3);
    return stream_print(to, err, "%s, %s, %s, %s, %s, %s, %s, %s, %s, %s\n", at[0], at[1], at[2],
                        turned[0], turned[1], turned[2], at[3], at[4], at[5], kind);
}

/* A pillar stands below the section before the one that asks for it. */
static bool has_pillar(double *since_m, const struct ror_plan *plan,
                       const struct roads_strip *strip, size_t i)
{
    if (i == 0) return false;
    const struct roads_section *before = &strip->sections[i - 1];
    const double high_m = (before->edge_m[0] + before->edge_m[1]) / 2 -
                          ror_world_ground_m(&plan->world, before->place.x_m, before->place.z_m);
    return roads_pillar_is_due(since_m, plan->roads, before, high_m);
}

static enum scree_code put_strip(struct stream *to, const struct ror_plan *plan, size_t road,
                                 struct scree_error *err)
{
    const struct roads_strip *strip = &plan->strips[road];
    const bool bridge = plan->roads->list[road].bridge;
    enum scree_code code = SCREE_OK;
    double since_m = 0;
    for (size_t first = 0; first + 1 < strip->count && code == SCREE_OK;
         first += MOST_SECTIONS - 1) {
        code = stream_print(to, err, "begin_procedural_roads\n");
        for (size_t i = first; i < strip->count && i < first + MOST_SECTIONS && code == SCREE_OK;
             i++) {
            const bool pillar = bridge && has_pillar(&since_m, plan, strip, i);
            code = put_section(to, strip, i,
                               !bridge  ? "flat"
                               : pillar ? "bridge"
                                        : "bridge_no_pillars",
                               err);
        }
        if (code == SCREE_OK) code = stream_print(to, err, "end_procedural_roads\n");
    }
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
    for (size_t r = 0; r < plan->roads->count; r++) RETURN_IF_ERR(put_strip(to, plan, r, err));
    return SCREE_OK;
}

/* ---- reports ---- */

static size_t tracks_of(const struct roads *roads)
{
    size_t tracks = 0;
    for (size_t r = 0; r < roads->count; r++)
        tracks += !is_paved(&roads->list[r]) && !roads->list[r].bridge && !roads->list[r].tunnel;
    return tracks;
}

void ror_tell_roads(const struct ror_plan *plan, struct scree_job *job)
{
    if (plan->roads == NULL) return;
    const size_t tracks = tracks_of(plan->roads);
    const struct roads_open open = roads_open_of(plan->roads);
    roads_tell(plan->roads, job);
    if (tracks > 0)
        job_note(
            job, NULL,
            "%zu of them are of gravel or dirt: ground of that kind, as the game has strips of "
            "asphalt and concrete only",
            tracks);
    if (open.tunnels > 0)
        job_warn(job, NULL,
                 "%zu tunnels are left out, so roads end where they begin; place objects for them",
                 open.tunnels);
    roads_warn(plan->roads, &plan->roads_lie, HIGH_M, "an edge is above the ground", job);
}

json_t *ror_roads_json(const struct ror_plan *plan)
{
    const struct roads_open open = roads_open_of(plan->roads);
    return json_pack("{s:o, s:i, s:i, s:i, s:i, s:f, s:f}", "file", inputs_json(&plan->roads->file),
                     "count", (int)plan->roads->count, "tracks", (int)tracks_of(plan->roads),
                     "bridges", (int)open.bridges, "tunnels", (int)open.tunnels, "length_m",
                     floor(roads_length_m(plan->roads) * 10 + 0.5) / 10, "highest_edge_m",
                     floor(plan->roads_lie.edge_m.value * 1000 + 0.5) / 1000);
}
