/* Surface maps made for the terrain of a command: --style in place of SURFACE. */
#include <stdio.h>
#include <string.h>

#include "cli/args.h"
#include "cli/open.h"
#include "cli/process.h"
#include "cli/result.h"

#define PATH_SIZE 4096

bool open_is_style(const char *word)
{
    return strncmp(word, ARGS_STYLE_WORD, sizeof ARGS_STYLE_WORD - 1) == 0;
}

/* ---- NAME,water=M,seed=N ---- */

struct asked {
    struct scree_style_options options;
    char words[128]; /* what options.style points to */
};

static int read_member(struct asked *to, const char *member, struct scree_error *error)
{
    if (strncmp(member, "water=", 6) == 0)
        return args_read_water(&to->options, "style water", member + 6, error);
    if (strncmp(member, "seed=", 5) == 0) {
        uint32_t seed = 0;
        RETURN_IF_FAILED(args_read_count(&seed, "style seed", member + 5, 0, UINT32_MAX, error));
        to->options.seed = seed;
        return SCREE_OK;
    }
    const bool trees = strncmp(member, "tree-line=", 10) == 0;
    if (trees || strncmp(member, "snow-line=", 10) == 0) {
        *(trees ? &to->options.has_tree_line : &to->options.has_snow_line) = true;
        return args_read_real(trees ? &to->options.tree_line_m : &to->options.snow_line_m,
                              trees ? "style tree-line" : "style snow-line", member + 10, error);
    }
    return fail_usage(
        error,
        "--style: '%.40s' is not water=M, water=none, tree-line=M, snow-line=M or seed=N, as in "
        "--style alpine,water=0,seed=7%s",
        member,
        member[0] >= '0' && member[0] <= '9' ? "; decimals take a point, as in water=1.5" : "");
}

/* The water of the command itself counts where the style names none. */
static int read_style(struct asked *to, const char *word, const struct say *say,
                      struct scree_error *error)
{
    *to = (struct asked){.options = SCREE_STYLE_OPTIONS_INIT};
    if (say->water_m != NULL) {
        to->options.water = SCREE_WATER_AT;
        to->options.water_m = *say->water_m;
    }
    if (say->cover != NULL) to->options.cover = open_file(say->cover, say);
    if (say->cover_legend != NULL) to->options.cover_legend = open_file(say->cover_legend, say);
    if (say->cover_areas != NULL) to->options.cover_areas = open_file(say->cover_areas, say);
    const int length =
        snprintf(to->words, sizeof to->words, "%s", word + sizeof ARGS_STYLE_WORD - 1);
    if (length < 0 || (size_t)length >= sizeof to->words)
        return fail_usage(error, "--style: '%.40s' is too long", to->words);
    to->options.style = to->words;
    for (char *at = strchr(to->words, ','); at != NULL;) {
        *at++ = '\0';
        char *next = strchr(at, ',');
        if (next != NULL) *next = '\0';
        RETURN_IF_FAILED(read_member(to, at, error));
        at = next;
    }
    return SCREE_OK;
}

/* ---- beside the output ---- */

void open_beside(struct say *say, const char *output, bool replace)
{
    say->beside = open_is_standard(output) ? NULL : output;
    say->beside_replace = replace;
}

/* "out.srf.json" beside a folder, a zip or a picture of that name. */
static int name_beside(char path[PATH_SIZE], const struct say *say, const char *style,
                       struct scree_error *error)
{
    const char *output = say->beside != NULL ? say->beside : style;
    size_t length = strlen(output);
    while (length > 1 && process_is_separator(output[length - 1])) length--;
    if (open_ends_in(output, ".zip") || open_ends_in(output, ".png") ||
        open_ends_in(output, ".sdz"))
        length -= strlen(".zip");
    const int needed = snprintf(path, PATH_SIZE, "%.*s.srf.json", (int)length, output);
    if (needed > 0 && needed < PATH_SIZE) return SCREE_OK;
    return fail_usage(error, "the output's name is too long");
}

static int save(const struct scree_styled *styled, const char *path, struct say *say,
                struct scree_error *error)
{
    if (say->beside == NULL) return SCREE_OK;
    RETURN_IF_FAILED(open_output(&say->made, path, say->beside_replace, NULL, 0, error));
    return scree_styled_save(styled, say->made, NULL, &say->work, error);
}

/* ---- the map ---- */

int open_style(struct scree_surface **out, const char *word, const struct scree_terrain *terrain,
               struct say *say, struct scree_error *error)
{
    struct asked asked;
    char path[PATH_SIZE];
    struct scree_styled *styled = NULL;
    *out = NULL;
    if (terrain == NULL)
        return fail_usage(error, "--style makes a map for a terrain, and none is given; name one");
    RETURN_IF_FAILED(read_style(&asked, word, say, error));
    RETURN_IF_FAILED(name_beside(path, say, asked.words, error));
    asked.options.map_file = path;
    RETURN_IF_FAILED(scree_styled_create(&styled, terrain, &asked.options, &say->work, error));
    int code = scree_styled_surface(styled, out, terrain, path, &say->work, error);
    if (code == SCREE_OK) code = save(styled, path, say, error);
    open_end(say, true);
    if (code == SCREE_OK)
        say->styled = styled;
    else
        scree_styled_free(styled);
    return code;
}

void open_end(struct say *say, bool good)
{
    char path[PATH_SIZE];
    struct scree_styled *styled = say->styled;
    struct scree_styled_info info = {.size = sizeof info};
    say->styled = NULL;
    if (styled == NULL) return;
    scree_styled_describe(styled, &info);
    if (good && name_beside(path, say, info.style, NULL) == SCREE_OK)
        scree_styled_tell(styled, path, &say->work);
    scree_styled_free(styled);
}

int open_close(struct scree_sink *sink, int code, struct say *say, struct scree_error *error)
{
    struct scree_sink *const sinks[] = {say->made, sink, say->page};
    say->made = say->page = NULL;
    if (code == SCREE_OK) result_keep(say, sink);
    code = scree_sink_close_all(sinks, 3, code, &say->work, error);
    open_end(say, code == SCREE_OK);
    return code;
}
