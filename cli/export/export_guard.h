/* What stands in the way of replacing an earlier output: work that would be lost. */
#ifndef CLI_EXPORT_GUARD_H
#define CLI_EXPORT_GUARD_H

#include <stddef.h>

#include "cli/export/export_files.h"

/* export_has_report() says whether the folder holds an earlier export's report of that name. */
bool export_has_report(const struct outdir *out, const char *report);
/* export_guard_changes() refuses to replace a file that an earlier export's report lists and that
 * has changed since; instead is what else to do. ERR_WRITE. */
MUST_USE enum err_code export_guard_changes(const struct outdir *out, const char *report,
                                            const char *instead, struct err *err);

#endif
