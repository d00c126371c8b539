/*
 * A bake written: all files are known to the sink before any is. Rows of one evaluation go to
 * masks, blend map, preview, packs and the GeoTIFF at once, while the BeamNG terrain is made of
 * the grid of vertices.
 */
#include "bake/bake.h"

#include <string.h>

#include "bake/bake_image.h"
#include "bake/bake_pieces.h"
#include "base/parallel.h"
#include "base/text.h"
#include "render/row_stream.h"

/* ---- images of texels ---- */

struct texels;

/* Who takes the rows of a material, or those of texels without data: their own file, the GeoTIFF, or
 * both. */
struct shared {
    const struct texels *texels;
    struct bake_image *image; /* NULL: no file of their own */
    uint32_t band;            /* of the GeoTIFF */
};

/* Masks by material, then the blend map, the preview, the packs. */
struct texels {
    struct bake_writing *writing;
    struct sink *sink;
    struct bake_geotiff *geotiff; /* NULL: none */
    struct bake_geotiff geotiff_room;
    struct shared *shared; /* [materials + 1] */
    size_t nodata;         /* the stream's image of texels without data, if there is one */
    struct render_stream stream;
    struct bake_image *images;
    struct render_target targets[6];
    size_t target_count;
    struct render_light light;
    struct render_plan *render;
};

static void add_target(struct texels *texels, int kind, const struct render_merge *merge,
                       void **planes, uint64_t *sums)
{
    texels->targets[texels->target_count++] = (struct render_target){
        .kind = kind, .merge = merge, .planes = planes, .sums = sums, .light = &texels->light};
}

static enum scree_plane_kind mask_kind(const struct scree_bake_options *options)
{
    const bool eff = options->plane == SCREE_BAKE_EFF;
    const enum image_number number = bake_format_number(options->format);
    if (number == IMAGE_U8) return eff ? SCREE_EFF_U8 : SCREE_WEIGHT_U8;
    if (number == IMAGE_U16) return eff ? SCREE_EFF_U16 : SCREE_WEIGHT_U16;
    return eff ? SCREE_EFF_F32 : SCREE_WEIGHT_F32;
}

/* The next image goes into files from `file` on. */
static enum scree_code add_image(struct texels *texels, size_t file, struct bake_form form,
                                 struct scree_error *err)
{
    struct bake_image *image = &texels->images[texels->stream.count];
    RETURN_IF_ERR(bake_image_start(image, texels->writing, file, form, err));
    render_stream_add_taker(&texels->stream, texels->writing->plan->width, bake_texel_bytes(form),
                            bake_image_put, image);
    return SCREE_OK;
}

static enum scree_code put_shared(void *context, const void *rows, uint32_t count,
                                  struct scree_error *err)
{
    const struct shared *shared = context;
    const struct texels *texels = shared->texels;
    const struct bake_plan *plan = texels->writing->plan;
    if (shared->image != NULL) RETURN_IF_ERR(bake_image_put(shared->image, rows, count, err));
    if (texels->geotiff == NULL) return SCREE_OK;
    const uint8_t *missing = plan->has_nodata && shared->band < plan->merge->count
                                 ? texels->stream.images[texels->nodata].pixels
                                 : NULL;
    return bake_geotiff_rows(texels->geotiff, shared->band, rows, missing, count, err);
}

/* Rows for a file, if has_file, and for the GeoTIFF, if there is one. */
static enum scree_code add_shared(struct texels *texels, uint32_t band, bool has_file, size_t file,
                                  struct bake_form form, struct scree_error *err)
{
    const struct bake_writing *writing = texels->writing;
    struct bake_image *image = &texels->images[texels->stream.count];
    struct shared *shared = &texels->shared[band];
    if (has_file) RETURN_IF_ERR(bake_image_start(image, writing, file, form, err));
    *shared = (struct shared){texels, has_file ? image : NULL, band};
    render_stream_add_taker(&texels->stream, writing->plan->width, bake_texel_bytes(form),
                            put_shared, shared);
    return SCREE_OK;
}

