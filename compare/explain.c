/* Why a texel is what it is: a probe's numbers with a sentence for each layer. */
#include "compare/compare_explain.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/angle.h"

#define LITTLE 0.02f /* a layer of whose reach less is left is covered */
#define NEARLY 0.98f /* a factor from here on needs no word */

struct explain {
    struct compare_explanation *out;
    const struct srf_map *map;
    const struct ter_field *field;
    double relief, reach; /* the option, and what it means for a limit */
};

struct sentence {
    char text[512];
};

static void append(struct sentence *s, const char *more)
{
    const size_t used = strlen(s->text);
    snprintf(s->text + used, sizeof s->text - used, "%s%s", used > 0 ? ", " : "", more);
}

static const char *name_of(const struct srf_layer *layer, char name[80])
{
    if (layer->name[0] == '\0')
        snprintf(name, 80, "layer %u", (unsigned)layer->index);
    else
        snprintf(name, 80, "%.76s", layer->name);
    return name;
}

/* ---- limits ---- */

/* The four of Terragen, then those by quantities, in their order. */
enum {
    OWN = 4,
    ASPECT = OWN + SRF_ASPECT,
    POSITION = OWN + SRF_POSITION,
    CURVATURE = OWN + SRF_CURVATURE,
    MASK = OWN + SRF_MASK,
    WETNESS = OWN + SRF_WETNESS,
    SKY = OWN + SRF_SKY,
    NEAR_TO = OWN + SRF_NEAR, /* a system has a macro of the shorter name */
    RAMPS = OWN + SRF_QUANTITIES
};

static const char *ramp_name(int ramp)
{
    if (ramp >= OWN) return srf_quantity_words[ramp - OWN].name;
    return compare_knob_name((enum compare_knob)(COMPARE_ALTITUDE_MIN + ramp));
}

static void get_ramps(float out[RAMPS], const struct render_factors *f)
{
    out[0] = f->altitude_min;
    out[1] = f->altitude_max;
    out[2] = f->slope_min;
    out[3] = f->slope_max;
    out[ASPECT] = f->aspect;
    out[POSITION] = f->position;
    out[CURVATURE] = f->curvature;
    out[MASK] = f->mask;
    out[WETNESS] = f->wetness;
    out[SKY] = f->sky;
    out[NEAR_TO] = f->nearness;
}

/* A direction that keeps the layer out. */
static void say_turned_away(struct sentence *s, const struct srf_layer *layer,
                            const struct render_factors *f)
{
    const struct srf_limit *limit = &layer->limits[SRF_ASPECT];
    char text[200];
    snprintf(text, sizeof text, "faces %.0f degrees, and aspect allows %.5g to either side of %.5g",
             (double)f->aspect_deg, (double)limit->at[1], (double)limit->at[0]);
    append(s, f->slope > 0 ? text : "level, and aspect leaves nothing of level ground");
}

/* A place too low or too high among what is around it. */
static void say_beside(struct sentence *s, const struct explain *e, const struct srf_layer *layer,
                       const struct render_factors *f)
{
    const struct srf_limit *limit = &layer->limits[SRF_POSITION];
    const int side = srf_is_on(limit->on[0]) && f->position_tu <= limit->at[0] ? 0 : 1;
    const double up_m = e->field->scal_m[2];
    char text[200];
    snprintf(
        text, sizeof text, "%s position.%s, %.5g m above the mean of %.5g m around (here %.5g m)",
        side == 0 ? "below" : "above", side == 0 ? "min" : "max", (double)limit->at[side] * up_m,
        (double)limit->size * e->field->scal_m[0], (double)f->position_tu * up_m);
    append(s, text);
}

/* A place that is bent too little or too much. */
static void say_bent(struct sentence *s, const struct explain *e, const struct srf_layer *layer,
                     const struct render_factors *f)
{
    const struct srf_limit *limit = &layer->limits[SRF_CURVATURE];
    const int side = srf_is_on(limit->on[0]) && f->curvature_per_m <= limit->at[0] ? 0 : 1;
    char text[200];
    snprintf(text, sizeof text, "%s curvature.%s, %.5g 1/m over %.5g m (here %.5g 1/m)",
             side == 0 ? "below" : "above", side == 0 ? "min" : "max", (double)limit->at[side],
             (double)limit->size * e->field->scal_m[0], (double)f->curvature_per_m);
    append(s, text);
}

/* A picture that has nothing there. */
static void say_masked(struct sentence *s, const struct srf_layer *layer)
{
    char text[200];
    snprintf(text, sizeof text, "where its mask %.100s has %s", layer->mask,
             srf_is_on(layer->limits[SRF_MASK].level) ? "all, and is inverted" : "nothing");
    append(s, text);
}

/* A quantity that is too little or too much. */
static void say_beyond(struct sentence *s, const struct srf_layer *layer,
                       enum srf_quantity quantity, float here)
{
    const struct srf_limit *limit = &layer->limits[quantity];
    const struct srf_quantity_words *words = &srf_quantity_words[quantity];
    const int side = srf_is_on(limit->on[0]) && here <= limit->at[0] ? 0 : 1;
    char text[200];
    snprintf(text, sizeof text, "%s %s.%s, %.5g %s (here %.5g %s)", side == 0 ? "below" : "above",
             words->name, side == 0 ? "min" : "max", (double)limit->at[side], words->unit,
             (double)here, words->unit);
    append(s, text);
}

