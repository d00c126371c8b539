/* Files of an export, one after the other into a sink, and the list of them for its report. */
#ifndef GROUND_GROUND_FILES_H
#define GROUND_GROUND_FILES_H

#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "base/err.h"
#include "base/job.h"
#include "out/sink.h"
#include <stdbool.h>

/* pixels[(y * width + x) * channels + c], row 0 on top; channels as image_png8() takes them. */
struct ground_picture {
    const uint8_t *pixels;
    uint32_t width, height;
    unsigned channels;
};

/* ground_end_file() is sink_end(), then asks the job whether to go on. SCREE_CANCELLED. */
MUST_USE enum scree_code ground_end_file(struct sink_file *file, enum scree_code code,
                                         struct scree_job *job, struct scree_error *err);

/* Whole files: an 8-bit PNG; bytes; a JSON document, which is taken, NULL if memory ran out while it
 * was made. */
MUST_USE enum scree_code ground_write_png8(struct sink *sink, const char *name,
                                           const struct ground_picture *picture,
                                           struct scree_job *job, struct scree_error *err);
MUST_USE enum scree_code ground_write_bytes(struct sink *sink, const char *name, const void *data,
                                            size_t size, struct scree_job *job,
                                            struct scree_error *err);
MUST_USE enum scree_code ground_write_json(struct sink *sink, const char *name, json_t *document,
                                           struct scree_job *job, struct scree_error *err);

/* ground_list_files() lists the files so far: names, sizes, digests. NULL if memory ran out. */
json_t *ground_list_files(const struct sink *sink);

/* ---- work that would be lost where an earlier export is replaced: ground_guard.c ---- */

/* ground_has_report() is true if the sink's folder has an earlier export's report of that name. */
bool ground_has_report(const struct sink *sink, const char *report);
/* ground_guard_changes() refuses to replace an export of whose files, as its report lists them, one
 * was changed since; instead is what else to do. own, which may be NULL, is a file that nobody but we
 * change, or of which the next export keeps what people did. SCREE_CANNOT_WRITE. */
MUST_USE enum scree_code ground_guard_changes(const struct sink *sink, const char *report,
                                              const char *own, const char *instead,
                                              struct scree_error *err);

#endif
