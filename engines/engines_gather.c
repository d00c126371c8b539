/* Gathering the parts of an export: all there, all of the same, and then the files of the whole. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json_text.h"
#include "base/os.h"
#include "base/path.h"
#include "base/sha.h"
#include "engines/engines_plan.h"

#define MOST_TILES 1024u /* across */
#define MOST_LAYERS (1u << 16)

struct gathering {
    struct out_parts parts;
    struct scree_job *job;
    struct engines_plan plan;
    struct srf_map map; /* of which nothing but the colours of layers is known */
    struct render_merge merge;
    uint64_t *sums; /* [layer] */
    struct engines_dropped dropped;
    json_t *files; /* of all tiles */
};

static enum scree_code damaged(const struct gathering *g, uint32_t index, const char *what,
                               struct scree_error *err)
{
    return out_parts_damaged(&g->parts, index, what, err);
}

/* ---- parts ---- */

static enum scree_code read_parts(struct gathering *g, struct scree_error *err)
{
    static const struct out_parts_way ways[] = {
        {{"document", "program", "version"}, "by another version of scree"},
        {{"document", "program", "model"}, "with another coverage model"},
        {{"document", "engine"}, "for another engine"},
        {{"document", "inputs", "terrain"}, "of another terrain, or a tile of it changed"},
        {{"document", "inputs", "surface"}, "of another surface map"},
        {{"document", "inputs", "map"}, "with another list of materials"},
        {{"tiles"}, "of a world whose tiles lie elsewhere"},
        {{"ground"}, "of a terrain that was read by other options"},
        {{"document", "terrain"}, "in another size, or in other tiles"},
        {{NULL}, "with other options"}};
    const struct out_parts_judge judge = {.ways = ways};
    return out_parts_read(&g->parts, &judge, err);
}

/* ---- the plan that they were made by ---- */

static bool take_colours(struct gathering *g, const json_t *colours)
{
    struct srf_layer *layers = NULL;
    const size_t count = json_array_size(colours);
    if (count < 1 || count > MOST_LAYERS) return false;
    layers = mem_arena_alloc(&g->plan.arena, count, sizeof *layers);
    g->map.layers = mem_arena_alloc(&g->plan.arena, count, sizeof *g->map.layers);
    g->sums = mem_arena_alloc(&g->plan.arena, count, sizeof *g->sums);
    g->merge.material_of_layer =
        mem_arena_alloc(&g->plan.arena, count, sizeof *g->merge.material_of_layer);
    if (layers == NULL || g->map.layers == NULL || g->sums == NULL ||
        g->merge.material_of_layer == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        const json_t *const colour = json_array_get(colours, i);
        for (size_t c = 0; c < 3; c++) {
            const json_int_t part = json_integer_value(json_array_get(colour, c));
            if (part < INT16_MIN || part > INT16_MAX) return false;
            layers[i].difc[c] = (int16_t)part;
        }
        g->map.layers[i] = &layers[i];
        g->merge.material_of_layer[i] = UINT32_MAX;
    }
    g->map.layer_count = g->merge.layer_count = (uint32_t)count;
    return true;
}

static bool take_material(struct gathering *g, uint32_t material, const json_t *value)
{
    struct engines_material *const out = &g->plan.materials[material];
    const char *const name = json_text_get(value, "name");
    const char *const stem = json_text_get(value, "file");
    const char *const title = json_text_get(value, "identifier");
    const json_t *const layers = json_object_get(value, "layers");
    if (name == NULL || stem == NULL || title == NULL || strlen(stem) >= sizeof out->stem ||
        strlen(title) >= sizeof out->title || json_array_size(layers) < 1)
        return false;
    g->merge.names[material] = out->name = name;
    snprintf(out->stem, sizeof out->stem, "%s", stem);
    snprintf(out->title, sizeof out->title, "%s", title);
    for (size_t i = 0; i < json_array_size(layers); i++) {
        const json_int_t layer = json_integer_value(json_array_get(layers, i));
        if (layer < 0 || layer >= (json_int_t)g->merge.layer_count ||
            g->merge.material_of_layer[layer] != UINT32_MAX)
            return false;
        g->merge.material_of_layer[layer] = material;
        if (i == 0) g->merge.first_layer[material] = (uint32_t)layer;
    }
    return true;
}

