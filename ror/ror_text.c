/*
 * The text files of a Rigs of Rods terrain.
 *
 * The readers forgive little: a key with a blank before '=' is another key, a wrong value silently
 * becomes a default. Every rule kept here is in docs/formats.md, Rigs of Rods.
 */
#include "ror/ror_format.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

#define MIN_COMPOSITE_M 4000

/* The game has no place for it: comments, a line for each of the text. */
static enum scree_code put_description(struct stream *to, const char *text, struct scree_error *err)
{
    for (const char *p = text != NULL ? text : ""; *p != '\0';) {
        const size_t line = strcspn(p, "\r\n");
        RETURN_IF_ERR(stream_print(to, err, "%s# %.*s\n", p == text ? "\n" : "", (int)line, p));
        p += line;
        p += strspn(p, "\r\n");
    }
    return SCREE_OK;
}

/* Keys of [General] that have a value where people give none. The ambient colour is the game's own
 * default, but it warns if it is missing. */
static const char *const defaults[][2] = {
    {"CategoryID", "129"}, {"Version", "1"}, {"AmbientColor", "1 1 1"}, {"WaterBottomLine", "0"}};

static const char *default_of(const char *key)
{
    for (size_t i = 0; i < sizeof defaults / sizeof defaults[0]; i++)
        if (strcmp(defaults[i][0], key) == 0) return defaults[i][1];
    return NULL;
}

bool ror_is_default(const char *key, const char *value)
{
    const char *usual = default_of(key);
    return usual != NULL && strcmp(usual, value) == 0;
}

static const char *value_of(const struct ror_terrain *t, const char *key)
{
    for (const struct ror_kept_line *at = t->kept; at != NULL; at = at->next)
        if (strcmp(at->section, "General") == 0 && strcmp(at->key, key) == 0) return at->value;
    return default_of(key);
}

static enum scree_code put_kept(struct stream *to, const struct ror_terrain *t, const char *section,
                                struct scree_error *err)
{
    const bool general = strcmp(section, "General") == 0;
    for (const struct ror_kept_line *at = t->kept; at != NULL; at = at->next) {
        if (strcmp(at->section, section) != 0) continue;
        if (general && default_of(at->key) != NULL) continue;
        RETURN_IF_ERR(stream_print(to, err, at->value[0] != '\0' ? "%s = %s\n" : "%s=%s\n", at->key,
                                   at->value));
    }
    return SCREE_OK;
}

static bool is_first(const struct ror_kept_line *line, const struct ror_kept_line *from)
{
    while (from != line && strcmp(from->section, line->section) != 0) from = from->next;
    return from == line;
}

/* Sections that an export has none of: [Scripts], [Teleport] and whatever is there. */
static enum scree_code put_sections(struct stream *to, const struct ror_terrain *t,
                                    struct scree_error *err)
{
    for (const struct ror_kept_line *at = t->kept; at != NULL; at = at->next) {
        if (strcmp(at->section, "General") == 0 || strcmp(at->section, "Authors") == 0 ||
            strcmp(at->section, "Objects") == 0 || !is_first(at, t->kept))
            continue;
        RETURN_IF_ERR(stream_print(to, err, "\n[%s]\n", at->section));
        RETURN_IF_ERR(put_kept(to, t, at->section, err));
    }
    return SCREE_OK;
}

static enum scree_code put_authors(struct stream *to, const struct ror_terrain *t,
                                   struct scree_error *err)
{
    const bool given = t->author != NULL && t->author[0] != '\0';
    const struct ror_kept_line *at = t->kept;
    while (at != NULL && strcmp(at->section, "Authors") != 0) at = at->next;
    if (given || at != NULL) RETURN_IF_ERR(stream_print(to, err, "\n[Authors]\n"));
    if (given) RETURN_IF_ERR(stream_print(to, err, "terrain = %s\n", t->author));
    return put_kept(to, t, "Authors", err);
}

