/* Gathering the parts of an export: all there, all of the same, and then the files of the whole. */
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
    const char *folder;
    struct scree_job *job;
    uint32_t count; /* of parts */
    json_t **parts; /* [count] */
    struct engines_plan plan;
    struct srf_map map; /* of which nothing but the colours of layers is known */
    struct render_merge merge;
    uint64_t *sums; /* [layer] */
    struct engines_dropped dropped;
    json_t *files; /* of all tiles */
};

static unsigned long lu(uint64_t number)
{
    return (unsigned long)number;
}

static enum scree_code damaged(const struct gathering *g, uint32_t index, const char *what,
                               struct scree_error *err)
{
    return out_part_damaged(index, g->count, what, err);
}

/* ---- parts ---- */

json_t *engines_read_json(const char *folder, const char *name)
{
    struct file_bytes bytes;
    char *const path = path_join(folder, name);
    json_t *found = NULL;
    if (path != NULL && file_read(&bytes, path, UINT64_C(1) << 30, NULL) == SCREE_OK) {
        found = json_loadb((const char *)bytes.data, bytes.size, JSON_REJECT_DUPLICATES, NULL);
        file_bytes_free(&bytes);
    }
    mem_free(path);
    return found;
}

static bool is_ours(const json_t *part)
{
    const char *const format = json_string_value(json_object_get(part, "format"));
    return format != NULL && strcmp(format, ENGINES_PART_MANIFEST) == 0;
}

bool engines_has_parts(const char *folder)
{
    struct os_listing listing;
    bool has = false;
    char *const path = path_join(folder, OUT_PARTS_FOLDER);
    if (path != NULL && os_list(&listing, OS_HERE, path, OS_FOLLOW_LINKS) == 0) {
        uint32_t index, count;
        for (const char *name; !has && (name = os_list_next(&listing)) != NULL;) {
            const char *const rest = out_part_of_name(&index, &count, name);
            if (rest == NULL || rest[0] != '\0') continue;
            json_t *const part = engines_read_json(path, name);
            has = is_ours(part);
            json_decref(part);
        }
        os_list_end(&listing);
    }
    mem_free(path);
    return has;
}

static enum scree_code check_head(const struct gathering *g, uint32_t index,
                                  struct scree_error *err)
{
    const json_t *const part = g->parts[index - 1];
    json_t *const common = json_object_get(part, "common");
    const char *const key = json_string_value(json_object_get(part, "key"));
    char digest[SHA_HEX_SIZE];
    struct file_bytes bytes;
    if (part == NULL) return damaged(g, index, "is cut short or damaged", err);
    if (!is_ours(part))
        return damaged(g, index, "has another \"format\" than \"" ENGINES_PART_MANIFEST "\"", err);
    if (!json_text_is_whole(json_object_get(part, "part"), index) ||
        !json_text_is_whole(json_object_get(part, "of"), g->count))
        return damaged(g, index, "is that of another part: it was copied or renamed", err);
    if (key == NULL || !json_is_object(common)) return damaged(g, index, "lacks members", err);
    RETURN_IF_ERR(json_text_bytes(&bytes, json_incref(common), err));
    sha_hex(digest, bytes.data, bytes.size);
    file_bytes_free(&bytes);
    if (strcmp(digest, key) == 0) return SCREE_OK;
    return damaged(g, index, "was changed: its \"key\" does not match its contents", err);
}

static const json_t *document_of(const struct gathering *g, uint32_t index)
{
    return json_object_get(json_object_get(g->parts[index - 1], "common"), "document");
}

static const json_t *member(const json_t *value, const char *const *way)
{
    for (; *way != NULL; way++) value = json_object_get(value, *way);
    return value;
}

static enum scree_code check_same(const struct gathering *g, uint32_t index,
                                  struct scree_error *err)
{
    static const struct {
        const char *way[4], *what;
    } places[] = {
        {{"document", "program", "version", NULL}, "by another version of scree"},
        {{"document", "program", "model", NULL}, "with another coverage model"},
        {{"document", "engine", NULL}, "for another engine"},
        {{"document", "inputs", "terrain", NULL}, "of another terrain, or a tile of it changed"},
        {{"document", "inputs", "surface", NULL}, "of another surface map"},
        {{"document", "inputs", "map", NULL}, "with another list of materials"},
        {{"tiles", NULL}, "of a world whose tiles lie elsewhere"},
        {{"ground", NULL}, "of a terrain that was read by other options"},
        {{"document", "terrain", NULL}, "in another size, or in other tiles"}};
    const json_t *const first = json_object_get(g->parts[0], "common");
    const json_t *const part = json_object_get(g->parts[index - 1], "common");
    if (json_equal(first, part)) return SCREE_OK;
    const char *what = "with other options";
    for (size_t i = sizeof places / sizeof places[0]; i-- > 0;) {
        const json_t *const one = member(first, places[i].way);
        const json_t *const other = member(part, places[i].way);
        if (one == NULL ? other != NULL : !json_equal(one, other)) what = places[i].what;
    }
    return err_set(err, SCREE_MALFORMED,
                   "part %lu was made %s than part 1; run again which of them is wrong, by "
                   "{part} %lu/%lu",
                   lu(index), what, lu(index), lu(g->count));
}

