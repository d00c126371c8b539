#include <stdio.h>
#include <string.h>

#include "bake/baked_digest.h"
#include "base/path.h"
#include "compare/compare_planes.h"

static enum scree_code file_digest(struct baked_digest_file *out, const struct baked *baked,
                                   const char *name, struct scree_error *err)
{
    struct baked_samples samples;
    char *path = path_join(baked->folder, name);
    if (path == NULL) return err_no_memory(err);
    const enum scree_code code = baked_read_samples(&samples, path, err);
    mem_free(path);
    if (code != SCREE_OK) return code;
    out->name = name;
    out->width = samples.width;
    out->height = samples.height;
    snprintf(out->format, sizeof out->format, samples.channels > 1 ? "%sx%u" : "%s", samples.format,
             (unsigned)samples.channels);
    sha_hex(out->sha256, samples.bytes, samples.size);
    baked_samples_free(&samples);
    return SCREE_OK;
}

enum scree_code baked_digest_make(struct baked_digest *out, const struct baked *baked,
                                  struct scree_error *err)
{
    memset(out, 0, sizeof *out);
    char *text = mem_alloc(baked->file_count, COMPARE_LINE_SIZE);
    out->files = mem_alloc(baked->file_count, sizeof *out->files);
    enum scree_code code = SCREE_OK;
    if (text == NULL || out->files == NULL) {
        code = err_no_memory(err);
        goto fail;
    }
    size_t used = 0;
    for (size_t i = 0; i < baked->file_count; i++) {
        struct baked_digest_file *file = &out->files[i];
        FAIL_IF_ERR(code, file_digest(file, baked, baked->files[i].name, err));
        out->count++;
        const struct compare_digested line = {"file",       (uint32_t)i,  file->width, file->height,
                                              file->format, file->sha256, file->name};
        compare_digest_line(text + used, &line);
        used += strlen(text + used);
    }
    sha_hex(out->whole, text, used);

fail:
    mem_free(text);
    if (code != SCREE_OK) baked_digest_free(out);
    return code;
}

void baked_digest_free(struct baked_digest *digest)
{
    mem_free(digest->files);
    memset(digest, 0, sizeof *digest);
}
