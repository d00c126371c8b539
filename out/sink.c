/*
 * Sinks: what is refused before anything is written, and their beginning and end.
 *
 * Rule (The program and the library): A sink leaves all files or nothing, and no output replaces
 * an input. See library.md#outputs, out/sink_commit.c. Tests: unit/test_sink
 * (what_is_given_up_leaves_nothing, a_full_disk_leaves_nothing, a_kill_leaves_nothing_for_long,
 * inputs_are_never_replaced), api/test_api_sink (a_code_leaves_nothing).
 */
#include "out/sink.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/os.h"
#include "base/parallel.h"
#include "base/path.h"
#include "base/text.h"
#include "out/out_internal.h"
#include "out/sink_internal.h"

/* ---- checks ---- */

/* Outputs go to players whose systems cannot open such a folder, or zip. */
static enum scree_code check_name(const char *path, struct scree_error *err)
{
    size_t length;
    char name[256];
    const char *last = path_last(path, &length);
    snprintf(name, sizeof name, "%.*s", (int)length, last);
    if (path[0] == '\0')
        err_set(err, SCREE_BAD_ARGUMENT, "the output has no name; give it one");
    else if (text_is_reserved(name))
        err_set(err, SCREE_BAD_ARGUMENT, "is a reserved name on Windows; choose another name");
    else
        return SCREE_OK;
    return err_set_file(err, path);
}

static enum scree_code refuse_input(struct scree_error *err, const char *path)
{
    err_set(err, SCREE_BAD_ARGUMENT, "is an input and would be overwritten; choose another name");
    err_set_file(err, path);
    return SCREE_BAD_ARGUMENT;
}

/* An error that is none if its option is given. */
static void refuse_existing(struct scree_error *err, const char *text)
{
    err_set(err, SCREE_CANNOT_WRITE, "%s", text);
    err_set_field(err, "replace");
}

enum scree_code sink_check_file(const struct sink *sink, const char *path, struct scree_error *err)
{
    struct os_info info;
    const bool exists = os_look(&info, OS_HERE, path, OS_FOLLOW_LINKS) == 0;
    if (exists && info.kind == OS_FOLDER)
        err_set(err, SCREE_CANNOT_WRITE, "is a folder, expected the name of a file");
    else if (path_base_name(path)[0] == '\0')
        err_set(err, SCREE_BAD_ARGUMENT, "has no name of a file at its end; give it one");
    else if (!exists)
        return SCREE_OK;
    else if (info.kind != OS_FILE)
        err_set(err, SCREE_CANNOT_WRITE, "is not a regular file; choose another name");
    else if (sink_is_protected(sink, path))
        return refuse_input(err, path);
    else if (!sink->replace)
        refuse_existing(err, "exists; add {replace} to replace it, or choose another name");
    else
        return SCREE_OK;
    return err_set_file(err, path);
}

static enum scree_code check_folder(const struct sink *sink, struct scree_error *err)
{
    if (sink->replace || !sink_is_in_use(sink)) return SCREE_OK;
    refuse_existing(err,
                    "exists and holds files; add {replace} to replace an earlier output, or choose "
                    "another name");
    return err_set_file(err, sink->places[0].path);
}

/* ---- opening ---- */

static enum scree_code make(struct sink **sink, const struct sink_kind *kind, size_t places,
                            struct scree_error *err)
{
    RETURN_IF_ERR(MEM_NEED(sink, 1, sizeof **sink, err));
    (*sink)->kind = kind;
    atomic_init(&(*sink)->failed, false);
    atomic_init(&(*sink)->turn, 0);
    (*sink)->places = mem_alloc(places, sizeof *(*sink)->places);
    return (*sink)->places != NULL ? SCREE_OK : err_no_memory(err);
}

/* Closes what could not be opened. */
static enum scree_code made(struct sink **sink, enum scree_code code)
{
    if (code == SCREE_OK) return SCREE_OK;
    sink_close(*sink);
    *sink = NULL;
    return code;
}

size_t sink_find_place(const struct sink *sink, const char *path)
{
    const size_t length = (size_t)(path_base_name(path) - path);
    for (size_t i = 0; i < sink->place_count; i++) {
        const char *other = sink->places[i].path;
        if (length == (size_t)(path_base_name(other) - other) && memcmp(path, other, length) == 0)
            return i;
    }
    return sink->place_count;
}

