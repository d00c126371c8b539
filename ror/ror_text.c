/*
 * The text files of a Rigs of Rods terrain, and names of all.
 *
 * The readers forgive little: a key with a blank before '=' is another key, a wrong value silently
 * becomes a default. Every rule kept here is in docs/formats/ror.md.
 *
 * Rule (Rigs of Rods): Key files have no blanks, double keys or comments. See formats/ror.md.
 * Tests: ror/ror_traps, ror/ror_island.
 */
#include "ror/ror_plan.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

#define MIN_COMPOSITE_M 4000

char *ror_file_name(char out[ROR_FILE_SIZE], const char *name, enum ror_file file)
{
    static const char *const endings[ROR_FILES] = {[ROR_TERRN2] = ".terrn2",
                                                   [ROR_OTC] = ".otc",
                                                   [ROR_PAGE] = "-page-0-0.otc",
                                                   [ROR_RAW] = ".raw",
                                                   [ROR_BASE] = "-base-ds.png",
                                                   [ROR_BASE_NORMAL] = "-base-nh.png",
                                                   [ROR_BLEND] = "-blend.png",
                                                   [ROR_BLEND2] = "-blend2.png",
                                                   [ROR_LANDUSE] = "-landuse.cfg",
                                                   [ROR_LANDUSE_PICTURE] = "-landuse.png",
                                                   [ROR_GROUND_MODELS] = "-groundmodel.cfg",
                                                   [ROR_TOBJ] = ".tobj",
                                                   [ROR_PLANTS] = "-plants.tobj",
                                                   [ROR_ROADS] = "-roads.tobj",
                                                   [ROR_TRUNK_MATERIAL] = "-trunk.material",
                                                   [ROR_MINI] = "-mini.png",
                                                   [ROR_BUILDINGS] = "-buildings.geojson",
                                                   [ROR_REPORT] = "-report.json"};
    assert(strlen(name) <= ROR_MAX_NAME && file < ROR_FILES);
    snprintf(out, ROR_FILE_SIZE, "%s%s", name, endings[file]);
    return out;
}

void ror_grass_name(char out[ROR_FILE_SIZE], const struct ror_plan *plan, size_t index)
{
    snprintf(out, ROR_FILE_SIZE, "%s-grass%zu.png", plan->name, index + 1);
}

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

static const char *value_of(const struct ror_output *output, const char *key)
{
    for (const struct ror_kept_line *at = output->kept.first; at != NULL; at = at->next)
        if (strcmp(at->section, "General") == 0 && strcmp(at->key, key) == 0) return at->value;
    return default_of(key);
}

static enum scree_code put_kept(struct stream *to, const struct ror_output *output,
                                const char *section, struct scree_error *err)
{
    const bool general = strcmp(section, "General") == 0;
    for (const struct ror_kept_line *at = output->kept.first; at != NULL; at = at->next) {
        if (strcmp(at->section, section) != 0) continue;
        if (general && default_of(at->key) != NULL) continue;
        RETURN_IF_ERR(stream_print(to, err, at->value[0] != '\0' ? "%s = %s\n" : "%s=%s\n", at->key,
                                   at->value));
    }
    return SCREE_OK;
}

/* Sections that an export has none of: [Scripts], [Teleport] and whatever is there. */
static enum scree_code put_sections(struct stream *to, const struct ror_output *output,
                                    struct scree_error *err)
{
    for (const struct ror_kept_line *at = output->kept.first; at != NULL; at = at->next) {
        if (strcmp(at->section, "General") == 0 || strcmp(at->section, "Authors") == 0 ||
            strcmp(at->section, "Objects") == 0 || !ror_is_first(&output->kept, at))
            continue;
        RETURN_IF_ERR(stream_print(to, err, "\n[%s]\n", at->section));
        RETURN_IF_ERR(put_kept(to, output, at->section, err));
    }
    return SCREE_OK;
}

const char *ror_credit(char out[INPUTS_CREDITS], const struct ror_plan *plan)
{
    return inputs_credit(out, &plan->inputs.terrain_file,
                         plan->roads != NULL ? &plan->roads->file : NULL, plan->inputs.map);
}

static enum scree_code put_authors(struct stream *to, const struct ror_output *output,
                                   struct scree_error *err)
{
    const char *author = output->plan->options.level.author;
    char room[INPUTS_CREDITS];
    const char *credit = ror_credit(room, output->plan);
    const bool given = author != NULL && author[0] != '\0';
    const struct ror_kept_line *at = output->kept.first;
    while (at != NULL && strcmp(at->section, "Authors") != 0) at = at->next;
    if (given || credit != NULL || at != NULL)
        RETURN_IF_ERR(stream_print(to, err, "\n[Authors]\n"));
    if (given) RETURN_IF_ERR(stream_print(to, err, "terrain = %s\n", author));
    if (credit != NULL) RETURN_IF_ERR(stream_print(to, err, ROR_CREDIT_KEY " = %s\n", credit));
    return put_kept(to, output, "Authors", err);
}