static bool take_materials(struct gathering *g, const json_t *materials)
{
    const size_t count = json_array_size(materials);
    if (count < 1 || count > g->merge.layer_count) return false;
    g->plan.materials = mem_arena_alloc(&g->plan.arena, count, sizeof *g->plan.materials);
    g->merge.names = mem_arena_alloc(&g->plan.arena, count, sizeof *g->merge.names);
    g->merge.first_layer = mem_arena_alloc(&g->plan.arena, count, sizeof *g->merge.first_layer);
    g->merge.count = (uint32_t)count;
    bool good = g->plan.materials != NULL && g->merge.names != NULL && g->merge.first_layer != NULL;
    for (uint32_t m = 0; good && m < count; m++)
        good = take_material(g, m, json_array_get(materials, m));
    for (uint32_t i = 0; good && i < g->merge.layer_count; i++)
        good = g->merge.material_of_layer[i] != UINT32_MAX;
    return good;
}

static bool take_numbers(struct gathering *g, const json_t *common, const json_t *document)
{
    struct engines_plan *const plan = &g->plan;
    const json_t *const terrain = json_object_get(document, "terrain");
    const char *const engine = json_text_get(document, "engine");
    const char *const name = json_text_get(document, "name");
    plan->profile = engine != NULL ? engines_find(engine) : NULL;
    if (plan->profile == NULL || plan->profile->write_tile == NULL || name == NULL ||
        ground_check_name(name, NULL) != SCREE_OK)
        return false;
    snprintf(plan->name, sizeof plan->name, "%s", name);
    plan->points = (uint32_t)json_text_in(json_object_get(terrain, "points"), 2, 1u << 20);
    plan->options.tile_points =
        (uint32_t)json_text_in(json_object_get(terrain, "tile"), 2, 1u << 20);
    plan->side_m = json_text_exact_value(json_object_get(common, "side_m"));
    plan->spacing_m = json_text_exact_value(json_object_get(common, "spacing_m"));
    plan->low_m = json_text_exact_value(json_object_get(common, "lowest_m"));
    plan->high_m = json_text_exact_value(json_object_get(common, "highest_m"));
    plan->scale = 1;
    return plan->points > 0 && plan->options.tile_points > 0;
}

/* Whether two documents are written alike; frees the first. */
static bool is_written_as(json_t *one, const json_t *other)
{
    struct scree_bytes bytes[2] = {{NULL, 0}, {NULL, 0}};
    const bool is = json_text_bytes(&bytes[0], one, NULL) == SCREE_OK &&
                    json_text_bytes(&bytes[1], json_deep_copy(other), NULL) == SCREE_OK &&
                    bytes[0].size == bytes[1].size &&
                    memcmp(bytes[0].data, bytes[1].data, bytes[0].size) == 0;
    for (int i = 0; i < 2; i++) file_bytes_free(&bytes[i]);
    return is;
}

/* A plan of these points and tiles is one that the engine has, and the document is written of it. */
static bool is_plan(struct gathering *g, const json_t *document)
{
    struct engines_plan *const plan = &g->plan;
    const double numbers[] = {plan->side_m, plan->spacing_m, plan->low_m, plan->high_m};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (!isfinite(numbers[i])) return false;
    if (plan->profile->choose == NULL &&
        engines_size_check(plan->profile, plan->points, NULL) != SCREE_OK)
        return false;
    if (plan->side_m <= 0 || plan->low_m > plan->high_m ||
        plan->spacing_m != plan->side_m / (plan->points - 1.0) ||
        (plan->profile->choose != NULL && plan->profile->choose(plan, NULL) != SCREE_OK) ||
        plan->profile->settle(plan, NULL) != SCREE_OK || plan->tiles < 2 ||
        plan->tiles > MOST_TILES)
        return false;
    engines_colour_materials(plan); /* as they were planned: nothing was measured */
    return engines_check_names(plan) && engines_read_sun(plan, json_object_get(document, "sun")) &&
           is_written_as(engines_terrain_json(plan), json_object_get(document, "terrain")) &&
           is_written_as(engines_materials_json(plan), json_object_get(document, "materials"));
}

static const char *const document_way[] = {"document", NULL};