static enum scree_code add_place(struct sink *sink, const char *path, bool folder,
                                 struct scree_error *err)
{
    struct sink_place *place = &sink->places[sink->place_count];
    out_recover(path, &sink->warnings);
    place->path = path_join(NULL, path);
    if (place->path == NULL) return err_no_memory(err);
    sink->place_count++;
    return folder ? out_open_folder(&place->out, place->path, err)
                  : out_open_files(&place->out, place->path, err);
}

static enum scree_code keep_paths(struct sink *sink, const char *const *paths, size_t count,
                                  struct scree_error *err)
{
    RETURN_IF_ERR(MEM_NEED(&sink->paths, count, sizeof *sink->paths, err));
    for (; sink->path_count < count; sink->path_count++) {
        char *copy = path_join(NULL, paths[sink->path_count]);
        if (copy == NULL) return err_no_memory(err);
        sink->paths[sink->path_count] = copy;
    }
    return SCREE_OK;
}

static enum scree_code protect(struct sink *sink, const struct sink_options *options,
                               struct scree_error *err)
{
    if (options == NULL) return SCREE_OK;
    sink->replace = options->replace;
    return sink_protect(sink, options->inputs, options->input_count, err);
}

static enum scree_code open_folder(struct sink *sink, const char *path,
                                   const struct sink_options *options, struct scree_error *err)
{
    RETURN_IF_ERR(check_name(path, err));
    RETURN_IF_ERR(add_place(sink, path, true, err));
    RETURN_IF_ERR(protect(sink, options, err));
    return check_folder(sink, err);
}

enum scree_code sink_open_folder(struct sink **sink, const char *path,
                                 const struct sink_options *options, struct scree_error *err)
{
    enum scree_code code = make(sink, &sink_kind_folder, 1, err);
    if (code == SCREE_OK) code = open_folder(*sink, path, options, err);
    return made(sink, code);
}

static enum scree_code open_files(struct sink *sink, const char *const *paths, size_t count,
                                  const struct sink_options *options, struct scree_error *err)
{
    for (size_t i = 0; i < count; i++)
        if (sink_find_place(sink, paths[i]) == sink->place_count)
            RETURN_IF_ERR(add_place(sink, paths[i], false, err));
    RETURN_IF_ERR(keep_paths(sink, paths, count, err));
    RETURN_IF_ERR(protect(sink, options, err));
    for (size_t i = 0; i < count; i++) RETURN_IF_ERR(sink_check_file(sink, paths[i], err));
    return SCREE_OK;
}

enum scree_code sink_open_files(struct sink **sink, const char *const *paths, size_t count,
                                const struct sink_options *options, struct scree_error *err)
{
    assert(count > 0);
    enum scree_code code = make(sink, &sink_kind_files, count, err);
    if (code == SCREE_OK) code = open_files(*sink, paths, count, options, err);
    return made(sink, code);
}

static enum scree_code open_zip(struct sink *sink, const char *path,
                                const struct sink_options *options, struct scree_error *err)
{
    sink->in_order = true;
    RETURN_IF_ERR(check_name(path, err));
    RETURN_IF_ERR(open_files(sink, &path, 1, options, err));
    return sink_set_prefix(sink, "", err);
}

enum scree_code sink_open_zip(struct sink **sink, const char *path,
                              const struct sink_options *options, struct scree_error *err)
{
    enum scree_code code = make(sink, &sink_kind_zip, 1, err);
    if (code == SCREE_OK) code = open_zip(*sink, path, options, err);
    return made(sink, code);
}

enum scree_code sink_open_memory(struct sink **sink, struct scree_error *err)
{
    return made(sink, make(sink, &sink_kind_memory, 0, err));
}

enum scree_code sink_open_digest(struct sink **sink, struct scree_error *err)
{
    return made(sink, make(sink, &sink_kind_digest, 0, err));
}

enum scree_code sink_open_functions(struct sink **sink,
                                    const struct scree_sink_functions *functions,
                                    struct scree_error *err)
{
    assert(functions->write != NULL);
    RETURN_IF_ERR(made(sink, make(sink, &sink_kind_functions, 0, err)));
    (*sink)->functions = *functions;
    (*sink)->in_order = !functions->parallel;
    return SCREE_OK;
}

/* ---- before files are written ---- */

