#include <stdio.h>

#include "cli/new/new.h"
#include "cli/open.h"
#include "cli/print.h"

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
    struct scree_style_options options = args->style;
    options.seed = args->seed;
    RETURN_IF_FAILED(
        open_surface_output(&m->sink, args->output, args->force, &args->terrain, 1, error));
    RETURN_IF_FAILED(open_terrain(&m->terrain, args->terrain, &args->ground, say, error));
    RETURN_IF_FAILED(scree_styled_create(&m->styled, m->terrain, &options, &say->work, error));
    RETURN_IF_FAILED(scree_styled_document(
        m->styled, &m->document, args->json ? SCREE_JSON : SCREE_TEXT, &say->work, error));
    return save(m, say, error);
}

static enum say_exit list(const struct args_new *args, struct say *say)
{
    struct scree_style style = {.size = sizeof style};
    json_t *styles = args->json ? json_array() : NULL;
    for (size_t i = 0; scree_style_at(i, &style, NULL) == SCREE_OK; i++) {
        if (args->json)
            json_array_append_new(styles, json_pack("{s:s,s:s,s:i}", "name", style.name, "summary",
                                                    style.summary, "layers", (int)style.layers));
        else
            printf("%-12s %s\n", style.name, style.summary);
    }
    if (!args->json) return SAY_EXIT_OK;
    if (print_json(json_pack("{s:s,s:o}", "format", "scree-styles-1", "styles", styles)))
        return SAY_EXIT_OK;
    struct scree_error error = say_no_error();
    fail_with(&error, SCREE_NO_MEMORY, "no memory for the list");
    return say_error(say, &error);
}

enum say_exit cmd_new(const void *values, struct say *say)
{
    struct making m = {.args = values};
    struct scree_error error = say_no_error();
    if (m.args->list) return list(m.args, say);
    int code = run(&m, say, &error);
    code = scree_sink_close(m.sink, code, &say->work, &error);
    if (code == SCREE_OK && (m.args->json || !say->quiet)) print_bytes(&m.document);
    scree_bytes_free(&m.document);
    scree_styled_free(m.styled);
    scree_terrain_free(m.terrain);
    return code == SCREE_OK ? SAY_EXIT_OK : say_error(say, &error);
}