static enum scree_code put_terrn2(struct stream *to, const struct ror_terrain *t,
                                  struct scree_error *err)
{
    char file[ROR_FILE_SIZE], at[3][TEXT_FIXED];
    RETURN_IF_ERR(stream_print(to, err, "[General]\nName = %s\nGeometryConfig = %s\n",
                               t->title != NULL && t->title[0] != '\0' ? t->title : t->name,
                               ror_file_name(file, t->name, ROR_OTC)));
    RETURN_IF_ERR(stream_print(to, err, "GUID = %s\nCategoryID = %s\nVersion = %s\n", t->guid,
                               value_of(t, "CategoryID"), value_of(t, "Version")));
    for (int i = 0; i < 3; i++) text_fixed(at[i], t->start_mm[i], 3);
    RETURN_IF_ERR(stream_print(to, err, "StartPosition = %s %s %s\nWater = %d\n", at[0], at[1],
                               at[2], t->water ? 1 : 0));
    if (t->water)
        RETURN_IF_ERR(stream_print(to, err, "WaterLine = %s\nWaterBottomLine = %s\n",
                                   text_fixed(at[0], t->water_mm, 3),
                                   value_of(t, "WaterBottomLine")));
    RETURN_IF_ERR(stream_print(to, err, "AmbientColor = %s\nTractionMap = %s\n",
                               value_of(t, "AmbientColor"),
                               ror_file_name(file, t->name, ROR_LANDUSE)));
    RETURN_IF_ERR(put_kept(to, t, "General", err));
    RETURN_IF_ERR(put_authors(to, t, err));
    RETURN_IF_ERR(
        stream_print(to, err, "\n[Objects]\n%s=\n", ror_file_name(file, t->name, ROR_TOBJ)));
    if (t->plants)
        RETURN_IF_ERR(stream_print(to, err, "%s=\n", ror_file_name(file, t->name, ROR_PLANTS)));
    if (t->roads)
        RETURN_IF_ERR(stream_print(to, err, "%s=\n", ror_file_name(file, t->name, ROR_ROADS)));
    RETURN_IF_ERR(put_kept(to, t, "Objects", err));
    RETURN_IF_ERR(put_sections(to, t, err));
    return put_description(to, t->description, err);
}

/* No blanks around '=', no sections, no comments, no text behind a value. */
static enum scree_code put_otc(struct stream *to, const struct ror_terrain *t,
                               struct scree_error *err)
{
    const unsigned long points = t->points, side_m = t->world_m, far_m = side_m + side_m / 2;
    RETURN_IF_ERR(stream_print(to, err,
                               "PagesX=0\nPagesZ=0\nPageSize=%lu\n"
                               "PageFileFormat=%s-page-{X}-{Z}.otc\n",
                               points, t->name));
    RETURN_IF_ERR(stream_print(to, err,
                               "Heightmap.0.0.raw.size=%lu\nHeightmap.0.0.raw.bpp=2\n"
                               "Heightmap.0.0.flipX=0\nHeightmap.0.0.flipY=0\nFlat=0\n",
                               points));
    RETURN_IF_ERR(stream_print(to, err, "WorldSizeX=%lu\nWorldSizeZ=%lu\nWorldSizeY=%lu\n", side_m,
                               side_m, (unsigned long)t->height_m));
    RETURN_IF_ERR(stream_print(
        to, err, "LayerBlendMapSize=%lu\ndisableCaching=1\nminBatchSize=33\nmaxBatchSize=65\n",
        (unsigned long)t->blend_size));
    RETURN_IF_ERR(stream_print(
        to, err,
        "LightmapEnabled=0\nNormalMappingEnabled=1\nSpecularMappingEnabled=1\n"
        "ParallaxMappingEnabled=0\nGlobalColourMapEnabled=0\nReceiveDynamicShadowsDepth=0\n"));
    return stream_print(to, err,
                        "CompositeMapSize=2048\nCompositeMapDistance=%lu\nMaxPixelError=1\n",
                        far_m > MIN_COMPOSITE_M ? far_m : (unsigned long)MIN_COMPOSITE_M);
}

