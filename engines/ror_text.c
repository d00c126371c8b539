/*
 * The text files of a Rigs of Rods terrain.
 *
 * The readers forgive little: a key with a blank before '=' is another key, a wrong value silently
 * becomes a default. Every rule kept here is in docs/formats.md, Rigs of Rods.
 */
#include "engines/engines.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"

#define PLAIN "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
#define MIN_COMPOSITE_M 4000

static bool is_plain(const char *text, const char *more)
{
    for (; *text != '\0'; text++)
        if (strchr(PLAIN, *text) == NULL && strchr(more, *text) == NULL) return false;
    return true;
}

static enum err_code check_file(const char *name, struct err *err)
{
    if (name != NULL && name[0] != '\0' && is_plain(name, ".")) return ERR_OK;
    return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                   "'%.60s' is no file name for Rigs of Rods: letters, digits, '_', '-' and '.'",
                   name != NULL ? name : "");
}

static enum err_code check_sizes(const struct engines_ror_terrain *t, struct err *err)
{
    const uint32_t cells = t->points - 1;
    if (t->points < ENGINES_ROR_MIN_POINTS || t->points > ENGINES_ROR_MAX_POINTS ||
        (cells & (cells - 1)) != 0)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "a Rigs of Rods terrain has 2^n + 1 points a side, %d to %d, not %lu",
                       ENGINES_ROR_MIN_POINTS, ENGINES_ROR_MAX_POINTS, (unsigned long)t->points);
    if (t->world_m == 0 || t->height_m == 0 || t->blend_size == 0)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET, "a size of the world is 0");
    if (t->layer_count == 0 || t->layer_count > ENGINES_ROR_LAYERS_NO_SHADOWS)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET, "Rigs of Rods draws 1 to %d layers, not %zu",
                       ENGINES_ROR_LAYERS_NO_SHADOWS, t->layer_count);
    return ERR_OK;
}

static enum err_code check_uses(const struct engines_ror_terrain *t, struct err *err)
{
    for (size_t i = 0; i < t->use_count; i++) {
        const char *model = t->uses[i].model;
        if (model == NULL || model[0] == '\0' || !is_plain(model, " ."))
            return err_set(err, ERR_ARG, ERR_NO_OFFSET, "ground model %zu has no plain name", i);
        for (size_t k = 0; k < i; k++)
            if (memcmp(t->uses[i].rgb, t->uses[k].rgb, 3) == 0)
                return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                               "ground models %zu and %zu have the same colour", k, i);
    }
    return ERR_OK;
}

static enum err_code check(const struct engines_ror_terrain *t, struct err *err)
{
    const size_t length = strlen(t->name);
    if (length == 0 || length > ENGINES_ROR_MAX_NAME || !is_plain(t->name, ""))
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "'%.70s' is no name for a Rigs of Rods terrain: 1 to %d plain letters, "
                       "digits, '_' and '-'",
                       t->name, ENGINES_ROR_MAX_NAME);
    if (t->author != NULL && t->author[strcspn(t->author, "\r\n")] != '\0')
        return err_set(err, ERR_ARG, ERR_NO_OFFSET, "the author's name must be one line");
    RETURN_IF_ERR(check_sizes(t, err));
    for (size_t i = 0; i < t->layer_count; i++) {
        RETURN_IF_ERR(check_file(t->layers[i].diffuse, err));
        RETURN_IF_ERR(check_file(t->layers[i].normal, err));
        if (t->layers[i].repeat_mm == 0)
            return err_set(err, ERR_ARG, ERR_NO_OFFSET, "the texture of layer %zu has no size", i);
    }
    for (size_t i = 0; i < t->grass_count; i++) RETURN_IF_ERR(check_file(t->grass[i], err));
    return check_uses(t, err);
}

/* Millimetres as metres: no C library may put a comma there. */
static void put_metres(FILE *out, int64_t mm)
{
    const uint64_t size = mm < 0 ? (uint64_t)0 - (uint64_t)mm : (uint64_t)mm;
    fprintf(out, "%s%" PRIu64 ".%03" PRIu64, mm < 0 ? "-" : "", size / 1000, size % 1000);
}

static void put_terrn2(FILE *out, const struct engines_ror_terrain *t)
{
    char file[ENGINES_ROR_FILE_SIZE];
    fprintf(out, "[General]\nName = %s\n", t->name);
    fprintf(out, "GeometryConfig = %s\n", engines_ror_file_name(file, t->name, ENGINES_ROR_OTC));
    fprintf(out, "GUID = %s\nCategoryID = 129\nVersion = 1\n", t->guid);
    fputs("StartPosition = ", out);
    for (int i = 0; i < 3; i++) {
        put_metres(out, t->start_mm[i]);
        fputc(i < 2 ? ' ' : '\n', out);
    }
    fprintf(out, "Water = %d\n", t->water ? 1 : 0);
    if (t->water) {
        fputs("WaterLine = ", out);
        put_metres(out, t->water_mm);
        fputs("\nWaterBottomLine = 0\n", out);
    }
    fputs("AmbientColor = 1 1 1\n", out); /* the default, but the game warns if it is missing */
    fprintf(out, "TractionMap = %s\n", engines_ror_file_name(file, t->name, ENGINES_ROR_LANDUSE));
    if (t->author != NULL && t->author[0] != '\0')
        fprintf(out, "\n[Authors]\nterrain = %s\n", t->author);
    fprintf(out, "\n[Objects]\n%s=\n", engines_ror_file_name(file, t->name, ENGINES_ROR_TOBJ));
}

