/* The files of an export under way, each with its size and digests. */
#ifndef CLI_EXPORT_FILES_H
#define CLI_EXPORT_FILES_H

#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "cli/outdir.h"
#include "image/image.h"

struct export_file {
    char *name;
    uint64_t size_bytes;
    char sha256[IMAGE_SHA256_HEX_SIZE];
    char content[IMAGE_SHA256_HEX_SIZE]; /* of a picture's samples, else as sha256 */
};

/* In the order in which they are written; zeroed to begin with, but for job and threads. */
struct export_files {
    struct export_file *list;
    size_t count, capacity;
    struct job *job;  /* looked at after each file */
    uint32_t threads; /* that write pictures; 0: one per processor */
};

/* export_begin_file() adds a file, makes the folders in its name, and gives where to write it now,
 * for export_finish_file(); NULL with *err set on failure. */
char *export_begin_file(struct export_files *files, struct outdir *out, const char *name,
                        struct err *err);
/* export_note_samples() gives the file begun last its content: compressed bytes depend on a
 * library's version. */
void export_note_samples(struct export_files *files, const void *samples, size_t size);
/* export_finish_file() measures it and frees path; code is what writing it gave. ERR_CANCELLED. */
MUST_USE enum err_code export_finish_file(struct export_files *files, const struct outdir *out,
                                          char *path, enum err_code code, struct err *err);

/* Whole files: an 8-bit picture of samples; bytes; a JSON document, which is taken. */
MUST_USE enum err_code export_write_png8(struct export_files *files, struct outdir *out,
                                         const char *name, const uint8_t *pixels, uint32_t width,
                                         uint32_t height, unsigned channels, struct err *err);
MUST_USE enum err_code export_write_bytes(struct export_files *files, struct outdir *out,
                                          const char *name, const void *data, size_t size,
                                          struct err *err);
MUST_USE enum err_code export_write_json(struct export_files *files, struct outdir *out,
                                         const char *name, json_t *document, struct err *err);

/* export_list_files() is the list for a report: names, sizes, digests. NULL if memory ran out. */
json_t *export_list_files(const struct export_files *files);
void export_free_files(struct export_files *files);

#endif
