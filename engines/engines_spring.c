/*
 * Maps for Spring: NAME.smf with heights, types, minimap and the order of the tiles, NAME.smt with
 * the picture of the ground, mapinfo.lua with what the layers drive like.
 * Source: docs/formats/spring.md.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "base/parallel.h"
#include "engines/engines_plan.h"
#include "roads/roads_show.h"

#define STB_DXT_STATIC
#define STB_DXT_IMPLEMENTATION
#include <stb_dxt.h>

#define SQUARE 8 /* the engine's units a square of the heightmap */
#define SQUARE_TEXELS 8
#define TILE 32        /* texels of a tile a side: four squares */
#define TILE_BYTES 680 /* 32, 16, 8 and 4 texels a side as DXT1 */
#define MINIMAP 1024
#define MINIMAP_BYTES 699048 /* 1024 down to 4 texels a side */
#define HEADER 80
#define SPLATS 4
#define DRY 8 /* units from the water, at 0, up to the lowest point of a dry map */
#define FLAT_RANGE 1

/* ---- what a kind of ground is to drive on ---- */

struct physics {
    double hardness, tank, kbot, hover, ship;
};
static const struct physics grounds[GROUND_KINDS + 1] = {
    [GROUND_CONCRETE] = {3, 1.15, 1.1, 1.1, 1}, [GROUND_ASPHALT] = {3, 1.2, 1.1, 1.1, 1},
    [GROUND_GRAVEL] = {1.2, 0.95, 0.95, 1, 1},  [GROUND_ROCK] = {2.5, 0.9, 0.95, 0.9, 1},
    [GROUND_ICE] = {1.5, 0.8, 0.8, 1.1, 1},     [GROUND_SNOW] = {0.6, 0.7, 0.75, 1, 1},
    [GROUND_METAL] = {4, 1.1, 1.1, 1.1, 1},     [GROUND_GRASS] = {0.9, 1, 1, 1, 1},
    [GROUND_SAND] = {0.5, 0.75, 0.8, 1.05, 1},  [GROUND_DIRT] = {0.8, 0.95, 0.95, 1, 1},
    [GROUND_MUD] = {0.4, 0.55, 0.6, 1, 1},      [GROUND_KINDS] = {1, 1, 1, 1, 1}};

/* ---- sizes ---- */

static uint32_t squares_of(const struct engines_plan *plan)
{
    return plan->points - 1;
}

enum scree_code engines_settle_spring(struct engines_plan *plan, struct scree_error *err)
{
    const uint32_t squares = squares_of(plan);
    plan->texels = squares / 2;
    plan->grid =
        (struct engines_grid){.kind = SCREE_CELLS, .width = plan->texels, .height = plan->texels};
    plan->scale = SQUARE / plan->spacing_m;
    if ((plan->high_m - plan->low_m) * plan->scale < 1e6) return SCREE_OK;
    return err_set_option(
        err, "height_scale",
        "the terrain is %.6g times as high as wide; set {height_scale} or {cell_m}",
        (plan->high_m - plan->low_m) / plan->side_m);
}

/* Heights as they are stored: low + number * (high - low) / 65536, in units above the water. */
struct range {
    float low, high;
    double sea_m; /* the altitude that becomes 0 */
};

static struct range range_of(const struct engines_plan *plan)
{
    struct range range;
    range.sea_m = plan->options.has_water ? plan->options.water_m : plan->low_m - DRY / plan->scale;
    const double low = (plan->low_m - range.sea_m) * plan->scale;
    double extent = (plan->high_m - plan->low_m) * plan->scale;
    if (!(extent > 0)) extent = FLAT_RANGE;
    range.low = (float)low;
    range.high = (float)(low + extent * 65536 / 65535);
    return range;
}

static uint16_t stored(const struct range *range, double height)
{
    const double step = ((double)range->high - (double)range->low) / 65536;
    const double number = floor((height - (double)range->low) / step + 0.5);
    return number <= 0 ? 0 : number >= 65535 ? 65535 : (uint16_t)number;
}

