/*
 * A page in one file: it asks for nothing else, works from the disk, in light and in dark, by
 * pointer and by keyboard. Text goes in through html_text(), whatever its bytes; a policy in the
 * page's head forbids all requests.
 */
#ifndef REPORT_HTML_H
#define REPORT_HTML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/report.h"

struct html {
    struct report out;
    unsigned sections;
    struct scree_error err; /* the first of its pictures */
};

/* What became of it all, for the page's first word and its colour. */
enum html_tone { HTML_GOOD, HTML_NOTE, HTML_WARNING, HTML_BAD };

/* html_begin() starts a page: title in the window, word and tone beside heading. */
void html_begin(struct html *html, const char *title, const char *heading, const char *word,
                enum html_tone tone);
/* html_take() ends the page and hands it over as report_take() does, or tells why a picture could not be
 * made. SCREE_NO_MEMORY. */
MUST_USE enum scree_code html_take(struct scree_bytes *out, struct html *html,
                                   struct scree_error *err);
void html_free(struct html *html);

/* html_raw() adds markup; html_text() adds text, with control characters and broken bytes as '?',
 * cut after about a thousand bytes. html_textf() is html_text() of a format. */
void html_raw(struct html *html, const char *markup);
void html_text(struct html *html, const char *text);
void html_textf(struct html *html, const char *format, ...) PRINTF_LIKE(2, 3);
/* html_paragraph() is a paragraph of such text. */
void html_paragraph(struct html *html, const char *format, ...) PRINTF_LIKE(2, 3);

/* html_section() starts a section; the one before ends. */
void html_section(struct html *html, const char *heading);

/* A row of figures: "changes layer, 4.2 % of the area" "17.8 ha". */
#define HTML_FIGURES "<dl class=\"figures\">"
void html_figure(struct html *html, const char *what, const char *number, ...) PRINTF_LIKE(3, 4);
#define HTML_FIGURES_END "</dl>\n"

/* Tables: columns are "text" or "number" by the letters of kinds, 't' and 'n'. */
void html_table_begin(struct html *html, const char *kinds, const char *const *headings);
void html_row(struct html *html, const char *kinds, const char *const *cells);
#define HTML_TABLE(html, kinds, ...)                                                               \
    html_table_begin(html, kinds, (const char *const[]){__VA_ARGS__})
#define HTML_ROW(html, kinds, ...) html_row(html, kinds, (const char *const[]){__VA_ARGS__})
void html_table_end(struct html *html);

/* A picture, RGB, rgb[(j * width + i) * 3 + c]; alt says what it shows. */
struct html_picture {
    const uint8_t *rgb;
    uint32_t width, height;
    const char *alt;
};
void html_picture(struct html *html, const struct html_picture *picture, const char *caption);
/* html_slider() lays two pictures of equal size over each other, with a slider between them. */
void html_slider(struct html *html, const struct html_picture *before,
                 const struct html_picture *after, const char *caption);
/* A colour's meaning. */
#define HTML_LEGEND "<ul class=\"legend\">"
void html_legend(struct html *html, const uint8_t rgb[3], const char *name);
#define HTML_LEGEND_END "</ul>\n"

#endif
