/* Sinks: include/scree/sink.h on out/sink.h. */
#include "api/api.h"

#include "base/mem.h"
#include "worlds/worlds.h"

/* ---- opening ---- */

enum target { FOLDER, ZIP, FILES, MEMORY, DIGEST };

static enum err_code open_sink(struct sink **sink, enum target target, const char *const *paths,
                               size_t count, unsigned flags, struct err *err)
{
    const struct sink_options options = {.replace = (flags & SCREE_REPLACE) != 0};
    switch (target) {
    case FOLDER:
        return sink_open_folder(sink, paths[0], &options, err);
    case ZIP:
        return sink_open_zip(sink, paths[0], &options, err);
    case FILES:
        return sink_open_files(sink, paths, count, &options, err);
    case MEMORY:
        return sink_open_memory(sink, err);
    case DIGEST:
        break;
    }
    return sink_open_digest(sink, err);
}

/* What is open becomes *out. */
static int make(struct scree_sink **out, struct sink *sink, enum err_code code, struct err *err,
                struct scree_error *error)
{
    *out = code == ERR_OK ? mem_alloc(1, sizeof **out) : NULL;
    if (*out != NULL) {
        (*out)->sink = sink;
        return SCREE_OK;
    }
    if (code == ERR_OK) {
        sink_close(sink);
        err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for an output");
    }
    return api_fail(error, err);
}

static int open_target(struct scree_sink **out, enum target target, const char *const *paths,
                       size_t count, unsigned flags, struct scree_error *error)
{
    struct err err;
    err_clear(&err);
    struct sink *sink = NULL;
    const enum err_code code = open_sink(&sink, target, paths, count, flags, &err);
    return make(out, sink, code, &err, error);
}

int scree_sink_folder(struct scree_sink **out, const char *path, unsigned flags,
                      struct scree_error *error)
{
    return open_target(out, FOLDER, &path, 1, flags, error);
}

int scree_sink_zip(struct scree_sink **out, const char *path, unsigned flags,
                   struct scree_error *error)
{
    return open_target(out, ZIP, &path, 1, flags, error);
}

int scree_sink_file(struct scree_sink **out, const char *path, unsigned flags,
                    struct scree_error *error)
{
    return open_target(out, FILES, &path, 1, flags, error);
}

int scree_sink_files(struct scree_sink **out, const char *const *paths, size_t count,
                     unsigned flags, struct scree_error *error)
{
    *out = NULL;
    if (count == 0) return api_refuse(error, "count", "is 0; give at least one path");
    return open_target(out, FILES, paths, count, flags, error);
}

int scree_sink_memory(struct scree_sink **out, struct scree_error *error)
{
    return open_target(out, MEMORY, NULL, 0, 0, error);
}

int scree_sink_digest(struct scree_sink **out, struct scree_error *error)
{
    return open_target(out, DIGEST, NULL, 0, 0, error);
}

int scree_sink_callbacks(struct scree_sink **out, const struct scree_sink_functions *functions,
                         struct scree_error *error)
{
    *out = NULL;
    struct scree_sink_functions full = SCREE_SINK_FUNCTIONS_INIT;
    if (!api_options(&full, sizeof full, functions))
        return api_refuse(error, "size", "is 0; use SCREE_SINK_FUNCTIONS_INIT");
    if (full.write == NULL) return api_refuse(error, "write", "is missing; all others may be");
    const struct sink_functions inner = {.context = full.context,
                                         .parallel = full.parallel != 0,
                                         .begin = full.begin,
                                         .write = full.write,
                                         .end = full.end,
                                         .commit = full.commit,
                                         .discard = full.discard};
    struct err err;
    err_clear(&err);
    struct sink *sink = NULL;
    const enum err_code code = sink_open_functions(&sink, &inner, &err);
    return make(out, sink, code, &err, error);
}

/* ---- files ---- */

static enum err_code protect_tile(void *context, const char *tile, struct err *err)
{
    return sink_protect(context, &tile, 1, err);
}

/* Of a world all tiles are inputs. Tiles that cannot be found are refused where they are read. */
static enum err_code protect_world(struct sink *sink, const char *path, struct err *err)
{
    bool world;
    RETURN_IF_ERR(worlds_is(&world, path, err));
    if (!world) return ERR_OK;
    struct err refusal;
    err_clear(&refusal);
    const enum err_code code = worlds_each(path, protect_tile, sink, &refusal);
    if (code != ERR_ARG && code != ERR_NOMEM) return ERR_OK;
    *err = refusal;
    return code;
}

int scree_sink_protect(struct scree_sink *sink, const char *const *inputs, size_t count,
                       struct scree_error *error)
{
    struct err err;
    err_clear(&err);
    enum err_code code = sink_protect(sink->sink, inputs, count, &err);
    for (size_t i = 0; i < count && code == ERR_OK; i++)
        if (inputs[i] != NULL) code = protect_world(sink->sink, inputs[i], &err);
    return code == ERR_OK ? SCREE_OK : api_fail(error, &err);
}

int scree_sink_keep_out(const struct scree_sink *sink, const char *folder,
                        struct scree_error *error)
{
    struct err err;
    err_clear(&err);
    const enum err_code code = sink_keep_out(sink->sink, folder, &err);
    return code == ERR_OK ? SCREE_OK : api_fail(error, &err);
}

int scree_sink_exists(const struct scree_sink *sink)
{
    return sink_exists(sink->sink);
}

int scree_sink_in_use(const struct scree_sink *sink)
{
    return sink_is_in_use(sink->sink);
}

int scree_sink_write(struct scree_sink *sink, const char *name, const void *data, size_t size,
                     unsigned flags, struct scree_error *error)
{
    struct err err;
    err_clear(&err);
    const unsigned how = (flags & SCREE_STORED) != 0 ? SINK_STORED : SINK_PLAIN;
    enum err_code code = sink_start(sink->sink, NULL, &err);
    if (code == ERR_OK) code = sink_write(sink->sink, name, how, data, size, &err);
    return code == ERR_OK ? SCREE_OK : api_fail(error, &err);
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

static enum err_code commit(struct scree_sink *const *sinks, size_t count, struct job *job,
                            struct err *err)
{
    struct sink **open = mem_alloc(count, sizeof *open);
    if (open == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for an output");
    size_t used = 0;
    enum err_code code = job_step(job, "putting in place", 0, err);
    for (size_t i = 0; i < count && code == ERR_OK; i++) {
        if (sinks[i] == NULL) continue;
        open[used++] = sinks[i]->sink;
        /* Nobody may have written to it: an output without files is one, too. */
        code = sink_start(sinks[i]->sink, job, err);
    }
    if (code == ERR_OK && used > 0) code = sink_commit_all(open, used, job, err);
    mem_free(open);
    return code;
}

int scree_sink_close_all(struct scree_sink *const *sinks, size_t count, int code,
                         struct scree_job *job, struct scree_error *error)
{
    struct api_job own;
    struct err err;
    err_clear(&err);
    if (code == SCREE_OK && commit(sinks, count, api_job_start(&own, job), &err) != ERR_OK)
        code = api_fail(error, &err);
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