static enum scree_code put_terrn2(struct stream *to, const struct ror_output *output,
                                  struct scree_error *err)
{
    const struct ror_plan *plan = output->plan;
    const struct scree_level_options *level = &plan->options.level;
    char file[ROR_FILE_SIZE], at[3][TEXT_FIXED];
    RETURN_IF_ERR(
        stream_print(to, err, "[General]\nName = %s\nGeometryConfig = %s\n",
                     level->title != NULL && level->title[0] != '\0' ? level->title : plan->name,
                     ror_file_name(file, plan->name, ROR_OTC)));
    RETURN_IF_ERR(stream_print(to, err, "GUID = %s\nCategoryID = %s\nVersion = %s\n", output->guid,
                               value_of(output, "CategoryID"), value_of(output, "Version")));
    for (int i = 0; i < 3; i++) text_fixed(at[i], plan->world.start_mm[i], 3);
    RETURN_IF_ERR(stream_print(to, err, "StartPosition = %s %s %s\nWater = %d\n", at[0], at[1],
                               at[2], level->has_water ? 1 : 0));
    if (plan->world.has_turn)
        RETURN_IF_ERR(stream_print(to, err, "StartRotation = %s\n",
                                   text_fixed(at[0], plan->world.start_turn, 3)));
    if (level->has_water)
        RETURN_IF_ERR(stream_print(to, err, "WaterLine = %s\nWaterBottomLine = %s\n",
                                   text_fixed(at[0], plan->world.water_mm, 3),
                                   value_of(output, "WaterBottomLine")));
    RETURN_IF_ERR(stream_print(to, err, "AmbientColor = %s\nTractionMap = %s\n",
                               value_of(output, "AmbientColor"),
                               ror_file_name(file, plan->name, ROR_LANDUSE)));
    RETURN_IF_ERR(put_kept(to, output, "General", err));
    RETURN_IF_ERR(put_authors(to, output, err));
    RETURN_IF_ERR(
        stream_print(to, err, "\n[Objects]\n%s=\n", ror_file_name(file, plan->name, ROR_TOBJ)));
    if (ror_has_plants(plan))
        RETURN_IF_ERR(stream_print(to, err, "%s=\n", ror_file_name(file, plan->name, ROR_PLANTS)));
    if (plan->roads != NULL)
        RETURN_IF_ERR(stream_print(to, err, "%s=\n", ror_file_name(file, plan->name, ROR_ROADS)));
    RETURN_IF_ERR(put_kept(to, output, "Objects", err));
    RETURN_IF_ERR(put_sections(to, output, err));
    return put_description(to, level->description, err);
}

/* No blanks around '=', no sections, no comments, no text behind a value. */
static enum scree_code put_otc(struct stream *to, const struct ror_output *output,
                               struct scree_error *err)
{
    const struct ror_world *world = &output->plan->world;
    const unsigned long points = world->points, side_m = world->world_m;
    const unsigned long far_m = side_m + side_m / 2;
    RETURN_IF_ERR(stream_print(to, err,
                               "PagesX=0\nPagesZ=0\nPageSize=%lu\n"
                               "PageFileFormat=%s-page-{X}-{Z}.otc\n",
                               points, output->plan->name));
    RETURN_IF_ERR(stream_print(to, err,
                               "Heightmap.0.0.raw.size=%lu\nHeightmap.0.0.raw.bpp=2\n"
                               "Heightmap.0.0.flipX=0\nHeightmap.0.0.flipY=0\nFlat=0\n",
                               points));
    RETURN_IF_ERR(stream_print(to, err, "WorldSizeX=%lu\nWorldSizeZ=%lu\nWorldSizeY=%lu\n", side_m,
                               side_m, (unsigned long)world->height_m));
    RETURN_IF_ERR(stream_print(
        to, err, "LayerBlendMapSize=%lu\ndisableCaching=1\nminBatchSize=33\nmaxBatchSize=65\n",
        (unsigned long)output->plan->blend_size));
    RETURN_IF_ERR(stream_print(
        to, err,
        "LightmapEnabled=0\nNormalMappingEnabled=1\nSpecularMappingEnabled=1\n"
        "ParallaxMappingEnabled=0\nGlobalColourMapEnabled=0\nReceiveDynamicShadowsDepth=0\n"));
    return stream_print(to, err,
                        "CompositeMapSize=2048\nCompositeMapDistance=%lu\nMaxPixelError=1\n",
                        far_m > MIN_COMPOSITE_M ? far_m : (unsigned long)MIN_COMPOSITE_M);
}

