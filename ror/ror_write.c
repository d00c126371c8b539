/* Every file of the terrain, one after the other. */
#include <stdio.h>
#include <string.h>

#include "base/sha.h"
#include "ground/ground_files.h"
#include "ror/ror_plan.h"

/* ---- files whose contents make the id ---- */

static enum scree_code note_content(struct ror_output *output, const char *sha256, const char *name,
                                    struct scree_error *err)
{
    const size_t size = strlen(sha256) + strlen(name) + 3;
    if (output->room - output->used < size) {
        const size_t room = 2 * output->room + size;
        char *grown = mem_grow(output->contents, output->room, room, 1);
        if (grown == NULL) return err_no_memory(err);
        output->contents = grown;
        output->room = room;
    }
    output->used +=
        (size_t)snprintf(output->contents + output->used, size, "%s %s\n", sha256, name);
    return SCREE_OK;
}

enum scree_code ror_end_file(struct ror_output *output, struct sink_file *file, const char *sha256,
                             enum scree_code code, struct scree_error *err)
{
    RETURN_IF_ERR(ground_end_file(file, code, output->job, err));
    return note_content(output, sha256 != NULL ? sha256 : file->sha256, file->name, err);
}

enum scree_code ror_put_png8(struct ror_output *output, const char *name,
                             const struct ground_picture *picture, struct scree_error *err)
{
    char sha256[SHA_HEX_SIZE];
    sha_hex(sha256, picture->pixels, (size_t)picture->width * picture->height * picture->channels);
    RETURN_IF_ERR(ground_write_png8(output->sink, name, picture, output->job, err));
    return note_content(output, sha256, name, err);
}

enum scree_code ror_put_bytes(struct ror_output *output, const char *name, const void *data,
                              size_t size, struct scree_error *err)
{
    struct sink_file *file;
    RETURN_IF_ERR(sink_begin(output->sink, name, SINK_PLAIN, &file, err));
    return ror_end_file(output, file, NULL, stream_put(&file->stream, data, size, err), err);
}

/* ---- pictures and heights ---- */

static const char *named(char out[ROR_FILE_SIZE], const struct ror_output *output,
                         enum ror_file file)
{
    return ror_file_name(out, output->plan->name, file);
}

static enum scree_code write_map(struct ror_output *output, const char *name, const uint8_t *pixels,
                                 unsigned channels, struct scree_error *err)
{
    const uint32_t size = output->plan->blend_size;
    const struct ground_picture picture = {pixels, size, size, channels};
    return ror_put_png8(output, name, &picture, err);
}

static enum scree_code write_heights(struct ror_output *output, struct scree_error *err)
{
    const struct ror_world *world = &output->plan->world;
    char name[ROR_FILE_SIZE];
    struct sink_file *file;
    RETURN_IF_ERR(sink_begin(output->sink, named(name, output, ROR_RAW), SINK_PLAIN, &file, err));
    const size_t count = (size_t)world->points * world->points;
    return ror_end_file(output, file, NULL,
                        stream_put_u16le(&file->stream, world->heights, count, err), err);
}

/* A colour for each ground model, opaque and unmixed. */
static enum scree_code write_landuse(struct ror_output *output, struct scree_error *err)
{
    const struct ror_plan *plan = output->plan;
    const size_t count = (size_t)plan->blend_size * plan->blend_size;
    uint8_t *rgb = mem_alloc_pixels(count, 3);
    if (rgb == NULL) return err_no_memory(err);
    for (size_t i = 0; i < count; i++) render_index_colour(rgb + 3 * i, plan->images.winners[i]);
    char name[ROR_FILE_SIZE];
    const enum scree_code code =
        write_map(output, named(name, output, ROR_LANDUSE_PICTURE), rgb, 3, err);
    mem_free_pixels(rgb);
    return code;
}

static enum scree_code write_maps(struct ror_output *output, struct scree_error *err)
{
    const struct ror_plan *plan = output->plan;
    char name[ROR_FILE_SIZE];
    static const enum ror_file blends[2] = {ROR_BLEND, ROR_BLEND2};
    for (int i = 0; i < 2; i++)
        if (plan->images.blend[i] != NULL)
            RETURN_IF_ERR(
                write_map(output, named(name, output, blends[i]), plan->images.blend[i], 4, err));
    for (size_t i = 0; i < plan->options.grass_count; i++) {
        ror_grass_name(name, plan, i);
        RETURN_IF_ERR(write_map(output, name, plan->images.grass[i], 1, err));
    }
    return write_landuse(output, err);
}

/* The base colour with an alpha of 0, which is its shine. */
static enum scree_code write_base(struct ror_output *output, const struct ror_picture *base,
                                  struct scree_error *err)
{
    char name[ROR_FILE_SIZE];
    const size_t count = (size_t)base->size * base->size;
    uint8_t *rgba = mem_alloc_pixels(count, 4);
    if (rgba == NULL) return err_no_memory(err);
    for (size_t i = 0; i < count; i++) memcpy(rgba + 4 * i, base->rgb + 3 * i, 3);
    const struct ground_picture picture = {rgba, base->size, base->size, 4};
    const enum scree_code code = ror_put_png8(output, named(name, output, ROR_BASE), &picture, err);
    mem_free_pixels(rgba);
    RETURN_IF_ERR(code);
    return ror_write_flat_normal(output, named(name, output, ROR_BASE_NORMAL), err);
}