/* No blanks around '=', no sections, no comments, no text behind a value. */
static void put_otc(FILE *out, const struct engines_ror_terrain *t)
{
    const unsigned long far_m = (unsigned long)t->world_m + t->world_m / 2;
    fprintf(out, "PagesX=0\nPagesZ=0\nPageSize=%lu\n", (unsigned long)t->points);
    fprintf(out, "PageFileFormat=%s-page-{X}-{Z}.otc\n", t->name);
    fprintf(out, "Heightmap.0.0.raw.size=%lu\nHeightmap.0.0.raw.bpp=2\n", (unsigned long)t->points);
    fputs("Heightmap.0.0.flipX=0\nHeightmap.0.0.flipY=0\nFlat=0\n", out);
    fprintf(out, "WorldSizeX=%lu\nWorldSizeZ=%lu\nWorldSizeY=%lu\n", (unsigned long)t->world_m,
            (unsigned long)t->world_m, (unsigned long)t->height_m);
    fprintf(out, "LayerBlendMapSize=%lu\ndisableCaching=1\nminBatchSize=33\nmaxBatchSize=65\n",
            (unsigned long)t->blend_size);
    fputs("LightmapEnabled=0\nNormalMappingEnabled=1\nSpecularMappingEnabled=1\n"
          "ParallaxMappingEnabled=0\nGlobalColourMapEnabled=0\nReceiveDynamicShadowsDepth=0\n",
          out);
    fprintf(out, "CompositeMapSize=2048\nCompositeMapDistance=%lu\nMaxPixelError=1\n",
            far_m > MIN_COMPOSITE_M ? far_m : (unsigned long)MIN_COMPOSITE_M);
}

static void put_page(FILE *out, const struct engines_ror_terrain *t)
{
    char file[ENGINES_ROR_FILE_SIZE];
    fprintf(out, "%s\n%zu\n", engines_ror_file_name(file, t->name, ENGINES_ROR_RAW),
            t->layer_count);
    for (size_t k = 0; k < t->layer_count; k++) {
        const struct engines_ror_layer *layer = &t->layers[k];
        put_metres(out, layer->repeat_mm);
        fprintf(out, ", %s, %s", layer->diffuse, layer->normal);
        if (k > 0) {
            const enum engines_ror_file blend = k > 4 ? ENGINES_ROR_BLEND2 : ENGINES_ROR_BLEND;
            fprintf(out, ", %s, %c, 1", engines_ror_file_name(file, t->name, blend),
                    "RGBA"[(k - 1) % 4]);
        }
        fputc('\n', out);
    }
}

static void put_landuse(FILE *out, const struct engines_ror_terrain *t)
{
    char file[ENGINES_ROR_FILE_SIZE];
    fprintf(out, "[config]\ntexture = %s\ndefaultuse = gravel\n",
            engines_ror_file_name(file, t->name, ENGINES_ROR_LANDUSE_PICTURE));
    if (t->ground_models)
        fprintf(out, "loadGroundModelsConfig = %s\n",
                engines_ror_file_name(file, t->name, ENGINES_ROR_GROUND_MODELS));
    fputs("\n[use-map]\n", out);
    for (size_t i = 0; i < t->use_count; i++) {
        const uint8_t *rgb = t->uses[i].rgb;
        fprintf(out, "0xff%02x%02x%02x = %s\n", (unsigned)rgb[0], (unsigned)rgb[1],
                (unsigned)rgb[2], t->uses[i].model);
    }
}

static void put_tobj(FILE *out, const struct engines_ror_terrain *t)
{
    fprintf(out, "; objects of %s: x, y, z, rx, ry, rz, name\n", t->name);
    for (size_t i = 0; i < t->grass_count; i++)
        fprintf(out, "grass 200, 0.5, 0.05, 10, 0.3, 0.2, 0.2, 1, 1, 1, 0, 0, grass1 none %s\n",
                t->grass[i]);
}

enum err_code engines_write_ror_text(const char *path, enum engines_ror_file file,
                                     const struct engines_ror_terrain *terrain, struct err *err)
{
    RETURN_IF_ERR(check(terrain, err));
    struct file_writer writer = {0};
    RETURN_IF_ERR(file_create(&writer, path, err));
    enum err_code code = ERR_OK;
    switch (file) {
    case ENGINES_ROR_TERRN2:
        put_terrn2(writer.stream, terrain);
        break;
    case ENGINES_ROR_OTC:
        put_otc(writer.stream, terrain);
        break;
    case ENGINES_ROR_PAGE:
        put_page(writer.stream, terrain);
        break;
    case ENGINES_ROR_LANDUSE:
        put_landuse(writer.stream, terrain);
        break;
    case ENGINES_ROR_TOBJ:
        put_tobj(writer.stream, terrain);
        break;
    default:
        code = err_set(err, ERR_ARG, ERR_NO_OFFSET, "not a text file of Rigs of Rods");
        break;
    }
    if (code == ERR_OK) return file_commit(&writer, err);
    file_abort(&writer);
    return code;
}
