/*
 * Which layers fit: they are laid over the counted ground about as the model would, and what reaches
 * or shows next to nothing does not fit. An estimate of its own, in the four operations, so that a map
 * does not change with the model.
 *
 * Rule (Inputs): A style's map has no findings but named layers of coverage 0. See
 * styles.md#what-is-decided, styles/styles_limits.c. Tests: unit/test_styles (lint_finds_nothing,
 * layers_without_a_place_are_named).
 */
#include <math.h>
#include <string.h>

#include "render/render.h"
#include "styles/styles_limits.h"

/* Shares of the whole ground, and of what a layer reaches. Lint calls less than 0.00001 rare and less
 * than 0.01 hidden; the estimate stays well above. */
#define LEAST_REACH 0.002
#define LEAST_SEEN 0.06
#define LEAST_OF_FEW 0.25     /* of a cell, where they are fewer than */
#define BROKEN_UP 80          /* hundredths of coverage below which it does */
#define LEAST_RELIEF_STEPS 12 /* of stored heights, for limits of altitude */

/* Near enough to the model's, docs/model.md. */
#define NOISE_MEAN 0.22
#define NOISE_SPREAD 0.28
#define RELIEF 1.6
#define SPREAD 5
#define AROUND_SHARE 0.6 /* of the ground, which a limit by what is around leaves */
#define WET_SHARE 0.05   /* likewise, by water */
#define ALONG_SHARE 0.1

struct styles_slopes {
    double at, fuzziness; /* gradients */
};
struct fitting {
    const struct styles_choice *choices;
    uint32_t count;
    bool few; /* too few points for patterns */
    double slope_shares[STYLES_MAX_LAYERS][2][STYLES_DEGREES];
};

static double needed_relief(const struct styles_site *site, const struct styles_rule *rule)
{
    const struct styles_ground *ground = site->ground;
    double needed_m = ground->longest_m * rule->relief / 1000;
    const bool limited = rule->above.place == STYLES_AREA || rule->below.place == STYLES_AREA;
    /* Ground may be flat and lie above the line. */
    if (styles_has_line(site, &rule->above) || styles_has_line(site, &rule->below)) return 0;
    if (!limited) return needed_m;
    const double steps_m = LEAST_RELIEF_STEPS * ground->step_m;
    const double least_m = ground->longest_m / STYLES_LEAST_RELIEF;
    if (needed_m < steps_m) needed_m = steps_m;
    return needed_m < least_m ? least_m : needed_m;
}

static const char *find_need(const struct styles_choice *choice, const struct styles_site *site)
{
    const struct styles_rule *rule = choice->rule;
    if (styles_needs_water(rule) && !site->has_water) return "there is no water";
    if (site->relief_m < needed_relief(site, rule)) return "the ground is too flat for it";
    if ((rule->wet > 0 || rule->along.to != NULL) && !styles_sees_water(site))
        return site->is_plain ? "a .srf cannot say where water flows"
                              : "the terrain has too few or too many points to follow water";
    if (styles_coverage(choice) < BROKEN_UP && site->ground->least_cells < STYLES_FEW_CELLS)
        return "the terrain has too few points for its patches";
    return NULL;
}

/* How far a limit lets a layer through at a distance inside it: nearly 1 - exp(-ln 9 d / F). */
static double fade(double inside, double fuzziness)
{
    if (!(inside > 0)) return 0;
    double power = 1 + 2.2 / 64 * (fuzziness > 0 ? inside / fuzziness : 1e3);
    for (int i = 0; i < 6; i++) power *= power;
    return 1 - 1 / power;
}

/* Relief below the grid spreads a slope: the mean over a few from g / R to R g. */
static double fade_slope(const struct styles_slopes *limit, double gradient, int side)
{
    double sum = 0;
    for (int i = 0; i < SPREAD; i++) {
        const double slope = gradient * (1 / RELIEF + i * (RELIEF - 1 / RELIEF) / (SPREAD - 1));
        sum += fade(side == 0 ? slope - limit->at : limit->at - slope, limit->fuzziness);
    }
    return sum / SPREAD;
}

/* What noise leaves of a place, on average; where there are few points, at its worst. */
static double break_up(double place, double noise, bool few)
{
    static const double spread[] = {-1.534, -0.887, -0.489, -0.157, 0.157, 0.489, 0.887, 1.534};
    const int count = sizeof spread / sizeof spread[0];
    if (place <= 0 || place >= 1) return place;
    double sum = 0;
    for (int i = 0; i < count; i++) {
        const double n = few ? 0 : NOISE_MEAN + NOISE_SPREAD * spread[i];
        const double own = place + noise * (n - (1 - place));
        sum += own > 0 ? own < 1 ? own : 1 : 0;
    }
    return sum / count;
}