static enum scree_code add_materials(struct texels *texels, struct scree_error *err)
{
    const struct bake_plan *plan = texels->writing->plan;
    const bool has_masks = (plan->outputs & SCREE_BAKE_MASKS) != 0;
    if ((plan->outputs & SCREE_BAKE_GEOTIFF) != 0) {
        texels->geotiff = &texels->geotiff_room;
        RETURN_IF_ERR(bake_geotiff_start(texels->geotiff, texels->writing, texels->sink, err));
    }
    if (!has_masks && texels->geotiff == NULL) return SCREE_OK;
    add_target(texels, (int)mask_kind(&plan->options), plan->merge,
               texels->stream.rows + texels->stream.count, NULL);
    for (uint32_t i = 0; i < plan->merge->count; i++)
        RETURN_IF_ERR(add_shared(texels, i, has_masks,
                                 plan->first[BAKE_MASKS] + i * bake_cut_pages(plan),
                                 bake_kind_form(plan->options.format, BAKE_MASKS), err));
    return SCREE_OK;
}

/* Images that are no masks. */
static enum scree_code add_kind(struct texels *texels, enum bake_kind kind, struct scree_error *err)
{
    static const int targets[BAKE_KINDS] = {[BAKE_BLEND_MAP] = SCREE_BLEND_RGBA8,
                                            [BAKE_PICTURE] = SCREE_PICTURE_RGB8,
                                            [BAKE_PACKS] = SCREE_PACK_RGBA8,
                                            [BAKE_NODATA] = RENDER_MISSING_U8};
    const struct bake_plan *plan = texels->writing->plan;
    const struct bake_form form = bake_kind_form(plan->options.format, kind);
    const size_t images = bake_kind_count(plan, kind), first = plan->first[kind];
    struct render_stream *stream = &texels->stream;
    if (images == 0) return SCREE_OK;
    const struct render_merge *merge = kind == BAKE_BLEND_MAP ? plan->blend_merge : plan->merge;
    add_target(texels, targets[kind], kind != BAKE_NODATA ? merge : NULL,
               stream->rows + stream->count, NULL);
    if (kind == BAKE_NODATA) {
        texels->nodata = stream->count;
        return add_shared(texels, plan->merge->count, true, first, form, err);
    }
    for (size_t i = 0; i < images; i++)
        RETURN_IF_ERR(add_image(texels, first + i * bake_cut_pages(plan), form, err));
    return SCREE_OK;
}

static enum scree_code add_images(struct texels *texels, struct scree_error *err)
{
    const struct bake_plan *plan = texels->writing->plan;
    struct render_stream *stream = &texels->stream;
    const size_t count = bake_image_count(plan);
    RETURN_IF_ERR(render_stream_create(stream, count, err));
    texels->images = mem_alloc(count, sizeof *texels->images);
    texels->shared = mem_alloc(plan->merge->count + 1, sizeof *texels->shared);
    if (texels->images == NULL || texels->shared == NULL) return err_no_memory(err);
    RETURN_IF_ERR(add_materials(texels, err));
    for (unsigned i = BAKE_BLEND_MAP; i < BAKE_KINDS; i++)
        RETURN_IF_ERR(add_kind(texels, (enum bake_kind)i, err));
    add_target(texels, SCREE_COVERAGE, plan->merge, NULL, texels->writing->made->sums);
    texels->targets[texels->target_count - 1].areas = texels->writing->made->areas;
    return SCREE_OK;
}

/* The texels of a band that have data, by the image of those without. */
static enum scree_code count_texels(void *context, uint32_t first, uint32_t count,
                                    struct scree_error *err)
{
    const struct texels *texels = context;
    const struct bake_writing *writing = texels->writing;
    (void)first;
    (void)err;
    const size_t all = (size_t)writing->plan->width * count;
    const uint8_t *const missing =
        writing->plan->has_nodata ? texels->stream.images[texels->nodata].pixels : NULL;
    uint64_t without = 0;
    for (size_t i = 0; missing != NULL && i < all; i++) without += missing[i] != 0;
    writing->made->sum_texels += all - without;
    return SCREE_OK;
}

