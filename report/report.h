/*
 * Answers as documents: text for people, JSON for programs, pages, and what build servers read.
 *
 * A document is made in memory and handed over as bytes, or not at all. Names in it come from other
 * people's files: in text whatever could steer a terminal is '?', elsewhere it is escaped. Texts
 * name options as the job does (base/job.h). report_answers.h has
 * the documents; nothing here knows where they go.
 *
 * Threads: any; a struct belongs to one at a time.
 */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include <scree/types/document.h>

#include "base/err.h"
#include "base/file.h"
#include "base/grow.h"
#include "base/job.h"

#define REPORT_TEXT_SIZE 1024  /* of a name, cleaned (base/text.h) */
#define REPORT_WORDS_SIZE 2048 /* of a sentence */

/* A text under way. Start it zeroed, but for job. */
struct report {
    struct grow grow;
    const struct scree_job *job;
};

/* report_put() appends text as it is, report_add() by a format. */
void report_put(struct report *report, const char *text);
void report_add(struct report *report, const char *format, ...) PRINTF_LIKE(2, 3);
void report_put_byte(struct report *report, char byte);
/* report_words() is text with options as the job calls them, cleaned, in out; returns out. */
char *report_words(const struct report *report, char out[REPORT_WORDS_SIZE], const char *text);

/* report_entity() is what a character is in XML and HTML; NULL: itself. */
const char *report_entity(char character);

/* report_take() hands over what was written, to be freed with file_bytes_free(), and empties the
 * report. SCREE_NO_MEMORY, and *out is zeroed. */
MUST_USE enum scree_code report_take(struct scree_bytes *out, struct report *report,
                                     struct scree_error *err);
void report_free(struct report *report);

#endif
