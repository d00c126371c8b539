/* What is the same on every system. */
#include "base/os.h"

enum err_code os_fail(struct err *err, enum err_code code, const char *path, const char *doing,
                      int reason)
{
    err_set(err, code, ERR_NO_OFFSET, "%s: %s", doing, os_text(reason));
    err_set_file(err, path);
    return code;
}

bool os_is_same(const struct os_info *a, const struct os_info *b)
{
    return a->id.disk == b->id.disk && a->id.number == b->id.number;
}