/* Layer k > 0 is channel "RGBA"[(k - 1) % 4] of blend map (k - 1) / 4. */
static enum scree_code put_page(struct stream *to, const struct ror_output *output,
                                struct scree_error *err)
{
    const struct ror_plan *plan = output->plan;
    const size_t base = plan->has_base ? 1 : 0, count = base + plan->groups.merge->count;
    char file[ROR_FILE_SIZE], other[ROR_FILE_SIZE], side[TEXT_FIXED];
    RETURN_IF_ERR(
        stream_print(to, err, "%s\n%zu\n", ror_file_name(file, plan->name, ROR_RAW), count));
    for (size_t k = 0; k < count; k++) {
        const struct ror_layer whole = {plan->world.world_m * 1000,
                                        ror_file_name(file, plan->name, ROR_BASE),
                                        ror_file_name(other, plan->name, ROR_BASE_NORMAL)};
        const struct ror_layer *layer = k < base ? &whole : &plan->materials.list[k - base].layer;
        RETURN_IF_ERR(stream_print(to, err, "%s, %s, %s", text_fixed(side, layer->repeat_mm, 3),
                                   layer->diffuse, layer->normal));
        const enum ror_file blend = k > 4 ? ROR_BLEND2 : ROR_BLEND;
        if (k > 0)
            RETURN_IF_ERR(stream_print(to, err, ", %s, %c, 1",
                                       ror_file_name(file, plan->name, blend),
                                       "RGBA"[(k - 1) % 4]));
        RETURN_IF_ERR(stream_print(to, err, "\n"));
    }
    return SCREE_OK;
}

static enum scree_code put_landuse(struct stream *to, const struct ror_output *output,
                                   struct scree_error *err)
{
    const struct ror_plan *plan = output->plan;
    char file[ROR_FILE_SIZE];
    RETURN_IF_ERR(stream_print(to, err, "[config]\ntexture = %s\ndefaultuse = gravel\n",
                               ror_file_name(file, plan->name, ROR_LANDUSE_PICTURE)));
    if (plan->models.count > 0)
        RETURN_IF_ERR(stream_print(to, err, "loadGroundModelsConfig = %s\n",
                                   ror_file_name(file, plan->name, ROR_GROUND_MODELS)));
    RETURN_IF_ERR(stream_print(to, err, "\n[use-map]\n"));
    for (uint32_t u = 0; u < plan->grounds.count; u++) {
        uint8_t rgb[3];
        render_index_colour(rgb, u);
        RETURN_IF_ERR(stream_print(to, err, "0xff%02x%02x%02x = %s\n", (unsigned)rgb[0],
                                   (unsigned)rgb[1], (unsigned)rgb[2], plan->grounds.names[u]));
    }
    return SCREE_OK;
}

static enum scree_code put_tobj(struct stream *to, const struct ror_output *output,
                                struct scree_error *err)
{
    const struct ror_plan *plan = output->plan;
    char file[ROR_FILE_SIZE], at[3][TEXT_FIXED];
    RETURN_IF_ERR(
        stream_print(to, err, "; objects of %s: x, y, z, rx, ry, rz, name\n", plan->name));
    for (size_t i = 0; i < plan->options.grass_count; i++) {
        ror_grass_name(file, plan, i);
        RETURN_IF_ERR(stream_print(
            to, err, "grass 200, 0.5, 0.05, 10, 0.3, 0.2, 0.2, 1, 1, 1, 0, 0, grass1 none %s\n",
            file));
    }
    if (!plan->shop.is_there) return SCREE_OK;
    for (int i = 0; i < 3; i++) text_fixed(at[i], plan->shop.at_mm[i], 3);
    return stream_print(to, err, "%s, %s, %s, 0, %u, 0, truckshop sale %s-shop\n", at[0], at[1],
                        at[2], plan->shop.yaw_deg, plan->name);
}

enum scree_code ror_put_text(struct stream *to, enum ror_file file, const struct ror_output *output,
                             struct scree_error *err)
{
    static enum scree_code (*const puts[ROR_FILES])(struct stream *, const struct ror_output *,
                                                    struct scree_error *) = {
        [ROR_TERRN2] = put_terrn2,
        [ROR_OTC] = put_otc,
        [ROR_PAGE] = put_page,
        [ROR_LANDUSE] = put_landuse,
        [ROR_TOBJ] = put_tobj,
        [ROR_PLANTS] = ror_put_plants,
        [ROR_TRUNK_MATERIAL] = ror_put_trunk_material,
        [ROR_ROADS] = ror_put_roads};
    return puts[file](to, output, err);
}