static enum scree_code render_texels(struct texels *texels, struct scree_error *err)
{
    const struct bake_writing *writing = texels->writing;
    const struct bake_plan *plan = writing->plan;
    struct render_options options = bake_render_options(plan);
    options.job = writing->job;
    enum scree_code code;
    FAIL_IF_ERR(code, render_plan_create(&texels->render, plan->inputs.field, plan->inputs.map,
                                         &options, err));
    FAIL_IF_ERR(code, add_images(texels, err));
    texels->stream.look = count_texels;
    texels->stream.look_context = texels;
    code = render_stream_run(&texels->stream, texels->render, texels->targets, texels->target_count,
                             plan->how.tile, writing->job, err);
    if (code == SCREE_OK && texels->geotiff != NULL)
        code = bake_geotiff_finish(texels->geotiff, err);

fail:
    render_plan_free(texels->render);
    return code;
}

static void free_texels(struct texels *texels)
{
    for (size_t i = 0; texels->images != NULL && i < texels->stream.count; i++)
        bake_image_free(&texels->images[i]);
    mem_free(texels->images);
    mem_free(texels->shared);
    bake_geotiff_free(&texels->geotiff_room);
    render_stream_free(&texels->stream);
}

/* ---- both grids ---- */

/* The images of texels and the BeamNG terrain, at the same time. */
struct both {
    struct bake_writing *writing;
    struct sink *sink;
    struct scree_error of_texels, of_beamng;
};

static void make_texels(void *context)
{
    struct both *both = context;
    struct texels texels = {
        .writing = both->writing, .sink = both->sink, .light = RENDER_LIGHT_DEFAULT};
    both->of_texels.code = render_texels(&texels, &both->of_texels);
    free_texels(&texels);
}

/* The terrain's own digest, where that was left to do. */
static enum scree_code digest_terrain(struct bake_writing *writing, struct scree_error *err)
{
    struct inputs inputs = writing->plan->inputs;
    const enum scree_code code = inputs_digest(&inputs, NULL, err);
    memcpy(writing->made->terrain_sha256, inputs.terrain_file.sha256,
           sizeof writing->made->terrain_sha256);
    return code;
}

static void make_beamng(void *context)
{
    struct both *both = context;
    if (both->writing->plan->outputs & SCREE_BAKE_BEAMNG)
        both->of_beamng.code = bake_write_beamng(both->writing, &both->of_beamng);
    if (both->of_beamng.code == SCREE_OK) /* here, because images take longer */
        both->of_beamng.code = digest_terrain(both->writing, &both->of_beamng);
}

static enum scree_code write_both(struct bake_writing *writing, struct sink *sink,
                                  struct scree_error *err)
{
    const struct bake_plan *plan = writing->plan;
    struct both both = {.writing = writing, .sink = sink};
    err_clear(&both.of_texels);
    err_clear(&both.of_beamng);
    if (bake_image_count(plan) > 0)
        parallel_both(parallel_threads(plan->how.threads), make_beamng, make_texels, &both);
    else
        make_beamng(&both);
    const struct scree_error *worst =
        both.of_texels.code != SCREE_OK ? &both.of_texels : &both.of_beamng;
    if (worst->code != SCREE_OK) {
        err_take(err, worst);
        return worst->code;
    }
    return job_end(writing->job, err);
}

/* ---- the whole ---- */

