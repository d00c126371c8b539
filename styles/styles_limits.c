/* Where limits lie: shares of the ground made into numbers that people would write. */
#include "styles/styles_limits.h"

#include <math.h>

#include "base/text.h"

/* Water lies at the lowest altitude if at least a 50th of the ground is there and most of it is flat,
 * but not nearly all, and the level above it has far less: stairs of coarse heights have as much. */
#define WATER_LEAST 50
#define WATER_LAND 20 /* a 20th at least is not water */
#define WATER_STAIR 4

/* ---- numbers ---- */

/* The greatest of 1, 2, 5, 10, 20 ... millionths that is not above a length. */
static int64_t round_step(double length_m)
{
    const double micro = length_m * STYLES_MICRO;
    int64_t step = 1;
    while (micro >= (double)step * 10) step *= 10;
    return micro >= (double)step * 5 ? 5 * step : micro >= (double)step * 2 ? 2 * step : step;
}

static int64_t round_to(double length_m, int64_t step)
{
    return (int64_t)floor(length_m * STYLES_MICRO / (double)step + 0.5) * step;
}

static int64_t round_up(double length_m, int64_t step)
{
    return (int64_t)ceil(length_m * STYLES_MICRO / (double)step) * step;
}

static double metres(int64_t micro)
{
    return (double)micro / STYLES_MICRO;
}

/* ---- water ---- */

static uint64_t count_bins(const struct styles_ground *ground, uint32_t first)
{
    uint64_t sum = 0;
    for (uint32_t i = first; i < first + STYLES_SLAB && i < STYLES_BINS; i++)
        sum += ground->bins[i];
    return sum;
}

static bool find_water(const struct styles_ground *ground)
{
    if ((ground->highest_m - ground->lowest_m) * STYLES_LEAST_RELIEF < ground->longest_m)
        return false;
    const uint64_t lowest = count_bins(ground, 0), flat = ground->counts[0][0];
    if (lowest < ground->cells / WATER_LEAST + 1 ||
        ground->cells - lowest < ground->cells / WATER_LAND)
        return false;
    if (flat < lowest / 2) return false;
    uint32_t next = STYLES_SLAB;
    while (next < STYLES_BINS && ground->bins[next] == 0) next++;
    return next < STYLES_BINS && lowest >= WATER_STAIR * count_bins(ground, next);
}

static void set_water(struct styles_site *site, const struct scree_style_options *options)
{
    const struct styles_ground *ground = site->ground;
    const double slab_m = (ground->highest_m - ground->lowest_m) * STYLES_SLAB / STYLES_BINS;
    if (options->water == SCREE_WATER_AT) {
        site->water_um = round_to(options->water_m, 1);
        site->has_water = options->water_m > ground->lowest_m;
    } else {
        site->water_found = options->water == SCREE_WATER_FIND && find_water(ground);
        site->has_water = site->water_found;
        /* The surface that was found is to lie below the limit, and not on it. */
        site->water_um = round_up(ground->lowest_m + slab_m, round_step(slab_m));
    }
    site->dry_from_m = -INFINITY;
    if (!site->has_water) return;
    site->dry_from_m = metres(site->water_um);
    const uint32_t dry = styles_bin_above(ground, site->dry_from_m);
    uint64_t wet = 0;
    for (uint32_t i = 0; i < dry; i++) wet += ground->bins[i];
    site->water_share = (double)wet / (double)ground->cells;
    site->dry_bin = dry;
    if (wet < ground->cells) return;
    site->dry_bin = 0; /* all is below: the numbers are those of the whole ground */
    site->dry_from_m = -INFINITY;
}

void styles_look(struct styles_site *out, const struct styles_ground *ground,
                 const struct scree_style_options *options)
{
    *out = (struct styles_site){.ground = ground};
    out->has_line[STYLES_TREES] = options->has_tree_line;
    out->has_line[STYLES_SNOW] = options->has_snow_line;
    out->line_m[STYLES_TREES] = options->tree_line_m;
    out->line_m[STYLES_SNOW] = options->snow_line_m;
    out->is_plain = options->map_file != NULL && text_ends_like(options->map_file, ".srf");
    set_water(out, options);
    out->rough_deg = styles_roughness(ground, out->dry_from_m);
    out->lowest_m = styles_altitude_at(ground, out->dry_bin, 5000);
    out->relief_m = styles_altitude_at(ground, out->dry_bin, 995000) - out->lowest_m;
    /* As high as the ground near it rises from one point to the next, or it would be speckles. */
    out->gradient = styles_steepness(ground, out->dry_from_m, INFINITY);
    const double water_m = metres(out->water_um), near_m = out->relief_m / 50;
    const double rise_m =
        styles_steepness(ground, water_m - near_m, water_m + near_m) * ground->cell_m;
    double beach_m = out->relief_m / 80;
    if (beach_m < rise_m) beach_m = rise_m;
    if (beach_m < 2 * ground->step_m) beach_m = 2 * ground->step_m;
    if (beach_m > out->relief_m / 8) beach_m = out->relief_m / 8;
    out->beach_um = round_up(beach_m, round_step(beach_m / 4));
    out->land_bin = out->dry_bin;
    if (out->dry_bin == 0) return;
    const uint32_t land = styles_bin_above(ground, water_m + metres(out->beach_um));
    if (land < STYLES_BINS) out->land_bin = land;
}

