#define _POSIX_C_SOURCE 200809L
#include "cli/say.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/text.h"

void say_init(struct say *say)
{
    memset(say, 0, sizeof *say);
    const char *term = getenv("TERM");
    const char *no_color = getenv("NO_COLOR");
    say->terminal = isatty(STDERR_FILENO) && term != NULL && strcmp(term, "dumb") != 0;
    say->color = say->terminal && (no_color == NULL || no_color[0] == '\0');
    say->bar_percent = -1;
}

void say_free(struct say *say)
{
    say_progress_end(say);
    for (size_t i = 0; i < say->warning_count; i++) mem_free(say->kept[i]);
    say->warning_count = 0;
}

/* The bytes of the character at p if it is valid UTF-8 and safe to show, else 0. */
static size_t character_bytes(const unsigned char *p)
{
    if (p[0] >= 0x20 && p[0] < 0x7f) return 1;
    size_t count = 0;
    if (p[0] >= 0xc2 && p[0] < 0xe0) count = 2;
    if (p[0] >= 0xe0 && p[0] < 0xf0) count = 3;
    if (p[0] >= 0xf0 && p[0] < 0xf5) count = 4;
    for (size_t i = 1; i < count; i++)
        if ((p[i] & 0xc0) != 0x80) return 0;
    if (p[0] == 0xc2 && p[1] < 0xa0) return 0;                       /* C1 controls */
    if (p[0] == 0xe0 && p[1] < 0xa0) return 0;                       /* overlong */
    if (p[0] == 0xed && p[1] >= 0xa0) return 0;                      /* surrogates */
    if (p[0] == 0xf0 && p[1] < 0x90) return 0;                       /* overlong */
    if (p[0] == 0xf4 && p[1] >= 0x90) return 0;                      /* beyond Unicode */
    if (p[0] == 0xe2 && p[1] == 0x80 && p[2] >= 0xa8 && p[2] < 0xaf) /* line ends, direction */
        return 0;
    if (p[0] == 0xe2 && p[1] == 0x81 && p[2] >= 0xa6 && p[2] < 0xaa) /* isolates: direction */
        return 0;
    if (p[0] == 0xef && p[1] == 0xbf && p[2] >= 0xbe) /* U+FFFE and U+FFFF are not in XML */
        return 0;
    return count;
}

char *say_clean(char *out, size_t size, const char *text)
{
    size_t used = 0;
    const unsigned char *p = (const unsigned char *)text;
    while (*p != '\0') {
        const size_t count = character_bytes(p);
        if (used + (count > 0 ? count : 1) + 1 > size) break;
        if (count > 0)
            memcpy(out + used, p, count);
        else
            out[used] = '?';
        used += count > 0 ? count : 1;
        p += count > 0 ? count : 1;
    }
    out[used] = '\0';
    return out;
}

char *say_column(char *out, size_t size, const char *text, size_t least, size_t most)
{
    say_clean(out, size, text);
    size_t used = 0, count = 0;
    for (; out[used] != '\0' && count < most; count++)
        used += character_bytes((const unsigned char *)out + used);
    for (; count < least && used + 1 < size; count++) out[used++] = ' ';
    out[used] = '\0';
    return out;
}

char *say_no_command(char *text)
{
    for (char *at = text; (at = strstr(at, "##[")) != NULL; at += 3) at[2] = '?';
    return text;
}

static const char *words_for(const char *member, size_t length)
{
    static const struct {
        const char *member, *words;
    } options[] = {
        {"band", "--band"},
        {"cell_m", "--cell METRES"},
        {"depth", "--depth"},
        {"every", "--decimate"},
        {"fill_m", "--nodata fill=METRES"},
        {"height_range_m", "--height-range LO HI"},
        {"height_scale", "--height-scale"},
        {"materials", "--map"},
        {"max_height_m", "--max-height METRES"},
        {"raw", "--raw u16 or --raw f32"},
        {"raw_width", "--raw-size WxH"},
        {"relief", "--relief"},
        {"root_density", "--root-density"},
        {"square_m", "--square-size METRES"},
        {"terrain", "--terrain FILE.ter (to info, just the .ter)"},
    };
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
        if (strlen(options[i].member) == length && memcmp(options[i].member, member, length) == 0)
            return options[i].words;
    return NULL;
}