/* ---- pictures as DXT1, which graphics cards read as it is ---- */

/* A square of RGB in blocks of 4 x 4: 8 bytes each, row by row. Returns the end of out. */
static uint8_t *pack(uint8_t *out, const uint8_t *rgb, size_t size)
{
    uint8_t block[64];
    for (size_t y = 0; y < size; y += 4)
        for (size_t x = 0; x < size; x += 4) {
            for (size_t i = 0; i < 16; i++) {
                memcpy(block + 4 * i, rgb + 3 * ((y + i / 4) * size + x + i % 4), 3);
                block[4 * i + 3] = 255;
            }
            stb_compress_dxt_block(out, block, 0, STB_DXT_NORMAL);
            out += 8;
        }
    return out;
}

/* Half as large, in place. */
static void halve(uint8_t *rgb, size_t size)
{
    const size_t half = size / 2;
    for (size_t y = 0; y < half; y++)
        for (size_t x = 0; x < half; x++)
            for (size_t c = 0; c < 3; c++) {
                const uint8_t *from = rgb + 3 * (2 * y * size + 2 * x) + c;
                const unsigned sum =
                    (unsigned)from[0] + from[3] + from[3 * size] + from[3 * size + 3];
                rgb[3 * (y * half + x) + c] = (uint8_t)((sum + 2) / 4);
            }
}

/* The square in all sizes down to 4 texels a side; it is changed. */
static void pack_down(uint8_t *out, uint8_t *rgb, size_t side)
{
    for (size_t size = side; size >= 4; size /= 2) {
        out = pack(out, rgb, size);
        halve(rgb, size);
    }
}

/* ---- the .smf ---- */

struct places { /* of its parts, bytes from its beginning */
    uint32_t heights, types, minimap, metal, tiles, features;
};

static struct places places_of(const struct engines_plan *plan)
{
    const uint32_t n = squares_of(plan);
    struct places at;
    at.heights = HEADER;
    at.types = at.heights + 2 * (n + 1) * (n + 1);
    at.minimap = at.types + (n / 2) * (n / 2);
    at.metal = at.minimap + MINIMAP_BYTES;
    at.tiles = at.metal + (n / 2) * (n / 2);
    const uint32_t name = (uint32_t)strlen(plan->name) + (uint32_t)sizeof ".smt";
    at.features = at.tiles + 8 + 4 + name + 4 * (n / 4) * (n / 4);
    return at;
}

static enum scree_code put_u32(struct stream *to, uint32_t value, struct scree_error *err)
{
    uint8_t bytes[4];
    bytes_put_u32le(bytes, value);
    return stream_put(to, bytes, sizeof bytes, err);
}

static enum scree_code put_header(struct stream *to, const struct engines_plan *plan,
                                  struct scree_error *err)
{
    const struct places at = places_of(plan);
    const struct range range = range_of(plan);
    const uint32_t n = squares_of(plan);
    uint8_t bytes[HEADER] = "spring map file";
    const uint32_t numbers[7] = {
        1, (uint32_t)engines_id(plan, 0) & 0x7fffffff, n, n, SQUARE, SQUARE_TEXELS, TILE};
    const uint32_t offsets[7] = {at.heights, at.types,    at.tiles, at.minimap,
                                 at.metal,   at.features, 0};
    for (int i = 0; i < 7; i++) bytes_put_u32le(bytes + 16 + 4 * i, numbers[i]);
    bytes_put_f32le(bytes + 44, range.low);
    bytes_put_f32le(bytes + 48, range.high);
    for (int i = 0; i < 7; i++) bytes_put_u32le(bytes + 52 + 4 * i, offsets[i]);
    return stream_put(to, bytes, sizeof bytes, err);
}

