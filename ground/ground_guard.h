/* What stands in the way of replacing an earlier export in a folder: work that would be lost. */
#ifndef GROUND_GROUND_GUARD_H
#define GROUND_GROUND_GUARD_H

#include <stdbool.h>

#include "base/err.h"
#include "out/sink.h"

/* ground_has_report() is true if the sink's folder has an earlier export's report of that name. */
bool ground_has_report(const struct sink *sink, const char *report);
/* ground_guard_changes() refuses to replace an export of whose files, as its report lists them, one
 * was changed since; instead is what else to do. own, which may be NULL, is a file that nobody but we
 * change, or of which the next export keeps what people did. SCREE_CANNOT_WRITE. */
MUST_USE enum scree_code ground_guard_changes(const struct sink *sink, const char *report,
                                              const char *own, const char *instead,
                                              struct scree_error *err);

#endif