static enum scree_code check_ends(const struct gathering *g, struct scree_error *err)
{
    uint8_t *const ended = mem_alloc(g->count, 1); /* before their time */
    char list[OUT_PARTS_LIST];
    if (ended == NULL) return err_no_memory(err);
    for (uint32_t i = 0; i < g->count; i++)
        ended[i] = !json_is_true(json_object_get(g->parts[i], "complete"));
    const uint32_t some = out_parts_list(list, sizeof list, ended, g->count);
    const uint32_t first = some > 0 ? out_parts_first(ended) : 0;
    mem_free(ended);
    if (some == 0) return SCREE_OK;
    return err_set(
        err, SCREE_CANNOT_READ,
        "part%s %s of %lu ha%s not come to %s end; run {part} %lu/%lu again, which keeps "
        "what is there",
        some > 1 ? "s" : "", list, lu(g->count), some > 1 ? "ve" : "s", some > 1 ? "their" : "its",
        lu(first), lu(g->count));
}

static enum scree_code read_parts(struct gathering *g, struct scree_error *err)
{
    g->parts = mem_alloc(g->count, sizeof(json_t *));
    if (g->parts == NULL) return err_no_memory(err);
    for (uint32_t i = 1; i <= g->count; i++) {
        char name[OUT_PART_NAME];
        out_part_name(name, sizeof name, i, g->count);
        g->parts[i - 1] = engines_read_json(g->folder, name);
        RETURN_IF_ERR(check_head(g, i, err));
    }
    for (uint32_t i = 2; i <= g->count; i++) RETURN_IF_ERR(check_same(g, i, err));
    return check_ends(g, err);
}

/* ---- the plan that they were made by ---- */

static uint32_t number_in(const json_t *object, const char *key, uint32_t least, uint32_t most)
{
    const json_int_t number = json_integer_value(json_object_get(object, key));
    return number >= (json_int_t)least && number <= (json_int_t)most ? (uint32_t)number : 0;
}

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
    const char *const name = json_string_value(json_object_get(value, "name"));
    const char *const stem = json_string_value(json_object_get(value, "file"));
    const char *const title = json_string_value(json_object_get(value, "identifier"));
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
    const char *const engine = json_string_value(json_object_get(document, "engine"));
    const char *const name = json_string_value(json_object_get(document, "name"));
    plan->profile = engine != NULL ? engines_find(engine) : NULL;
    if (plan->profile == NULL || plan->profile->write_tile == NULL || name == NULL ||
        ground_check_name(name, NULL) != SCREE_OK)
        return false;
    snprintf(plan->name, sizeof plan->name, "%s", name);
    plan->points = number_in(terrain, "points", 2, 1u << 20);
    plan->options.tile_points = number_in(terrain, "tile", 2, 1u << 20);
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
    struct file_bytes bytes[2] = {{NULL, 0}, {NULL, 0}};
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
    return engines_check_names(plan) &&
           is_written_as(engines_terrain_json(plan), json_object_get(document, "terrain")) &&
           is_written_as(engines_materials_json(plan), json_object_get(document, "materials"));
}

static enum scree_code take_plan(struct gathering *g, struct scree_error *err)
{
    const json_t *const common = json_object_get(g->parts[0], "common");
    const json_t *const document = document_of(g, 1);
    const char *const version =
        json_string_value(json_object_get(json_object_get(document, "program"), "version"));
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
        const char *const name =
            json_string_value(json_object_get(json_array_get(files, i), "file"));
        if (name == NULL || !profile->name_tile(own, &g->plan, tile, (uint32_t)i) ||
            strcmp(name, own) != 0)
            return false;
    }
    return !profile->name_tile(own, &g->plan, tile, (uint32_t)count);
}

static enum scree_code check_file(const struct gathering *g, uint32_t index, json_t *file,
                                  struct scree_error *err)
{
    const char *const name = json_string_value(json_object_get(file, "file"));
    struct os_info info;
    bool is;
    if (name == NULL || json_object_get(file, "sha256") == NULL)
        return damaged(g, index, "lacks members", err);
    RETURN_IF_ERR(out_part_has_listed(&is, g->folder, file, name, err));
    if (is) return json_array_append(g->files, file) == 0 ? SCREE_OK : err_no_memory(err);
    char *const path = path_join(g->folder, name);
    if (path == NULL) return err_no_memory(err);
    const bool missing = os_look(&info, OS_HERE, path, OS_FOLLOW_LINKS) != 0;
    mem_free(path);
    return err_set(err, SCREE_CANNOT_READ,
                   "%.100s %s part %lu wrote; run {part} %lu/%lu again, which makes it and keeps "
                   "the rest",
                   name, missing ? "is missing, which" : "is not what", lu(index), lu(index),
                   lu(g->count));
}

