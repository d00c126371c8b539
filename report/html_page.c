/* The frame of a page: its style, its one script, its sections. */
#include "report/html.h"

/* Colours are named by role, once for light and once for dark. */
static const char style[] = {
#include "report/page_css.h"
};
static const char script[] = {
#include "report/page_js.h"
};

void html_begin(struct html *html, const char *title, const char *heading, const char *word,
                enum html_tone tone)
{
    static const char *const tones[] = {"good", "note", "warning", "bad"};
    *html = (struct html){0};
    html_raw(html, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                   "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                   "img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
                   "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                   "<link rel=\"icon\" href=\"data:,\">\n<title>");
    html_text(html, title);
    html_raw(html, "</title>\n<style>\n");
    html_raw(html, style);
    html_raw(html, "</style>\n</head><body>\n<header><h1>");
    html_text(html, heading);
    html_raw(html, "</h1><span class=\"badge ");
    html_raw(html, tones[tone]);
    html_raw(html, "\">");
    html_text(html, word);
    html_raw(html, "</span></header>\n<main>\n<div>");
}

void html_section(struct html *html, const char *heading)
{
    /* What is before the first section is a div. */
    html_raw(html, html->sections++ == 0 ? "</div>\n<section><h2>" : "</section>\n<section><h2>");
    html_text(html, heading);
    html_raw(html, "</h2>\n");
}

enum scree_code html_take(struct scree_bytes *out, struct html *html, struct scree_error *err)
{
    html_raw(html, html->sections > 0 ? "</section>\n" : "</div>\n");
    html_raw(html, "</main>\n<footer><p>Made by scree " SCREE_VERSION
                   ". This page is self-contained.</p></footer>\n<script>\n");
    html_raw(html, script);
    html_raw(html, "</script>\n</body></html>\n");
    if (html->err.code == SCREE_OK) return report_take(out, &html->out, err);
    err_take(err, &html->err);
    const enum scree_code code = html->err.code;
    html_free(html);
    return code;
}
