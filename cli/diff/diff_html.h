/* The result as a page. */
#ifndef CLI_DIFF_HTML_H
#define CLI_DIFF_HTML_H

#include "cli/diff/diff_pictures.h"
#include "cli/html/html.h"

/* diff_write_html() writes the page to path. ERR_WRITE, ERR_NOMEM. */
MUST_USE enum err_code diff_write_html(const struct diff *diff, const struct diff_verdict *verdict,
                                       const char *path, struct err *err);
/* diff_html_areas() adds sections on areas and on what became what. */
void diff_html_areas(struct html *html, const struct diff *diff);
/* diff_html_places() adds a section on the places that changed most, taken apart. */
MUST_USE enum err_code diff_html_places(struct html *html, const struct diff *diff,
                                        struct err *err);

#endif
