/* Files as outputs: what would fail at the end is refused at the start, and all files of a command
 * appear together. */
#ifndef CLI_OUTPUT_FILE_H
#define CLI_OUTPUT_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/job.h"
#include "out/out.h"

/* output_file_check() refuses a path whose folder is missing, that is a folder or a device, that is
 * one of inputs[0 .. count), or that is there already without force. ERR_WRITE, ERR_ARG. */
MUST_USE enum err_code output_file_check(const char *path, const char *const *inputs, size_t count,
                                         bool force, struct err *err);

/* Start it zeroed but for say. */
struct output_files {
    struct job *job;
    struct output_file_place *files; /* [0 .. count) */
    size_t count;
    struct out **outs; /* one for each folder */
    size_t out_count;
};

/*
 * output_files_open() locks the files paths[0 .. count) and makes the places where they are written
 * until all are complete; what a killed run left there is cleared, or undone. No two may be the
 * same. Free *files in any case. ERR_WRITE, ERR_ARG.
 */
MUST_USE enum err_code output_files_open(struct output_files *files, const char *const *paths,
                                         size_t count, struct err *err);
/* output_files_protect() makes the files inputs[0 .. count), paths or NULL, ones that none of the
 * outputs replaces: committing is then ERR_ARG. */
MUST_USE enum err_code output_files_protect(struct output_files *files, const char *const *inputs,
                                            size_t count, struct err *err);
/* output_files_path() is where to write file number i. */
const char *output_files_path(const struct output_files *files, size_t i);
/* output_files_wrote() takes what writing file number i gave: an error speaks of it by its name. */
enum err_code output_files_wrote(const struct output_files *files, size_t i, enum err_code code,
                                 struct err *err);
/* output_files_commit() puts all in place; on failure each is what it was. ERR_WRITE, ERR_ARG. */
MUST_USE enum err_code output_files_commit(struct output_files *files, struct err *err);
void output_files_free(struct output_files *files);

#endif