static enum scree_code put_heights(struct stream *to, struct engines_output *output,
                                   struct scree_error *err)
{
    const struct engines_plan *plan = output->plan;
    const struct range range = range_of(plan);
    for (uint32_t y = 0; y < plan->points; y++) {
        RETURN_IF_ERR(engines_get_heights(output, y, y, plan->points, err));
        for (uint32_t x = 0; x < plan->points; x++)
            bytes_put_u16le(output->bytes + (size_t)2 * x,
                            stored(&range, (output->row_m[x] - range.sea_m) * plan->scale));
        RETURN_IF_ERR(stream_put(to, output->bytes, (size_t)2 * plan->points, err));
    }
    return SCREE_OK;
}

static enum scree_code put_types(struct stream *to, const struct engines_output *output,
                                 struct scree_error *err)
{
    const struct engines_pass pass = {
        .grid = output->plan->grid, .winners = true, .step = "writing types"};
    struct engines_rows rows;
    engines_rows_start(&rows, output->plan, &pass, output->job, err);
    while (engines_rows_next(&rows)) rows.code = stream_put(to, rows.winners, rows.width, err);
    return engines_rows_end(&rows);
}

static enum scree_code draw_minimap(uint8_t *rgb, const struct engines_output *output,
                                    struct scree_error *err)
{
    const struct engines_pass pass = {
        .grid = {.kind = SCREE_CELLS, .width = MINIMAP, .height = MINIMAP},
        .rgb = true,
        .strips = output->roads,
        .step = "drawing the minimap"};
    struct engines_rows rows;
    engines_rows_start(&rows, output->plan, &pass, output->job, err);
    while (engines_rows_next(&rows))
        memcpy(rgb + (size_t)rows.y * 3 * MINIMAP, rows.rgb, 3 * MINIMAP);
    return engines_rows_end(&rows);
}

static enum scree_code put_minimap(struct stream *to, const struct engines_output *output,
                                   struct scree_error *err)
{
    uint8_t *rgb = mem_alloc_pixels((size_t)MINIMAP * MINIMAP, 3);
    uint8_t *packed = mem_alloc_pixels(MINIMAP_BYTES, 1);
    enum scree_code code =
        rgb != NULL && packed != NULL ? draw_minimap(rgb, output, err) : err_no_memory(err);
    if (code == SCREE_OK) {
        pack_down(packed, rgb, MINIMAP);
        code = stream_put(to, packed, MINIMAP_BYTES, err);
    }
    mem_free_pixels(rgb);
    mem_free_pixels(packed);
    return code;
}

static enum scree_code put_zeros(struct stream *to, size_t count, struct scree_error *err)
{
    static const uint8_t zeros[4096];
    for (size_t done = 0; done < count;) {
        const size_t now = count - done < sizeof zeros ? count - done : sizeof zeros;
        RETURN_IF_ERR(stream_put(to, zeros, now, err));
        done += now;
    }
    return SCREE_OK;
}

/* One file of tiles, each in its place once. */
static enum scree_code put_tiles(struct stream *to, const struct engines_plan *plan,
                                 struct scree_error *err)
{
    const uint32_t across = squares_of(plan) / 4, count = across * across;
    RETURN_IF_ERR(put_u32(to, 1, err));
    RETURN_IF_ERR(put_u32(to, count, err));
    RETURN_IF_ERR(put_u32(to, count, err));
    RETURN_IF_ERR(stream_put(to, plan->name, strlen(plan->name), err));
    RETURN_IF_ERR(stream_put(to, ".smt", sizeof ".smt", err));
    for (uint32_t i = 0; i < count; i++) RETURN_IF_ERR(put_u32(to, i, err));
    return SCREE_OK;
}