static double own_share(const struct fitting *f, uint32_t layer, double altitude_m,
                        uint32_t degrees)
{
    const struct styles_choice *choice = &f->choices[layer];
    double share = styles_coverage(choice) / 100.0;
    for (int side = 0; side < 2; side++) {
        const struct styles_limit *altitude = &choice->altitude[side];
        const double inside_m = altitude_m - (double)altitude->at / STYLES_MICRO;
        if (altitude->on)
            share *=
                fade(side == 0 ? inside_m : -inside_m, (double)altitude->fuzziness / STYLES_MICRO);
        if (choice->slope[side].on) share *= f->slope_shares[layer][side][degrees];
        if (choice->position.limits[side].on) share *= AROUND_SHARE;
        if (choice->curvature.limits[side].on) share *= AROUND_SHARE;
    }
    if (choice->facing.spread > 0) share *= AROUND_SHARE;
    const double where = choice->wetness.on ? WET_SHARE : choice->near.on ? ALONG_SHARE : 1;
    return where * break_up(share, choice->rule->noise / 10.0, f->few);
}

/* Limits of slope as gradients, and what they let through at each slope. */
static void prepare(struct fitting *f)
{
    for (uint32_t i = 0; i < f->count; i++) {
        for (int side = 0; side < 2; side++) {
            const struct styles_limit *limit = &f->choices[i].slope[side];
            if (!limit->on) continue;
            const double inner =
                (double)(side == 0 ? limit->at + limit->fuzziness : limit->at - limit->fuzziness);
            struct styles_slopes slopes = {.at = render_gradient((double)limit->at)};
            slopes.fuzziness = fabs(render_gradient(inner) - slopes.at);
            for (uint32_t k = 0; k < STYLES_DEGREES; k++)
                f->slope_shares[i][side][k] = fade_slope(&slopes, render_gradient(k + 0.5), side);
        }
    }
}

struct estimate {
    double reach[STYLES_MAX_LAYERS]; /* sums over cells */
    double seen[STYLES_MAX_LAYERS];  /* of the layer itself and of those below it */
};

/* Lays the layers that fit over cells of one altitude and slope. */
static void lay(struct estimate *to, const struct fitting *f, double altitude_m, uint32_t degrees,
                double cells)
{
    const struct styles_choice *choices = f->choices;
    double eff[STYLES_MAX_LAYERS], bare = 1;
    for (uint32_t i = 0; i < f->count; i++) {
        eff[i] = i == 0 ? 1 : eff[choices[i].parent];
        if (choices[i].reason != NULL) eff[i] = 0;
        if (i > 0 && eff[i] > 0) eff[i] *= own_share(f, i, altitude_m, degrees);
        to->reach[i] += cells * eff[i];
    }
    for (uint32_t i = f->count; i-- > 0;) {
        const double seen = eff[i] * bare;
        bare *= 1 - eff[i];
        for (uint32_t at = i;; at = choices[at].parent) {
            to->seen[at] += cells * seen;
            if (at == 0) break;
        }
    }
}

static void estimate(struct estimate *out, const struct fitting *f,
                     const struct styles_ground *ground)
{
    *out = (struct estimate){{0}, {0}};
    for (uint32_t class = 0; class < STYLES_CLASSES; class ++) {
        for (uint32_t i = 0; i < STYLES_DEGREES; i++) {
            const uint64_t cells = ground->counts[class][i];
            if (cells > 0) lay(out, f, ground->class_m[class], i, (double)cells);
        }
    }
}

static const char *judge(const struct estimate *found, uint32_t i, double cells, bool few)
{
    const double least = few ? LEAST_OF_FEW : LEAST_REACH * cells;
    if (found->reach[i] < least) return "no ground here has its height and slope";
    if (found->seen[i] < LEAST_SEEN * found->reach[i]) return "other layers cover it";
    return NULL;
}

/* Beside what is not there nothing lies. */
static void skip_along(struct styles_choice *choices, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t k = 1; choices[i].near.on && k < count; k++)
            if (strcmp(choices[k].rule->name, choices[i].rule->along.to) == 0 &&
                choices[k].reason != NULL && choices[i].reason == NULL)
                choices[i].reason = "the layer that it lies beside was skipped";
}

void styles_fit(struct styles_choice *choices, uint32_t count, const struct styles_site *site)
{
    static const char parent[] = "its parent layer was skipped";
    for (uint32_t i = 1; i < count; i++) choices[i].reason = find_need(&choices[i], site);
    struct fitting fitting = {
        .choices = choices, .count = count, .few = site->ground->least_cells < STYLES_FEW_CELLS};
    struct estimate found;
    prepare(&fitting);
    estimate(&found, &fitting, site->ground);
    for (uint32_t i = 1; i < count; i++) {
        struct styles_choice *choice = &choices[i];
        if (choices[choice->parent].reason != NULL)
            choice->reason = parent;
        else if (choice->reason == NULL)
            choice->reason = judge(&found, i, (double)site->ground->cells, fitting.few);
    }
    skip_along(choices, count);
}