/* ---- limits ---- */

/* No layer fades over more than the editor of the format can show. */
#define MOST_FUZZINESS_TU 60

static int64_t fuzziness(const struct styles_site *site, double wanted_m)
{
    const double most_m = MOST_FUZZINESS_TU * site->ground->unit_m;
    const double width_m = wanted_m < most_m ? wanted_m : most_m;
    const int64_t step = round_step(width_m / 4);
    return (int64_t)floor(width_m * STYLES_MICRO / (double)step) * step;
}

#define LINE_STEP_UM (10 * (int64_t)STYLES_MICRO)

bool styles_has_line(const struct styles_site *site, const struct styles_altitude *rule)
{
    return rule->line != STYLES_NO_LINE && site->has_line[rule->line];
}

static struct styles_limit choose_altitude(const struct styles_site *site,
                                           const struct styles_altitude *rule)
{
    struct styles_limit limit = {.on = rule->place != STYLES_NOWHERE};
    if (styles_has_line(site, rule)) {
        limit.at = round_to(site->line_m[rule->line] + rule->away_m, LINE_STEP_UM);
        limit.fuzziness = fuzziness(site, rule->fade_m);
    } else if (rule->place == STYLES_AREA) {
        const double area_m =
            styles_altitude_at(site->ground, site->land_bin, (uint32_t)rule->value * 1000);
        const double rise_m = site->lowest_m + site->relief_m * rule->rise / 1000;
        const double at_m = area_m > rise_m ? area_m : rise_m;
        limit.at = round_to(at_m, round_step(site->relief_m / 60));
        limit.fuzziness = fuzziness(site, site->relief_m * rule->fuzziness / 1000);
    } else if (rule->place == STYLES_SHORE) {
        const double above_m = metres(site->beach_um) * rule->value / 100;
        limit.at = site->water_um + round_to(above_m, round_step(metres(site->beach_um) / 10));
        double fade_m = metres(site->beach_um) * rule->fuzziness / 100;
        /* A surface that was found lies close below its limit, and is to be covered in full. */
        const double under_m = (metres(site->water_um) - site->ground->lowest_m) / 3;
        if (site->water_found && rule->value == 0 && fade_m > under_m) fade_m = under_m;
        limit.fuzziness = fuzziness(site, fade_m);
    }
    return limit;
}

/* Slopes differ that much from cell to cell, and a crisper limit would scatter the layer in speckles;
 * beyond this, a limit would say nothing. */
#define MOST_ROUGHNESS_DEG 12

static struct styles_limit choose_slope(const struct styles_site *site,
                                        const struct styles_slope *rule)
{
    struct styles_limit limit = {.on = rule->most > 0, .fuzziness = rule->fuzziness};
    if (!limit.on) return limit;
    const double slope =
        styles_slope_at(site->ground, site->dry_from_m, (uint32_t)rule->area * 1000);
    limit.at = (int64_t)floor(slope + 0.5);
    if (limit.at < rule->least) limit.at = rule->least;
    if (limit.at > rule->most) limit.at = rule->most;
    int64_t rough = (int64_t)floor(site->rough_deg + 0.5);
    if (rough > MOST_ROUGHNESS_DEG) rough = MOST_ROUGHNESS_DEG;
    if (rough > limit.at) rough = limit.at; /* full at level ground at the latest */
    if (limit.fuzziness < rough) limit.fuzziness = rough;
    return limit;
}

/* ---- what is around ---- */

/* Squares are as small as a slope can be seen in, and as large as a part of a terrain can spare. */
#define LEAST_AROUND 5
#define MOST_AROUND 64
/* Means and bends are kept for each point: larger ground, which is read in rows, goes without. */
#define MOST_CELLS (UINT64_C(1) << 25)
#define MOST_WET_CELLS (UINT64_C(1) << 22) /* 22 bytes each */
#define LEAST_WET_CELLS 16
#define LEAST_ALONG_CELLS 3
#define OPEN_COVERAGE 65 /* hundredths of its own, so that a layer is not everywhere then */

