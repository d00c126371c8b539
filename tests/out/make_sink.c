/*
 * make_sink KIND WORD TARGET...: writes files that hold WORD many times, replacing what is there,
 * for check_sink.py. Exit 0, or 4 with one line that names what went wrong.
 *   folder   "one" and "in/two" into the folder TARGET; "stale" in it goes if it holds "stale"
 *   zip      the same into the zip TARGET
 *   files    each TARGET
 *   all      a folder, a zip and a file, in this order, put in place together
 *   look     nothing: the folder TARGET is only opened
 */
#include <stdio.h>
#include <string.h>

#include "out/sink.h"

#define STALE "a03f2386ae06b21109577020844df367857b72c2fcce384c1896fed98a89c82b"

static enum scree_code put(struct sink *sink, const char *name, const char *word,
                           struct scree_error *err)
{
    struct sink_file *file;
    RETURN_IF_ERR(sink_begin(sink, name, SINK_STORED, &file, err));
    enum scree_code code = SCREE_OK;
    for (int i = 0; i < 3000 && code == SCREE_OK; i++)
        code = stream_put(&file->stream, word, strlen(word), err);
    return sink_end(file, code, err);
}

static enum scree_code put_two(struct sink *sink, const char *word, struct scree_error *err)
{
    RETURN_IF_ERR(put(sink, "one", word, err));
    RETURN_IF_ERR(put(sink, "in/two", word, err));
    return sink_drop_earlier(sink, "stale", STALE, err);
}

static const struct sink_options replace = {.replace = true};

static enum scree_code open_one(struct sink **sink, const char *kind, char **targets, int count,
                                struct scree_error *err)
{
    if (strcmp(kind, "zip") == 0) return sink_open_zip(sink, targets[0], &replace, err);
    if (strcmp(kind, "files") == 0)
        return sink_open_files(sink, (const char *const *)targets, (size_t)count, &replace, err);
    return sink_open_folder(sink, targets[0], &replace, err);
}

/* The sinks of a kind, each with its files. */
static enum scree_code fill(struct sink *sinks[3], const char *kind, const char *word,
                            char **targets, int count, struct scree_job *job,
                            struct scree_error *err)
{
    static const char *const kinds[] = {"folder", "zip", "files"};
    const bool all = strcmp(kind, "all") == 0;
    for (int i = 0; i < (all ? 3 : 1); i++) {
        const char *own = all ? kinds[i] : kind;
        RETURN_IF_ERR(open_one(&sinks[i], own, targets + i, all ? 1 : count, err));
        if (strcmp(own, "look") == 0) continue;
        RETURN_IF_ERR(sink_start(sinks[i], job, err));
        if (strcmp(own, "files") != 0) RETURN_IF_ERR(put_two(sinks[i], word, err));
        for (int k = 0; strcmp(own, "files") == 0 && k < (all ? 1 : count); k++)
            RETURN_IF_ERR(put(sinks[i], targets[i + k], word, err));
    }
    return SCREE_OK;
}

static void tell(void *context, const struct scree_message *message)
{
    (void)context;
    fprintf(stderr, "warning: %s\n", message->text);
}

int main(int argc, char **argv)
{
    if (argc < 4) return 2;
    struct scree_job job = {.message = tell};
    struct sink *sinks[3] = {NULL, NULL, NULL};
    struct scree_error err = SCREE_ERROR_INIT;
    enum scree_code code = fill(sinks, argv[1], argv[2], argv + 3, argc - 3, &job, &err);
    const size_t count = sinks[1] != NULL ? 3 : 1;
    if (code == SCREE_OK && strcmp(argv[1], "look") != 0)
        code = sink_commit_all(sinks, count, &job, &err);
    for (int i = 0; i < 3; i++) sink_close(sinks[i]);
    char text[ERR_TEXT_SIZE];
    if (code != SCREE_OK) fprintf(stderr, "%s\n", err_format(text, sizeof text, &err));
    return code == SCREE_OK ? 0 : 4;
}
