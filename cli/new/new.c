/* scree new: a surface map made for a terrain. */
#include "cli/open.h"
#include "cli/result.h"
#include "cli/tables.h"

int new_read_water(const struct args_value *in, struct scree_error *error)
{
    return args_read_water(in->to, in->option->name, in->text, error);
}

int new_check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    struct args_new *args = values;
    args->style.map_file = args->output;
    if (args->list && operands->count > 0) return fail_usage(error, "--list takes no terrain");
    if (args->style.cover.name == NULL || args->output == NULL ||
        open_ends_in(args->output, ".srf.json"))
        return SCREE_OK;
    return fail_usage(error,
                      "--cover gives masks, which a .srf cannot say; name the output .srf.json");
}

struct making {
    const struct args_new *args;
    struct scree_terrain *terrain;
    struct scree_styled *styled;
    struct scree_sink *sink;
    struct scree_bytes document;
};

/* As text the map keeps its metres and degrees; a .srf has none. */
static int save(struct making *m, struct say *say, struct scree_error *error)
{
    const int form = scree_surface_form_of_name(m->args->output);
    if (form == SCREE_SURFACE_TEXT)
        return scree_styled_save(m->styled, m->sink, NULL, &say->work, error);
    struct scree_surface *surface = NULL;
    RETURN_IF_FAILED(
        scree_styled_surface(m->styled, &surface, m->terrain, m->args->output, &say->work, error));
    const int code = scree_surface_save(surface, form, m->sink, NULL, &say->work, error);
    scree_surface_free(surface);
    return code;
}

static int run(struct making *m, struct say *say, struct scree_error *error)
{
    const struct args_new *args = m->args;
    RETURN_IF_FAILED(open_output(&m->sink, args->output, args->force, &args->terrain, 1, error));
    RETURN_IF_FAILED(open_terrain(&m->terrain, args->terrain, &args->ground, say, error));
    RETURN_IF_FAILED(scree_styled_create(&m->styled, m->terrain, &args->style, &say->work, error));
    return save(m, say, error);
}

int new_run(const void *values, struct say *say, struct scree_error *error)
{
    struct making m = {.args = values};
    int code = m.args->list ? SCREE_OK : run(&m, say, error);
    if (code == SCREE_OK)
        code = scree_styled_document(m.styled, &m.document, m.args->json ? SCREE_JSON : SCREE_TEXT,
                                     &say->work, error);
    code = scree_sink_close(m.sink, code, &say->work, error);
    if (code == SCREE_OK && (m.args->json || m.args->list || !say->quiet))
        result_print_bytes(&m.document);
    scree_bytes_free(&m.document);
    scree_styled_free(m.styled);
    scree_terrain_free(m.terrain);
    return code;
}
