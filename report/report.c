#include "report/report.h"

#include <stdarg.h>

#include "base/text.h"

void report_put(struct report *report, const char *text)
{
    grow_text(&report->grow, text);
}

void report_put_byte(struct report *report, char byte)
{
    grow_put(&report->grow, &byte, 1);
}

void report_add(struct report *report, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    grow_print_list(&report->grow, format, args);
    va_end(args);
}

char *report_words(const struct report *report, char out[REPORT_WORDS_SIZE], const char *text)
{
    char words[REPORT_WORDS_SIZE];
    job_words(report->job, words, sizeof words, text);
    return text_clean(out, REPORT_WORDS_SIZE, words);
}

const char *report_entity(char character)
{
    switch (character) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    default:
        return NULL;
    }
}

enum scree_code report_take(struct scree_bytes *out, struct report *report, struct scree_error *err)
{
    return grow_take(out, &report->grow, err);
}

void report_free(struct report *report)
{
    grow_free(&report->grow);
}
