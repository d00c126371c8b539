/* Every file of the terrain, one after the other. */
#include <stdio.h>
#include <string.h>

#include "render/row_stream.h"
#include "cli/ror/ror.h"

static enum err_code write_png(struct ror *ror, struct outdir *out, const char *name,
                               const uint8_t *pixels, uint32_t size, unsigned channels,
                               struct err *err)
{
    return export_write_png8(&ror->files, out, name, pixels, size, size, channels, err);
}

static const char *named(char out[ENGINES_ROR_FILE_SIZE], const struct ror *ror,
                         enum engines_ror_file file)
{
    return engines_ror_file_name(out, ror->name, file);
}

static enum err_code write_raw(struct ror *ror, struct outdir *out, struct err *err)
{
    char name[ENGINES_ROR_FILE_SIZE];
    char *path = export_begin_file(&ror->files, out, named(name, ror, ENGINES_ROR_RAW), err);
    if (path == NULL) return err->code;
    const enum err_code code = engines_write_ror_raw(path, ror->heights, ror->points, err);
    return export_finish_file(&ror->files, out, path, code, err);
}

/* A colour for each ground model, opaque and unmixed. */
static enum err_code write_landuse(struct ror *ror, struct outdir *out, struct err *err)
{
    const size_t count = (size_t)ror->blend_size * ror->blend_size;
    uint8_t *rgb = mem_alloc_pixels(count, 3);
    if (rgb == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for landuse");
    for (size_t i = 0; i < count; i++) render_index_colour(rgb + 3 * i, ror->winners[i]);
    char name[ENGINES_ROR_FILE_SIZE];
    const enum err_code code = write_png(ror, out, named(name, ror, ENGINES_ROR_LANDUSE_PICTURE),
                                         rgb, ror->blend_size, 3, err);
    mem_free_pixels(rgb);
    return code;
}

static void grass_name(char out[ENGINES_ROR_FILE_SIZE], const struct ror *ror, size_t index)
{
    snprintf(out, ENGINES_ROR_FILE_SIZE, "%s-grass%zu.png", ror->name, index + 1);
}

static enum err_code write_maps(struct ror *ror, struct outdir *out, struct err *err)
{
    char name[ENGINES_ROR_FILE_SIZE];
    static const enum engines_ror_file blends[2] = {ENGINES_ROR_BLEND, ENGINES_ROR_BLEND2};
    for (int i = 0; i < 2; i++)
        if (ror->blend[i] != NULL)
            RETURN_IF_ERR(write_png(ror, out, named(name, ror, blends[i]), ror->blend[i],
                                    ror->blend_size, 4, err));
    for (size_t i = 0; i < ror->args->grass_count; i++) {
        grass_name(name, ror, i);
        RETURN_IF_ERR(write_png(ror, out, name, ror->grass[i], ror->blend_size, 1, err));
    }
    return write_landuse(ror, out, err);
}

/* A picture of the map: lit for the menu, flat with an alpha of 0 for the ground. */
static enum err_code write_view(struct ror *ror, struct outdir *out, const char *name,
                                uint32_t size, bool lit, struct err *err)
{
    struct render_plan *plan = NULL;
    struct render_stream bands;
    struct render_light light = RENDER_LIGHT_DEFAULT;
    light.lit = lit;
    uint8_t *rgba = NULL;
    enum err_code code = render_stream_create(&bands, 1, err);
    if (code != ERR_OK) return code;
    FAIL_IF_ERR(code, render_stream_add_image(&bands, size, size, 3, err));
    FAIL_IF_ERR(code, ror_plan_create(&plan, ror, size, err));
    const struct render_target target = {
        .kind = RENDER_PICTURE_RGB8, .merge = ror->all, .planes = bands.rows, .light = &light};
    FAIL_IF_ERR(code,
                render_stream_run(&bands, plan, &target, 1, ror->args->render.tile, ror->job, err));
    const uint8_t *rgb = bands.images[0].pixels;
    if (lit) {
        code = write_png(ror, out, name, rgb, size, 3, err);
        goto fail;
    }
    const size_t count = (size_t)size * size;
    rgba = mem_alloc_pixels(count, 4);
    if (rgba == NULL) {
        code = err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for the base colour");
        goto fail;
    }
    for (size_t i = 0; i < count; i++) memcpy(rgba + 4 * i, rgb + 3 * i, 3);
    code = write_png(ror, out, name, rgba, size, 4, err);

fail:
    mem_free_pixels(rgba);
    render_plan_free(plan);
    render_stream_free(&bands);
    return code;
}

static enum err_code write_base(struct ror *ror, struct outdir *out,
                                const struct engines_ror_layer *base, struct err *err)
{
    RETURN_IF_ERR(write_view(ror, out, base->diffuse, ror->bake_size, false, err));
    return ror_write_flat_normal(ror, out, base->normal, err);
}

/* Everything the text files state. */
struct texts {
    struct engines_ror_terrain terrain;
    struct engines_ror_layer layers[ENGINES_ROR_LAYERS_NO_SHADOWS];
    struct engines_ror_use uses[ROR_MAX_USES];
    char base[2][ENGINES_ROR_FILE_SIZE];
    char grass_memory[ARGS_MAX_GRASS][ENGINES_ROR_FILE_SIZE];
    const char *grass[ARGS_MAX_GRASS];
};

static void make_texts(struct texts *out, const struct ror *ror)
{
    memset(out, 0, sizeof *out);
    size_t layers = 0;
    if (ror->args->base_colour) {
        snprintf(out->base[0], sizeof out->base[0], "%s-base-ds.png", ror->name);
        snprintf(out->base[1], sizeof out->base[1], "%s-base-nh.png", ror->name);
        out->layers[layers++] =
            (struct engines_ror_layer){ror->world_m * 1000, out->base[0], out->base[1]};
    }
    for (uint32_t m = 0; m < ror->merge->count; m++)
        out->layers[layers++] = ror->materials[m].layer;
    for (uint32_t u = 0; u < ror->uses->count; u++) {
        out->uses[u].model = ror->uses->names[u];
        render_index_colour(out->uses[u].rgb, u);
    }
    for (size_t i = 0; i < ror->args->grass_count; i++) {
        grass_name(out->grass_memory[i], ror, i);
        out->grass[i] = out->grass_memory[i];
    }
    out->terrain = (struct engines_ror_terrain){
        .name = ror->name,
        .author = ror->args->author,
        .guid = ror->guid,
        .points = ror->points,
        .world_m = ror->world_m,
        .height_m = ror->height_m,
        .blend_size = ror->blend_size,
        .water = ror->args->has_water,
        .water_mm = ror->water_mm,
        .start_mm = {ror->start_mm[0], ror->start_mm[1], ror->start_mm[2]},
        .layers = out->layers,
        .layer_count = layers,
        .uses = out->uses,
        .use_count = ror->uses->count,
        .ground_models = ror->args->ground_models != NULL,
        .grass = out->grass,
        .grass_count = ror->args->grass_count};
}

static enum err_code write_text(struct ror *ror, struct outdir *out, enum engines_ror_file file,
                                const struct texts *texts, struct err *err)
{
    char name[ENGINES_ROR_FILE_SIZE];
    char *path = export_begin_file(&ror->files, out, named(name, ror, file), err);
    if (path == NULL) return err->code;
    const enum err_code code = engines_write_ror_text(path, file, &texts->terrain, err);
    return export_finish_file(&ror->files, out, path, code, err);
}

/* Of all files written so far, by their names and contents. */
static enum err_code make_guid(struct ror *ror, struct err *err)
{
    const size_t room = ENGINES_ROR_FILE_SIZE + 64 + IMAGE_SHA256_HEX_SIZE;
    char *text = mem_alloc(ror->files.count, room);
    if (text == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for the id");
    size_t used = 0;
    for (size_t i = 0; i < ror->files.count; i++) {
        const int written = snprintf(text + used, room, "%s %s\n", ror->files.list[i].content,
                                     ror->files.list[i].name);
        used += (size_t)written;
    }
    ground_uuid(ror->guid, text, used);
    mem_free(text);
    return ERR_OK;
}

enum err_code ror_write(struct ror *ror, struct outdir *out, struct err *err)
{
    struct texts texts;
    char name[ENGINES_ROR_FILE_SIZE];
    make_texts(&texts, ror);
    RETURN_IF_ERR(write_raw(ror, out, err));
    RETURN_IF_ERR(write_maps(ror, out, err));
    RETURN_IF_ERR(ror_write_textures(ror, out, err));
    if (ror->args->base_colour) RETURN_IF_ERR(write_base(ror, out, &texts.layers[0], err));
    RETURN_IF_ERR(
        write_view(ror, out, named(name, ror, ENGINES_ROR_MINI), ROR_MINI_SIZE, true, err));
    RETURN_IF_ERR(write_text(ror, out, ENGINES_ROR_OTC, &texts, err));
    RETURN_IF_ERR(write_text(ror, out, ENGINES_ROR_PAGE, &texts, err));
    RETURN_IF_ERR(write_text(ror, out, ENGINES_ROR_LANDUSE, &texts, err));
    RETURN_IF_ERR(ror_write_models(ror, out, err));
    RETURN_IF_ERR(write_text(ror, out, ENGINES_ROR_TOBJ, &texts, err));
    RETURN_IF_ERR(make_guid(ror, err));
    RETURN_IF_ERR(write_text(ror, out, ENGINES_ROR_TERRN2, &texts, err));
    return export_write_json(&ror->files, out, named(name, ror, ENGINES_ROR_REPORT),
                             ror_report_make(ror), err);
}
