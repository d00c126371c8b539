/* scree place: a real place as a level, by the steps that scree export has. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/fail.h"
#include "cli/open.h"
#include "cli/verb.h"

#define MOST_WORDS 32
#define MOST_STEP_M 5.0 /* between two points, where nobody says how many there are */
#define FEWEST_CELLS 256
#define MOST_CELLS 8192

/* The command that does it. */
struct line {
    char *words[MOST_WORDS];
    int count;
    char points[16];
};

static void add(struct line *to, const char *word)
{
    to->words[to->count++] = (char *)(uintptr_t)word; /* args_parse() reads them as argv */
}

static void add_option(struct line *to, const char *option, const char *value)
{
    if (value == NULL) return;
    add(to, option);
    add(to, value);
}

/* ---- what nobody said ---- */

int place_check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    const struct args_place *args = values;
    char verb[32];
    (void)operands;
    snprintf(verb, sizeof verb, "export %.20s", args->game);
    for (size_t i = 0; cli_verbs[i] != NULL; i++)
        if (strcmp(cli_verbs[i]->name, verb) == 0) return SCREE_OK;
    return fail_usage(error,
                      "--for: '%.20s' is no game; choose beamng, ror, godot or another of "
                      "scree export --help",
                      args->game);
}

/* 2^n + 1, which all games take, and no further apart than most roads are wide. */
static unsigned choose_points(double side_km)
{
    unsigned cells = FEWEST_CELLS;
    while (cells < MOST_CELLS && side_km * 1000 / cells > MOST_STEP_M) cells *= 2;
    return cells + 1;
}

/* By the latitude alone: within a style trees and snow follow it, too (docs/styles.md). */
static const char *choose_style(double latitude_deg)
{
    const double away = latitude_deg < 0 ? -latitude_deg : latitude_deg;
    return away < 25 ? "savanna" : away < 62 ? "alpine" : "tundra";
}

/* ---- the line ---- */

/* A box that is none is refused by the command that the line is for. */
static void fill(struct line *to, const struct args_place *args)
{
    double box[3];
    if (args_read_numbers(box, 3, args->box) != SCREE_OK) box[1] = box[2] = 0;
    snprintf(to->points, sizeof to->points, "%u",
             args->points > 0 ? (unsigned)args->points : choose_points(box[2]));
    add(to, "scree");
    add(to, "export");
    add(to, args->game);
    add(to, args->terrain);
    add_option(to, "--style", args->style != NULL ? args->style : choose_style(box[1]));
    add_option(to, "--nodata", "fill=smooth");
    add(to, "--dequantise");
    add_option(to, "--box", args->box);
    add_option(to, "--box-points", to->points);
    add_option(to, "--roads", args->roads);
    add_option(to, "--cover", args->cover);
    add_option(to, "--cover-legend", args->cover_legend);
    add_option(to, "--cover-areas", args->roads);
    add_option(to, "-o", args->output);
    if (args->force) add(to, "--force");
}

/* A word as shells take it; the end of what was written. */
static char *quote(char *to, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-./=,:+";
    if (word[strspn(word, plain)] == '\0') return to + strlen(strcpy(to, word));
    *to++ = '\'';
    for (; *word != '\0'; word++) to += sprintf(to, *word == '\'' ? "'\\''" : "%c", *word);
    return strcpy(to, "'") + 1;
}

static int write_recipe(const struct line *line, const struct args_place *args,
                        struct scree_error *error)
{
    size_t room = 256;
    struct scree_sink *sink = NULL;
    for (int i = 0; i < line->count; i++) room += 4 * strlen(line->words[i]) + 4;
    char *text = malloc(room);
    if (text == NULL) return fail_with(error, SCREE_NO_MEMORY, "no memory for the recipe");
    char *to =
        text + sprintf(text, "# What scree place did; change it, keep it, and run it with sh.\n");
    for (int i = 0; i < line->count; i++)
        to = strcpy(quote(to, line->words[i]), i + 1 < line->count ? " " : "\n") + 1;
    const char *const inputs[] = {args->terrain, args->roads, args->cover, args->cover_legend};
    int code = open_output(&sink, args->recipe, args->force, inputs, 4, error);
    if (code == SCREE_OK)
        code = scree_sink_write(sink, args->recipe, text, (size_t)(to - text), 0, error);
    code = scree_sink_close(sink, code, NULL, error);
    free(text);
    return code;
}

int place_run(const void *values, struct say *say, struct scree_error *error)
{
    const struct args_place *args = values;
    struct line line = {.count = 0};
    struct args inner = {.values = NULL};
    fill(&line, args);
    int code = args_parse(&inner, cli_verbs, line.count, line.words, error);
    say->cover = inner.cover;
    say->cover_legend = inner.cover_legend;
    say->cover_areas = inner.cover_areas;
    if (code == SCREE_OK) code = inner.verb->run(inner.values, say, error);
    args_free(&inner);
    if (code == SCREE_OK && args->recipe != NULL) code = write_recipe(&line, args, error);
    return code;
}
