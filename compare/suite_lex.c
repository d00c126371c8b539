/* The words and numbers of a test file. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "compare/suite.h"

uint32_t suite_column(const struct suite_reader *reader, size_t at)
{
    uint32_t column = 1;
    for (size_t i = reader->line_start; i < at; i++) column += !text_continues(reader->text[i]);
    return column;
}

bool suite_is_line_end(const struct suite_reader *reader, size_t at)
{
    return at >= reader->size || reader->text[at] == '\n' ||
           (reader->text[at] == '\r' && at + 1 < reader->size && reader->text[at + 1] == '\n');
}

bool suite_is_blank(const struct suite_reader *reader, size_t at)
{
    return at < reader->size && (reader->text[at] == ' ' || reader->text[at] == '\t');
}

/* '#' begins a comment at the start of a line, or between blanks: "#3" is a layer. */
static bool is_comment(const struct suite_reader *reader, size_t at)
{
    if (at >= reader->size || reader->text[at] != '#') return false;
    return at == reader->line_text ||
           (suite_is_blank(reader, at - 1) &&
            (suite_is_blank(reader, at + 1) || suite_is_line_end(reader, at + 1)));
}

static bool is_end(const struct suite_reader *reader, size_t at)
{
    return suite_is_line_end(reader, at) || is_comment(reader, at);
}

bool suite_is_word(char c)
{
    return text_is_letter_or_digit(c) || c == '_' || c == '-';
}

bool suite_blanks(struct suite_reader *reader)
{
    while (suite_is_blank(reader, reader->at)) reader->at++;
    return is_end(reader, reader->at);
}

enum scree_code suite_fail(struct suite_reader *reader, size_t at, const char *format, ...)
{
    char message[160];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    size_t end = at;
    while (!is_end(reader, end) && !suite_is_blank(reader, end) && end - at < 24) end++;
    const uint32_t column = suite_column(reader, at);
    if (end == at)
        return err_set(reader->err, SCREE_MALFORMED,
                       "line %u, column %u: %s, found the end of the line", (unsigned)reader->line,
                       (unsigned)column, message);
    return err_set(reader->err, SCREE_MALFORMED, "line %u, column %u: %s, found '%.*s'",
                   (unsigned)reader->line, (unsigned)column, message, (int)(end - at),
                   reader->text + at);
}

const char *suite_keep(struct suite_reader *reader, const char *text, size_t length)
{
    const char *copy = mem_arena_text(reader->arena, text, length);
    if (copy == NULL) err_no_memory(reader->err);
    return copy;
}

/* ---- words ---- */

bool suite_word(struct suite_reader *reader, const char *word)
{
    size_t at = reader->at;
    while (suite_is_blank(reader, at)) at++;
    const size_t length = strlen(word);
    if (reader->size - at < length || memcmp(reader->text + at, word, length) != 0) return false;
    const bool letters = suite_is_word(word[length - 1]);
    if (letters && at + length < reader->size && suite_is_word(reader->text[at + length]))
        return false;
    reader->at = at + length;
    return true;
}

enum scree_code suite_number(struct suite_reader *reader, double *out)
{
    suite_blanks(reader);
    const size_t first = reader->at;
    char digits[48];
    size_t used = 0;
    for (; reader->at < reader->size && used + 1 < sizeof digits; reader->at++) {
        const char c = reader->text[reader->at];
        const char next = reader->at + 1 < reader->size ? reader->text[reader->at + 1] : '\0';
        const bool sign = (c == '-' || c == '+') && (used == 0 || digits[used - 1] == 'e');
        const bool point = c == '.' && next >= '0' && next <= '9';
        const bool exponent =
            c == 'e' && used > 0 && ((next >= '0' && next <= '9') || next == '-' || next == '+');
        if (!(c >= '0' && c <= '9') && !sign && !point && !exponent) break;
        digits[used++] = c;
    }
    digits[used] = '\0';
    const char *end = spot_read_metres(out, digits);
    if (end != NULL && *end == '\0') return SCREE_OK;
    return suite_fail(reader, first, "expected a number");
}

static enum scree_code read_quoted(struct suite_reader *reader, const char **out)
{
    const size_t first = ++reader->at;
    while (!suite_is_line_end(reader, reader->at) && reader->text[reader->at] != '"') reader->at++;
    if (suite_is_line_end(reader, reader->at))
        return suite_fail(reader, reader->at, "expected a closing '\"'");
    *out = suite_keep(reader, reader->text + first, reader->at - first);
    reader->at++;
    return *out != NULL ? SCREE_OK : SCREE_NO_MEMORY;
}

/* Is one of the words at a blank? */
static bool is_stop(struct suite_reader *reader, const char *const *stops)
{
    if (!suite_is_blank(reader, reader->at)) return false;
    struct suite_reader ahead = *reader;
    for (; stops != NULL && *stops != NULL; stops++)
        if (suite_word(&ahead, *stops)) return true;
    return false;
}

enum scree_code suite_rest(struct suite_reader *reader, const char **out, const char *const *stops,
                           const char *what)
{
    if (suite_blanks(reader)) return suite_fail(reader, reader->at, "expected %s", what);
    if (reader->text[reader->at] == '"') return read_quoted(reader, out);
    const size_t first = reader->at;
    size_t end = first;
    while (!is_end(reader, reader->at) && !is_stop(reader, stops)) {
        if (suite_is_blank(reader, reader->at))
            suite_blanks(reader); /* all of them have the same word behind them */
        else
            end = ++reader->at;
    }
    reader->at = end;
    *out = suite_keep(reader, reader->text + first, end - first);
    return *out != NULL ? SCREE_OK : SCREE_NO_MEMORY;
}
