/* Where an export goes: a folder, or a zip that is packed from one. */
#ifndef CLI_EXPORT_TARGET_H
#define CLI_EXPORT_TARGET_H

#include "cli/export/export_files.h"
#include "cli/outdir.h"

struct export_target {
    const char *output; /* as the user wrote it */
    bool zip;
    struct outdir out;
};

/* export_named_zip() says whether a name ends in .zip. */
bool export_named_zip(const char *output);

/* export_name() makes the name of what is exported from that of the output, without its folders and
 * ".zip": as it is, if args_name would take it, else as text_to_file_name() writes it. ERR_ARG:
 * nothing is left. */
#define EXPORT_NAME_SIZE 65
MUST_USE enum err_code export_name(char out[EXPORT_NAME_SIZE], const char *output, struct err *err);

/* export_target_check() refuses what could not be written at the end. without is what to do where
 * zips cannot be made. Free it in any case. */
MUST_USE enum err_code export_target_check(struct export_target *target, const char *output,
                                           bool zip, bool force, const char *without,
                                           struct job *job, struct err *err);
/* export_target_spare() refuses files that would replace one of inputs[0 .. count), paths or NULL.
 * ERR_ARG. */
MUST_USE enum err_code export_target_spare(struct export_target *target,
                                           const struct export_files *files,
                                           const char *const *inputs, size_t count,
                                           struct err *err);
/* export_target_commit() puts the files in place; in a zip each name begins with prefix.
 * target->out.manifest is the name of the last. */
MUST_USE enum err_code export_target_commit(struct export_target *target,
                                            const struct export_files *files, const char *prefix,
                                            struct job *job, struct err *err);
void export_target_free(struct export_target *target);

#endif
