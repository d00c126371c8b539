/* The manifest back into what it was made of. */
#include "cli/baked/baked.h"

#include <stdio.h>
#include <string.h>

#include "cli/baked/baked_manifest.h"
#include "cli/output_file.h"

#define MAX_MANIFEST_BYTES (UINT64_C(1) << 26)

char *baked_path(const char *folder, const char *name)
{
    const size_t size = strlen(folder) + strlen(name) + 2;
    char *path = mem_alloc(size, 1);
    if (path != NULL) snprintf(path, size, "%s/%s", folder, name);
    return path;
}

void baked_tile_name(char *out, size_t size, const char *image, uint32_t x, uint32_t y)
{
    const char *place = strstr(image, "{x}_{y}");
    if (place == NULL)
        snprintf(out, size, "%s", image);
    else
        snprintf(out, size, "%.*s%u_%u%s", (int)(place - image), image, (unsigned)x, (unsigned)y,
                 place + strlen("{x}_{y}"));
}

enum err_code baked_read(struct baked *out, const char *folder, const uint8_t *bytes, size_t size,
                         struct err *err)
{
    json_error_t problem;
    memset(out, 0, sizeof *out);
    out->folder = folder;
    out->manifest = json_loadb((const char *)bytes, size, JSON_REJECT_DUPLICATES, &problem);
    if (out->manifest != NULL) return baked_read_manifest(out, out->manifest, err);
    return err_set(err, ERR_MALFORMED, ERR_NO_OFFSET, "line %d, column %d: %.140s", problem.line,
                   problem.column, problem.text);
}

enum err_code baked_open(struct baked *out, const char *folder, struct err *err)
{
    memset(out, 0, sizeof *out);
    struct file_bytes raw = {.data = NULL};
    char *path = baked_path(folder, OUTDIR_MANIFEST);
    if (path == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a file name");
    enum err_code code = file_read(&raw, path, MAX_MANIFEST_BYTES, err);
    if (code == ERR_OK) code = baked_read(out, folder, raw.data, raw.size, err);
    out->raw = raw;
    if (code != ERR_OK) err_set_file(err, path);
    mem_free(path);
    return code;
}

void baked_free(struct baked *baked)
{
    json_decref(baked->manifest);
    file_bytes_free(&baked->raw);
    mem_arena_free(&baked->arena);
    memset(baked, 0, sizeof *baked);
}

enum err_code baked_check_output(const struct baked *baked, const char *output, struct err *err)
{
    enum err_code code = ERR_OK;
    for (size_t i = 0; i <= baked->file_count && code == ERR_OK; i++) {
        const char *name = i < baked->file_count ? baked->files[i].name : OUTDIR_MANIFEST;
        char *path = baked_path(baked->folder, name);
        if (path == NULL)
            return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a file name");
        const char *const inputs[] = {path};
        code = output_file_check(output, inputs, 1, true, err);
        mem_free(path);
    }
    return code;
}