static enum scree_code write_pictures(struct ror_output *output, struct scree_error *err)
{
    const struct ror_plan *plan = output->plan;
    struct ror_picture pictures[ROR_PICTURES];
    char name[ROR_FILE_SIZE];
    memcpy(pictures, plan->images.pictures, sizeof pictures);
    enum scree_code code = ror_paint(pictures, ROR_PICTURES, plan, output->job, err);
    if (code == SCREE_OK && plan->has_base)
        code = write_base(output, &pictures[ROR_PICTURE_BASE], err);
    const struct ror_picture *mini = &pictures[ROR_PICTURE_MINI];
    const struct ground_picture picture = {mini->rgb, mini->size, mini->size, 3};
    if (code == SCREE_OK) code = ror_put_png8(output, named(name, output, ROR_MINI), &picture, err);
    if (code == SCREE_OK) code = ror_write_plants(output, &pictures[ROR_PICTURE_TINT], err);
    for (int i = 0; i < ROR_PICTURES; i++)
        if (plan->images.pictures[i].rgb == NULL) mem_free_pixels(pictures[i].rgb);
    return code;
}

/* ---- texts ---- */

enum scree_code ror_write_text(struct ror_output *output, enum ror_file kind,
                               struct scree_error *err)
{
    char name[ROR_FILE_SIZE];
    struct sink_file *file;
    RETURN_IF_ERR(sink_begin(output->sink, named(name, output, kind), SINK_PLAIN, &file, err));
    return ror_end_file(output, file, NULL, ror_put_text(&file->stream, kind, output, err), err);
}

/* ---- all of it ---- */

static enum scree_code write_all(struct ror_output *output, struct scree_error *err)
{
    const struct ror_plan *plan = output->plan;
    char name[ROR_FILE_SIZE];
    RETURN_IF_ERR(write_heights(output, err));
    RETURN_IF_ERR(write_maps(output, err));
    RETURN_IF_ERR(ror_write_textures(output, err));
    RETURN_IF_ERR(write_pictures(output, err));
    RETURN_IF_ERR(ror_write_text(output, ROR_OTC, err));
    RETURN_IF_ERR(ror_write_text(output, ROR_PAGE, err));
    RETURN_IF_ERR(ror_write_text(output, ROR_LANDUSE, err));
    if (plan->models.count > 0)
        RETURN_IF_ERR(ror_put_bytes(output, named(name, output, ROR_GROUND_MODELS),
                                    plan->models.bytes.data, plan->models.bytes.size, err));
    RETURN_IF_ERR(ror_write_text(output, ROR_TOBJ, err));
    if (ror_has_plants(plan)) RETURN_IF_ERR(ror_write_text(output, ROR_PLANTS, err));
    if (plan->roads != NULL) RETURN_IF_ERR(ror_write_text(output, ROR_ROADS, err));
    ground_uuid(output->guid, output->contents, output->used);
    /* With what people wrote into the one that it replaces. */
    RETURN_IF_ERR(ror_keep_read(output, err));
    RETURN_IF_ERR(ror_write_text(output, ROR_TERRN2, err));
    ror_keep_tell(output);
    RETURN_IF_ERR(roads_write_buildings(output->sink, named(name, output, ROR_BUILDINGS),
                                        plan->roads, plan->inputs.field, err));
    RETURN_IF_ERR(ground_write_json(output->sink, named(name, output, ROR_REPORT),
                                    ror_report(output), output->job, err));
    return sink_drop_listed(output->sink, name, err);
}

/* Textures are inputs as well. */
static enum scree_code protect(const struct ror_plan *plan, struct sink *sink,
                               struct scree_error *err)
{
    const char *const inputs[] = {plan->inputs.terrain_file.path,
                                  plan->inputs.surface_file.path,
                                  plan->groups.file.path,
                                  plan->models.file.path,
                                  plan->plants.list != NULL ? plan->plants.list->file.path : NULL,
                                  plan->roads != NULL ? plan->roads->file.path : NULL};
    RETURN_IF_ERR(sink_protect(sink, inputs, sizeof inputs / sizeof inputs[0], err));
    for (uint32_t m = 0; m < plan->groups.merge->count; m++) {
        const char *const textures[] = {plan->materials.list[m].diffuse_from,
                                        plan->materials.list[m].normal_from};
        RETURN_IF_ERR(sink_protect(sink, textures, 2, err));
    }
    return SCREE_OK;
}

static enum scree_code guard(const char *name, struct sink *sink, struct scree_job *job,
                             struct scree_error *err)
{
    char report[ROR_FILE_SIZE], terrn2[ROR_FILE_SIZE];
    RETURN_IF_ERR(ground_guard_changes(
        sink, ror_file_name(report, name, ROR_REPORT), ror_file_name(terrn2, name, ROR_TERRN2),
        "move it away and put it back afterwards, or choose another {output}", err));
    return sink_start(sink, job, err);
}

enum scree_code ror_check_sink(const struct scree_ror_options *options, struct sink *sink,
                               struct scree_job *job, struct scree_error *err)
{
    char name[GROUND_NAME_SIZE];
    RETURN_IF_ERR(ground_choose_name(name, options->level.name, options->level.output, err));
    return guard(name, sink, job, err);
}

enum scree_code ror_write(const struct ror_plan *plan, struct sink *sink, struct scree_job *job,
                          struct scree_error *err)
{
    struct ror_output output = {.plan = plan, .sink = sink, .job = job};
    RETURN_IF_ERR(protect(plan, sink, err));
    RETURN_IF_ERR(guard(plan->name, sink, job, err));
    const enum scree_code code = write_all(&output, err);
    mem_free(output.contents);
    mem_arena_free(&output.kept.arena);
    if (code != SCREE_OK) return code;
    return job_end(job, err);
}
