/*
 * Rule (BeamNG): The place of each plant follows from seed, species, map and terrain. See
 * model.md#plants, plants/plants_place.c. Tests: unit/test_plants (a_cell_has_one_candidate,
 * the_higher_rank_and_the_earlier_species_stay), cli/plants_replay, golden/plants.
 */
#include "plants/plants_rule.h"

#include <math.h>
#include <string.h>

#include "base/scramble.h"
#include "plants/plants_rows.h"
#include "plants/plants_species.h"

#define CELL_SHARE 0.75f    /* of the spacing: the side of a cell */
#define LATTICE_MOST 4096.0 /* lattice points over the terrain's longer side */
#define SINK_GRADIENT 2.0f  /* steeper ground sinks no deeper */

/* ---- keys ---- */

static uint64_t key_of(uint64_t seed, uint64_t name)
{
    return scramble_bits(seed * SCRAMBLE_STEP + name);
}

/* The upper 24 bits as a number from 0 to below 1, exactly. */
static float unit(uint64_t bits)
{
    return (float)(uint32_t)(bits >> 40) * 0x1p-24f;
}

static float clamped(float t)
{
    return t < 0.0f ? 0.0f : t > 1.0f ? 1.0f : t;
}

/* ---- a species on a terrain ---- */

static void choose_lattice(struct rule *out, double longer_m)
{
    const struct plants_species *s = out->species;
    const uint32_t wanted = (uint32_t)(s->spacing_m * 16.0f * CELL_SHARE + 0.5f);
    const double least = ceil(longer_m * 16.0 / LATTICE_MOST);
    uint32_t step = (wanted + 3) / 4;
    if (step < 1) step = 1;
    if ((double)step < least) step = (uint32_t)least;
    uint32_t per = (wanted + step / 2) / step;
    if (per < 1) per = 1;
    const uint32_t cell = 2 * step * per; /* 1/32 m */
    out->lattice = (struct plants_lattice){.step = step,
                                           .per = per,
                                           .cells_x = (out->width + cell - 1) / cell,
                                           .cells_z = (out->depth + cell - 1) / cell};
    out->used = 1 + (uint32_t)(s->jitter * (float)(per - 1) + 0.5f);
    out->first = (per - out->used) / 2;
}

static float rise_of(double altitude_m, const struct ter_field *field)
{
    return (float)(altitude_m / field->scal_m[2] - field->base_tu);
}

static float gradient_of(double degrees)
{
    return degrees >= 90.0 ? INFINITY : (float)render_gradient(degrees > 0.0 ? degrees : 0.0);
}

void plants_rule_make(struct rule *out, const struct plants_list *list, size_t index,
                      const struct ter_field *field, const struct plants_options *options)
{
    const struct plants_species *s = &list->species[index];
    memset(out, 0, sizeof *out);
    out->species = s;
    out->key = key_of(list->seed, plants_species_hash(s->name));
    out->clump_key = key_of(list->seed, s->clump_group);
    const double width_m = ter_extent_x_m(field), depth_m = ter_extent_y_m(field);
    out->width = (uint32_t)floor(width_m * PLANTS_UNITS);
    out->depth = (uint32_t)floor(depth_m * PLANTS_UNITS);
    choose_lattice(out, width_m > depth_m ? width_m : depth_m);
    out->density = s->density;
    const double cells = (double)out->lattice.cells_x * out->lattice.cells_z;
    const double look = (double)PLANTS_LOOK * s->most;
    if (look < cells * (double)s->density) {
        out->density = (float)(look / cells);
        out->thinned = true;
    }
    out->limit = (uint32_t)ceil((double)out->density * 0x1p24);
    out->clump_units = (uint32_t)(s->clump_m * PLANTS_UNITS + 0.5f);
    out->spacing = (uint32_t)(s->spacing_m * PLANTS_UNITS + 0.5f);
    out->near2 = (uint64_t)out->spacing * out->spacing;
    out->room = (uint32_t)(s->room_m * PLANTS_UNITS + 0.5f);
    double lowest_m = s->altitude_m[0];
    if (options->has_water && options->water_m > lowest_m) lowest_m = options->water_m;
    out->rise[0] = rise_of(lowest_m, field);
    out->rise[1] = rise_of(s->altitude_m[1], field);
    out->rise_fade = (float)(s->altitude_fade_m / field->scal_m[2]);
    out->gradient[0] = gradient_of(s->slope_deg[0]);
    out->faded[0] = gradient_of(s->slope_deg[0] + s->slope_fade_deg);
    out->gradient[1] = gradient_of(s->slope_deg[1]);
    out->faded[1] = gradient_of(s->slope_deg[1] - s->slope_fade_deg);
}

