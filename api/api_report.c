/* What the files of answers share: forms and bytes of documents. */
#include "api/api_report.h"

int api_form(int form, unsigned allowed, struct scree_error *error)
{
    if (form >= SCREE_TEXT && form <= SCREE_GITHUB && (allowed & 1u << form) != 0) return SCREE_OK;
    return err_set_option(error, "form", "is %d, not an enum scree_form that this answer has",
                          form);
}

int api_no_such(struct scree_error *error, const char *what, size_t i, size_t count)
{
    return err_set_option(error, "i", "there is no %s %zu; there are %zu", what, i, count);
}
