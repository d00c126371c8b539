#include <stdio.h>
#include <string.h>

#include "cli/probe/probe.h"

#define SHOWN_FLIPS 3
#define MAX_NAME_WIDTH 28

static const char *const columns[] = {"coverage", "alt.min", "alt.max", "slope.min", "slope.max",
                                      "noise",    "own",     "parent",  "reach",     "weight"};
#define COLUMNS (sizeof columns / sizeof columns[0])

/* Exact where it matters: 0 and 1 are what they say. */
static void print_number(float value, bool shown, int width)
{
    if (!shown)
        printf("  %*s", width, "-");
    else if (value == 0.0f || value == 1.0f)
        printf("  %*.0f", width, (double)value);
    else if (value < 0.001f)
        printf("  %*.1e", width, (double)value);
    else
        printf("  %*.3f", width, value > 0.999f ? 0.999 : (double)value);
}

static void print_row(const struct probe_scene *scene, const struct compare_explanation *e,
                      uint32_t k, int name_width)
{
    const struct srf_layer *layer = scene->map->layers[k];
    const struct render_factors *f = &e->layers[k].factors;
    const bool own = k > 0 || scene->root_density;
    const bool shown[COLUMNS] = {own,
                                 own && layer->alte[0] >= 0.5f,
                                 own && layer->alte[1] >= 0.5f,
                                 own && layer->slpe[0] >= 0.5f,
                                 own && layer->slpe[1] >= 0.5f,
                                 own && layer->vari > 0,
                                 true,
                                 k > 0,
                                 true,
                                 true};
    const float values[COLUMNS] = {f->covr,      f->altitude_min, f->altitude_max, f->slope_min,
                                   f->slope_max, f->noise,        f->own,          f->parent,
                                   f->eff,       f->weight};
    char column[SAY_TEXT_SIZE], name[SAY_TEXT_SIZE + 40];
    const unsigned indent = 2 * layer->depth < 12 ? 2 * layer->depth : 12;
    snprintf(name, sizeof name, "%*s#%u %s", (int)indent, "", (unsigned)k, layer->name);
    printf("  %s", say_column(column, sizeof column, name, (size_t)name_width, (size_t)name_width));
    for (size_t c = 0; c < COLUMNS; c++)
        print_number(values[c], shown[c],
                     (int)strlen(columns[c]) > 6 ? (int)strlen(columns[c]) : 6);
    putchar('\n');
}

static int name_width(const struct probe_scene *scene)
{
    size_t width = 5;
    for (uint32_t k = 0; k < scene->map->layer_count; k++) {
        const struct srf_layer *layer = scene->map->layers[k];
        const size_t needed =
            strlen(layer->name) + 4 + (2 * layer->depth < 12 ? 2 * layer->depth : 12);
        if (needed > width) width = needed;
    }
    return (int)(width < MAX_NAME_WIDTH ? width : MAX_NAME_WIDTH);
}

static void print_table(const struct probe_scene *scene, const struct compare_explanation *e)
{
    const int width = name_width(scene);
    printf("\n  %-*s", width, "layer");
    for (size_t c = 0; c < COLUMNS; c++) printf("  %6s", columns[c]);
    putchar('\n');
    for (uint32_t k = 0; k < e->layer_count; k++) print_row(scene, e, k, width);
    if (e->samples > 1)
        printf("  This texel is the mean of %u samples, and so is each number: reach and weight "
               "are\n  what a bake has, the other columns multiply up in each sample only.\n",
               (unsigned)e->samples);
}

static void print_whys(const struct compare_explanation *e)
{
    char path[SAY_TEXT_SIZE], why[SAY_TEXT_SIZE];
    printf("\nWhy:\n");
    for (uint32_t k = 0; k < e->layer_count; k++)
        printf("  #%u %s: %s\n", (unsigned)k, say_clean(path, sizeof path, e->layers[k].path),
               say_clean(why, sizeof why, e->layers[k].why));
}

