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

/* What there is to say of what is kept, or lost, or new. */
static const char *note_on(const struct scree_level_change *change)
{
    static const char *const kept[] = {[SCREE_KEPT_NAMED] = "  kept (--keep)",
                                       [SCREE_KEPT_BUILT] = "  kept (built, by its name)",
                                       [SCREE_KEPT_REST] = "  kept (not in --only)"};
    static const char *const new[] = {[SCREE_NEW_OLD] = "",
                                      [SCREE_NEW_LISTED] = "  new in the list",
                                      [SCREE_NEW_ADDED] = "  new material"};
    if (change->kept != SCREE_NOT_KEPT) return kept[change->kept];
    if (change->name[0] != '\0' && !change->in_map && change->after < change->before)
        return "  not in the map: --keep keeps it";
    return new[change->is_new];
}

static void show_change(const struct into_level *how, const struct scree_level_change *change,
                        const struct scree_level_into_info *info)
{
    char name[SAY_TEXT_SIZE];
    const double side = change->is_ground ? info->landuse_texels : info->texels;
    if (how->column == NULL) printf("%-8s ", change->is_ground ? "landuse" : "layer");
    printf("%-32s  %11llu %6.2f %%  %11llu %6.2f %%  %9llu%s\n",
           change->name[0] != '\0' ? scree_text_clean(name, sizeof name, change->name)
                                   : how->nameless,
           (unsigned long long)change->before, 100 * (double)change->before / (side * side),
           (unsigned long long)change->after, 100 * (double)change->after / (side * side),
           (unsigned long long)change->isolated, note_on(change));
}

/* A line for each: before, after, and how much of it stands alone. */
static int show(const struct into_level *how, const struct scree_level *level, struct say *say,
                struct scree_error *error)
{
    struct scree_level_into_info info = {.size = sizeof info};
    char before[32], after[32];
    RETURN_IF_FAILED(scree_level_describe(level, &info, error));
    say_progress_end(say);
    if (how->column == NULL) scree_level_tell(level, &say->work);
    snprintf(before, sizeof before, "%s before", how->unit);
    snprintf(after, sizeof after, "%s after", how->unit);
    if (!info.only_plants)
        printf("%*s%-32s  %20s  %20s  %9s\n", how->column == NULL ? 9 : 0, "",
               how->column == NULL ? "" : how->column, before, after, "isolated");
    for (uint32_t i = 0; i < info.changes && !info.only_plants; i++) {
        struct scree_level_change change = {.size = sizeof change};
        RETURN_IF_FAILED(scree_level_change(level, i, &change, error));
        if (how->column != NULL || change.before + change.after > 0)
            show_change(how, &change, &info);
    }
    return how->more != NULL ? how->more(level, &info, how->values, say, error) : SCREE_OK;
}

/* ---- both ---- */

static int print_json(const struct into_level *how, const struct scree_level *level,
                      struct say *say, struct scree_error *error)
{
    struct scree_bytes document = {NULL, 0};
    RETURN_IF_FAILED(scree_level_document(level, &document, error));
    if (!how->dry_run) return result_print_made(how->command, how->into, &document, say, error);
    result_print_document(&document);
    return SCREE_OK;
}

static int change(const struct into_level *how, struct scree_level *level,
                  struct scree_surface **surface, struct scree_sink *page, struct say *say,
                  struct scree_error *error)
{
    struct scree_bytes bytes = {NULL, 0};
    RETURN_IF_FAILED(open_map(surface, scree_surface_open, how->surface, scree_level_terrain(level),
                              say, error));
    RETURN_IF_FAILED(how->change(level, *surface, how->values, &say->work, error));
    if (page != NULL) {
        RETURN_IF_FAILED(scree_level_page(level, &bytes, error));
        RETURN_IF_FAILED(open_write(page, how->html, &bytes, error));
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
    const char *const inputs[] = {how->surface,        options->materials.name,
                                  how->holes,          options->keep_list.name,
                                  options->mask.name,  how->into,
                                  options->plants.name};
    struct scree_level *level = NULL;
    struct scree_surface *surface = NULL;
    struct scree_sink *page = NULL;
    int code = SCREE_OK;
    if (how->html != NULL) code = open_output(&page, how->html, how->force, inputs, 7, error);
    /* The level's folder is exchanged as a whole. */
    if (code == SCREE_OK && page != NULL) code = scree_sink_keep_out(page, how->into, error);
    if (code == SCREE_OK) code = how->open(&level, how->into, how->ground, &say->work, error);
    if (code == SCREE_OK) code = change(how, level, &surface, page, say, error);
    code = open_close_page(page, code, how->dry_run ? NULL : how->into, say, error);
    scree_surface_free(surface);
    scree_level_close(level);
    return code;
}
