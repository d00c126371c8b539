/* Any bytes as the manifest of a bake: what is taken of them is what a bake could have written, by
 * a second look that shares nothing with the first. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "bake/baked.h"
#include "tests/fuzz/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Plain names in the folder, or in masks/. */
static void check_name(const char *name)
{
    const size_t length = strlen(name);
    REQUIRE(length > 0 && length < 160 && name[0] != '.' && name[0] != '/');
    size_t slashes = 0;
    for (const char *c = name; *c != '\0'; c++) {
        REQUIRE((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') ||
                strchr("._-/", *c) != NULL);
        slashes += *c == '/';
    }
    REQUIRE(slashes == (strncmp(name, "masks/", 6) == 0 ? 1 : 0));
    REQUIRE(strstr(name, "..") == NULL && name[length - 1] != '/' && strstr(name, "/.") == NULL);
}

static void check_line(const char *text)
{
    REQUIRE(text != NULL);
    for (; *text != '\0'; text++) REQUIRE((unsigned char)*text >= 0x20 && *text != 0x7f);
}

static void check_file(const struct baked_file *file)
{
    REQUIRE(file->name != NULL && file->bytes <= INT64_MAX);
    REQUIRE(strlen(file->sha256) == 64 && strspn(file->sha256, "0123456789abcdef") == 64);
}

static void check(const struct baked *baked)
{
    for (size_t i = 0; i < 3; i++) {
        const char *name = baked->inputs[i].name;
        if (name == NULL && i == 2) continue;
        check_file(&baked->inputs[i]);
        check_line(name);
        REQUIRE(strchr(name, '/') == NULL && strcmp(name, "..") != 0 && name[0] != '\0');
    }
    check_line(baked->version);
    REQUIRE(baked->width >= 1 && baked->width <= baked->whole_width);
    REQUIRE(baked->height >= 1 && baked->height <= baked->whole_height);
    REQUIRE(baked->whole_width <= RENDER_MAX_SIZE && baked->whole_height <= RENDER_MAX_SIZE);
    const struct render_crop *region = &baked->region;
    REQUIRE(region->width == 0 || (region->width == baked->width &&
                                   region->column + region->width <= baked->whole_width &&
                                   region->row + region->height <= baked->whole_height));
    REQUIRE(baked->cut.columns >= 1 && baked->cut.columns <= baked->width && baked->cut.rows >= 1);
    REQUIRE(baked->outputs >= 1 && baked->outputs <= 15);
    REQUIRE((unsigned)baked->format <= SCREE_BAKE_TIFF32F &&
            (unsigned)baked->plane <= SCREE_BAKE_EFF);
    REQUIRE(baked->depth == RENDER_NO_DEPTH || baked->depth <= RENDER_MAX_DEPTH);
    REQUIRE(baked->relief >= 1 && baked->relief <= 8);
    REQUIRE(isfinite(baked->ground.height_scale) && baked->ground.height_scale != 0);
    REQUIRE(isfinite(baked->ground.height_offset_tu) && isfinite(baked->ground.cell_m));
    REQUIRE(isfinite(baked->texel_m[0]) && baked->texel_m[0] > 0 && baked->texel_m[1] > 0);
    REQUIRE(baked->material_count >= 1 && baked->material_count <= 512);
    for (size_t m = 0; m < baked->material_count; m++) {
        check_line(baked->materials[m].name);
        REQUIRE((baked->materials[m].file != NULL) == ((baked->outputs & SCREE_BAKE_MASKS) != 0));
    }
    REQUIRE((baked->beamng_name != NULL) == ((baked->outputs & SCREE_BAKE_BEAMNG) != 0));
    if (baked->beamng_name != NULL) check_name(baked->beamng_name);
    REQUIRE(baked->file_count >= 1);
    for (size_t i = 0; i < baked->file_count; i++) {
        check_file(&baked->files[i]);
        check_name(baked->files[i].name);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct baked baked;
    struct scree_error err = SCREE_ERROR_INIT;
    const enum scree_code code = baked_read(&baked, "folder", data, size, &err);
    if (code == SCREE_OK)
        check(&baked);
    else
        REQUIRE(err.code == (int)code && (code == SCREE_MALFORMED || code == SCREE_UNSUPPORTED) &&
                err.text[0] != '\0' && strlen(err.text) < sizeof err.text - 1);
    baked_free(&baked);
    return 0;
}
