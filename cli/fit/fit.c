/* scree fit: the surface map that explains a painted terrain. */
#include <string.h>

#include "cli/open.h"
#include "cli/result.h"
#include "cli/process.h"
#include "cli/signals.h"
#include "cli/tables.h"

/* Such a file may be part of the painting: a mask, a terrain, its page. */
static bool is_of_painting(const char *name)
{
    static const char *const endings[] = {".png", ".ter", ".json", ".raw", ".otc", ".terrn2"};
    for (size_t i = 0; name != NULL && i < sizeof endings / sizeof endings[0]; i++)
        if (open_ends_in(name, endings[i])) return true;
    return false;
}

int fit_check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    struct args_fit *args = values;
    const char *other = is_of_painting(args->html) ? args->html : args->unexplained;
    if (is_of_painting(other))
        return fail_usage(error, "%.60s: has the name of a painting's file; choose .html or .txt",
                          other);
    if (operands->count == 1) { /* FROM alone */
        args->from = args->terrain;
        args->terrain = NULL;
    }
    return SCREE_OK;
}

/* What is read, found and written. */
struct fitting {
    const struct args_fit *args;
    struct scree_terrain *terrain, *onto;
    struct scree_fit *fit;
    struct scree_surface *surface;
    struct scree_sink *output;
    struct scree_bytes document;
};

/* Any file in a folder that is read may be part of the painting. That of a Rigs of Rods terrain is the
 * one of its .terrn2. */
static int keep_out(const struct scree_sink *output, const char *from, struct scree_error *error)
{
    char folder[4096];
    size_t length = strlen(from);
    if (length >= sizeof folder || !open_ends_in(from, ".terrn2"))
        return scree_sink_keep_out(output, from, error);
    while (length > 0 && !process_is_separator(from[length - 1])) length--;
    while (length > 1 && process_is_separator(from[length - 1]) && from[length - 2] != ':')
        length--; /* not those of "/" and "C:\\" */
    memcpy(folder, from, length);
    memcpy(folder + length, length > 0 ? "" : ".", length > 0 ? 1 : 2);
    return scree_sink_keep_out(output, folder, error);
}

static int open_outputs(struct fitting *f, struct scree_error *error)
{
    const struct args_fit *args = f->args;
    const char *const inputs[] = {args->terrain, args->from, args->onto, args->fit.classes.name};
    const char *paths[3];
    size_t count = 0;
    paths[count++] = args->output;
    if (args->html != NULL) paths[count++] = args->html;
    if (args->unexplained != NULL) paths[count++] = args->unexplained;
    RETURN_IF_FAILED(
        scree_sink_files(&f->output, paths, count, args->force ? SCREE_REPLACE : 0, error));
    RETURN_IF_FAILED(scree_sink_protect(f->output, inputs, 4, error));
    return keep_out(f->output, args->from, error);
}

/* The options for the terrain are those of the one that is named: of both, if both are. */
static int open_inputs(struct fitting *f, struct say *say, struct scree_error *error)
{
    const struct args_fit *args = f->args;
    if (args->terrain != NULL)
        RETURN_IF_FAILED(open_terrain(&f->terrain, args->terrain, &args->ground, say, error));
    if (args->onto != NULL)
        RETURN_IF_FAILED(open_terrain(&f->onto, args->onto, &args->ground, say, error));
    return SCREE_OK;
}

static int find(struct fitting *f, struct say *say, struct scree_error *error)
{
    const struct args_fit *args = f->args;
    struct scree_fit_options options = args->fit;
    options.onto = f->onto;
    options.pictures = args->html != NULL;
    if (args->terrain == NULL) {
        options.max_height_m = args->ground.max_height_m;
        options.square_m = args->ground.square_m;
    }
    RETURN_IF_FAILED(
        scree_fit_create(&f->fit, f->terrain, args->from, &options, &say->work, error));
    return scree_fit_surface(f->fit, &f->surface, &say->work, error);
}

static int save(struct fitting *f, struct say *say, struct scree_error *error)
{
    const struct args_fit *args = f->args;
    struct scree_bytes bytes = {NULL, 0};
    const int form = scree_surface_form_of_name(args->output);
    RETURN_IF_FAILED(
        scree_surface_save(f->surface, form, f->output, args->output, &say->work, error));
    if (args->html != NULL) {
        RETURN_IF_FAILED(scree_fit_document(f->fit, &bytes, SCREE_HTML, &say->work, error));
        RETURN_IF_FAILED(open_write(f->output, args->html, &bytes, error));
    }
    if (args->unexplained == NULL) return SCREE_OK;
    RETURN_IF_FAILED(scree_fit_unexplained(f->fit, &bytes, error));
    return open_write(f->output, args->unexplained, &bytes, error);
}

static int run(struct fitting *f, struct say *say, struct scree_error *error)
{
    RETURN_IF_FAILED(open_outputs(f, error));
    RETURN_IF_FAILED(open_inputs(f, say, error));
    signals_catch();
    RETURN_IF_FAILED(find(f, say, error));
    RETURN_IF_FAILED(save(f, say, error));
    return scree_fit_document(f->fit, &f->document, f->args->json ? SCREE_JSON : SCREE_TEXT,
                              &say->work, error);
}

int fit_run(const void *values, struct say *say, struct scree_error *error)
{
    struct fitting f = {.args = values};
    int code = run(&f, say, error);
    code = scree_sink_close(f.output, code, &say->work, error);
    if (code == SCREE_OK && (f.args->json || !say->quiet)) result_print_bytes(&f.document);
    scree_bytes_free(&f.document);
    scree_surface_free(f.surface);
    scree_fit_free(f.fit);
    scree_terrain_free(f.terrain);
    scree_terrain_free(f.onto);
    return code;
}