/* Images that lie nowhere, or in no coordinate system, where they could be expected to. */
static void warn_of_place(const struct bake_plan *plan, struct scree_job *job)
{
    const bool geotiff = (plan->outputs & SCREE_BAKE_GEOTIFF) != 0;
    const struct heights_about *terrain = &plan->inputs.terrain_file.heights;
    if (!geotiff && !bake_kind_form(plan->options.format, BAKE_MASKS).is_tiff) return;
    const char *const what = geotiff ? "masks.tif has" : "the TIFF files have";
    if (terrain->geo == NULL && (geotiff || terrain->format == HEIGHTS_GDAL))
        job_warn(
            job, NULL,
            "%s no coordinates: scree knows none of the terrain (%s); a GeoTIFF of it has them "
            "(gdal_translate -a_srs EPSG:N)",
            what, heights_format_name(terrain->format));
    if (terrain->geo != NULL && terrain->geo->key_count == 0)
        job_warn(job, NULL,
                 "%s the terrain's place but no coordinate system, because the terrain says none "
                 "(gdal_translate -a_srs EPSG:N gives it one)",
                 what);
}

static void report(const struct bake_plan *plan, const struct bake_made *made,
                   struct scree_job *job)
{
    warn_of_place(plan, job);
    for (uint32_t i = 0; i < plan->merge->count; i++)
        if (made->sums[i] == 0)
            job_warn(job, NULL,
                     "%s (#%u) covers nothing: its limits leave no place on this terrain, or "
                     "later layers hide it",
                     plan->merge->names[i], (unsigned)plan->merge->first_layer[i]);
}

static enum scree_code protect_inputs(const struct bake_plan *plan, struct sink *sink,
                                      struct scree_error *err)
{
    const char *const paths[3] = {plan->inputs.terrain_file.path, plan->inputs.surface_file.path,
                                  plan->materials_file.path};
    return sink_protect(sink, paths, 3, err);
}

enum scree_code bake_check_names(const struct bake_plan *plan, struct sink *sink,
                                 struct scree_error *err)
{
    RETURN_IF_ERR(protect_inputs(plan, sink, err));
    for (size_t i = 0; i < plan->file_count; i++)
        RETURN_IF_ERR(sink_check(sink, plan->files[i].name, err));
    return sink_check(sink, BAKE_MANIFEST_NAME, err);
}

static enum scree_code check_open(const struct bake_plan *plan, const struct sink *sink,
                                  struct scree_error *err)
{
    if (!sink_holds_files(sink)) return SCREE_OK;
    return bake_check_files(plan, bake_open_files(plan), err);
}

enum scree_code bake_check_sink(const struct bake_plan *plan, struct sink *sink,
                                struct scree_error *err)
{
    RETURN_IF_ERR(bake_check_names(plan, sink, err));
    return check_open(plan, sink, err);
}

static unsigned how(const char *name)
{
    return text_ends_in(name, ".png") ? SINK_STORED : SINK_PLAIN;
}

/* All files are known to the sink before any is written. */
static enum scree_code add_files(struct bake_writing *writing, struct sink *sink,
                                 struct sink_file **manifest, struct scree_error *err)
{
    const struct bake_plan *plan = writing->plan;
    RETURN_IF_ERR(protect_inputs(plan, sink, err));
    RETURN_IF_ERR(check_open(plan, sink, err));
    for (size_t i = 0; i < plan->file_count; i++) {
        const char *name = plan->files[i].name;
        RETURN_IF_ERR(sink_add(sink, name, how(name), &writing->files[i], err));
    }
    RETURN_IF_ERR(sink_add(sink, BAKE_MANIFEST_NAME, SINK_PLAIN, manifest, err));
    /* Under the lock: another run may have written the folder until now. */
    RETURN_IF_ERR(sink_start(sink, writing->job, err));
    RETURN_IF_ERR(sink_drop_listed(sink, BAKE_MANIFEST_NAME, err));
    RETURN_IF_ERR(bake_drop_gathered(sink, err));
    sink_tell(sink, writing->job);
    return SCREE_OK;
}

