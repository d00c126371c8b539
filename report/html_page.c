/* The frame of a page: its style, its one script, its sections. */
#include "report/html.h"

/* Colours by role, once for light and once for dark. */
static const char *const style =
    "<style>\n"
    ":root{color-scheme:light dark;--page:#fbfaf7;--card:#fff;--ink:#1f2421;--soft:#5c655f;"
    "--line:#dcdfd8;--head:#f1f2ec;--accent:#1f6f78;--good:#2f6f3e;--note:#1f6f78;"
    "--warning:#8a5a00;--bad:#a12c2c;--badge:#fff}\n"
    "@media(prefers-color-scheme:dark){:root{--page:#141716;--card:#1c201e;--ink:#e6e9e4;"
    "--soft:#a2aca5;--line:#353b37;--head:#232826;--accent:#6fc3cc;--good:#7fc78f;--note:#6fc3cc;"
    "--warning:#e0b25a;--bad:#f08a80;--badge:#141716}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0;background:var(--page);color:var(--ink);"
    "font:16px/1.5 system-ui,-apple-system,\"Segoe UI\",\"DejaVu Sans\",sans-serif}\n"
    "header,main,footer{max-width:1120px;margin:0 auto;padding:0 24px}\n"
    "header{padding-top:32px}h1{font-size:1.75rem;line-height:1.2;margin:0 12px 0 0;"
    "display:inline-block;overflow-wrap:anywhere}\n"
    ".badge{display:inline-block;vertical-align:.3em;padding:2px 12px;border-radius:99px;"
    "font-weight:600;font-size:.9rem;color:var(--badge)}\n"
    ".good{background:var(--good)}.note{background:var(--note)}"
    ".warning{background:var(--warning)}.bad{background:var(--bad)}\n"
    "h2,h3{overflow-wrap:anywhere}h2{font-size:1.15rem;margin:0 0 "
    "12px}h3{font-size:1rem;margin:20px 0 4px}\n"
    "section{background:var(--card);border:1px solid var(--line);border-radius:10px;"
    "padding:20px;margin:20px 0}\n"
    ".limits{list-style:none;padding:0;margin:12px 0}.limits li{border-left:4px solid;"
    "padding:2px 0 2px 12px;margin:6px 0}.limits .bad{border-color:var(--bad);background:none}"
    ".limits .warning{border-color:var(--warning);background:none}\n"
    "p{margin:.4em 0;max-width:76ch}.soft,figcaption,footer{color:var(--soft);font-size:.9rem}\n"
    ".figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(190px,1fr));gap:12px;"
    "margin:20px 0}\n"
    ".figures div{background:var(--card);border:1px solid var(--line);border-radius:10px;"
    "padding:14px 16px;display:flex;flex-direction:column-reverse;justify-content:flex-end}\n"
    ".figures dt{color:var(--soft);font-size:.9rem;text-wrap:balance}.figures "
    "dd{margin:0;font-size:1.5rem;"
    "font-weight:600;font-variant-numeric:tabular-nums}\n"
    ".wide{overflow-x:auto;margin:0 0 "
    "16px}section>figure{max-width:640px}table{border-collapse:collapse;width:100%;font-size:."
    "92rem}\n"
    "th,td{text-align:left;padding:6px 12px;border-bottom:1px solid var(--line);"
    "vertical-align:top;overflow-wrap:anywhere;min-width:8em}th{background:var(--head);"
    "font-weight:600}tbody tr:last-child td{border-bottom:0}\n"
    ".n{text-align:right;font-variant-numeric:tabular-nums}td.n{white-space:nowrap;min-width:0}"
    "th.n{min-width:6em}td:not(.n):last-child{min-width:14em}"
    "td:first-child:not(.n){min-width:12em}\n"
    ".pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(340px,100%),1fr));gap:"
    "20px}\n"
    "figure{margin:0}.frame{position:relative;border-radius:6px;overflow:hidden;line-height:0}\n"
    "img{width:100%;height:auto;display:block;image-rendering:pixelated}\n"
    ".slider .frame{touch-action:pan-y;cursor:ew-resize}\n"
    ".over{position:absolute;inset:0;height:100%;clip-path:inset(0 0 0 var(--at,50%))}\n"
    ".line{position:absolute;top:0;bottom:0;left:var(--at,50%);width:2px;margin-left:-1px;"
    "background:#fff;box-shadow:0 0 3px #000}\n"
    ".tag{position:absolute;top:8px;padding:3px 9px;border-radius:4px;background:#000a;color:#fff;"
    "font-size:.8rem;line-height:1.3}.left{left:8px}.right{right:8px}\n"
    "input[type=range]{width:100%;margin:10px 0 4px;accent-color:var(--accent)}\n"
    ".matrix td{white-space:nowrap}.matrix td.n{border-left:1px solid var(--line)}"
    ".matrix th[scope=row]{background:var(--card)}\n"
    ".bar{display:block;height:6px;min-width:1px;border-radius:3px;background:var(--accent);"
    "margin:4px 0 0 auto}\n"
    "figcaption{margin-top:6px}.legend{list-style:none;display:flex;flex-wrap:wrap;gap:4px 16px;"
    "padding:0;margin:10px 0 0;font-size:.9rem}.legend i{display:inline-block;width:12px;"
    "height:12px;border-radius:3px;margin-right:6px;border:1px solid #0003}\n"
    ":focus-visible{outline:3px solid var(--accent);outline-offset:2px}\n"
    "code{font-family:ui-monospace,\"DejaVu Sans Mono\",monospace;font-size:.88em;"
    "overflow-wrap:anywhere}footer{padding-bottom:40px}\n"
    "@media(max-width:600px){header,main,footer{padding-left:12px;padding-right:12px}}\n"
    "@media print{section{break-inside:avoid}}\n"
    "</style>\n";