/* "slope.max of #3 Grass from 32.0 to 34.6 degrees" */
static void print_change(const struct probe_scene *scene, const struct compare_flip *flip)
{
    char clean[SAY_TEXT_SIZE];
    const struct srf_layer *layer = scene->map->layers[flip->layer];
    const double up_m = scene->field->scal_m[2];
    const double from = (double)flip->from, to = flip->written;
    printf("  %s of #%u %s from ", compare_knob_name(flip->knob), (unsigned)flip->layer,
           say_clean(clean, sizeof clean, layer->name));
    switch (flip->knob) {
    case COMPARE_COVERAGE:
        printf("%.6g to %.9g", from, to);
        break;
    case COMPARE_ALTITUDE_MIN:
    case COMPARE_ALTITUDE_MAX:
        printf("%.6g to %.9g m (%.6g to %.9g tu)", from * up_m, to * up_m, from, to);
        break;
    case COMPARE_SLOPE_MIN:
    case COMPARE_SLOPE_MAX:
        printf("%.2f to %.2f degrees (gradient %.6g to %.9g)", compare_degrees(from),
               compare_degrees(to), from, to);
        break;
    }
}

static const char *unit_of(enum compare_knob knob)
{
    if (knob == COMPARE_COVERAGE) return "";
    return knob == COMPARE_ALTITUDE_MIN || knob == COMPARE_ALTITUDE_MAX ? "tu" : "gradient";
}

static void print_flips(const struct probe_scene *scene, const struct compare_explanation *e)
{
    char clean[SAY_TEXT_SIZE];
    putchar('\n');
    if (e->flip_count == 0) {
        printf("No coverage and no limit that is on, changed alone, gives this place to another "
               "%s.\n",
               scene->merged ? "material" : "layer");
        return;
    }
    printf("Smallest change of one number that gives this place to another %s%s:\n",
           scene->merged ? "material" : "layer", e->flip_count > 1 ? ", and the next ones" : "");
    for (size_t i = 0; i < e->flip_count && i < SHOWN_FLIPS; i++) {
        const struct compare_flip *flip = &e->flips[i];
        print_change(scene, flip);
        printf(": %s wins\n", say_clean(clean, sizeof clean, scene->merge->names[flip->winner]));
        printf("      scree set %s '#%u.%s=%.9g%s' -o FILE\n",
               say_clean(clean, sizeof clean, scene->surface_file->base), (unsigned)flip->layer,
               compare_knob_name(flip->knob), flip->written, unit_of(flip->knob));
    }
    if (e->flip_count > SHOWN_FLIPS)
        printf("  (%zu more with --json)\n", e->flip_count - SHOWN_FLIPS);
}

static void print_place(const struct probe_scene *scene, const struct compare_explanation *e)
{
    const struct ter_field *field = scene->field;
    if (scene->grid == RENDER_VERTICES) {
        printf("point %u,%u of %u x %u, from the south-west corner\n", (unsigned)e->column,
               (unsigned)e->row, (unsigned)field->points_x, (unsigned)field->points_y);
        return;
    }
    const double x_m = (field->points_x - 1.0) * field->scal_m[0];
    const double y_m = (field->points_y - 1.0) * field->scal_m[1];
    printf("texel %u,%u of %u x %u: %.6g m from the west, %.6g m from the north edge\n",
           (unsigned)e->column, (unsigned)e->row, (unsigned)scene->width, (unsigned)scene->height,
           (e->column + 0.5) * x_m / scene->width, (e->row + 0.5) * y_m / scene->height);
}

void probe_print_text(const struct probe_scene *scene, const struct compare_explanation *e)
{
    char clean[SAY_TEXT_SIZE];
    print_place(scene, e);
    printf("  altitude  %.6g m (%.6g tu)\n", e->altitude_tu * scene->field->scal_m[2],
           e->altitude_tu);
    printf("  slope     %.1f degrees (gradient %.4g)\n", compare_degrees(e->slope), e->slope);
    printf("  winner    %s, weight %.3g\n",
           say_clean(clean, sizeof clean, scene->merge->names[e->winner]),
           (double)e->shares[e->winner]);
    print_table(scene, e);
    print_whys(e);
    print_flips(scene, e);
}
