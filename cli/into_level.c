#include "cli/into_level.h"

#include <stdio.h>

#include "cli/open.h"
#include "cli/result.h"

int into_check(const char **surface, const struct args_operands *operands, const char *command,
               const char *noun, struct scree_error *error)
{
    if (args_given(operands, "force") && !args_given(operands, "html"))
        return fail_usage(
            error, "--force is for a new %s and --into for an existing one: choose one", noun);
    if (operands->count != 1)
        return fail_usage(
            error, "%s: with --into scree %s takes a surface map alone; the ground is the %s's own",
            operands->count == 0 ? "no file given" : "one file too many", command, noun);
    *surface = operands->words[0];
    return SCREE_OK;
}

/* ---- --dry-run ---- */

static int show(const struct into_level *how, const struct scree_level *level, struct say *say,
                struct scree_error *error)
{
    struct scree_level_into_info info = {.size = sizeof info};
    struct scree_bytes document;
    RETURN_IF_FAILED(scree_level_describe(level, &info, error));
    say_progress_end(say);
    if (how->more == NULL) scree_level_tell(level, &say->work);
    RETURN_IF_FAILED(scree_level_document(level, &document, SCREE_TEXT, &say->work, error));
    result_print_document(&document);
    return how->more != NULL ? how->more(level, &info, how->values, say, error) : SCREE_OK;
}

/* ---- both ---- */

static int print_json(const struct into_level *how, const struct scree_level *level,
                      struct say *say, struct scree_error *error)
{
    struct scree_bytes document = {NULL, 0};
    const int code = scree_level_document(level, &document, SCREE_JSON, &say->work, error);
    if (how->dry_run) result_print_document(&document);
    return how->dry_run ? code
                        : result_print_made(code, how->command, how->into, &document, say, error);
}

static int change(const struct into_level *how, struct scree_level *level,
                  struct scree_surface **surface, struct say *say, struct scree_error *error)
{
    struct scree_bytes bytes = {NULL, 0};
    RETURN_IF_FAILED(open_map(surface, scree_surface_open, how->surface, scree_level_terrain(level),
                              say, error));
    RETURN_IF_FAILED(how->change(level, *surface, how->values, &say->work, error));
    if (say->page != NULL) {
        RETURN_IF_FAILED(scree_level_document(level, &bytes, SCREE_HTML, &say->work, error));
        RETURN_IF_FAILED(open_write(say->page, how->html, &bytes, error));
    }
    if (how->dry_run && !how->json) return show(how, level, say, error);
    if (!how->dry_run) {
        scree_level_tell(level, &say->work);
        RETURN_IF_FAILED(scree_level_write(level, &say->work, error));
    }
    return how->json ? print_json(how, level, say, error) : SCREE_OK;
}

int into_run(const struct into_level *how, struct say *say, struct scree_error *error)
{
    const struct scree_level_options *options = how->level;
    const char *const inputs[] = {how->into,           how->surface,
                                  how->holes,          options->materials.name,
                                  options->mask.name,  options->keep_list.name,
                                  options->roads.name, options->plants.name};
    struct scree_level *level = NULL;
    struct scree_surface *surface = NULL;
    int code = open_report(say, how->html, how->force, inputs, 8, error);
    if (code == SCREE_OK) code = how->open(&level, how->into, how->ground, &say->work, error);
    if (code == SCREE_OK) code = change(how, level, &surface, say, error);
    code = open_close_page(say->page, code, how->dry_run ? NULL : how->into, say, error);
    scree_surface_free(surface);
    scree_level_close(level);
    return code;
}
