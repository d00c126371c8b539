/*
 * Files of somebody else's folder that are exchanged: whether they are in it, and copies of them as they
 * were. What a change of a level that exists has in common for all games; a public header of ground/.
 */
#ifndef GROUND_GROUND_INTO_H
#define GROUND_GROUND_INTO_H

#include "base/err.h"
#include "base/file.h"
#include "base/job.h"
#include "out/sink.h"

/* ground_check_inside() refuses a name of a file to be written that leads out of a folder, by its form
 * or over a link. SCREE_MALFORMED, SCREE_NO_MEMORY. */
MUST_USE enum scree_code ground_check_inside(const char *folder, const char *name,
                                             struct scree_error *err);

/* ground_name_backup() is the name of a file and ".bak" with a number that is free in the folder, or
 * from here for NULL. SCREE_CANNOT_WRITE, SCREE_NO_MEMORY. */
#define GROUND_BACKUP_SIZE 1216
MUST_USE enum scree_code ground_name_backup(char out[GROUND_BACKUP_SIZE], const char *folder,
                                            const char *name, struct scree_error *err);
/* ground_keep_backup() writes such a copy into the sink of the folder, in front of the file. SCREE_CANNOT_READ:
 * it is not `old` any more, as it was read before the sink was started. Else as a sink fails. */
MUST_USE enum scree_code ground_keep_backup(struct sink *sink, const char *folder, const char *name,
                                            const struct scree_bytes *old, struct scree_job *job,
                                            struct scree_error *err);
/* ground_tell_backups() sends a note for each copy in the sink. */
void ground_tell_backups(const struct sink *sink, struct scree_job *job);

#endif