static enum scree_code put_page(struct stream *to, const struct ror_terrain *t,
                                struct scree_error *err)
{
    char file[ROR_FILE_SIZE], side[TEXT_FIXED];
    RETURN_IF_ERR(
        stream_print(to, err, "%s\n%zu\n", ror_file_name(file, t->name, ROR_RAW), t->layer_count));
    for (size_t k = 0; k < t->layer_count; k++) {
        const struct ror_layer *layer = &t->layers[k];
        RETURN_IF_ERR(stream_print(to, err, "%s, %s, %s", text_fixed(side, layer->repeat_mm, 3),
                                   layer->diffuse, layer->normal));
        const enum ror_file blend = k > 4 ? ROR_BLEND2 : ROR_BLEND;
        if (k > 0)
            RETURN_IF_ERR(stream_print(to, err, ", %s, %c, 1", ror_file_name(file, t->name, blend),
                                       "RGBA"[(k - 1) % 4]));
        RETURN_IF_ERR(stream_print(to, err, "\n"));
    }
    return SCREE_OK;
}

static enum scree_code put_landuse(struct stream *to, const struct ror_terrain *t,
                                   struct scree_error *err)
{
    char file[ROR_FILE_SIZE];
    RETURN_IF_ERR(stream_print(to, err, "[config]\ntexture = %s\ndefaultuse = gravel\n",
                               ror_file_name(file, t->name, ROR_LANDUSE_PICTURE)));
    if (t->ground_models)
        RETURN_IF_ERR(stream_print(to, err, "loadGroundModelsConfig = %s\n",
                                   ror_file_name(file, t->name, ROR_GROUND_MODELS)));
    RETURN_IF_ERR(stream_print(to, err, "\n[use-map]\n"));
    for (size_t i = 0; i < t->use_count; i++) {
        const uint8_t *rgb = t->uses[i].rgb;
        RETURN_IF_ERR(stream_print(to, err, "0xff%02x%02x%02x = %s\n", (unsigned)rgb[0],
                                   (unsigned)rgb[1], (unsigned)rgb[2], t->uses[i].model));
    }
    return SCREE_OK;
}

static enum scree_code put_tobj(struct stream *to, const struct ror_terrain *t,
                                struct scree_error *err)
{
    RETURN_IF_ERR(stream_print(to, err, "; objects of %s: x, y, z, rx, ry, rz, name\n", t->name));
    for (size_t i = 0; i < t->grass_count; i++)
        RETURN_IF_ERR(stream_print(
            to, err, "grass 200, 0.5, 0.05, 10, 0.3, 0.2, 0.2, 1, 1, 1, 0, 0, grass1 none %s\n",
            t->grass[i]));
    if (!t->shop) return SCREE_OK;
    char at[3][TEXT_FIXED];
    for (int i = 0; i < 3; i++) text_fixed(at[i], t->shop_mm[i], 3);
    return stream_print(to, err, "%s, %s, %s, 0, %u, 0, truckshop sale %s-shop\n", at[0], at[1],
                        at[2], t->shop_yaw_deg, t->name);
}

enum scree_code ror_write_text(struct stream *to, enum ror_file file,
                               const struct ror_terrain *terrain, struct scree_error *err)
{
    static enum scree_code (*const puts[ROR_FILES])(struct stream *, const struct ror_terrain *,
                                                    struct scree_error *) = {
        [ROR_TERRN2] = put_terrn2,
        [ROR_OTC] = put_otc,
        [ROR_PAGE] = put_page,
        [ROR_LANDUSE] = put_landuse,
        [ROR_TOBJ] = put_tobj};
    assert(puts[file] != NULL && terrain->layer_count >= 1 &&
           terrain->layer_count <= ROR_LAYERS_NO_SHADOWS);
    return puts[file](to, terrain, err);
}