/* ---- a cell ---- */

static void find_corners(struct rule_clump *clump, uint64_t key, uint32_t i, uint32_t j)
{
    clump->known = true;
    clump->i = i;
    clump->j = j;
    for (uint32_t k = 0; k < 4; k++)
        clump->corner[k] = unit(plants_cell_hash(key, i + (k & 1), j + (k >> 1)));
}

/* Smooth noise of cells of `size`, 0 .. 1. */
static float clump_noise(struct rule_clump *clump, const struct rule *rule, uint32_t x, uint32_t z)
{
    const uint32_t size = rule->clump_units, i = x / size, j = z / size;
    const float t = (float)(x - i * size) / (float)size, u = (float)(z - j * size) / (float)size;
    const float s = t * t * (3.0f - 2.0f * t), v = u * u * (3.0f - 2.0f * u);
    if (!clump->known || clump->i != i || clump->j != j) find_corners(clump, rule->clump_key, i, j);
    const float a = clump->corner[0], b = clump->corner[1];
    const float c = clump->corner[2], d = clump->corner[3];
    const float north = a + s * (b - a), south = c + s * (d - c);
    return north + v * (south - north);
}

static float clump_share(struct rule_clump *clump, const struct rule *rule, uint32_t x, uint32_t z)
{
    const struct plants_species *s = rule->species;
    if (s->clump <= 0.0f) return 1.0f;
    const float n = clump_noise(clump, rule, x, z);
    const float in = clamped((n - 0.4f) * 5.0f);
    return (1.0f - s->clump) + s->clump * in;
}

bool plants_rule_candidate(struct candidate *out, struct rule_clump *clump, const struct rule *rule,
                           const struct plants_pick *pick, uint32_t row)
{
    const uint64_t hash = pick->hash;
    const uint32_t column = pick->column;
    const float u = unit(hash);
    if (!(u < rule->density)) return false;
    const struct plants_lattice *lattice = &rule->lattice;
    const uint32_t sub_x = rule->first + (((uint32_t)(hash >> 36) & 15) * rule->used >> 4);
    const uint32_t sub_z = rule->first + (((uint32_t)(hash >> 32) & 15) * rule->used >> 4);
    *out = (struct candidate){.column = column,
                              .row = row,
                              .x = (2 * (column * lattice->per + sub_x) + 1) * lattice->step,
                              .z = (2 * (row * lattice->per + sub_z) + 1) * lattice->step,
                              .hash = hash};
    if (out->x > rule->width || out->z > rule->depth) return false;
    out->before = rule->density * clump_share(clump, rule, out->x, out->z);
    if (!(u < out->before)) return false;
    out->rank = scramble_bits(hash + SCRAMBLE_STEP);
    return true;
}

/* From 0 at `from` to 1 at `to`, which may be the same or lie on either side. */
static float fade(float value, float from, float to)
{
    return clamped((value - from) / (to - from));
}