static const char *const script =
    "<script>\n"
    "for (const figure of document.querySelectorAll('.slider')) {\n"
    "  const range = figure.querySelector('input'), frame = figure.querySelector('.frame');\n"
    "  const put = () => frame.style.setProperty('--at', range.value + '%');\n"
    "  const drag = e => {\n"
    "    if (!(e.buttons & 1)) return;\n"
    "    const box = frame.getBoundingClientRect();\n"
    "    range.value = 100 * (e.clientX - box.left) / box.width;\n"
    "    put();\n"
    "  };\n"
    "  range.addEventListener('input', put);\n"
    "  frame.addEventListener('pointerdown', e => { e.preventDefault(); drag(e); });\n"
    "  frame.addEventListener('pointermove', drag);\n"
    "  put();\n"
    "}\n"
    "</script>\n";

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
    html_raw(html, "</title>\n");
    html_raw(html, style);
    html_raw(html, "</head><body>\n<header><h1>");
    html_text(html, heading);
    html_raw(html, "</h1><span class=\"badge ");
    html_raw(html, tones[tone]);
    html_raw(html, "\">");
    html_text(html, word);
    html_raw(html, "</span></header>\n<main>\n<div>");
}

void html_section(struct html *html, const char *heading)
{
    /* What stands before the first section is a div. */
    html_raw(html, html->sections++ == 0 ? "</div>\n<section><h2>" : "</section>\n<section><h2>");
    html_text(html, heading);
    html_raw(html, "</h2>\n");
}

enum scree_code html_take(struct scree_bytes *out, struct html *html, struct scree_error *err)
{
    html_raw(html, html->sections > 0 ? "</section>\n" : "</div>\n");
    html_raw(html, "</main>\n<footer><p>Made by scree " SCREE_VERSION
                   ". This page is self-contained.</p></footer>\n");
    html_raw(html, script);
    html_raw(html, "</body></html>\n");
    return report_take(out, &html->out, err);
}