/* A place that is too near to another layer or too far from it. */
static void say_near(struct sentence *s, const struct srf_layer *layer,
                     const struct render_factors *f)
{
    const struct srf_limit *limit = &layer->limits[SRF_NEAR];
    const int side = srf_is_on(limit->on[0]) && f->near_m <= limit->at[0] ? 0 : 1;
    char text[200];
    if (f->near_m >= RENDER_NOWHERE_M / 2)
        snprintf(text, sizeof text, "as %.100s, which it is to be near to, is nowhere",
                 layer->near_to);
    else
        snprintf(text, sizeof text, "%s than near.%s, %.5g m from %.100s (here %.5g m)",
                 side == 0 ? "nearer" : "farther", side == 0 ? "min" : "max",
                 (double)limit->at[side], layer->near_to, (double)f->near_m);
    append(s, text);
}

/* A limit that keeps the layer out altogether. */
static void say_outside(struct sentence *s, const struct explain *e, const struct srf_layer *layer,
                        const struct render_factors *f, int ramp)
{
    char text[200];
    const int side = ramp % 2;
    if (ramp < 2) {
        const double up_m = e->field->scal_m[2];
        const double here_m = ter_altitude_m(e->field, (double)f->rise_tu);
        snprintf(text, sizeof text, "%s %s, %.5g m (here %.5g m)", side == 0 ? "below" : "above",
                 ramp_name(ramp), (double)layer->altl[side] * up_m, here_m);
    } else {
        const double limit = (double)layer->slpl[side];
        const double reach = side == 0 ? limit / e->reach : limit * e->reach;
        char zone[80] = "";
        if (e->relief > 1)
            snprintf(zone, sizeof zone, ", which with relief %.4g reaches to %.1f", e->relief,
                     angle_degrees(reach));
        snprintf(text, sizeof text, "%s than %s, %.1f degrees%s (here %.1f)",
                 side == 0 ? "gentler" : "steeper", ramp_name(ramp), angle_degrees(limit), zone,
                 angle_degrees((double)f->slope));
    }
    append(s, text);
}

static bool say_limits(struct sentence *s, const struct explain *e, const struct srf_layer *layer,
                       const struct render_factors *f)
{
    float ramps[RAMPS];
    get_ramps(ramps, f);
    bool outside = false;
    for (int k = 0; k < RAMPS; k++) {
        if (ramps[k] > 0) continue;
        if (k == ASPECT)
            say_turned_away(s, layer, f);
        else if (k == POSITION)
            say_beside(s, e, layer, f);
        else if (k == CURVATURE)
            say_bent(s, e, layer, f);
        else if (k == MASK)
            say_masked(s, layer);
        else if (k == WETNESS)
            say_beyond(s, layer, SRF_WETNESS, f->wetness_m2);
        else if (k == SKY)
            say_beyond(s, layer, SRF_SKY, f->sky_share);
        else if (k == NEAR_TO)
            say_near(s, layer, f);
        else
            say_outside(s, e, layer, f, k);
        outside = true;
    }
    return outside;
}

/* Limits that let a part through, the one that takes most first. */
static void say_partly(struct sentence *s, const struct render_factors *f)
{
    float ramps[RAMPS];
    get_ramps(ramps, f);
    bool said[RAMPS] = {false};
    for (int round = 0; round < RAMPS; round++) {
        int least = -1;
        for (int k = 0; k < RAMPS; k++)
            if (!said[k] && ramps[k] < NEARLY && (least < 0 || ramps[k] < ramps[least])) least = k;
        if (least < 0) return;
        char text[80];
        snprintf(text, sizeof text, "%s lets %.3g through", ramp_name(least), (double)ramps[least]);
        append(s, text);
        said[least] = true;
    }
}

/* ---- what covers it ---- */

static void say_covered(struct sentence *s, const struct explain *e, uint32_t index)
{
    const struct compare_explained_layer *layers = e->out->layers;
    uint32_t most = index;
    for (uint32_t k = index + 1; k < e->out->layer_count; k++)
        if (most == index || layers[k].factors.weight > layers[most].factors.weight) most = k;
    if (most == index) return;
    char name[80], text[160];
    const float left = layers[index].factors.bare;
    snprintf(text, sizeof text, "%s, above all by %s",
             left < LITTLE ? "covered by later layers" : "partly covered by later layers",
             name_of(e->map->layers[most], name));
    append(s, text);
}

