/* A growing text, with what must be escaped escaped. */
#include "report/html.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/base64.h"
#include "base/text.h"
#include "image/image.h"

void html_raw(struct html *html, const char *markup)
{
    report_put(&html->out, markup);
}

void html_text(struct html *html, const char *text)
{
    char clean[REPORT_TEXT_SIZE];
    for (const char *c = text_clean(clean, sizeof clean, text); *c != '\0'; c++) {
        const bool joined = *c == ' ' && c[1] == '%'; /* a number keeps its "%" */
        const char *const entity = joined ? "&nbsp;" : *c == '\'' ? "&#39;" : report_entity(*c);
        if (entity != NULL)
            html_raw(html, entity);
        else
            report_put_byte(&html->out, *c);
    }
}

static void put_args(struct html *html, const char *format, va_list args)
{
    char text[2 * REPORT_TEXT_SIZE];
    vsnprintf(text, sizeof text, format, args);
    html_text(html, text);
}

void html_textf(struct html *html, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_args(html, format, args);
    va_end(args);
}

void html_paragraph(struct html *html, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    html_raw(html, "<p>");
    put_args(html, format, args);
    html_raw(html, "</p>\n");
    va_end(args);
}

void html_free(struct html *html)
{
    report_free(&html->out);
    *html = (struct html){0};
}

/* ---- pictures ---- */

static void image(struct html *html, const struct html_picture *picture, const char *attributes)
{
    struct scree_bytes png;
    if (html->err.code != SCREE_OK ||
        image_write_png8_memory(&png, picture->rgb, picture->width, picture->height, &html->err) !=
            SCREE_OK)
        return;
    html_raw(html, "<img ");
    html_raw(html, attributes);
    html_raw(html, " width=\"");
    html_textf(html, "%u", (unsigned)picture->width);
    html_raw(html, "\" height=\"");
    html_textf(html, "%u", (unsigned)picture->height);
    html_raw(html, "\" alt=\"");
    html_text(html, picture->alt);
    html_raw(html, "\" src=\"data:image/png;base64,");
    char *at = grow_room(&html->out.grow, base64_size(png.size));
    if (at != NULL) base64_encode(at, png.data, png.size);
    html_raw(html, "\">");
    file_bytes_free(&png);
}

static void caption_of(struct html *html, const char *caption)
{
    html_raw(html, "<figcaption>");
    html_text(html, caption);
    html_raw(html, "</figcaption></figure>\n");
}

void html_picture(struct html *html, const struct html_picture *picture, const char *caption)
{
    html_raw(html, "<figure><div class=\"frame\">");
    image(html, picture, "class=\"only\"");
    html_raw(html, "</div>");
    caption_of(html, caption);
}

void html_slider(struct html *html, const struct html_picture *before,
                 const struct html_picture *after, const char *caption)
{
    html_raw(html, "<figure class=\"slider\"><div class=\"frame\">");
    image(html, before, "class=\"only\"");
    image(html, after, "class=\"over\"");
    html_raw(html, "<span class=\"tag left\">before</span><span class=\"tag right\">after</span>"
                   "<span class=\"line\"></span></div>"
                   "<input type=\"range\" min=\"0\" max=\"100\" value=\"50\" step=\"1\" "
                   "aria-label=\"How much of the picture shows before; the rest shows after\">");
    caption_of(html, caption);
}

void html_legend(struct html *html, const uint8_t rgb[3], const char *name)
{
    char colour[64];
    snprintf(colour, sizeof colour, "<li><i style=\"background:#%02x%02x%02x\"></i>", rgb[0],
             rgb[1], rgb[2]);
    html_raw(html, colour);
    html_text(html, name);
    html_raw(html, "</li>");
}

/* ---- tables and figures ---- */

static void cell(struct html *html, const char *tag, char kind, const char *text)
{
    html_raw(html, "<");
    html_raw(html, tag);
    html_raw(html, kind == 'n' ? " class=\"n\">" : ">");
    html_text(html, text);
    html_raw(html, "</");
    html_raw(html, tag);
    html_raw(html, ">");
}

void html_table_begin(struct html *html, const char *kinds, const char *const *headings)
{
    html_raw(html, "<div class=\"wide\" tabindex=\"0\"><table><thead><tr>");
    for (size_t i = 0; kinds[i] != '\0'; i++) cell(html, "th", kinds[i], headings[i]);
    html_raw(html, "</tr></thead><tbody>\n");
}

void html_row(struct html *html, const char *kinds, const char *const *cells)
{
    html_raw(html, "<tr>");
    for (size_t i = 0; kinds[i] != '\0'; i++) cell(html, "td", kinds[i], cells[i]);
    html_raw(html, "</tr>\n");
}

void html_table_end(struct html *html)
{
    html_raw(html, "</tbody></table></div>\n");
}

void html_figure(struct html *html, const char *what, const char *number, ...)
{
    va_list args;
    va_start(args, number);
    html_raw(html, "<div><dt>");
    html_text(html, what);
    html_raw(html, "</dt><dd>");
    put_args(html, number, args);
    html_raw(html, "</dd></div>");
    va_end(args);
}
