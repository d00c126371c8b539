/* What is the same on every system. */
#include "base/os.h"

enum scree_code os_fail(struct scree_error *err, enum scree_code code, const char *path,
                        const char *doing, int reason)
{
    err_set(err, code, "%s: %s", doing, os_text(reason));
    err_set_file(err, path);
    return code;
}

bool os_is_same(const struct os_info *a, const struct os_info *b)
{
    return a->id.disk == b->id.disk && a->id.number == b->id.number;
}