static enum scree_code put_smf(struct stream *to, struct engines_output *output,
                               struct scree_error *err)
{
    const struct engines_plan *plan = output->plan;
    const size_t half = squares_of(plan) / 2;
    RETURN_IF_ERR(put_header(to, plan, err));
    RETURN_IF_ERR(put_heights(to, output, err));
    RETURN_IF_ERR(put_types(to, output, err));
    RETURN_IF_ERR(put_minimap(to, output, err));
    RETURN_IF_ERR(put_zeros(to, half * half, err)); /* no metal */
    RETURN_IF_ERR(put_tiles(to, plan, err));
    return engines_put_trees(to, plan, range_of(plan).sea_m, err);
}

/* ---- the .smt ---- */

struct tiles {
    uint8_t *rgb, *packed; /* a row of tiles */
    uint32_t across;
};

static void pack_tile(void *context, size_t index, uint32_t thread)
{
    (void)thread;
    const struct tiles *tiles = context;
    uint8_t rgb[TILE * TILE * 3];
    for (size_t y = 0; y < TILE; y++)
        memcpy(rgb + y * TILE * 3, tiles->rgb + 3 * TILE * (y * tiles->across + index), 3 * TILE);
    pack_down(tiles->packed + index * TILE_BYTES, rgb, TILE);
}

static enum scree_code put_ground(struct stream *to, struct tiles *tiles,
                                  const struct engines_output *output, struct scree_error *err)
{
    const uint32_t size = tiles->across * TILE;
    const struct engines_pass pass = {.grid = {.kind = SCREE_CELLS, .width = size, .height = size},
                                      .rgb = true,
                                      .strips = output->roads,
                                      .step = "drawing the ground"};
    struct engines_rows rows;
    engines_rows_start(&rows, output->plan, &pass, output->job, err);
    while (engines_rows_next(&rows)) {
        memcpy(tiles->rgb + (size_t)3 * size * (rows.y % TILE), rows.rgb, (size_t)3 * size);
        if (rows.y % TILE != TILE - 1) continue;
        parallel_for(tiles->across, job_threads(output->job), pack_tile, tiles);
        rows.code = stream_put(to, tiles->packed, (size_t)TILE_BYTES * tiles->across, err);
    }
    return engines_rows_end(&rows);
}

static enum scree_code put_smt(struct stream *to, const struct engines_output *output,
                               struct scree_error *err)
{
    const uint32_t across = squares_of(output->plan) / 4;
    uint8_t head[32] = "spring tilefile";
    const uint32_t numbers[4] = {1, across * across, TILE, 1};
    for (int i = 0; i < 4; i++) bytes_put_u32le(head + 16 + 4 * i, numbers[i]);
    RETURN_IF_ERR(stream_put(to, head, sizeof head, err));
    struct tiles tiles = {mem_alloc_pixels((size_t)across * TILE * TILE, 3),
                          mem_alloc_pixels(across, TILE_BYTES), across};
    const enum scree_code code = tiles.rgb != NULL && tiles.packed != NULL
                                     ? put_ground(to, &tiles, output, err)
                                     : err_no_memory(err);
    mem_free_pixels(tiles.rgb);
    mem_free_pixels(tiles.packed);
    return code;
}

/* ---- splats ---- */

static uint32_t splats_of(const struct engines_plan *plan)
{
    return plan->merge->count < SPLATS ? plan->merge->count : SPLATS;
}

