/* A changed terrain: blend maps, the landuse's colours, its picture, all of them or none. */
#include <string.h>

#include "ground/ground_files.h"
#include "ror/ror_into.h"

/* The terrain's own of a change. */
static const struct ror_into *own(const struct ground_writing *writing)
{
    return (const struct ror_into *)writing->into;
}

static bool differs(const struct ror_into_picture *picture)
{
    const size_t bytes = (size_t)picture->size * picture->size * picture->channels;
    return bytes > 0 && memcmp(picture->before, picture->after, bytes) != 0;
}

static enum scree_code write_picture(const struct ground_writing *writing, const char *name,
                                     const struct ror_into_picture *picture,
                                     struct scree_error *err)
{
    const struct ground_picture written = {picture->after, picture->size, picture->size,
                                           picture->channels};
    if (!differs(picture)) return SCREE_OK;
    RETURN_IF_ERR(ground_keep_backup(writing, name, &picture->bytes, err));
    return ground_write_png8(writing->sink, name, &written, writing->job, err);
}

/* New colours stand behind the line "[use-map]"; nothing else changes. */
static enum scree_code put_colours(struct stream *to, const struct ror_into *into,
                                   struct scree_error *err)
{
    const char *text = (const char *)into->target->landuse_bytes.data;
    const char *end = text + into->target->landuse_bytes.size, *line = text;
    while (line < end && strncmp(line + strspn(line, " \t"), "[use-map]", 9) != 0) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        line = newline != NULL ? newline + 1 : end;
    }
    const bool there = line < end;
    const char *newline = there ? memchr(line, '\n', (size_t)(end - line)) : NULL;
    const char *after = newline != NULL ? newline + 1 : end;
    RETURN_IF_ERR(stream_put(to, text, (size_t)(after - text), err));
    if (newline == NULL) RETURN_IF_ERR(stream_print(to, err, "\n%s", there ? "" : "[use-map]\n"));
    for (size_t u = into->target->use_count; u < into->use_count; u++) {
        const struct ror_target_use *use = &into->uses[u];
        RETURN_IF_ERR(stream_print(to, err, "0xff%02x%02x%02x = %s\n", (unsigned)use->rgb[0],
                                   (unsigned)use->rgb[1], (unsigned)use->rgb[2], use->model));
    }
    return stream_put(to, after, (size_t)(end - after), err);
}

static enum scree_code write_colours(const struct ground_writing *writing, struct scree_error *err)
{
    const struct ror_into *into = own(writing);
    const struct ror_target *target = into->target;
    struct sink_file *file;
    if (into->use_count == target->use_count) return SCREE_OK;
    RETURN_IF_ERR(ground_keep_backup(writing, target->landuse, &target->landuse_bytes, err));
    RETURN_IF_ERR(sink_begin(writing->sink, target->landuse, SINK_PLAIN, &file, err));
    return ground_end_file(file, put_colours(&file->stream, into, err), writing->job, err);
}

static enum scree_code write_heights(const struct ground_writing *writing, struct scree_error *err)
{
    const struct ror_into *into = own(writing);
    const char *name = into->target->heights;
    if (into->level.info.heights == 0) return SCREE_OK;
    RETURN_IF_ERR(ground_keep_backup(writing, name, &into->heights_before, err));
    return ground_write_bytes(writing->sink, name, into->heights, into->heights_before.size,
                              writing->job, err);
}

static enum scree_code write_all(const struct ground_writing *writing, struct scree_error *err)
{
    const struct ror_into *into = own(writing);
    const struct ror_target *target = into->target;
    RETURN_IF_ERR(write_heights(writing, err));
    for (size_t i = 0; i < target->map_count; i++)
        RETURN_IF_ERR(write_picture(writing, target->maps[i], &into->maps[i], err));
    if (into->landuse.size > 0) {
        RETURN_IF_ERR(write_colours(writing, err));
        RETURN_IF_ERR(write_picture(writing, target->landuse_picture, &into->landuse, err));
    }
    return SCREE_OK;
}

static bool changes_nothing(const struct ror_into *into)
{
    for (size_t i = 0; i < into->target->map_count; i++)
        if (differs(&into->maps[i])) return false;
    return !differs(&into->landuse) && into->level.info.heights == 0;
}

enum scree_code ror_into_write(const struct ground_into *level, struct scree_job *job,
                               struct scree_error *err)
{
    const struct ror_into *into = (const struct ror_into *)level;
    const char *folder = into->target->level.path;
    const char *const inputs[] = {
        into->plan.inputs.surface_file.path, into->plan.groups.file.path, level->keep_list.path,
        level->mask.path,
        into->plan.inputs.roads != NULL ? into->plan.inputs.roads->file.path : NULL};
    const struct sink_options options = {
        .replace = true, .inputs = inputs, .input_count = sizeof inputs / sizeof inputs[0]};
    struct ground_writing writing = {.into = level, .job = job, .folder = folder};
    if (changes_nothing(into)) {
        job_result(job, NULL, "%s: every texel is as it should be already: nothing to change",
                   folder);
        return SCREE_OK;
    }
    RETURN_IF_ERR(job_step(job, "starting", 0, err));
    RETURN_IF_ERR(sink_open_folder(&writing.sink, folder, &options, err));
    return ground_into_write(&writing, write_all, err);
}
