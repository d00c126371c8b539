#include <stdio.h>
#include <stdlib.h>

#include "cli/process.h"
#include "cli/signals.h"
#include "cli/verb.h"

#define PAGE "scree-studio.html"

static int check_ground(const struct args_studio *args, struct scree_error *error)
{
    if (!args->ground_given || args->serve.terrain != NULL) return SCREE_OK;
    return fail_usage(error, "--cell, --height-range and the like are for a terrain; name one");
}

int studio_check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    struct args_studio *args = values;
    const char *const *words = operands->words;
    if (operands->count == 0) return check_ground(args, error);
    /* A file manager hands over two files in any order. */
    const bool map_first = scree_surface_is_in(scree_file(words[0]));
    const char *const other = operands->count == 2 ? words[1] : NULL;
    args->serve.terrain = map_first ? other : words[0];
    args->serve.surface = map_first ? words[0] : other;
    if (other == NULL || !map_first || !scree_surface_is_in(scree_file(other)))
        return check_ground(args, error);
    return fail_usage(error, "'%.60s' and '%.60s' are both surface maps; name a terrain and a map",
                      words[0], other);
}

/* Where the page is, from the program's folder: beside it, installed, in the tree of a build. */
static int find_page(char **out, struct scree_error *error)
{
    static const char *const places[] = {PAGE, "../share/scree/" PAGE, "../../studio/" PAGE};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        if ((*out = process_file_beside(places[i])) != NULL) return SCREE_OK;
    return fail_with(error, SCREE_CANNOT_READ,
                     PAGE " is not there: put it beside the program, or name it with --page");
}

static int watch(void *context, const char *step, double done)
{
    (void)context, (void)step, (void)done;
    return signals_pending() != 0;
}

static int serve(const struct scree_serve_options *options, bool browser, struct say *say,
                 struct scree_error *error)
{
    struct scree_serve *serve = NULL;
    RETURN_IF_FAILED(scree_serve_start(&serve, options, error));
    printf("%s\n", scree_serve_url(serve));
    fflush(stdout);
    if (browser && !process_open(scree_serve_door(serve)))
        say_warning(say, "no browser could be started; open the address above in one");
    struct scree_job job = say->work;
    job.progress = watch;
    signals_catch();
    const int code = scree_serve_run(serve, &job, error);
    scree_serve_free(serve);
    /* Ctrl-C is how it is ended; main() ends by the same signal. */
    return code == SCREE_CANCELLED ? SCREE_OK : code;
}

static int open_page(const char *page, bool browser, struct say *say, struct scree_error *error)
{
    printf("%s\n", page);
    fflush(stdout);
    if (browser && !process_open(page))
        return fail_with(error, SCREE_CANNOT_READ,
                         "no browser could be started; open %.200s in one", page);
    say_line(say, "this build serves no page, so the browser opens the file itself");
    return SCREE_OK;
}

int studio_run(const void *values, struct say *say, struct scree_error *error)
{
    const struct args_studio *args = values;
    struct scree_serve_options options = args->serve;
    options.ground = &args->ground;
    options.idle_s = args->idle; /* browsers let pages in the background ask once a minute */
    char *page = NULL;
    int code = options.page != NULL ? SCREE_OK : find_page(&page, error);
    if (page != NULL) options.page = page;
    if (code == SCREE_OK) {
        if (scree_serve_is_there() || options.terrain != NULL || options.surface != NULL)
            code = serve(&options, !args->no_browser, say, error);
        else
            code = open_page(options.page, !args->no_browser, say, error);
    }
    free(page);
    return code;
}

int studio_open_page(struct scree_error *error)
{
    char *page = NULL;
    int code = find_page(&page, error);
    if (code == SCREE_OK && !process_open(page))
        code = fail_with(error, SCREE_CANNOT_READ,
                         "no browser could be started; open %.200s in one", page);
    free(page);
    return code;
}