static enum scree_code write_splats(struct engines_output *output, struct scree_error *err)
{
    const struct engines_plan *plan = output->plan;
    const uint32_t n = squares_of(plan);
    const struct engines_grid grid = {.kind = SCREE_CELLS, .width = n, .height = n};
    struct engines_picture picture = {.channels = 4};
    snprintf(picture.name, sizeof picture.name, "maps/%s-splats.png", plan->name);
    for (uint32_t i = 0; i < SPLATS; i++)
        picture.materials[i] = i < splats_of(plan) ? plan->by_coverage[i] : ENGINES_NOTHING;
    RETURN_IF_ERR(engines_write_weights(output, &grid, &picture, 1, err));
    char name[ENGINES_FILE];
    for (uint32_t i = 0; i < splats_of(plan); i++) { /* alpha: how bright it is */
        snprintf(name, sizeof name, "maps/%s-splat%u.png", plan->name, (unsigned)i + 1);
        const struct engines_texture_names names = {.normal = name, .green = GROUND_GREEN_DOWN};
        RETURN_IF_ERR(engines_write_textures(output, plan->by_coverage[i], &names, err));
    }
    uint8_t dull[8 * 8 * 4];
    for (size_t i = 0; i < sizeof dull; i++) dull[i] = i % 4 == 3 ? 255 : 8;
    snprintf(name, sizeof name, "maps/%s-specular.png", plan->name);
    const struct ground_picture specular = {dull, 8, 8, 4};
    return ground_write_png8(output->sink, name, &specular, output->job, err);
}

/* ---- mapinfo.lua ---- */

static enum scree_code put_types_text(struct stream *to, const struct engines_plan *plan,
                                      struct scree_error *err)
{
    RETURN_IF_ERR(stream_print(to, err, "  terrainTypes = {\n"));
    for (uint32_t m = 0; m < plan->merge->count; m++) {
        const struct physics *of = &grounds[plan->materials[m].kind];
        char name[64];
        engines_text(name, sizeof name, plan->materials[m].name);
        RETURN_IF_ERR(
            stream_print(to, err,
                         "    [%u] = { name = \"%s\", hardness = %s, receiveTracks = true,\n"
                         "      moveSpeeds = { tank = %s, kbot = %s, hover = %s, ship = %s } },\n",
                         (unsigned)m, name, engines_number(of->hardness, 2).text,
                         engines_number(of->tank, 2).text, engines_number(of->kbot, 2).text,
                         engines_number(of->hover, 2).text, engines_number(of->ship, 2).text));
    }
    return stream_print(to, err, "  },\n");
}

static enum scree_code put_resources(struct stream *to, const struct engines_plan *plan,
                                     struct scree_error *err)
{
    const char *name = plan->name;
    RETURN_IF_ERR(stream_print(to, err,
                               "  resources = {\n    specularTex = \"%s-specular.png\",\n"
                               "    splatDistrTex = \"%s-splats.png\",\n",
                               name, name));
    for (uint32_t i = 0; i < splats_of(plan); i++)
        RETURN_IF_ERR(stream_print(to, err, "    splatDetailNormalTex%u = \"%s-splat%u.png\",\n",
                                   (unsigned)i + 1, name, (unsigned)i + 1));
    RETURN_IF_ERR(stream_print(to, err,
                               "    splatDetailNormalDiffuseAlpha = 1,\n  },\n"
                               "  splats = {\n    texScales = {"));
    for (uint32_t i = 0; i < SPLATS; i++) {
        const enum ground_kind kind =
            i < splats_of(plan) ? plan->materials[plan->by_coverage[i]].kind : GROUND_KINDS;
        const double units = ground_texture_repeat_mm(kind) / 1000.0 * plan->scale;
        RETURN_IF_ERR(
            stream_print(to, err, "%s%s", i == 0 ? " " : ", ", engines_number(1 / units, 6).text));
    }
    return stream_print(to, err, " },\n    texMults = { 0.5, 0.5, 0.5, 0.5 },\n  },\n");
}

/* x is east, y up, z south. */
static enum scree_code put_sun(struct stream *to, const struct engines_plan *plan,
                               struct scree_error *err)
{
    const struct ground_sun *sun = &plan->sun;
    if (!sun->is) return SCREE_OK;
    return stream_print(to, err, "  lighting = { sunDir = { %s, %s, %s } },\n",
                        engines_number(sun->east, 8).text, engines_number(sun->up, 8).text,
                        engines_number(-sun->north, 8).text);
}

