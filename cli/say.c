#include "cli/say.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/process.h"
#include "cli/signals.h"
#include "cli/texts.h"

static void start_job(struct say *say);

void say_init(struct say *say)
{
    memset(say, 0, sizeof *say);
    const char *no_color = getenv("NO_COLOR");
    say->terminal = process_has_terminal();
    say->color = say->terminal && (no_color == NULL || no_color[0] == '\0');
    say->bar_percent = -1;
    start_job(say);
}

void say_free(struct say *say)
{
    say_progress_end(say);
    for (size_t i = 0; i < say->warning_count; i++) free(say->kept[i]);
    free(say->input);
    json_decref(say->files);
}

/* What this program calls a member of an option struct. */
static const char *words_for(const char *member, size_t length)
{
    for (const struct text_member *known = text_members; known->member != NULL; known++)
        if (strlen(known->member) == length && memcmp(known->member, member, length) == 0)
            return known->words;
    return NULL;
}

/* With a colour: the program's name, and what the line is. */
static void print_line(struct say *say, const char *color, const char *label, const char *text)
{
    say_progress_end(say);
    char clean[SAY_TEXT_SIZE];
    scree_text_no_command(scree_text_clean(clean, sizeof clean, text));
    if (color != NULL)
        fprintf(stderr, "%sscree:%s %s", say->color ? color : "", say->color ? "\033[0m" : "",
                label);
    fprintf(stderr, "%s\n", clean);
    fflush(stderr);
}

static enum say_exit exit_code(int code)
{
    static const enum say_exit exits[] = {[SCREE_OK] = SAY_EXIT_OK,
                                          [SCREE_NO_MEMORY] = SAY_EXIT_INTERNAL,
                                          [SCREE_CANNOT_READ] = SAY_EXIT_INPUT,
                                          [SCREE_MALFORMED] = SAY_EXIT_INPUT,
                                          [SCREE_UNSUPPORTED] = SAY_EXIT_INPUT,
                                          [SCREE_LIMIT] = SAY_EXIT_INPUT,
                                          [SCREE_BAD_ARGUMENT] = SAY_EXIT_USAGE,
                                          [SCREE_CANNOT_WRITE] = SAY_EXIT_OUTPUT,
                                          [SCREE_CANCELLED] = SAY_EXIT_OUTPUT};
    return exits[code];
}

struct scree_error say_no_error(void)
{
    struct scree_error error = SCREE_ERROR_INIT;
    error.option_name = words_for;
    return error;
}

/* "FILE: byte N: text". */
static char *locate(char *out, size_t size, const char *file, uint64_t offset, const char *text)
{
    char where[32] = "";
    if (offset != SCREE_NO_OFFSET)
        snprintf(where, sizeof where, "byte %llu: ", (unsigned long long)offset);
    snprintf(out, size, "%s%s%s%s", file, file[0] != '\0' ? ": " : "", where, text);
    return out;
}

enum say_exit say_error(struct say *say, const struct scree_error *error)
{
    char text[SAY_TEXT_SIZE];
    print_line(say, "\033[1;31m", "",
               locate(text, sizeof text, error->file, error->offset, error->text));
    return exit_code(error->code);
}

/* Remembers a warning; false if it was said before. *alike is how many there were of its kind. */
static bool is_new_warning(struct say *say, size_t *alike, const char *text, const char *kind)
{
    char clean[SAY_TEXT_SIZE];
    *alike = 0;
    scree_text_clean(clean, sizeof clean, text);
    for (size_t i = 0; i < say->warning_count; i++) {
        if (strcmp(say->kept[i], clean) == 0) return false;
        *alike += strcmp(say->kinds[i], kind) == 0;
    }
    char *copy = say->warning_count < SAY_MAX_KEPT ? malloc(strlen(clean) + 1) : NULL;
    if (copy == NULL) return true;
    say->kinds[say->warning_count] = kind;
    say->kept[say->warning_count++] = strcpy(copy, clean);
    return true;
}

static void warn(struct say *say, const char *text, const char *kind)
{
    size_t alike;
    if (!is_new_warning(say, &alike, text, kind) || say->quiet) return;
    if (alike >= SAY_MAX_ALIKE && !say->verbose) {
        say->left_out++;
        say->left_out_warnings++;
        return;
    }
    print_line(say, "\033[1;33m", "warning: ", text);
}

void say_warning(struct say *say, const char *format, ...)
{
    char text[SAY_TEXT_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    warn(say, text, format);
}

void say_line(struct say *say, const char *format, ...)
{
    char text[SAY_TEXT_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (!say->quiet) print_line(say, NULL, "", text);
}

void say_left_out(struct say *say)
{
    const size_t all = say->left_out, warnings = say->left_out_warnings;
    char among[64] = "";
    if (warnings > 0 && warnings < all)
        snprintf(among, sizeof among, ", %zu warning%s among them", warnings,
                 warnings == 1 ? "" : "s");
    if (all > 0)
        say_line(say, "-v shows %zu more %s%s%s", all, warnings == all ? "warning" : "line",
                 all == 1 ? "" : "s", among);
}

#define BAR_WIDTH 32

static void show_progress(struct say *say, const char *doing, double fraction)
{
    if (say->quiet || !say->terminal) return;
    const int percent = (int)(fraction * 100.0);
    if (say->bar_shown && percent == say->bar_percent) return;
    char bar[BAR_WIDTH + 1];
    const int filled = (int)(fraction * BAR_WIDTH);
    for (int i = 0; i < BAR_WIDTH; i++) bar[i] = i < filled ? '#' : '.';
    bar[BAR_WIDTH] = '\0';
    fprintf(stderr, "\r[%s] %3d %% %s\033[K", bar, percent, doing);
    fflush(stderr);
    say->bar_shown = true;
    say->bar_percent = percent;
}

void say_progress_end(struct say *say)
{
    if (!say->bar_shown) return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
    say->bar_shown = false;
    say->bar_percent = -1;
}

/* ---- as a job ---- */

/* From the first step on there is something to clean up, so a signal is noted and obeyed here. */
static int follow(void *context, const char *step, double done)
{
    const struct say *say = context;
    if (say->pieces > 0) done = (say->piece + done) / say->pieces;
    signals_catch();
    if (done < 1)
        show_progress(context, step, done);
    else
        say_progress_end(context);
    return signals_pending() != 0;
}

static void pass_message(void *context, const struct scree_message *message)
{
    struct say *say = context;
    char text[SAY_TEXT_SIZE];
    locate(text, sizeof text, message->file != NULL ? message->file : "", message->offset,
           message->text);
    if (message->severity == SCREE_WARNING)
        warn(say, text, message->kind);
    else if (message->severity == SCREE_RESULT || say->verbose)
        say_line(say, "%s", text);
    else
        say->left_out++;
}

static void start_job(struct say *say)
{
    say->work = (struct scree_job)SCREE_JOB_INIT;
    say->work.context = say;
    say->work.progress = follow;
    say->work.message = pass_message;
    say->work.option_name = words_for;
}
