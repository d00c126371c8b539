/* scree set: values and layers of a surface map. */
#include <stdio.h>

#include "cli/open.h"
#include "cli/result.h"
#include "cli/tables.h"

/* What was changed is said once it is written. */
struct setting {
    const struct args_set *args;
    struct scree_surface *surface;
    struct scree_terrain *scale;
    struct scree_sink *sink;
    json_t *lines; /* a sentence for each change */
};

static void note(struct setting *s, struct scree_bytes *said)
{
    json_array_append_new(s->lines, result_text((const char *)said->data));
    scree_bytes_free(said);
}

static bool arranges(const struct args_set *args)
{
    const struct scree_arrangement *const what = &args->arrange;
    return what->add != NULL || what->copy != NULL || what->move != NULL || what->remove != NULL;
}

int set_check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    const struct args_set *args = values;
    (void)operands;
    if (args->changes.count > 0 || args->has_seed || arranges(args)) return SCREE_OK;
    return fail_usage(error,
                      "no change given: write LAYER.FIELD=VALUE, --add NAME or --seed N, e.g. "
                      "scree set island.srf Grass.coverage=0.4 -o new.srf");
}

static int change(struct setting *s, struct scree_error *error)
{
    const struct args_set *args = s->args;
    struct scree_bytes said;
    if (arranges(args)) {
        RETURN_IF_FAILED(scree_surface_arrange(s->surface, &args->arrange, &said, error));
        note(s, &said);
    }
    if (args->has_seed) {
        RETURN_IF_FAILED(scree_surface_reroll(s->surface, args->seed, error));
        json_array_append_new(
            s->lines,
            json_sprintf("all layers: patterns of the noise from seed %u", (unsigned)args->seed));
    }
    for (size_t i = 0; i < args->changes.count; i++) {
        RETURN_IF_FAILED(
            scree_surface_change(s->surface, args->changes.words[i], s->scale, &said, error));
        note(s, &said);
    }
    return SCREE_OK;
}

/* A new map of the changed one: nothing is written that could not be read, and warnings are those
 * of the new values. */
static int read_again(struct scree_surface **surface, const char *name, struct scree_error *error)
{
    struct scree_bytes bytes = {NULL, 0};
    if (scree_surface_form(*surface) == SCREE_SURFACE_TEXT) return SCREE_OK; /* it was */
    RETURN_IF_FAILED(scree_surface_write(&bytes, *surface, scree_surface_form(*surface), error));
    scree_surface_free(*surface);
    const int code =
        scree_surface_read(surface, scree_memory(bytes.data, bytes.size, name), NULL, NULL, error);
    scree_bytes_free(&bytes);
    return code;
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

static int run(struct setting *s, struct say *say, struct scree_error *error)
{
    const struct args_set *args = s->args;
    const char *const inputs[] = {args->terrain};
    RETURN_IF_FAILED(open_output(&s->sink, args->output, args->force, inputs, 1, error));
    RETURN_IF_FAILED(open_scale(&s->scale, args->terrain, &args->ground, say, error));
    RETURN_IF_FAILED(
        scree_surface_read(&s->surface, scree_file(args->surface), s->scale, &say->work, error));
    RETURN_IF_FAILED(change(s, error));
    RETURN_IF_FAILED(read_again(&s->surface, args->output, error));
    RETURN_IF_FAILED(judge(s->surface, args->output, say, error));
    return scree_surface_save(s->surface, scree_surface_form_of_name(args->output), s->sink, NULL,
                              &say->work, error);
}

int set_run(const void *values, struct say *say, struct scree_error *error)
{
    struct setting s = {.args = values, .lines = json_array()};
    const json_t *line;
    size_t i;
    int code = run(&s, say, error);
    code = open_close(s.sink, code, say, error);
    if (code == SCREE_OK && s.args->json)
        code = result_print_written("set", s.args->output, json_pack("{s:O}", "changes", s.lines),
                                    say, error);
    json_array_foreach(s.lines, i, line) if (code == SCREE_OK)
        say_line(say, "%s", json_string_value(line));
    json_decref(s.lines);
    scree_surface_free(s.surface);
    scree_terrain_free(s.scale);
    return code;
}
