#include "report/report.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/json_text.h"
#include "base/mem.h"
#include "base/text.h"

char *report_room(struct report *report, size_t size)
{
    if (report->failed) return NULL;
    /* One byte more: vsnprintf() and report_take() end the text. */
    if (report->capacity - report->size <= size) {
        const size_t capacity = (report->capacity + size + 1) * 2;
        char *grown = mem_grow(report->text, report->capacity, capacity, 1);
        if (grown == NULL) {
            report->failed = true;
            return NULL;
        }
        report->text = grown;
        report->capacity = capacity;
    }
    char *at = report->text + report->size;
    report->size += size;
    return at;
}

void report_put(struct report *report, const char *text)
{
    const size_t length = strlen(text);
    char *at = report_room(report, length);
    if (at != NULL) memcpy(at, text, length);
}

void report_put_byte(struct report *report, char byte)
{
    char *at = report_room(report, 1);
    if (at != NULL) *at = byte;
}

void report_add(struct report *report, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    const int length = vsnprintf(NULL, 0, format, args);
    char *at = report_room(report, length > 0 ? (size_t)length : 0);
    if (at != NULL && length > 0) vsnprintf(at, (size_t)length + 1, format, again);
    va_end(again);
    va_end(args);
}

char *report_words(const struct report *report, char out[REPORT_WORDS_SIZE], const char *text)
{
    char words[REPORT_WORDS_SIZE];
    job_words(report->job, words, sizeof words, text);
    return text_clean(out, REPORT_WORDS_SIZE, words);
}

enum err_code report_take(struct file_bytes *out, struct report *report, struct err *err)
{
    memset(out, 0, sizeof *out);
    char *end = report_room(report, 0);
    if (end == NULL) {
        report_free(report);
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for the result");
    }
    *end = '\0';
    out->data = (uint8_t *)report->text;
    out->size = report->size;
    report->text = NULL;
    report_free(report);
    return ERR_OK;
}

void report_free(struct report *report)
{
    mem_free(report->text);
    const struct job *job = report->job;
    *report = (struct report){.job = job};
}
