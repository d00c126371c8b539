/* The stages of a plan, in their order. */
#include "engines/engines_plan.h"

#include <stdio.h>
#include <string.h>

#include "base/path.h"
#include "base/text.h"
#include "ground/ground_merge.h"
#include "inputs/materials.h"

#define TEXELS_MIN 16
#define TEXELS_MAX 16384
#define MUCH 13 /* of 255: more than 5 % */

/* ---- names ---- */

/* An output's path without the ending that packed ones of this engine have. */
enum scree_code engines_choose_name(char out[GROUND_NAME_SIZE],
                                    const struct scree_engine_options *options,
                                    struct scree_error *err)
{
    if (options->name != NULL || options->output == NULL)
        return ground_choose_name(out, options->name, NULL, err);
    char stem[512];
    size_t length;
    const char *last = path_last(options->output, &length);
    static const char *const endings[] = {".sdz", ".sdd"};
    for (int i = 0; i < 2; i++) {
        if (length >= sizeof stem) continue;
        snprintf(stem, sizeof stem, "%.*s", (int)length, last);
        if (!text_ends_like(stem, endings[i])) continue;
        stem[length - strlen(endings[i])] = '\0';
        return ground_make_name(out, stem, err);
    }
    return ground_make_name(out, options->output, err);
}

/* An output with the ending of one of its files, as "page.glb", would be a folder of that name. */
static enum scree_code check_output(const struct engines_plan *plan, struct scree_error *err)
{
    const struct engines_profile *profile = plan->profile;
    const char *output = plan->options.output;
    if (output == NULL) return SCREE_OK;
    size_t length;
    const char *last = path_last(output, &length), *dot = last + length;
    while (dot > last && *dot != '.') dot--;
    char ending[16];
    snprintf(ending, sizeof ending, "%.*s", (int)(last + length - dot), dot);
    for (int i = 0; dot > last && profile->endings[i] != NULL; i++)
        if (text_is_like(ending, profile->endings[i]))
            return err_set_option(err, "output",
                                  "{output} %.100s: an export for %s is a folder with such a file "
                                  "in it; leave %s out, or write NAME.zip",
                                  output, profile->about.title, ending);
    return SCREE_OK;
}

/* Names that were given so far, one every `stride` bytes. */
struct given {
    const char *first;
    size_t stride, count;
};

static bool is_taken(const struct given *given, const char *text)
{
    for (size_t i = 0; i < given->count; i++)
        if (text_is_like(given->first + i * given->stride, text)) return true;
    return false;
}

/* Texts differ by more than capitals: a number tells apart what is written alike. */
static void make_unique(char out[ENGINES_STEM], const struct given *given, const char *text,
                        const char *joint)
{
    snprintf(out, ENGINES_STEM, "%.28s", text);
    for (unsigned number = 2; is_taken(given, out); number++)
        snprintf(out, ENGINES_STEM, "%.28s%s%u", text, joint, number);
}

static void make_title(char out[ENGINES_STEM], const struct given *given, const char *name)
{
    char text[ENGINES_STEM];
    text_to_ascii(text, sizeof text, name, '_');
    for (char *c = text; *c != '\0'; c++)
        if (strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", *c) == NULL)
            *c = '_';
    make_unique(out, given, text[0] != '\0' ? text : "Layer", "_");
}

void engines_titles(char *out, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct given given = {out, ENGINES_TITLE, i};
        make_title(out + i * ENGINES_TITLE, &given, names[i]);
    }
}

static void name_material(struct engines_plan *plan, uint32_t material)
{
    struct engines_material *m = &plan->materials[material];
    const struct given stems = {plan->materials[0].stem, sizeof *m, material};
    const struct given titles = {plan->materials[0].title, sizeof *m, material};
    char text[ENGINES_STEM];
    m->name = plan->merge->names[material];
    text_to_file_name(text, sizeof text, m->name);
    make_unique(m->stem, &stems, text, "-");
    make_title(m->title, &titles, m->name);
}