static bool sees_around(const struct styles_site *site)
{
    return site->ground->least_cells >= STYLES_FEW_CELLS && site->ground->cells <= MOST_CELLS &&
           site->gradient > 0 && !site->is_plain;
}

bool styles_sees_water(const struct styles_site *site)
{
    return sees_around(site) && site->ground->cells <= MOST_WET_CELLS;
}

uint32_t styles_coverage(const struct styles_choice *choice)
{
    return choice->rule->coverage * (uint32_t)(choice->is_open ? OPEN_COVERAGE : 100) / 100;
}

static int64_t choose_size(const struct styles_site *site, uint32_t thousandths)
{
    const struct styles_ground *ground = site->ground;
    double size_m = ground->longest_m * thousandths / 1000;
    const uint32_t most = ground->least_cells < MOST_AROUND ? ground->least_cells : MOST_AROUND;
    if (size_m > most * ground->cell_m) size_m = most * ground->cell_m;
    if (size_m < LEAST_AROUND * ground->cell_m) size_m = LEAST_AROUND * ground->cell_m;
    return round_to(size_m, round_step(size_m / 4));
}

/* lower or upper, of which a rule has one; a square of that gradient has `whole` in its middle. */
static void choose_around(struct styles_bounds *out, const struct styles_site *site,
                          const struct styles_around *lower, const struct styles_around *upper,
                          bool is_bend)
{
    const int side = upper->size > 0;
    const struct styles_around *rule = side == 1 ? upper : lower;
    if (rule->size == 0) return;
    out->size_um = choose_size(site, rule->size);
    const double size_m = metres(out->size_um);
    /* A ridge of even sides stands by a quarter of the gradient above the mean of a square, and is
     * bent by half of the gradient over half its size. */
    const double whole = is_bend ? site->gradient / size_m : site->gradient * size_m / 8;
    const int64_t step = round_step(whole / 20);
    const int64_t slack = round_to(whole * rule->slack / 100, step);
    const int64_t fade = round_to(whole * rule->fuzziness / 100, step);
    out->limits[side] =
        (struct styles_limit){.on = true, .at = side == 0 ? -slack : slack, .fuzziness = fade};
    if (fade == 0) out->limits[side].fuzziness = 1;
}

static struct styles_limit choose_length(double length, double fade)
{
    const int64_t step = round_step(length / 4);
    return (struct styles_limit){
        .on = true, .at = round_to(length, step), .fuzziness = round_to(length * fade, step)};
}

static void choose_water(struct styles_choice *out, const struct styles_site *site,
                         const struct styles_rule *rule)
{
    const struct styles_ground *ground = site->ground;
    const double cell_m2 = ground->cell_m * ground->cell_m;
    double cells = (double)ground->cells * rule->wet / 10000;
    double reach_m = ground->longest_m * rule->along.reach / 1000;
    if (cells < LEAST_WET_CELLS) cells = LEAST_WET_CELLS;
    if (reach_m < LEAST_ALONG_CELLS * ground->cell_m) reach_m = LEAST_ALONG_CELLS * ground->cell_m;
    if (rule->wet > 0) out->wetness = choose_length(cells * cell_m2, 0.25);
    if (rule->along.to != NULL) out->near = choose_length(reach_m, 0.75);
}

void styles_choose(struct styles_choice *out, const struct styles_site *site,
                   const struct styles_rule *rule)
{
    out->rule = rule;
    out->altitude[0] = choose_altitude(site, &rule->above);
    out->altitude[1] = choose_altitude(site, &rule->below);
    out->slope[0] = choose_slope(site, &rule->steeper);
    out->slope[1] = choose_slope(site, &rule->gentler);
    if (!sees_around(site)) {
        out->is_open = rule->facing.spread > 0 || rule->ridge.size > 0 || rule->valley.size > 0 ||
                       rule->crest.size > 0 || rule->hollow.size > 0;
        return;
    }
    out->facing = rule->facing;
    if (site->is_south) out->facing.toward = (uint16_t)((rule->facing.toward + 180) % 360);
    choose_around(&out->position, site, &rule->ridge, &rule->valley, false);
    choose_around(&out->curvature, site, &rule->crest, &rule->hollow, true);
    if (styles_sees_water(site)) choose_water(out, site, rule);
}