static void explain_layer(struct sentence *s, const struct explain *e, uint32_t index)
{
    const struct srf_layer *layer = e->map->layers[index];
    const struct render_factors *f = &e->out->layers[index].factors;
    char name[80], text[160];
    s->text[0] = '\0';
    if (index == 0) {
        append(s, "has what later layers leave");
        if (f->bare < NEARLY) say_covered(s, e, index);
        return;
    }
    if (f->parent <= 0) {
        snprintf(text, sizeof text, "its parent %s is not here", name_of(layer->parent, name));
        append(s, text);
        return;
    }
    if (f->covr <= 0) append(s, "its coverage is 0");
    if (say_limits(s, e, layer, f) || f->covr <= 0) return;
    say_partly(s, f);
    if (f->own <= 0) {
        snprintf(
            text, sizeof text,
            "the noise here, %.3g, leaves nothing of the %.3g that its limits and coverage allow",
            (double)f->noise, (double)f->place);
        append(s, text);
        return;
    }
    if (f->own < NEARLY * f->place) append(s, "the noise takes from it here");
    if (f->own > f->place && f->own > 0 && f->place < NEARLY * f->own)
        append(s, "the noise adds to it here");
    if (f->covr < NEARLY) {
        snprintf(text, sizeof text, "coverage %.3g", (double)f->covr);
        append(s, text);
    }
    if (f->parent < NEARLY) {
        snprintf(text, sizeof text, "its parent %s reaches %.3g", name_of(layer->parent, name),
                 (double)f->parent);
        append(s, text);
    }
    if (f->bare < NEARLY) say_covered(s, e, index);
    if (s->text[0] == '\0') append(s, "fully here");
}

/* ---- places ---- */

static uint32_t part_of(double x, double length, uint32_t count)
{
    const double part = floor(x / length * count);
    return part < count - 1.0 ? (uint32_t)part : count - 1;
}

bool compare_texel_at(uint32_t *column, uint32_t *row, const struct ter_field *field,
                      uint32_t width, uint32_t height, double x_m, double y_m)
{
    const double length_x = ter_extent_x_m(field);
    const double length_y = ter_extent_y_m(field);
    if (!(x_m >= 0 && x_m <= length_x && y_m >= 0 && y_m <= length_y)) return false;
    *column = part_of(x_m, length_x, width);
    *row = part_of(y_m, length_y, height);
    return true;
}

/* ---- all ---- */

static void fill_layers(const struct explain *e, const struct render_merge *merge)
{
    struct compare_explanation *out = e->out;
    for (uint32_t k = 0; k < out->layer_count; k++) {
        struct compare_explained_layer *layer = &out->layers[k];
        char path[SRF_MAX_PATH];
        struct sentence why;
        explain_layer(&why, e, k);
        srf_layer_path(path, sizeof path, e->map->layers[k]);
        layer->path = mem_arena_text(&out->arena, path, strlen(path));
        layer->why = mem_arena_text(&out->arena, why.text, strlen(why.text));
        layer->material = merge->material_of_layer[k];
    }
}

enum scree_code compare_explain(struct compare_explanation **out,
                                const struct compare_subject *subject, uint32_t column,
                                uint32_t row, struct scree_error *err)
{
    const struct srf_map *map = subject->map;
    const struct render_merge *merge = subject->merge;
    *out = NULL;
    struct compare_explanation *made;
    RETURN_IF_ERR(MEM_NEED(&made, 1, sizeof *made, err));
    made->column = column;
    made->row = row;
    made->layer_count = map->layer_count;
    made->material_count = merge->count;
    struct mem_arena *arena = &made->arena;
    made->layers = mem_arena_alloc(arena, map->layer_count, sizeof *made->layers);
    made->shares = mem_arena_alloc(arena, merge->count, sizeof *made->shares);
    made->flips =
        mem_arena_alloc(arena, (size_t)map->layer_count * COMPARE_KNOBS, sizeof *made->flips);
    struct render_factors *factors = mem_arena_alloc(arena, map->layer_count, sizeof *factors);
    struct render_probe *probe = NULL;
    enum scree_code code;
    FAIL_IF_ERR(code, mem_arena_check(arena, err));
    FAIL_IF_ERR(code, render_probe_create(&probe, subject->plan, column, row, err));
    made->samples = render_probe_samples(probe);
    float rise, slope;
    render_probe_ground(probe, RENDER_PROBE_TEXEL, &rise, &slope);
    made->altitude_tu = subject->field->base_tu + (double)rise;
    made->slope = (double)slope;
    render_probe_shares(probe, merge, made->shares);
    made->winner = render_winner(made->shares, merge->count);
    render_probe_factors(probe, RENDER_PROBE_TEXEL, factors);
    for (uint32_t k = 0; k < map->layer_count; k++) made->layers[k].factors = factors[k];
    const double relief = subject->options->relief;
    const struct explain e = {made, map, subject->field, relief,
                              render_reach(RENDER_WIDE_REACH, relief)};
    fill_layers(&e, merge);
    FAIL_IF_ERR(code, mem_arena_check(arena, err));
    code = compare_flips(made->flips, &made->flip_count, probe, subject, err);

fail:
    render_probe_free(probe);
    if (code != SCREE_OK)
        compare_explanation_free(made);
    else
        *out = made;
    return code;
}

void compare_explanation_free(struct compare_explanation *explanation)
{
    if (explanation == NULL) return;
    mem_arena_free(&explanation->arena);
    mem_free(explanation);
}