static enum scree_code take_plan(struct gathering *g, struct scree_error *err)
{
    const json_t *const common = json_object_get(g->parts.of[0], "common");
    const json_t *const document = out_parts_common(&g->parts, 1, document_way);
    const char *const version = json_text_get(json_object_get(document, "program"), "version");
    if (version == NULL || strcmp(version, SCREE_VERSION) != 0)
        return err_set(err, SCREE_MALFORMED,
                       "the parts were made by version %.20s of scree and this is %s; gather them "
                       "by that one",
                       version != NULL ? version : "?", SCREE_VERSION);
    if (!take_numbers(g, common, document) ||
        !take_colours(g, json_object_get(common, "colours")) ||
        !take_materials(g, json_object_get(document, "materials")))
        return damaged(g, 1, "does not say what was exported", err);
    g->plan.merge = &g->merge;
    g->plan.sums = g->sums;
    g->plan.inputs.map = &g->map;
    return is_plan(g, document) ? SCREE_OK : damaged(g, 1, "says what no export has", err);
}

/* ---- tiles ---- */

static bool add_measured(struct gathering *g, uint32_t tile, const json_t *piece)
{
    const json_t *const sums = json_object_get(piece, "sums");
    const json_t *const dropped = json_object_get(piece, "dropped");
    if (!engines_is_measured(&g->plan, tile, piece)) return false;
    for (uint32_t i = 0; i < g->merge.layer_count; i++)
        g->sums[i] += (uint64_t)json_integer_value(json_array_get(sums, i));
    g->dropped.sum += (uint64_t)json_integer_value(json_array_get(dropped, 0));
    g->dropped.many += (uint64_t)json_integer_value(json_array_get(dropped, 1));
    const unsigned worst = (unsigned)json_integer_value(json_array_get(dropped, 2));
    if (worst > g->dropped.worst) g->dropped.worst = worst;
    return true;
}

/* Whether a tile's files are called as the engine has them. */
static bool are_named(const struct gathering *g, uint32_t tile, const json_t *files)
{
    const struct engines_profile *const profile = g->plan.profile;
    const size_t count = json_array_size(files);
    char own[ENGINES_FILE];
    for (size_t i = 0; i < count; i++) {
        const char *const name = json_text_get(json_array_get(files, i), "file");
        if (name == NULL || !profile->name_tile(own, &g->plan, tile, (uint32_t)i) ||
            strcmp(name, own) != 0)
            return false;
    }
    return !profile->name_tile(own, &g->plan, tile, (uint32_t)count);
}

static enum scree_code check_file(const struct gathering *g, uint32_t index, json_t *file,
                                  struct scree_error *err)
{
    const char *const name = json_text_get(file, "file");
    bool is;
    if (name == NULL || json_object_get(file, "sha256") == NULL)
        return damaged(g, index, "lacks members", err);
    RETURN_IF_ERR(out_part_has_listed(&is, g->parts.folder, file, name, err));
    if (is) return json_array_append(g->files, file) == 0 ? SCREE_OK : err_no_memory(err);
    return out_parts_blame_file(&g->parts, index, name, err);
}

static enum scree_code take_part(struct gathering *g, uint32_t index, struct scree_error *err)
{
    const struct out_range range =
        out_part_range(index, g->parts.count, (uint64_t)g->plan.tiles * g->plan.tiles);
    const json_t *const pieces = json_object_get(g->parts.of[index - 1], "pieces");
    if (json_array_size(pieces) != range.last - range.first)
        return damaged(g, index, "does not list the tiles that it has", err);
    for (uint64_t tile = range.first; tile < range.last; tile++) {
        const json_t *const piece = json_array_get(pieces, (size_t)(tile - range.first));
        json_t *const files = json_object_get(piece, "files");
        if (!json_text_is_whole(json_object_get(piece, "tile"), tile) ||
            !are_named(g, (uint32_t)tile, files) || !add_measured(g, (uint32_t)tile, piece))
            return damaged(g, index, "does not list the tiles that it has", err);
        for (size_t i = 0; i < json_array_size(files); i++)
            RETURN_IF_ERR(check_file(g, index, json_array_get(files, i), err));
    }
    return job_step(g->job, "reading files", (double)index / g->parts.count, err);
}

/* ---- the whole ---- */

static json_t *make_report(const struct gathering *g)
{
    json_t *report = json_deep_copy(out_parts_common(&g->parts, 1, document_way));
    if (report == NULL) return NULL;
    json_text_set(&report, "materials", engines_materials_json(&g->plan));
    if (g->plan.profile->about.kept > 0)
        json_text_set(&report, "dropped", engines_dropped_json(&g->plan));
    return report;
}

