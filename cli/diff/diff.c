/* scree diff: what changed between two surface maps or bakes. */
#include <string.h>

#include "cli/open.h"
#include "cli/result.h"
#include "cli/signals.h"
#include "cli/tables.h"

/* --warn and --fail are members of the same names. */
int diff_read_limits(const struct args_value *in, struct scree_error *error)
{
    struct scree_error refused = say_no_error();
    *(const char **)in->to = in->text;
    const int code = scree_diff_check_limits(in->text, in->option->name, &refused);
    if (code != SCREE_OK) *error = refused;
    return code;
}

int diff_check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    struct args_diff *args = values;
    (void)operands;
    if (args->picture != NULL && args->html != NULL && strcmp(args->picture, args->html) == 0)
        return fail_usage(error, "--picture and --html both name %.100s; give each its own",
                          args->html);
    args->diff.pictures = args->picture != NULL || args->html != NULL;
    return SCREE_OK;
}

/* What is compared, and what is written of it. */
struct comparing {
    const struct args_diff *args;
    struct scree_terrain *terrain;
    struct scree_surface *surfaces[2];
    struct scree_diff *diff;
    struct scree_sink *output; /* of the page and the picture */
};

static enum say_exit found_in(const struct scree_diff *diff)
{
    struct scree_diff_info info = {.size = sizeof info};
    scree_diff_describe(diff, &info);
    if (info.verdict == SCREE_DIFF_FAILED) return SAY_EXIT_FAILED;
    return info.verdict == SCREE_DIFF_WARNED ? SAY_EXIT_FINDINGS : SAY_EXIT_OK;
}

/* ---- outputs ---- */

/* The page first. */
static int open_outputs(struct comparing *c, struct scree_error *error)
{
    const struct args_diff *args = c->args;
    const char *const inputs[] = {args->before, args->after, args->terrain};
    const char *paths[2];
    size_t count = 0;
    if (args->html != NULL) paths[count++] = args->html;
    if (args->picture != NULL) paths[count++] = args->picture;
    if (count == 0) return SCREE_OK;
    RETURN_IF_FAILED(
        scree_sink_files(&c->output, paths, count, args->force ? SCREE_REPLACE : 0, error));
    return scree_sink_protect(c->output, inputs, 3, error);
}

static int write_output(const struct comparing *c, const char *path, int form, struct say *say,
                        struct scree_error *error)
{
    struct scree_bytes bytes = {NULL, 0};
    if (path == NULL) return SCREE_OK;
    RETURN_IF_FAILED(scree_diff_document(c->diff, &bytes, form, &say->work, error));
    return open_write(c->output, path, &bytes, error);
}

/* ---- inputs ---- */

/* The terrain of a bake and a map is read as it was for the bake, unless it is said how. */
static int open_ground(struct comparing *c, const bool is_folder[2], struct say *say,
                       struct scree_error *error)
{
    const struct args_diff *args = c->args;
    struct scree_terrain_options ground = args->ground;
    if (args->terrain == NULL || (is_folder[0] && is_folder[1])) return SCREE_OK;
    if (!args->ground_given && (is_folder[0] || is_folder[1]))
        RETURN_IF_FAILED(scree_diff_terrain_options(
            &ground, is_folder[0] ? args->before : args->after, &say->work, error));
    return open_terrain(&c->terrain, args->terrain, &ground, say, error);
}

/* Without a terrain: its metres may be all that is asked for. */
static int open_alone(struct scree_surface **out, const char *path, struct say *say,
                      struct scree_error *error)
{
    RETURN_IF_FAILED(open_map(out, scree_surface_read, path, NULL, say, error));
    const int code = scree_surface_check(*out, &say->work, error);
    return code == SCREE_OK ? SCREE_OK : fail_file(error, path);
}

static int open_sides(struct comparing *c, struct scree_diff_side sides[2], struct say *say,
                      struct scree_error *error)
{
    const char *const paths[2] = {c->args->before, c->args->after};
    const bool is_folder[2] = {scree_diff_is_folder(paths[0]), scree_diff_is_folder(paths[1])};
    RETURN_IF_FAILED(open_ground(c, is_folder, say, error));
    for (int s = 0; s < 2; s++) {
        sides[s] = (struct scree_diff_side){.size = sizeof *sides};
        if (is_folder[s])
            sides[s].folder = paths[s];
        else if (c->terrain != NULL || is_folder[1 - s] ||
                 !scree_surface_is_in(open_file(paths[s], say)))
            RETURN_IF_FAILED(open_surface(&c->surfaces[s], paths[s], c->terrain, say, error));
        else
            RETURN_IF_FAILED(open_alone(&c->surfaces[s], paths[s], say, error));
        sides[s].surface = c->surfaces[s];
    }
    return SCREE_OK;
}

/* ---- all of it ---- */

static int run(struct comparing *c, struct say *say, struct scree_error *error)
{
    const struct args_diff *args = c->args;
    struct scree_diff_side sides[2];
    struct scree_diff_options options = args->diff;
    RETURN_IF_FAILED(open_outputs(c, error));
    RETURN_IF_FAILED(open_sides(c, sides, say, error));
    signals_catch();
    options.terrain = c->terrain;
    options.output = c->output;
    RETURN_IF_FAILED(
        scree_diff_create(&c->diff, &sides[0], &sides[1], &options, &say->work, error));
    RETURN_IF_FAILED(write_output(c, args->html, SCREE_HTML, say, error));
    return write_output(c, args->picture, SCREE_PNG, say, error);
}

int diff_run(const void *values, struct say *say, struct scree_error *error)
{
    struct comparing c = {.args = values};
    struct scree_bytes document = {NULL, 0};
    int code = run(&c, say, error);
    code = scree_sink_close(c.output, code, &say->work, error);
    if (code == SCREE_OK)
        code = scree_diff_document(c.diff, &document, c.args->json ? SCREE_JSON : SCREE_TEXT,
                                   &say->work, error);
    if (code == SCREE_OK) say->found = found_in(c.diff);
    if (code == SCREE_BAD_ARGUMENT && strcmp(error->field, "sides") == 0)
        say->found = SAY_EXIT_MISMATCH;
    result_print_document(&document);
    scree_diff_free(c.diff);
    scree_surface_free(c.surfaces[0]);
    scree_surface_free(c.surfaces[1]);
    scree_terrain_free(c.terrain);
    return code;
}
