/* Sinks: include/scree/sink.h on out/sink.h. */
#include "api/api.h"

#include "base/mem.h"
#include "worlds/worlds.h"

/* ---- opening ---- */

/* What is open becomes *out. */
static int make(struct scree_sink **out, struct sink *const *sink, enum scree_code code,
                struct scree_error *error)
{
    *out = NULL;
    if (code == SCREE_OK) code = MEM_NEED(out, 1, sizeof **out, error);
    if (*out != NULL)
        (*out)->sink = *sink;
    else
        sink_close(*sink);
    return code;
}

static struct sink_options options_of(unsigned flags)
{
    return (struct sink_options){.replace = (flags & SCREE_REPLACE) != 0};
}

int scree_sink_folder(struct scree_sink **out, const char *path, unsigned flags,
                      struct scree_error *error)
{
    err_start(error);
    struct sink *sink = NULL;
    const struct sink_options options = options_of(flags);
    return make(out, &sink, sink_open_folder(&sink, path, &options, error), error);
}

int scree_sink_zip(struct scree_sink **out, const char *path, unsigned flags,
                   struct scree_error *error)
{
    err_start(error);
    struct sink *sink = NULL;
    const struct sink_options options = options_of(flags);
    return make(out, &sink, sink_open_zip(&sink, path, &options, error), error);
}

int scree_sink_file(struct scree_sink **out, const char *path, unsigned flags,
                    struct scree_error *error)
{
    return scree_sink_files(out, &path, 1, flags, error);
}

int scree_sink_files(struct scree_sink **out, const char *const *paths, size_t count,
                     unsigned flags, struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    if (count == 0) return err_set_option(error, "count", "is 0; give at least one path");
    struct sink *sink = NULL;
    const struct sink_options options = options_of(flags);
    return make(out, &sink, sink_open_files(&sink, paths, count, &options, error), error);
}

int scree_sink_memory(struct scree_sink **out, struct scree_error *error)
{
    err_start(error);
    struct sink *sink = NULL;
    return make(out, &sink, sink_open_memory(&sink, error), error);
}

int scree_sink_digest(struct scree_sink **out, struct scree_error *error)
{
    err_start(error);
    struct sink *sink = NULL;
    return make(out, &sink, sink_open_digest(&sink, error), error);
}

int scree_sink_callbacks(struct scree_sink **out, const struct scree_sink_functions *functions,
                         struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    struct scree_sink_functions full;
    RETURN_IF_ERR(api_take(&full, &api_sink_functions, functions, error));
    if (full.write == NULL) return err_set_option(error, "write", "is missing; all others may be");
    struct sink *sink = NULL;
    return make(out, &sink, sink_open_functions(&sink, &full, error), error);
}

/* ---- files ---- */

static enum scree_code protect_tile(void *context, const char *tile, struct scree_error *err)
{
    return sink_protect(context, &tile, 1, err);
}

/* Of a world all tiles are inputs. Tiles that cannot be found are refused where they are read. */
static enum scree_code protect_world(struct sink *sink, const char *path, struct scree_error *err)
{
    bool world;
    RETURN_IF_ERR(worlds_is(&world, path, err));
    if (!world) return SCREE_OK;
    struct scree_error refusal = SCREE_ERROR_INIT;
    const enum scree_code code = worlds_each(path, protect_tile, sink, &refusal);
    if (code != SCREE_BAD_ARGUMENT && code != SCREE_NO_MEMORY) return SCREE_OK;
    err_take(err, &refusal);
    return code;
}

int scree_sink_protect(struct scree_sink *sink, const char *const *inputs, size_t count,
                       struct scree_error *error)
{
    err_start(error);
    enum scree_code code = sink_protect(sink->sink, inputs, count, error);
    for (size_t i = 0; i < count && code == SCREE_OK; i++)
        if (inputs[i] != NULL) code = protect_world(sink->sink, inputs[i], error);
    return code;
}

int scree_sink_keep_out(const struct scree_sink *sink, const char *folder,
                        struct scree_error *error)
{
    err_start(error);
    return sink_keep_out(sink->sink, folder, error);
}

int scree_sink_in_use(const struct scree_sink *sink)
{
    return sink_is_in_use(sink->sink);
}

int scree_sink_write(struct scree_sink *sink, const char *name, const void *data, size_t size,
                     unsigned flags, struct scree_error *error)
{
    err_start(error);
    const unsigned how = (flags & SCREE_STORED) != 0 ? SINK_STORED : SINK_PLAIN;
    enum scree_code code = sink_start(sink->sink, NULL, error);
    if (code == SCREE_OK) code = sink_write(sink->sink, name, how, data, size, error);
    return code;
}

size_t scree_sink_count(const struct scree_sink *sink)
{
    return sink_count(sink->sink);
}

static const struct sink_file *file_at(const struct scree_sink *sink, size_t i)
{
    return i < sink_count(sink->sink) ? sink_at(sink->sink, i) : NULL;
}

const char *scree_sink_name(const struct scree_sink *sink, size_t i)
{
    const struct sink_file *file = file_at(sink, i);
    return file != NULL ? file->name : NULL;
}

uint64_t scree_sink_size(const struct scree_sink *sink, size_t i)
{
    const struct sink_file *file = file_at(sink, i);
    return file != NULL ? file->size_bytes : 0;
}

const char *scree_sink_sha256(const struct scree_sink *sink, size_t i)
{
    const struct sink_file *file = file_at(sink, i);
    return file != NULL ? file->sha256 : NULL;
}

const void *scree_sink_bytes(const struct scree_sink *sink, size_t i)
{
    const struct sink_file *file = file_at(sink, i);
    return file != NULL ? file->bytes : NULL;
}

/* ---- the end ---- */

static enum scree_code commit(struct scree_sink *const *sinks, size_t count, struct scree_job *job,
                              struct scree_error *err)
{
    struct sink **open;
    RETURN_IF_ERR(MEM_NEED(&open, count, sizeof *open, err));
    size_t used = 0;
    enum scree_code code = job_step(job, "putting in place", 0, err);
    for (size_t i = 0; i < count && code == SCREE_OK; i++) {
        if (sinks[i] == NULL) continue;
        open[used++] = sinks[i]->sink;
        /* Nobody may have written to it: an output without files is one, too. */
        code = sink_start(sinks[i]->sink, job, err);
    }
    if (code == SCREE_OK && used > 0) code = sink_commit_all(open, used, job, err);
    mem_free(open);
    return code;
}

int scree_sink_close_all(struct scree_sink *const *sinks, size_t count, int code,
                         struct scree_job *job, struct scree_error *error)
{
    if (code == SCREE_OK) {
        err_start(error);
        code = commit(sinks, count, job, error);
    }
    for (size_t i = 0; i < count; i++) {
        if (sinks[i] == NULL) continue;
        sink_close(sinks[i]->sink);
        mem_free(sinks[i]);
    }
    return code;
}

int scree_sink_close(struct scree_sink *sink, int code, struct scree_job *job,
                     struct scree_error *error)
{
    return scree_sink_close_all(&sink, 1, code, job, error);
}