char *say_words(char *out, size_t size, const char *text)
{
    return text_name_options(out, size, text, words_for);
}

static void print_line(struct say *say, const char *color, const char *label, const char *text)
{
    say_progress_end(say);
    char clean[SAY_TEXT_SIZE];
    say_no_command(say_clean(clean, sizeof clean, text));
    if (say->color && color[0] != '\0')
        fprintf(stderr, "%sscree:\033[0m %s%s\n", color, label, clean);
    else
        fprintf(stderr, "scree: %s%s\n", label, clean);
}

enum say_exit say_exit_code(enum err_code code)
{
    switch (code) {
    case ERR_OK:
        return SAY_EXIT_OK;
    case ERR_NOMEM:
        return SAY_EXIT_INTERNAL;
    case ERR_READ:
    case ERR_MALFORMED:
    case ERR_UNSUPPORTED:
    case ERR_LIMIT:
        return SAY_EXIT_INPUT;
    case ERR_ARG:
        return SAY_EXIT_USAGE;
    case ERR_WRITE:
    case ERR_CANCELLED:
        return SAY_EXIT_OUTPUT;
    }
    return SAY_EXIT_INTERNAL;
}

enum say_exit say_error(struct say *say, const struct err *err)
{
    char text[SAY_TEXT_SIZE];
    struct err shown = *err;
    say_words(shown.msg, sizeof shown.msg, err->msg);
    print_line(say, "\033[1;31m", "", err_format(text, sizeof text, &shown));
    return say_exit_code(err->code);
}

/* FNV-1a: enough to tell a few dozen sentences apart. */
static uint64_t digest(const char *text)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *text != '\0'; text++) hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return hash;
}

/* Remembers a warning; false if it was said before. */
static bool is_new_warning(struct say *say, const char *text)
{
    const uint64_t hash = digest(text);
    for (size_t i = 0; i < say->warning_count; i++)
        if (say->warnings[i] == hash) return false;
    if (say->warning_count < SAY_MAX_KEPT) {
        char clean[SAY_TEXT_SIZE];
        say_clean(clean, sizeof clean, text);
        char *copy = mem_alloc(strlen(clean) + 1, 1);
        if (copy != NULL) {
            memcpy(copy, clean, strlen(clean) + 1);
            say->warnings[say->warning_count] = hash;
            say->kept[say->warning_count++] = copy;
        }
    }
    return true;
}

void say_warning(struct say *say, const char *format, ...)
{
    char text[SAY_TEXT_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (is_new_warning(say, text) && !say->quiet) print_line(say, "\033[1;33m", "warning: ", text);
}

void say_note(struct say *say, const char *format, ...)
{
    char text[SAY_TEXT_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (!say->quiet) print_line(say, "", "", text);
}

char *say_warning_text(char *out, size_t size, const struct warning *warning)
{
    size_t used = 0;
    if (warning->offset != ERR_NO_OFFSET) {
        snprintf(out, size, "byte %llu: ", (unsigned long long)warning->offset);
        used = strlen(out);
    }
    say_words(out + used, size - used, warning->text);
    return out;
}

void say_warnings(struct say *say, const char *path, const struct warn_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        char text[320];
        say_warning(say, "%s: %s", path, say_warning_text(text, sizeof text, &list->list[i]));
    }
    if (list->dropped > 0) say_warning(say, "%s: and %zu more warnings", path, list->dropped);
}

#define BAR_WIDTH 32

void say_progress(struct say *say, const char *doing, double fraction)
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