static enum scree_code take_part(struct gathering *g, uint32_t index, struct scree_error *err)
{
    const struct out_range range =
        out_part_range(index, g->count, (uint64_t)g->plan.tiles * g->plan.tiles);
    const json_t *const pieces = json_object_get(g->parts[index - 1], "pieces");
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
    return job_step(g->job, "reading files", (double)index / g->count, err);
}

/* ---- the whole ---- */

static json_t *make_report(const struct gathering *g)
{
    json_t *report = json_deep_copy(document_of(g, 1));
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

static enum scree_code read_report(struct file_bytes *out, const struct gathering *g,
                                   struct scree_error *err)
{
    char name[ENGINES_FILE];
    engines_report_name(name, g->plan.name);
    char *const path = path_join(g->folder, name);
    if (path == NULL) return err_no_memory(err);
    const enum scree_code code = file_read(out, path, UINT64_C(1) << 30, err);
    mem_free(path);
    return code;
}

static bool is_tile_file(const void *context, const char *file)
{
    const struct gathering *const g = context;
    for (size_t i = 0; i < json_array_size(g->files); i++) {
        const char *const name =
            json_string_value(json_object_get(json_array_get(g->files, i), "file"));
        if (name != NULL && strcmp(name, file) == 0) return true;
    }
    return false;
}

/* What kills left beside the tiles; what cannot be removed is in nobody's way. */
static void clear_left(const struct gathering *g, const char *inner)
{
    struct os_listing listing;
    char *const path = path_join(g->folder, inner);
    if (path != NULL && os_list(&listing, OS_HERE, path, OS_FOLLOW_LINKS) == 0) {
        for (const char *name; (name = os_list_next(&listing)) != NULL;)
            if (out_part_is_left(inner, name, is_tile_file, g)) os_remove(listing.folder, name);
        os_list_end(&listing);
    }
    mem_free(path);
}

/* A tile of another export, which the engine would take for one of this. */
static enum scree_code check_strays(const struct gathering *g, const char *inner,
                                    struct scree_error *err)
{
    struct os_listing listing;
    enum scree_code code = SCREE_OK;
    char *const path = path_join(g->folder, inner);
    if (path == NULL) return err_no_memory(err);
    if (os_list(&listing, OS_HERE, path, OS_FOLLOW_LINKS) == 0) {
        for (const char *name; code == SCREE_OK && (name = os_list_next(&listing)) != NULL;)
            if (g->plan.profile->is_stray(&g->plan, inner, name))
                code =
                    err_set(err, SCREE_CANNOT_READ,
                            "%s%s%.100s is a tile of another export, and %s would load it with "
                            "these; remove it",
                            inner, inner[0] != '\0' ? "/" : "", name, g->plan.profile->about.title);
        os_list_end(&listing);
    }
    mem_free(path);
    return code;
}

static enum scree_code gather(struct gathering *g, struct file_bytes *report,
                              struct scree_error *err)
{
    RETURN_IF_ERR(out_parts_find(&g->count, g->folder, err));
    RETURN_IF_ERR(read_parts(g, err));
    RETURN_IF_ERR(take_plan(g, err));
    g->files = json_array();
    if (g->files == NULL) return err_no_memory(err);
    for (uint32_t i = 1; i <= g->count; i++) RETURN_IF_ERR(take_part(g, i, err));
    RETURN_IF_ERR(check_strays(g, "", err));
    RETURN_IF_ERR(check_strays(g, "data", err));
    engines_colour_materials(&g->plan);
    engines_set_dropped(&g->plan, &g->dropped);
    struct sink *sink;
    const struct sink_options options = {.replace = true};
    RETURN_IF_ERR(sink_open_folder(&sink, g->folder, &options, err));
    const enum scree_code code = write_rest(g, sink, err);
    sink_close(sink);
    if (code != SCREE_OK) return code;
    clear_left(g, "");
    clear_left(g, "data");
    clear_left(g, OUT_PARTS_FOLDER);
    RETURN_IF_ERR(read_report(report, g, err));
    job_finish(g->job);
    return SCREE_OK;
}

enum scree_code engines_gather(struct file_bytes *report, const char *folder, struct scree_job *job,
                               struct scree_error *err)
{
    struct scree_error own; /* is looked at */
    struct gathering *const g = mem_alloc(1, sizeof *g);
    memset(report, 0, sizeof *report);
    err_clear(&own);
    if (g == NULL) return err_no_memory(err);
    g->folder = folder;
    g->job = job;
    const enum scree_code code = gather(g, report, &own);
    for (uint32_t i = 0; g->parts != NULL && i < g->count; i++) json_decref(g->parts[i]);
    mem_free(g->parts);
    json_decref(g->files);
    mem_arena_free(&g->plan.arena);
    mem_free(g);
    if (code == SCREE_OK) return SCREE_OK;
    if (own.file[0] == '\0') err_set_file(&own, folder);
    err_take(err, &own);
    return code;
}