enum scree_code sink_protect(struct sink *sink, const char *const *inputs, size_t count,
                             struct scree_error *err)
{
    for (size_t i = 0; i < sink->place_count; i++)
        for (size_t k = 0; k < count; k++)
            if (inputs[k] != NULL) RETURN_IF_ERR(out_protect(sink->places[i].out, inputs[k], err));
    for (size_t i = 0; i < sink->path_count; i++)
        if (sink_is_protected(sink, sink->paths[i])) return refuse_input(err, sink->paths[i]);
    return SCREE_OK;
}

bool sink_is_protected(const struct sink *sink, const char *name)
{
    if (sink->place_count == 0) return false;
    if (sink->kind == &sink_kind_folder) return out_is_protected(sink->places[0].out, name);
    if (sink->kind == &sink_kind_zip) name = sink->places[0].path;
    const size_t place = sink_find_place(sink, name);
    return place < sink->place_count &&
           out_is_protected(sink->places[place].out, path_base_name(name));
}

enum scree_code sink_keep_out(const struct sink *sink, const char *folder, struct scree_error *err)
{
    for (size_t i = 0; i < sink->place_count; i++) {
        bool below;
        RETURN_IF_ERR(out_is_below(&below, sink->places[i].out, folder, err));
        if (!below) continue;
        err_set(err, SCREE_BAD_ARGUMENT, "is in %.200s; choose a file outside that folder", folder);
        return err_set_file(err, sink->places[i].path);
    }
    return SCREE_OK;
}

bool sink_exists(const struct sink *sink)
{
    return sink->place_count > 0 && sink->places[0].out->exists;
}

bool sink_holds_files(const struct sink *sink)
{
    return sink->kind == &sink_kind_folder || sink->kind == &sink_kind_files;
}

bool sink_is_in_use(const struct sink *sink)
{
    return sink->place_count > 0 && sink->places[0].out->in_use;
}

const char *sink_root(const struct sink *sink)
{
    return sink->kind == &sink_kind_folder ? sink->places[0].out->root : NULL;
}

const char *sink_shown(const struct sink *sink)
{
    return sink->place_count > 0 ? sink->places[0].path : NULL;
}

const char *sink_main_name(const struct sink *sink, const char *name)
{
    return sink->kind == &sink_kind_files ? sink->places[0].path : name;
}

enum scree_code sink_set_prefix(struct sink *sink, const char *prefix, struct scree_error *err)
{
    assert(sink->count == 0);
    char *copy = path_join(NULL, prefix);
    if (copy == NULL) return err_no_memory(err);
    mem_free(sink->prefix);
    sink->prefix = copy;
    return SCREE_OK;
}

void sink_tell(struct sink *sink, struct scree_job *job)
{
    sink->told = job_warn_from(job, NULL, &sink->warnings, sink->told);
    for (size_t i = 0; i < sink->place_count; i++) {
        struct sink_place *place = &sink->places[i];
        place->told = job_warn_from(job, NULL, &place->out->warnings, place->told);
    }
}

static enum scree_code start(struct sink *sink, struct scree_error *err)
{
    for (size_t i = 0; i < sink->place_count; i++)
        RETURN_IF_ERR(out_begin(sink->places[i].out, err));
    return sink->kind->start != NULL ? sink->kind->start(sink, err) : SCREE_OK;
}

enum scree_code sink_start(struct sink *sink, struct scree_job *job, struct scree_error *err)
{
    if (sink->started) return SCREE_OK;
    /* Who watches the job hears of it before there is anything that ending it must remove. */
    RETURN_IF_ERR(job_poll(job, err));
    RETURN_IF_ERR(parallel_check(job_threads(job), err));
    const enum scree_code code = start(sink, err);
    sink->started = code == SCREE_OK;
    sink_tell(sink, job);
    return code;
}

/* ---- the end ---- */

void sink_close(struct sink *sink)
{
    if (sink == NULL) return;
    sink_drop_items(sink);
    if (sink->kind->close != NULL) sink->kind->close(sink);
    for (size_t i = 0; i < sink->place_count; i++) {
        out_close(sink->places[i].out);
        mem_free(sink->places[i].path);
    }
    for (size_t i = 0; i < sink->path_count; i++) mem_free(sink->paths[i]);
    mem_free(sink->paths);
    mem_free(sink->places);
    mem_free(sink->slots);
    mem_free(sink->prefix);
    mem_free(sink);
}