float plants_rule_ground(const struct rule *rule, const struct candidate *candidate, float rise,
                         float gradient)
{
    float share = candidate->before;
    if (rule->rise[0] > -INFINITY)
        share *= rise >= rule->rise[0]
                     ? rule->rise_fade > 0.0f
                           ? fade(rise, rule->rise[0], rule->rise[0] + rule->rise_fade)
                           : 1.0f
                     : 0.0f;
    if (rule->rise[1] < INFINITY)
        share *= rise <= rule->rise[1]
                     ? rule->rise_fade > 0.0f
                           ? fade(rise, rule->rise[1], rule->rise[1] - rule->rise_fade)
                           : 1.0f
                     : 0.0f;
    if (rule->gradient[0] > 0.0f)
        share *= gradient >= rule->gradient[0]
                     ? rule->faded[0] > rule->gradient[0] && rule->faded[0] < INFINITY
                           ? fade(gradient, rule->gradient[0], rule->faded[0])
                           : 1.0f
                     : 0.0f;
    if (rule->gradient[1] < INFINITY)
        share *= gradient <= rule->gradient[1]
                     ? rule->faded[1] < rule->gradient[1]
                           ? fade(gradient, rule->gradient[1], rule->faded[1])
                           : 1.0f
                     : 0.0f;
    return share;
}

bool plants_rule_keeps(const struct candidate *candidate, float share)
{
    return unit(candidate->hash) < share;
}

float plants_suit(const struct plants_cover *cover, const float *const *weights, size_t at)
{
    float sum = 0.0f;
    for (uint32_t i = 0; i < cover->count; i++) sum += cover->factor[i] * weights[i][at];
    if (cover->full > cover->threshold)
        return clamped((sum - cover->threshold) / (cover->full - cover->threshold));
    return sum >= cover->threshold ? 1.0f : 0.0f;
}

/* ---- places ---- */

/* 1/32 m as 32.32 terrain units. */
static uint64_t fixed(uint32_t units, double scal_m, uint32_t points)
{
    const uint64_t most = (uint64_t)(points - 1) << 32;
    const uint64_t at = (uint64_t)floor((double)units / PLANTS_UNITS / scal_m * 4294967296.0);
    return at < most ? at : most;
}

struct rule_place plants_rule_position(const struct ter_field *field, uint32_t x, uint32_t z)
{
    const uint64_t north = (uint64_t)(field->points_y - 1) << 32;
    return (struct rule_place){fixed(x, field->scal_m[0], field->points_x),
                               north - fixed(z, field->scal_m[1], field->points_y)};
}

double plants_ground_m(const struct ter_field *field, uint32_t x, uint32_t z)
{
    const struct rule_place at = plants_rule_position(field, x, z);
    uint32_t i = (uint32_t)(at.x >> 32), j = (uint32_t)(at.y >> 32);
    double u = (double)(uint32_t)at.x * 0x1p-32, v = (double)(uint32_t)at.y * 0x1p-32;
    if (i + 1 >= field->points_x) i = field->points_x - 2, u = 1.0;
    if (j + 1 >= field->points_y) j = field->points_y - 2, v = 1.0;
    float low[2], high[2];
    ter_get_row(field, j, i, 2, low);
    ter_get_row(field, (int64_t)j + 1, i, 2, high);
    const double a = (double)low[0], b = (double)low[1], c = (double)high[0], d = (double)high[1];
    const double sample = u > v ? a + u * (b - a) + v * (d - b) : a + v * (c - a) + u * (d - c);
    return ter_sample_altitude_m(field, sample);
}

void plants_rule_item(struct plants_item *out, const struct rule *rule,
                      const struct candidate *candidate, uint16_t species,
                      const struct ter_field *field)
{
    const struct plants_species *s = rule->species;
    const uint32_t yaw = (uint32_t)(candidate->rank & 255);
    const uint32_t bits = (uint32_t)(candidate->rank >> 8) & 65535;
    const uint32_t range = s->scale[1] - s->scale[0];
    const uint32_t scale = s->scale[0] + (range * bits + 32767) / 65535;
    const float steep = candidate->gradient < SINK_GRADIENT ? candidate->gradient : SINK_GRADIENT;
    const double size = (double)scale / 1000.0;
    const double sink_m = (double)s->sink_m * size + (double)steep * (double)s->root_m * size;
    *out = (struct plants_item){.x = candidate->x,
                                .z = candidate->z,
                                .species = species,
                                .yaw = (uint16_t)yaw,
                                .scale = (uint16_t)scale,
                                .sink_mm = (uint16_t)(sink_m * 1000.0 + 0.5),
                                .ground_m = plants_ground_m(field, candidate->x, candidate->z)};
}