static enum scree_code write_rest(struct gathering *g, struct sink *sink, struct scree_error *err)
{
    struct engines_output output = {.plan = &g->plan, .sink = sink, .job = g->job};
    RETURN_IF_ERR(engines_guard(&g->plan, sink, err));
    RETURN_IF_ERR(sink_start(sink, g->job, err));
    RETURN_IF_ERR(g->plan.profile->write(&output, err));
    json_t *const own = ground_list_files(sink);
    if (own == NULL || json_array_extend(g->files, own) != 0) {
        json_decref(own);
        return err_no_memory(err);
    }
    json_decref(own);
    RETURN_IF_ERR(engines_write_report(&output, make_report(g), json_incref(g->files), err));
    return sink_commit(sink, g->job, err);
}

static bool is_tile_file(const void *context, const char *file)
{
    const struct gathering *const g = context;
    for (size_t i = 0; i < json_array_size(g->files); i++) {
        const char *const name = json_text_get(json_array_get(g->files, i), "file");
        if (name != NULL && strcmp(name, file) == 0) return true;
    }
    return false;
}

/* A tile of another export, which the engine would take for one of this. */
static enum scree_code check_strays(const struct gathering *g, const char *inner,
                                    struct scree_error *err)
{
    struct os_listing listing;
    enum scree_code code = SCREE_OK;
    const int reason = file_list_in(&listing, g->parts.folder, inner, OS_FOLLOW_LINKS);
    if (reason != 0) return reason == ENOMEM ? err_no_memory(err) : SCREE_OK;
    for (const char *name; code == SCREE_OK && (name = os_list_next(&listing)) != NULL;)
        if (g->plan.profile->is_stray(&g->plan, inner, name))
            code = err_set(err, SCREE_CANNOT_READ,
                           "%s%s%.100s is a tile of another export, and %s would load it with "
                           "these; remove it",
                           inner, inner[0] != '\0' ? "/" : "", name, g->plan.profile->about.title);
    os_list_end(&listing);
    return code;
}

static enum scree_code gather(struct gathering *g, struct scree_bytes *report,
                              struct scree_error *err)
{
    RETURN_IF_ERR(read_parts(g, err));
    RETURN_IF_ERR(take_plan(g, err));
    g->files = json_array();
    if (g->files == NULL) return err_no_memory(err);
    for (uint32_t i = 1; i <= g->parts.count; i++) RETURN_IF_ERR(take_part(g, i, err));
    RETURN_IF_ERR(check_strays(g, "", err));
    RETURN_IF_ERR(check_strays(g, "data", err));
    engines_colour_materials(&g->plan);
    engines_set_dropped(&g->plan, &g->dropped);
    struct sink *sink;
    const struct sink_options options = {.replace = true};
    RETURN_IF_ERR(sink_open_folder(&sink, g->parts.folder, &options, err));
    const enum scree_code code = write_rest(g, sink, err);
    sink_close(sink);
    if (code != SCREE_OK) return code;
    const struct out_parts_left left = {is_tile_file, g, NULL};
    out_parts_clear(g->parts.folder, "", &left);
    out_parts_clear(g->parts.folder, "data", &left);
    out_parts_clear(g->parts.folder, OUT_PARTS_FOLDER, &left);
    char name[ENGINES_FILE];
    engines_report_name(name, g->plan.name);
    RETURN_IF_ERR(file_read_in(report, g->parts.folder, name, UINT64_C(1) << 30, err));
    job_finish(g->job);
    return SCREE_OK;
}

enum scree_code engines_gather(struct scree_bytes *report, const char *folder,
                               struct scree_job *job, struct scree_error *err)
{
    struct scree_error own; /* is looked at */
    struct gathering *const g = mem_alloc(1, sizeof *g);
    memset(report, 0, sizeof *report);
    err_clear(&own);
    if (g == NULL) return err_no_memory(err);
    g->parts = (struct out_parts){.folder = folder, .format = ENGINES_PART_MANIFEST};
    g->job = job;
    const enum scree_code code = gather(g, report, &own);
    out_parts_free(&g->parts);
    json_decref(g->files);
    mem_arena_free(&g->plan.arena);
    mem_free(g);
    const struct out_parts of = {.folder = folder};
    return code == SCREE_OK ? SCREE_OK : out_parts_blame(&of, &own, err);
}