#define LETTERS "abcdefghijklmnopqrstuvwxyz"

static bool is_made_of(const char *text, const char *signs)
{
    return text[0] != '\0' && text[strspn(text, signs)] == '\0';
}

bool engines_check_names(const struct engines_plan *plan)
{
    for (uint32_t m = 0; m < plan->merge->count; m++) {
        const struct engines_material *const own = &plan->materials[m];
        const struct given stems = {plan->materials[0].stem, sizeof *own, m};
        const struct given titles = {plan->materials[0].title, sizeof *own, m};
        if (!is_made_of(own->stem, LETTERS "0123456789-") || is_taken(&stems, own->stem) ||
            !is_made_of(own->title, LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") ||
            is_taken(&titles, own->title))
            return false;
    }
    return true;
}

/* ---- the ground ---- */

static enum scree_code check_field(const struct ter_field *field, const char *title,
                                   struct scree_error *err)
{
    const uint32_t x = field->points_x, y = field->points_y;
    if (x != y) {
        const unsigned side = x < y ? x : y;
        return err_set(err, SCREE_UNSUPPORTED,
                       "has %u x %u points and an export for %s takes a square; crop it "
                       "({convert_crop} 0,0,%ux%u)",
                       (unsigned)x, (unsigned)y, title, side, side);
    }
    if (field->scal_m[0] == field->scal_m[1]) return SCREE_OK;
    return err_set(err, SCREE_UNSUPPORTED,
                   "a unit is %.6g m east and %.6g m north and an export for %s takes "
                   "squares; add {cell_m}",
                   field->scal_m[0], field->scal_m[1], title);
}

static enum scree_code make_ground(struct engines_plan *plan, struct scree_error *err)
{
    const struct scree_engine_options *options = &plan->options;
    const struct ter_field *field = plan->inputs.field;
    const char *title = plan->profile->about.title;
    RETURN_IF_ERR(inputs_check_degrees(field, &plan->inputs.terrain_file, title, err));
    enum scree_code code = check_field(field, title, err);
    if (code != SCREE_OK) {
        err_set_file(err, plan->inputs.terrain_file.path);
        return code;
    }
    plan->points = options->points;
    if (plan->profile->choose != NULL)
        RETURN_IF_ERR(plan->profile->choose(plan, err));
    else {
        if (plan->points == 0) plan->points = engines_size_near(plan->profile, field->points_x);
        RETURN_IF_ERR(engines_size_check(plan->profile, plan->points, err));
    }
    struct ground_altitudes rows;
    double range_m[2] = {0, 0};
    code = ground_altitudes_create(&rows, inputs_heights(&plan->inputs), plan->points, err);
    if (code == SCREE_OK) ground_altitudes_range(range_m, &rows);
    ground_altitudes_free(&rows);
    plan->low_m = range_m[0];
    plan->high_m = range_m[1];
    plan->side_m = ter_extent_x_m(field);
    plan->spacing_m = plan->side_m / (plan->points - 1.0);
    plan->scale = 1;
    return code;
}

/* ---- options ---- */

static enum scree_code check_options(const struct engines_plan *plan,
                                     const struct engines_given *given, struct scree_error *err)
{
    const struct scree_engine_options *options = &plan->options;
    const struct engines_profile *profile = plan->profile;
    const char *title = profile->about.title;
    const uint32_t most = profile->about.max_materials;
    if (given->materials != NULL && options->layers != 0)
        return err_set_option(err, "layers",
                              "{layers} merges by a rule and {materials} by a list; leave one out");
    if (most != 0 && options->layers > most)
        return err_set_option(err, "layers", "{layers} %u: %s takes %u layers at most",
                              (unsigned)options->layers, title, (unsigned)most);
    if (options->texels != 0 && !profile->takes_texels)
        return err_set_option(err, "texels",
                              "{texels}: %s takes a weight for each point; set {points}", title);
    if (options->texels != 0 && (options->texels < TEXELS_MIN || options->texels > TEXELS_MAX))
        return err_set_option(err, "texels", "{texels} is %u, expected %d to %d texels a side",
                              (unsigned)options->texels, TEXELS_MIN, TEXELS_MAX);
    if (options->tile_points != 0 && !profile->takes_tile)
        return err_set_option(err, "tile_points",
                              "{tile_points}: %s takes a terrain in one piece; leave it out",
                              title);
    if (options->has_water && !profile->takes_water)
        return err_set_option(err, "water_m",
                              "{water_m}: a terrain for %s has no water; place it in the engine",
                              title);
    if ((given->plants != NULL || plants_names_set(options->plants_set)) && !profile->takes_plants)
        return err_set_option(
            err, "plants",
            "{plants}: an export for %s has no plants; scree plants writes a table "
            "of them",
            title);
    if (!options->has_water || (options->water_m > -1e7 && options->water_m < 1e7)) return SCREE_OK;
    return err_set_option(err, "water_m", "{water_m} %g is not an altitude on a planet",
                          options->water_m);
}

/* ---- materials ---- */

/* By the caller's list, or by the rule if there are more layers than room. */
static enum scree_code make_merge(struct engines_plan *plan, struct inputs_opened *from,
                                  const uint64_t *sums, struct scree_error *err)
{
    const struct srf_map *map = plan->inputs.map;
    const uint32_t most = plan->profile->about.max_materials, asked = plan->options.layers;
    const uint32_t limit = asked != 0 ? asked : most;
    if (from != NULL)
        RETURN_IF_ERR(materials_take(&plan->merge, &plan->list, map, from, NULL, err));
    else if (limit == 0 || map->layer_count <= limit)
        RETURN_IF_ERR(render_merge_depth(&plan->merge, map, UINT32_MAX, err));
    else {
        struct ground_merge merged;
        const struct ground_merge_room room = {.limit = limit};
        RETURN_IF_ERR(ground_merge_layers(&merged, &plan->arena, map, sums, &room, err));
        plan->merge = merged.merge;
        plan->steps = merged.steps;
        plan->step_count = merged.step_count;
    }
    if (limit == 0 || plan->merge->count <= limit) return SCREE_OK;
    return err_set_option(
        err, "materials",
        "{materials} gives %u materials, layers that it does not name among them, "
        "and there is room for %u; give more layers the same name",
        (unsigned)plan->merge->count, (unsigned)limit);
}

/* The weights of a texel but for the strongest; as few as 2 are kept, so a list is enough. */
static unsigned dropped_at(const struct engines_plan *plan, const uint8_t *const *weights,
                           uint32_t x)
{
    unsigned strongest[8] = {0}, sum = 0;
    const uint32_t kept = plan->profile->about.kept;
    for (uint32_t m = 0; m < plan->merge->count; m++) {
        unsigned weight = weights[m][x];
        sum += weight;
        for (uint32_t k = 0; k < kept; k++)
            if (weight > strongest[k]) {
                const unsigned less = strongest[k];
                strongest[k] = weight;
                weight = less;
            }
    }
    for (uint32_t k = 0; k < kept; k++) sum -= strongest[k];
    return sum;
}

/* Coverage as the layers have it: material colours are means over it, and so is the cost of merging. */
enum scree_code engines_measure_layers(uint64_t *sums, const struct engines_plan *plan,
                                       const struct engines_grid *grid, struct scree_job *job,
                                       struct scree_error *err)
{
    struct render_merge *layers;
    RETURN_IF_ERR(render_merge_depth(&layers, plan->inputs.map, UINT32_MAX, err));
    const struct engines_pass pass = {
        .grid = *grid, .sums = sums, .merge = layers, .step = "measuring layers"};
    struct engines_rows rows;
    engines_rows_start(&rows, plan, &pass, job, err);
    while (engines_rows_next(&rows)) continue;
    const enum scree_code code = engines_rows_end(&rows);
    render_merge_free(layers);
    return code;
}

enum scree_code engines_measure_dropped(struct engines_dropped *all,
                                        const struct engines_plan *plan,
                                        const struct engines_grid *grid, struct scree_job *job,
                                        struct scree_error *err)
{
    const struct engines_pass pass = {.grid = *grid, .weights = true, .step = "measuring weights"};
    struct engines_rows rows;
    engines_rows_start(&rows, plan, &pass, job, err);
    while (engines_rows_next(&rows))
        for (uint32_t x = 0; x < rows.width; x++) {
            const unsigned lost = dropped_at(plan, rows.weights, x);
            all->sum += lost;
            all->many += lost >= MUCH;
            if (lost > all->worst) all->worst = lost;
        }
    return engines_rows_end(&rows);
}

void engines_set_dropped(struct engines_plan *plan, const struct engines_dropped *all)
{
    const double texels = (double)plan->grid.width * plan->grid.height;
    plan->dropped_mean = (double)all->sum / (255 * texels);
    plan->dropped_worst = all->worst / 255.0;
    plan->dropped_share = (double)all->many / texels;
}

static void sort_by_coverage(struct engines_plan *plan)
{
    for (uint32_t i = 0; i < plan->merge->count; i++) {
        uint32_t at = i;
        for (; at > 0 && plan->materials[plan->by_coverage[at - 1]].sum < plan->materials[i].sum;
             at--)
            plan->by_coverage[at] = plan->by_coverage[at - 1];
        plan->by_coverage[at] = i;
    }
}

void engines_colour_materials(struct engines_plan *plan)
{
    for (uint32_t m = 0; m < plan->merge->count; m++) {
        struct engines_material *const material = &plan->materials[m];
        material->sum =
            ground_material_colour(material->colour, plan->inputs.map, plan->merge, m, plan->sums);
        for (int c = 0; c < 3; c++) material->rgb[c] = ground_shown(material->colour[c]);
        material->kind = ground_guess(material->name, NULL);
    }
}

/* What a part cannot do without looking at the whole. */
static enum scree_code check_parts(const struct engines_plan *plan,
                                   const struct engines_given *given, struct scree_error *err)
{
    const bool listed = given->materials != NULL;
    const uint32_t most = plan->profile->about.max_materials, asked = plan->options.layers;
    const uint32_t limit = asked != 0 ? asked : most, count = plan->inputs.map->layer_count;
    if (plan->profile->write_tile == NULL)
        return err_set_option(err, "part",
                              "{part}: an export for %s is files of the whole, which parts cannot "
                              "share; leave it out",
                              plan->profile->about.title);
    if (plan->options.has_water)
        return err_set_option(err, "water_m",
                              "{water_m}: parts do not keep the water; leave it out");
    if (given->plants != NULL || plants_names_set(plan->options.plants_set))
        return err_set_option(err, "plants",
                              "{plants}: parts do not keep the plants; leave it out");
    if (plan->tiles < 2)
        return err_set_option(
            err, "part",
            "{part}: a part is some of the tiles, and there is one; make more by {tile_points}");
    if (listed || limit == 0 || count <= limit) return SCREE_OK;
    return err_set_option(err, "layers",
                          "{layers}: merging %u layers to %u looks at the whole map, which a part "
                          "does not see; say which go together by {materials}",
                          (unsigned)count, (unsigned)limit);
}

static enum scree_code make_materials(struct engines_plan *plan, const struct engines_given *given,
                                      struct scree_job *job, struct scree_error *err)
{
    uint64_t *sums = mem_arena_alloc(&plan->arena, plan->inputs.map->layer_count, sizeof *sums);
    if (sums == NULL) return err_no_memory(err);
    if (plan->options.in_parts)
        RETURN_IF_ERR(check_parts(plan, given, err));
    else
        RETURN_IF_ERR(engines_measure_layers(sums, plan, &plan->grid, job, err));
    RETURN_IF_ERR(make_merge(plan, given->materials, sums, err));
    const uint32_t count = plan->merge->count;
    plan->sums = sums;
    plan->materials = mem_arena_alloc(&plan->arena, count, sizeof *plan->materials);
    plan->by_coverage = mem_arena_alloc(&plan->arena, count, sizeof *plan->by_coverage);
    if (plan->materials == NULL || plan->by_coverage == NULL) return err_no_memory(err);
    for (uint32_t m = 0; m < count; m++) name_material(plan, m);
    engines_colour_materials(plan);
    sort_by_coverage(plan);
    if (plan->profile->about.kept == 0 || plan->options.in_parts) return SCREE_OK;
    struct engines_dropped dropped = {0, 0, 0};
    RETURN_IF_ERR(engines_measure_dropped(&dropped, plan, &plan->grid, job, err));
    engines_set_dropped(plan, &dropped);
    return SCREE_OK;
}

/* ---- all of it ---- */

static enum scree_code decide(struct engines_plan *plan, const struct engines_given *given,
                              struct scree_job *job, struct scree_error *err)
{
    RETURN_IF_ERR(check_options(plan, given, err));
    RETURN_IF_ERR(check_output(plan, err));
    RETURN_IF_ERR(engines_choose_name(plan->name, &plan->options, err));
    RETURN_IF_ERR(make_ground(plan, err));
    plan->tiles = 1;
    engines_settle_texels(plan);
    if (plan->profile->settle != NULL) RETURN_IF_ERR(plan->profile->settle(plan, err));
    engines_take_sun(plan, job);
    RETURN_IF_ERR(make_materials(plan, given, job, err));
    RETURN_IF_ERR(engines_place_plants(plan, given, job, err));
    plan->options.name = plan->options.output = plan->options.plants_set = NULL;
    plan->options.materials = plan->options.plants =
        (struct scree_source){NULL, NULL, 0, NULL, NULL};
    RETURN_IF_ERR(inputs_keep_path(&plan->inputs.terrain_file, NULL, &plan->arena, err));
    RETURN_IF_ERR(inputs_keep_path(&plan->inputs.surface_file, NULL, &plan->arena, err));
    return inputs_keep_path(&plan->list, NULL, &plan->arena, err);
}

enum scree_code engines_plan_create(struct engines_plan **out,
                                    const struct engines_profile *profile,
                                    const struct inputs *inputs,
                                    const struct scree_engine_options *options,
                                    const struct engines_given *given, struct scree_job *job,
                                    struct scree_error *err)
{
    *out = NULL;
    struct engines_plan *plan;
    RETURN_IF_ERR(MEM_NEED(&plan, 1, sizeof *plan, err));
    plan->profile = profile;
    plan->options = *options;
    plan->ground = given->ground;
    plan->inputs = *inputs;
    const enum scree_code code = decide(plan, given, job, err);
    if (code != SCREE_OK) {
        engines_plan_free(plan);
        return code;
    }
    *out = plan;
    return SCREE_OK;
}

void engines_plan_free(struct engines_plan *plan)
{
    if (plan == NULL) return;
    plants_placed_free(plan->placed);
    plants_list_free(plan->plants);
    render_merge_free(plan->merge);
    mem_arena_free(&plan->arena);
    mem_free(plan);
}

void engines_describe(struct scree_engine_info *out, const struct engines_plan *plan)
{
    *out = (struct scree_engine_info){.size = sizeof *out,
                                      .name = plan->name,
                                      .points = plan->points,
                                      .texels = plan->texels,
                                      .tiles = plan->tiles,
                                      .materials = plan->merge->count,
                                      .side_m = plan->side_m,
                                      .spacing_m = plan->spacing_m,
                                      .altitude_m = {plan->low_m, plan->high_m},
                                      .dropped_mean = plan->dropped_mean,
                                      .dropped_worst = plan->dropped_worst,
                                      .dropped_share = plan->dropped_share};
}
