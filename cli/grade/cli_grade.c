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
    struct scree_sink *sink, *pages[2]; /* pages: the picture, the report */
};

static int draw(struct grading *g, struct say *say, struct scree_error *error)
{
    struct scree_picture *picture;
    if (g->args->earth == NULL) return SCREE_OK;
    RETURN_IF_FAILED(scree_grade_picture(&picture, g->before, g->after, &say->work, error));
    const int code = scree_picture_save(picture, g->pages[0], NULL, &say->work, error);
    scree_picture_free(picture);
    return code;
}

static int grade(struct grading *g, struct say *say, struct scree_error *error)
{
    const struct args_grade *args = g->args;
    const char *const inputs[] = {args->terrain, args->grade.roads.name, args->output, args->earth};
    const char *const pages[2] = {args->earth, args->html};
    struct scree_convert_options options = SCREE_CONVERT_OPTIONS_INIT;
    struct scree_bytes page;
    options.form = (enum scree_terrain_form)scree_terrain_form_of_name(args->output);
    RETURN_IF_FAILED(open_output(&g->sink, args->output, args->force, inputs, 2, error));
    for (size_t i = 0; i < 2; i++)
        if (pages[i] != NULL)
            RETURN_IF_FAILED(
                open_output(&g->pages[i], pages[i], args->force, inputs, 3 + i, error));
    RETURN_IF_FAILED(open_terrain(&g->before, args->terrain, &args->ground, say, error));
    RETURN_IF_FAILED(scree_grade(&g->after, g->before, &args->grade, &say->work, error));
    RETURN_IF_FAILED(draw(g, say, error));
    if (args->html != NULL) {
        RETURN_IF_FAILED(scree_grade_document(g->after, &page, SCREE_HTML, &say->work, error));
        RETURN_IF_FAILED(open_write(g->pages[1], args->html, &page, error));
    }
    return scree_convert_terrain(g->after, &options, g->sink, NULL, &say->work, error);
}

int grade_run(const void *values, struct say *say, struct scree_error *error)
{
    struct grading g = {.args = values};
    struct scree_bytes document;
    int code = grade(&g, say, error);
    code = open_close(g.sink, code, say, error);
    for (size_t i = 0; i < 2; i++)
        code = open_close_page(g.pages[i], code, g.args->output, say, error);
    if (code == SCREE_OK && g.args->json) {
        code = scree_grade_document(g.after, &document, SCREE_JSON, &say->work, error);
        if (code == SCREE_OK)
            code = result_print_made("grade", g.args->output, &document, say, error);
    }
    scree_terrain_free(g.after);
    scree_terrain_free(g.before);
    return code;
}
