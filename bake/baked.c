/* The manifest back into what it was made of. */
#include "bake/baked.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "bake/bake_part.h"
#include "bake/bake_parts.h"
#include "bake/baked_fields.h"
#include "base/os.h"
#include "base/path.h"
#include "out/out.h"

#define MAX_MANIFEST_BYTES (UINT64_C(1) << 26)

void baked_tile_name(char *out, size_t size, const char *image, uint32_t x, uint32_t y)
{
    const char *place = strstr(image, "{x}_{y}");
    if (place == NULL)
        snprintf(out, size, "%s", image);
    else
        snprintf(out, size, "%.*s%u_%u%s", (int)(place - image), image, (unsigned)x, (unsigned)y,
                 place + strlen("{x}_{y}"));
}

enum scree_code baked_read(struct baked *out, const char *folder, const uint8_t *bytes, size_t size,
                           struct scree_error *err)
{
    const struct scree_bytes manifest = {(uint8_t *)bytes, size};
    return baked_read_part(out, folder, BAKE_MANIFEST_NAME, &manifest, (const uint64_t[2]){0, 0},
                           err);
}

enum scree_code baked_read_part(struct baked *out, const char *folder, const char *listed_in,
                                const struct scree_bytes *bytes, const uint64_t tiles[2],
                                struct scree_error *err)
{
    json_error_t problem;
    memset(out, 0, sizeof *out);
    out->folder = folder;
    snprintf(out->listed_in, sizeof out->listed_in, "%s", listed_in);
    memcpy(out->some_tiles, tiles, sizeof out->some_tiles);
    out->manifest =
        json_loadb((const char *)bytes->data, bytes->size, JSON_REJECT_DUPLICATES, &problem);
    if (out->manifest != NULL) return baked_read_manifest(out, out->manifest, err);
    if (problem.text[0] == '\0' || json_error_code(&problem) == json_error_out_of_memory)
        return err_no_memory(err);
    return err_set(err, SCREE_MALFORMED, "line %d, column %d: %.140s", problem.line, problem.column,
                   problem.text);
}

enum scree_code baked_find(char **folder, const char *path, struct scree_error *err)
{
    *folder = NULL;
    struct os_info info;
    const char *base = path_base_name(path);
    size_t length = strlen(path);
    if (strcmp(base, BAKE_MANIFEST_NAME) == 0)
        length = (size_t)(base - path) - (base - path > 1);
    else if (os_look(&info, OS_HERE, path, OS_FOLLOW_LINKS) != 0 || info.kind != OS_FOLDER)
        return SCREE_OK;
    *folder = length > 0 ? mem_text(path, length) : mem_text(".", 1);
    return *folder != NULL ? SCREE_OK : err_no_memory(err);
}

static void recover(const char *folder, struct scree_job *job)
{
    struct warn_list warnings = {0};
    out_recover(folder, &warnings);
    job_warn_from(job, NULL, &warnings, 0);
}

static bool has_parts(const char *folder)
{
    struct os_listing listing;
    uint32_t index, count;
    bool has = false;
    if (file_list_in(&listing, folder, OUT_PARTS_FOLDER, OS_FOLLOW_LINKS) != 0) return false;
    for (const char *name; !has && (name = os_list_next(&listing)) != NULL;)
        has = out_part_of_name(&index, &count, name) != NULL;
    os_list_end(&listing);
    return has;
}

/* Why there is no manifest in what should be a folder. */
static const char *no_bake(const char *folder)
{
    struct os_info info;
    const int reason = os_look(&info, OS_HERE, folder, OS_FOLLOW_LINKS);
    if (reason != 0) return "does not exist; name a folder that scree bake wrote";
    if (info.kind != OS_FOLDER) return "is a file; name the folder that scree bake wrote";
    return has_parts(folder) ? "has parts of a bake that are not gathered; run scree gather on it"
                             : "has no manifest.json; name a folder that scree bake wrote";
}

enum scree_code baked_open(struct baked *out, const char *folder, struct scree_job *job,
                           struct scree_error *err)
{
    memset(out, 0, sizeof *out);
    recover(folder, job);
    struct scree_bytes raw = {.data = NULL};
    char *path = path_join(folder, BAKE_MANIFEST_NAME);
    if (path == NULL) return err_no_memory(err);
    struct os_info info;
    const int reason = os_look(&info, OS_HERE, path, OS_FOLLOW_LINKS);
    enum scree_code code = SCREE_OK;
    if (reason == ENOENT || reason == ENOTDIR)
        code = err_set(err, SCREE_CANNOT_READ, "%s", no_bake(folder));
    if (code != SCREE_OK) err_set_file(err, folder);
    if (code == SCREE_OK) code = file_read(&raw, path, MAX_MANIFEST_BYTES, err);
    if (code == SCREE_OK) code = baked_read(out, folder, raw.data, raw.size, err);
    out->raw = raw;
    if (code != SCREE_OK) err_set_file(err, path);
    mem_free(path);
    return code;
}

enum scree_code baked_protect(const struct baked *baked, struct sink *output,
                              struct scree_error *err)
{
    enum scree_code code = SCREE_OK;
    for (size_t i = 0; output != NULL && i <= baked->file_count && code == SCREE_OK; i++) {
        const char *name = i < baked->file_count ? baked->files[i].name : BAKE_MANIFEST_NAME;
        char *path = path_join(baked->folder, name);
        code = path != NULL ? sink_protect(output, (const char *const[]){path}, 1, err)
                            : err_no_memory(err);
        mem_free(path);
    }
    return code;
}

void baked_free(struct baked *baked)
{
    json_decref(baked->manifest);
    file_bytes_free(&baked->raw);
    mem_arena_free(&baked->arena);
    memset(baked, 0, sizeof *baked);
}

/* ---- the manifest back into the plan ---- */

enum scree_code bake_plan_restore(struct bake_plan **out, const struct baked *baked,
                                  const struct inputs *inputs, struct inputs_opened *materials,
                                  const struct render_how *how, struct scree_job *job,
                                  struct scree_error *err)
{
    struct scree_bake_options options = {
        .depth = baked->depth,
        .name = baked->beamng_name,
        .size = sizeof options,
        .width = baked->whole_width,
        .height = baked->whole_height,
        .column = baked->region.column,
        .row = baked->region.row,
        .columns = baked->region.width,
        .rows = baked->region.height,
        .outputs = baked->all_wanted ? 0 : baked->outputs,
        .pack = baked->outputs & SCREE_BAKE_SPLAT ? SCREE_BAKE_PACK_RGBA : SCREE_BAKE_PACK_NONE,
        .vertices = baked->vertices,
        .south_first = baked->south_first,
        .layers = baked->layers,
        .maps = baked->maps,
        .format = baked->format,
        .plane = baked->plane,
        .tile_files = baked->cut.count > 0 ? baked->cut.count : 1,
        .tile_texels = baked->cut.count > 0 ? 0 : baked->cut.side,
        .how = {baked->relief, baked->root_density},
    };
    const struct bake_given given = {materials, baked->ground, *how};
    const struct bake_recorded recorded = {
        .names = {baked->inputs[0].name, baked->inputs[1].name, baked->inputs[2].name},
        .layer_materials = baked->layer_materials,
        .layer_material_count = baked->layer_material_count,
    };
    return bake_plan_make(out, inputs, &options, &given, &recorded, job, err);
}