static enum scree_code write_manifest(const struct bake_writing *writing, struct sink_file *file,
                                      struct scree_error *err)
{
    struct scree_bytes bytes;
    RETURN_IF_ERR(bake_manifest(&bytes, writing->plan, writing->made, err));
    enum scree_code code = sink_begin_file(file, err);
    if (code == SCREE_OK)
        code = sink_end(file, stream_put(&file->stream, bytes.data, bytes.size, err), err);
    file_bytes_free(&bytes);
    return code;
}

static enum scree_code make_room(struct bake_writing *writing, struct scree_error *err)
{
    struct bake_made *made = writing->made;
    const struct bake_plan *plan = writing->plan;
    made->files = mem_arena_alloc(&made->arena, plan->file_count, sizeof *made->files);
    made->sums = mem_arena_alloc(&made->arena, plan->merge->count, sizeof *made->sums);
    const bool on_globe = ter_is_on_globe(plan->inputs.field);
    if (on_globe)
        made->areas = mem_arena_alloc(&made->arena, plan->merge->count, sizeof *made->areas);
    writing->files = mem_alloc(plan->file_count, sizeof *writing->files);
    if (made->files == NULL || made->sums == NULL || writing->files == NULL ||
        (on_globe && made->areas == NULL))
        return err_no_memory(err);
    return SCREE_OK;
}

static void take_digests(const struct bake_writing *writing)
{
    for (size_t i = 0; i < writing->plan->file_count; i++) {
        writing->made->files[i].size_bytes = writing->files[i]->size_bytes;
        memcpy(writing->made->files[i].sha256, writing->files[i]->sha256, SHA_HEX_SIZE);
    }
}

static enum scree_code write_all(struct bake_writing *writing, struct sink *sink,
                                 struct scree_error *err)
{
    struct sink_file *manifest;
    RETURN_IF_ERR(make_room(writing, err));
    RETURN_IF_ERR(add_files(writing, sink, &manifest, err));
    RETURN_IF_ERR(write_both(writing, sink, err));
    RETURN_IF_ERR(bake_write_maps(writing, err));
    take_digests(writing);
    RETURN_IF_ERR(write_manifest(writing, manifest, err));
    report(writing->plan, writing->made, writing->job);
    return SCREE_OK;
}

/* Those of texels, without a manifest. */
static enum scree_code write_images(struct bake_writing *writing, struct sink *sink,
                                    struct scree_error *err)
{
    const struct bake_plan *plan = writing->plan;
    struct texels texels = {.writing = writing, .sink = sink, .light = RENDER_LIGHT_DEFAULT};
    RETURN_IF_ERR(make_room(writing, err));
    for (size_t i = 0; i < plan->file_count; i++) {
        const char *name = plan->files[i].name;
        RETURN_IF_ERR(sink_add(sink, name, how(name), &writing->files[i], err));
    }
    RETURN_IF_ERR(sink_start(sink, writing->job, err));
    const enum scree_code code = render_texels(&texels, err);
    free_texels(&texels);
    if (code != SCREE_OK) return code;
    take_digests(writing);
    return job_check(writing->job, err);
}

enum scree_code bake_write_images(struct bake_made *made, const struct bake_plan *plan,
                                  struct sink *sink, struct scree_job *job, struct scree_error *err)
{
    memset(made, 0, sizeof *made);
    struct bake_writing writing = {.plan = plan, .made = made, .job = job};
    const enum scree_code code = write_images(&writing, sink, err);
    mem_free(writing.files);
    if (code != SCREE_OK) bake_made_free(made);
    return code;
}

enum scree_code bake_write(struct bake_made *made, const struct bake_plan *plan, struct sink *sink,
                           struct scree_job *job, struct scree_error *err)
{
    memset(made, 0, sizeof *made);
    struct bake_writing writing = {.plan = plan, .made = made, .job = job};
    const enum scree_code code = write_all(&writing, sink, err);
    mem_free(writing.files);
    if (code != SCREE_OK) bake_made_free(made);
    return code;
}

void bake_made_free(struct bake_made *made)
{
    mem_arena_free(&made->arena);
    memset(made, 0, sizeof *made);
}
