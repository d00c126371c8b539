/* scree grade: ground for roads. */
#include "cli/open.h"
#include "cli/result.h"
#include "cli/tables.h"

int grade_check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    const struct args_grade *args = values;
    (void)operands;
    if (args->earth != NULL && !open_ends_in(args->earth, ".png"))
        return fail_usage(error, "--earth %.100s: the picture is a PNG; give it a name with .png",
                          args->earth);
    return SCREE_OK;
}

struct grading {
    const struct args_grade *args;
    struct scree_terrain *before, *after;
    struct scree_sink *sink, *picture;
};

static int draw(struct grading *g, struct say *say, struct scree_error *error)
{
    struct scree_picture *picture;
    if (g->args->earth == NULL) return SCREE_OK;
    RETURN_IF_FAILED(scree_grade_picture(&picture, g->before, g->after, &say->work, error));
    const int code = scree_picture_save(picture, g->picture, NULL, &say->work, error);
    scree_picture_free(picture);
    return code;
}

static int grade(struct grading *g, struct say *say, struct scree_error *error)
{
    const struct args_grade *args = g->args;
    const char *const inputs[] = {args->output, args->terrain, args->grade.roads.name, args->earth};
    struct scree_convert_options options = SCREE_CONVERT_OPTIONS_INIT;
    options.form = (enum scree_terrain_form)scree_terrain_form_of_name(args->output);
    RETURN_IF_FAILED(open_output(&g->sink, args->output, args->force, inputs + 1, 2, error));
    if (args->earth != NULL)
        RETURN_IF_FAILED(open_output(&g->picture, args->earth, args->force, inputs, 3, error));
    RETURN_IF_FAILED(open_report(say, args->html, args->force, inputs, 4, error));
    RETURN_IF_FAILED(open_terrain(&g->before, args->terrain, &args->ground, say, error));
    RETURN_IF_FAILED(scree_grade(&g->after, g->before, &args->grade, &say->work, error));
    RETURN_IF_FAILED(draw(g, say, error));
    RETURN_IF_FAILED(open_graded(say, g->after, error));
    return scree_convert_terrain(g->after, &options, g->sink, NULL, &say->work, error);
}

int grade_run(const void *values, struct say *say, struct scree_error *error)
{
    struct grading g = {.args = values};
    struct scree_bytes document;
    int code = grade(&g, say, error);
    code = open_close(g.sink, code, say, error);
    code = open_close_page(g.picture, code, g.args->output, say, error);
    if (code == SCREE_OK && g.args->json)
        code = result_print_made(
            scree_grade_document(g.after, &document, SCREE_JSON, &say->work, error), "grade",
            g.args->output, &document, say, error);
    scree_terrain_free(g.after);
    scree_terrain_free(g.before);
    return code;
}
