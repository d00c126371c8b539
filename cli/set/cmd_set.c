#include "cli/open.h"
#include "cli/set/set.h"

static int change(struct scree_surface *surface, const struct args_set *args,
                  const struct scree_terrain *scale, struct scree_error *error)
{
    if (args->seed_given) RETURN_IF_FAILED(scree_surface_reroll(surface, args->seed, error));
    for (size_t i = 0; i < args->change_count; i++)
        RETURN_IF_FAILED(scree_surface_change(surface, args->changes[i], scale, error));
    return SCREE_OK;
}

/* A new map of the changed one: nothing is written that could not be read, and warnings are those
 * of the new values. */
static int read_again(struct scree_surface **surface, const char *name, struct scree_error *error)
{
    struct scree_bytes bytes = {NULL, 0};
    const uint32_t model = scree_surface_model(*surface);
    RETURN_IF_FAILED(scree_surface_write(&bytes, *surface, scree_surface_form(*surface), error));
    scree_surface_free(*surface);
    const int code =
        scree_surface_read(surface, scree_memory(bytes.data, bytes.size, name), NULL, NULL, error);
    scree_bytes_free(&bytes);
    return code == SCREE_OK ? scree_surface_set_model(*surface, model, error) : code;
}

/* What cannot be drawn was so before, as no change makes it so; it may be what the next change is
 * for. */
static int judge(struct scree_surface *surface, const char *name, struct say *say,
                 struct scree_error *error)
{
    struct scree_error found = say_no_error();
    const int code = scree_surface_check(surface, &say->work, &found);
    if (code == SCREE_MALFORMED)
        say_warning(say, "%s: cannot be drawn: %s", name, found.text);
    else if (code != SCREE_OK)
        *error = found;
    return code == SCREE_MALFORMED ? SCREE_OK : code;
}

static int run(const struct args_set *args, struct scree_surface **surface,
               struct scree_terrain **scale, struct scree_sink **sink, struct say *say,
               struct scree_error *error)
{
    const char *const inputs[] = {args->terrain};
    RETURN_IF_FAILED(open_surface_output(sink, args->output, args->force, inputs, 1, error));
    RETURN_IF_FAILED(open_scale(scale, args->terrain, &args->ground, say, error));
    RETURN_IF_FAILED(
        scree_surface_read(surface, scree_file(args->surface), *scale, &say->work, error));
    RETURN_IF_FAILED(change(*surface, args, *scale, error));
    RETURN_IF_FAILED(read_again(surface, args->output, error));
    RETURN_IF_FAILED(judge(*surface, args->output, say, error));
    return scree_surface_save(*surface, scree_surface_form_of_name(args->output), *sink, NULL,
                              &say->work, error);
}

enum say_exit cmd_set(const void *values, struct say *say)
{
    struct scree_error error = say_no_error();
    struct scree_surface *surface = NULL;
    struct scree_terrain *scale = NULL;
    struct scree_sink *sink = NULL;
    int code = run(values, &surface, &scale, &sink, say, &error);
    code = scree_sink_close(sink, code, &say->work, &error);
    scree_surface_free(surface);
    scree_terrain_free(scale);
    return code == SCREE_OK ? SAY_EXIT_OK : say_error(say, &error);
}
