/*
 * Any bytes as what a painting is read from. The first byte says which: 'L', a legend of a picture in
 * colours; 'G', of a grey one; else the texts of a Rigs of Rods terrain, with a byte 0x1e between them:
 * .terrn2, .otc, page. Heights and a blend map lie beside them.
 *
 * A painting that is taken has 1 to 16 classes, and every texel is of one of them or of none; one that
 * is refused leaves nothing and says why.
 */
#define _XOPEN_SOURCE 700
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/files.h"
#include "fit/fit.h"
#include "image/image.h"
#include "tests/fuzz/require.h"

#define SIDE 4
#define POINTS 5

static char root[64];
static const char *const names[] = {"t.terrn2",    "t.otc",       "t-page-0-0.otc", "t.raw",
                                    "t-blend.png", "colours.png", "grey.png"};
#define NAMES (sizeof names / sizeof names[0])
#define TEXTS 3

static const char *in_root(size_t name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", root, names[name]);
    return path;
}

static void remove_root(void)
{
    for (size_t i = 0; i < NAMES; i++) (void)!unlink(in_root(i));
    (void)!rmdir(root);
}

static void put(size_t name, const void *bytes, size_t size)
{
    FILE *file = fopen(in_root(name), "wb");
    REQUIRE(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
}

/* In memory where there is such a file system. */
static void start(void)
{
    if (root[0] != '\0') return;
    uint8_t pixels[SIDE * SIDE * 4], heights[POINTS * POINTS * 2];
    snprintf(root, sizeof root, "%s/scree-fuzz-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    REQUIRE(mkdtemp(root) != NULL && atexit(remove_root) == 0);
    for (size_t i = 0; i < sizeof pixels; i++) pixels[i] = (uint8_t)(i % 7 * 40);
    for (size_t i = 0; i < sizeof heights; i++) heights[i] = (uint8_t)(i * 37);
    put(3, heights, sizeof heights);
    REQUIRE(image_write_png8(in_root(4), pixels, SIDE, SIDE, 4, NULL) == SCREE_OK);
    REQUIRE(image_write_png8(in_root(5), pixels, SIDE, SIDE, 3, NULL) == SCREE_OK);
    REQUIRE(image_write_png8(in_root(6), pixels, SIDE, SIDE, 1, NULL) == SCREE_OK);
}

static void check(const struct fit_source *source)
{
    struct fit_painting painting;
    struct scree_error err = SCREE_ERROR_INIT;
    const enum scree_code code = fit_painting_read(&painting, source, NULL, &err);
    const struct fit_picture *picture = &painting.picture;
    if (code != SCREE_OK) {
        REQUIRE(picture->ids == NULL && painting.field == NULL && err.text[0] != '\0');
        return;
    }
    REQUIRE(picture->count >= 1 && picture->count <= FIT_MAX_CLASSES);
    for (size_t i = 0; i < (size_t)picture->width * picture->height; i++)
        REQUIRE(picture->ids[i] == FIT_NONE || picture->ids[i] < picture->count);
    for (uint32_t c = 0; c < picture->count; c++)
        REQUIRE(memchr(picture->classes[c].name, '\0', FIT_NAME_SIZE) != NULL);
    fit_painting_free(&painting);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) return 0;
    start();
    struct fit_source source = {.ground = SCREE_TERRAIN_OPTIONS_INIT};
    const char kind = (char)*data++;
    size--;
    if (kind == 'L' || kind == 'G') {
        struct inputs_opened opened;
        source.path = in_root(kind == 'L' ? 5 : 6);
        REQUIRE(inputs_open_memory(&opened, "legend", data, size, NULL) == SCREE_OK);
        source.classes = &opened;
        check(&source);
        inputs_close(&opened);
        return 0;
    }
    for (size_t i = 0; i < TEXTS; i++) {
        const uint8_t *end = i + 1 < TEXTS && size > 0 ? memchr(data, 0x1e, size) : NULL;
        const size_t length = end != NULL ? (size_t)(end - data) : size;
        put(i, data, length);
        data += end != NULL ? length + 1 : length;
        size -= end != NULL ? length + 1 : length;
    }
    source.path = in_root(0);
    check(&source);
    return 0;
}