static enum scree_code put_mapinfo(struct stream *to, const struct engines_plan *plan,
                                   struct scree_error *err)
{
    const unsigned side = SQUARE * squares_of(plan);
    RETURN_IF_ERR(
        stream_print(to, err,
                     "return {\n  name = \"%s\",\n  shortname = \"%s\",\n  version = \"1\",\n"
                     "  description = \"%s x %s m, %s units a metre\",\n"
                     "  mapfile = \"maps/%s.smf\",\n  modtype = 3,\n"
                     "  maphardness = 100, gravity = 130, tidalStrength = 0, maxMetal = 1,\n"
                     "  extractorRadius = 100,\n  smf = { smtFileName0 = \"maps/%s.smt\" },\n",
                     plan->name, plan->name, engines_number(plan->side_m, 0).text,
                     engines_number(plan->side_m, 0).text, engines_number(plan->scale, 6).text,
                     plan->name, plan->name));
    RETURN_IF_ERR(put_resources(to, plan, err));
    RETURN_IF_ERR(put_types_text(to, plan, err));
    RETURN_IF_ERR(put_sun(to, plan, err));
    return stream_print(to, err,
                        "  teams = {\n    [0] = { startPos = { x = %u, z = %u } },\n"
                        "    [1] = { startPos = { x = %u, z = %u } },\n  },\n}\n",
                        side / 4, side / 4, 3 * (side / 4), 3 * (side / 4));
}

/* ---- all of it ---- */

static enum scree_code write_maps(struct engines_output *output, struct scree_error *err)
{
    struct sink_file *file;
    const char *name = output->plan->name;
    RETURN_IF_ERR(engines_begin(output, &file, SINK_PLAIN, err, "maps/%s.smf", name));
    RETURN_IF_ERR(engines_end(output, file, put_smf(&file->stream, output, err), err));
    RETURN_IF_ERR(engines_begin(output, &file, SINK_PLAIN, err, "maps/%s.smt", name));
    return engines_end(output, file, put_smt(&file->stream, output, err), err);
}

/* Roads are painted on the ground, which has no bridges. */
static enum scree_code write_with_roads(struct engines_output *output, struct scree_error *err)
{
    const struct engines_plan *plan = output->plan;
    const struct ter_field *field = plan->inputs.field;
    struct roads_shown shown;
    RETURN_IF_ERR(roads_show(&shown, plan->inputs.roads, field, ROADS_ON_GROUND, err));
    enum scree_code code = render_strips_create(&output->roads, field, shown.strips,
                                                shown.strip_count, plan->side_m / MINIMAP, err);
    if (code == SCREE_OK) code = write_maps(output, err);
    render_strips_free(output->roads);
    output->roads = NULL;
    roads_shown_free(&shown);
    return code;
}

enum scree_code engines_write_spring(struct engines_output *output, struct scree_error *err)
{
    struct sink_file *file;
    RETURN_IF_ERR(write_with_roads(output, err));
    RETURN_IF_ERR(write_splats(output, err));
    RETURN_IF_ERR(engines_begin(output, &file, SINK_PLAIN, err, "mapinfo.lua"));
    return engines_end(output, file, put_mapinfo(&file->stream, output->plan, err), err);
}

void engines_tell_spring(const struct engines_plan *plan, struct scree_job *job)
{
    const struct range range = range_of(plan);
    if (plan->options.has_water) ground_warn_flood(plan->options.water_m, plan->high_m, job);
    job_note(job, NULL,
             "heights: %.6g units a metre keep slopes true; water lies at %.6g m, the ground from "
             "%.1f to %.1f units",
             plan->scale, range.sea_m, (double)range.low,
             (plan->high_m - range.sea_m) * plan->scale);
    if (plan->merge->count > SPLATS)
        job_note(job, NULL,
                 "splats: the %d largest of %u layers have a detail texture; the others show the "
                 "picture of the ground alone",
                 SPLATS, (unsigned)plan->merge->count);
}
