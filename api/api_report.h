/* What the files of answers share. Private to api/. */
#ifndef API_API_REPORT_H
#define API_API_REPORT_H

#include "api/api.h"
#include "report/report.h"

/* api_form() refuses a form unless 1 << form is among the allowed. */
MUST_USE int api_form(int form, unsigned allowed, struct scree_error *error);
/* api_no_such() refuses number i of a list. */
int api_no_such(struct scree_error *error, const char *what, size_t i, size_t count);

#endif
