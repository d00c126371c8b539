/* Elements and members with the comments that belong to them: copied, taken out, put in. */
#include <string.h>

#include "srf/srf_source.h"
#include "srf/srf_json.h"

void srf_piece_free(struct srf_piece *piece)
{
    grow_free(&piece->lead);
    grow_free(&piece->value);
    grow_free(&piece->tail);
    grow_free(&piece->indent);
}

/* Where a node is with all that goes with it. */
struct lump {
    size_t begin;            /* of its lines, or of what stands on its line before it */
    size_t value;            /* the first of it that is not blank, comments above it apart */
    size_t end;              /* of its lines, or of itself and its comma */
    size_t comma;            /* SIZE_MAX: none follows */
    size_t old_comma;        /* before it, SIZE_MAX: there is none */
    bool from_line, to_line; /* begin, end are those of lines */
};

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Behind blanks and comments on one line. A comment of several lines counts as one. */
static size_t skip_line(const struct grow *text, size_t at)
{
    while (at < text->size) {
        const size_t comment = srf_loose_comment(text->text, text->size, at);
        if (comment == 0 && !is_space(text->text[at])) break;
        at += comment > 0 ? comment : 1;
    }
    return at;
}

static bool is_at(const struct grow *text, size_t at, char c)
{
    return at < text->size && text->text[at] == c;
}

static struct lump find_lump(const struct srf_editor *editor, size_t node)
{
    const struct grow *text = &editor->text;
    const struct srf_node *at = &editor->nodes[node];
    struct lump lump = {.comma = SIZE_MAX, .old_comma = SIZE_MAX};
    size_t from = editor->nodes[at->up].begin + 1;
    if (at->before != SRF_NO_NODE) {
        lump.old_comma = srf_loose_skip(text->text, text->size, editor->nodes[at->before].end);
        from = lump.old_comma + 1;
    }
    lump.begin = from;
    const size_t line = skip_line(text, from);
    if (line < at->key && is_at(text, line, '\n')) {
        lump.begin = line + 1;
        lump.from_line = true;
    }
    /* Comments above end where the last line break before the node does. */
    lump.value = lump.begin;
    for (size_t i = lump.begin; i < at->key;) {
        const size_t comment = srf_loose_comment(text->text, text->size, i);
        if (comment == 0 && text->text[i] == '\n') lump.value = i + 1;
        i += comment > 0 ? comment : 1;
    }
    while (is_space(text->text[lump.value])) lump.value++;

    lump.end = at->end;
    const size_t behind = srf_loose_skip(text->text, text->size, at->end);
    if (is_at(text, behind, ',')) {
        lump.comma = behind;
        lump.end = behind + 1;
    }
    const size_t rest = skip_line(text, lump.end);
    if (is_at(text, rest, '\n')) {
        lump.end = rest + 1;
        lump.to_line = true;
    }
    return lump;
}

/* the blanks that the line of a place begins with: *length of them. */
static const char *srf_editor_indent(const struct srf_editor *editor, size_t at, size_t *length)
{
    const char *text = editor->text.text;
    while (at > 0 && text[at - 1] != '\n') at--;
    size_t end = at;
    while (end < editor->text.size && (text[end] == ' ' || text[end] == '\t')) end++;
    *length = end - at;
    return text + at;
}

void srf_editor_piece(struct srf_piece *out, const struct srf_editor *editor, size_t node)
{
    *out = (struct srf_piece){.inside = 0};
    if (node == SRF_NO_NODE || editor->text.failed) {
        out->value.failed = true;
        return;
    }
    const char *text = editor->text.text;
    const struct srf_node *at = &editor->nodes[node];
    const struct lump lump = find_lump(editor, node);
    size_t value_line = lump.value, length;
    while (value_line > lump.begin && is_space(text[value_line - 1])) value_line--;
    grow_put(&out->lead, text + lump.begin, value_line - lump.begin);
    grow_put(&out->value, text + lump.value, at->end - lump.value);
    out->inside = at->key - lump.value;
    const char *indent = srf_editor_indent(editor, lump.value, &length);
    grow_put(&out->indent, indent, length);
    /* Behind it, without the comma and the end of the line. */
    const size_t stop = lump.comma != SIZE_MAX ? lump.comma : lump.end;
    grow_put(&out->tail, text + at->end, stop - at->end);
    if (lump.comma != SIZE_MAX)
        grow_put(&out->tail, text + lump.comma + 1, lump.end - lump.comma - 1);
    struct grow *tail = &out->tail;
    while (tail->size > 0 &&
           (is_space(tail->text[tail->size - 1]) || tail->text[tail->size - 1] == '\n'))
        tail->size--;
}

void srf_editor_cut(struct srf_editor *editor, size_t node)
{
    if (node == SRF_NO_NODE || editor->text.failed) return;
    const struct lump lump = find_lump(editor, node);
    const bool is_last = editor->nodes[node].next == SRF_NO_NODE;
    size_t begin = lump.begin, end = lump.end;
    /* What goes on behind it keeps the blanks that its line begins with. */
    if (lump.from_line && !lump.to_line) begin = lump.value;
    /* A line break that ends another's line stays. */
    if (!lump.from_line && lump.to_line) {
        end--;
        if (editor->text.text[end - 1] == '\r') end--;
    }
    grow_replace(&editor->text, begin, end - begin, NULL, 0);
    if (is_last && lump.comma == SIZE_MAX && lump.old_comma != SIZE_MAX)
        grow_replace(&editor->text, lump.old_comma, 1, NULL, 0);
    srf_editor_number(editor);
}

/* ---- putting ---- */

/* Lines that begin with the old indent get the new one; the first of `text` does not count if it
 * goes on with a line. */
static void put_lines(struct grow *to, const struct grow *text, const struct grow *old,
                      const char *indent, size_t indent_size)
{
    bool at_start = false;
    for (size_t i = 0; i < text->size;) {
        const bool indented = old->size == 0 || (text->size - i >= old->size &&
                                                 memcmp(text->text + i, old->text, old->size) == 0);
        if (at_start && indented && text->text[i] != '\n' && text->text[i] != '\r') {
            grow_put(to, indent, indent_size);
            i += old->size;
        }
        const char *end = i < text->size ? memchr(text->text + i, '\n', text->size - i) : NULL;
        const size_t line = end != NULL ? (size_t)(end - text->text) + 1 - i : text->size - i;
        grow_put(to, text->text + i, line);
        i += line;
        at_start = true;
    }
}

/* The piece as it will stand: from the start of a line if `lines`. *begin is where the element
 * begins in it. */
static void write_piece(struct grow *to, const struct srf_piece *piece, const struct grow *indent,
                        bool comma, bool lines, size_t *begin)
{
    if (piece->value.failed || piece->lead.failed || indent->failed) {
        to->failed = true;
        return;
    }
    if (lines && piece->lead.size > 0) {
        /* Its first line begins with the old indent, too. */
        struct grow lead = {0};
        grow_text(&lead, "\n");
        grow_put(&lead, piece->lead.text, piece->lead.size);
        struct grow moved = {0};
        put_lines(&moved, &lead, &piece->indent, indent->text, indent->size);
        if (moved.size > 0) grow_put(to, moved.text + 1, moved.size - 1);
        to->failed = to->failed || moved.failed || lead.failed;
        grow_free(&lead);
        grow_free(&moved);
    } else if (piece->lead.size > 0) {
        grow_put(to, piece->lead.text, piece->lead.size);
    }
    if (lines) grow_put(to, indent->text, indent->size);
    grow_put(to, piece->value.text, piece->inside);
    *begin = to->size;
    const struct grow rest = {.text = piece->value.text + piece->inside,
                              .size = piece->value.size - piece->inside};
    put_lines(to, &rest, &piece->indent, indent->text, indent->size);
    if (comma) grow_text(to, ",");
    grow_put(to, piece->tail.text, piece->tail.size);
    bool open = false; /* a comment that only a line break ends */
    for (size_t i = 0; i < piece->tail.size;) {
        const size_t comment = srf_loose_comment(piece->tail.text, piece->tail.size, i);
        open = comment > 0 && piece->tail.text[i + 1] == '/';
        i += comment > 0 ? comment : 1;
    }
    if (lines || open) grow_text(to, "\n");
    to->failed = to->failed || piece->tail.failed || piece->indent.failed;
}

/* Behind the last line break in brackets that is in no comment; 0: there is none. */
static size_t last_line(const struct srf_editor *editor, size_t container)
{
    const struct srf_node *at = &editor->nodes[container];
    size_t line = 0;
    for (size_t i = at->begin + 1; i < at->end;) {
        const size_t comment = srf_loose_comment(editor->text.text, editor->text.size, i);
        if (comment == 0 && editor->text.text[i] == '\n') line = i + 1;
        i += comment > 0 ? comment : 1;
    }
    return line;
}

/* Whether all lines end in CR LF. */
static bool has_crlf(const struct grow *text)
{
    bool any = false;
    for (size_t i = 0; i < text->size; i++) {
        if (text->text[i] != '\n') continue;
        if (i == 0 || text->text[i - 1] != '\r') return false;
        any = true;
    }
    return any;
}

/* Puts lines in, which end as all of the text do; *begin is a place in them. */
static void put_in(struct srf_editor *editor, size_t place, const struct grow *lines, size_t *begin)
{
    struct grow ended = {.failed = lines->failed};
    const bool crlf = has_crlf(&editor->text);
    size_t moved = 0;
    for (size_t i = 0; i < lines->size; i++) {
        if (crlf && lines->text[i] == '\n' && (i == 0 || lines->text[i - 1] != '\r')) {
            grow_text(&ended, "\r");
            moved += i < *begin;
        }
        grow_put(&ended, lines->text + i, 1);
    }
    *begin += moved;
    if (!ended.failed) grow_replace(&editor->text, place, 0, ended.text, ended.size);
    editor->text.failed = editor->text.failed || ended.failed;
    grow_free(&ended);
}

/* Into an empty list or object. */
static size_t put_only(struct srf_editor *editor, size_t container, const struct srf_piece *piece)
{
    const struct srf_node at = editor->nodes[container];
    const size_t line = last_line(editor, container);
    const bool has_lines = line > 0;
    const bool is_list = editor->text.text[at.begin] == '[';
    const bool up_lines = at.up != SRF_NO_NODE && srf_editor_lines(editor, at.up);
    struct grow text = {0}, indent = {0};
    size_t length, begin = 0, place = at.begin + 1;
    const char *old = srf_editor_indent(editor, at.begin, &length);
    grow_put(&indent, old, length);
    grow_text(&indent, "  ");
    const bool piece_lines =
        piece->lead.size > 0 ||
        (piece->value.size > 0 && memchr(piece->value.text, '\n', piece->value.size) != NULL);
    const bool lines = has_lines || (is_list && (up_lines || piece_lines));
    if (has_lines)
        place = line;
    else if (lines)
        grow_text(&text, "\n");
    write_piece(&text, piece, &indent, false, lines, &begin);
    if (lines && !has_lines) grow_put(&text, indent.text, indent.size > 2 ? indent.size - 2 : 0);
    put_in(editor, place, &text, &begin);
    editor->text.failed = editor->text.failed || text.failed || indent.failed;
    grow_free(&text);
    grow_free(&indent);
    return place + begin;
}

static size_t put_before(struct srf_editor *editor, size_t before, const struct srf_piece *piece)
{
    const struct lump lump = find_lump(editor, before);
    struct grow text = {0}, indent = {0};
    size_t length, begin = 0;
    const char *old = srf_editor_indent(editor, lump.value, &length);
    grow_put(&indent, old, length);
    if (!lump.from_line && is_space(editor->text.text[lump.begin])) grow_text(&text, " ");
    write_piece(&text, piece, &indent, true, lump.from_line, &begin);
    if (!lump.from_line && !is_space(editor->text.text[lump.begin])) grow_text(&text, " ");
    put_in(editor, lump.begin, &text, &begin);
    editor->text.failed = editor->text.failed || text.failed || indent.failed;
    grow_free(&text);
    grow_free(&indent);
    return lump.begin + begin;
}

static size_t put_last(struct srf_editor *editor, size_t last, const struct srf_piece *piece)
{
    const struct srf_node at = editor->nodes[last];
    const struct lump lump = find_lump(editor, last);
    const bool had_comma = lump.comma != SIZE_MAX;
    struct grow text = {0}, indent = {0};
    size_t length, begin = 0;
    const char *old = srf_editor_indent(editor, at.key, &length);
    grow_put(&indent, old, length);
    size_t place = lump.end;
    if (!lump.to_line) {
        /* Comments on its line stay with it. */
        place = skip_line(&editor->text, place);
        while (is_space(editor->text.text[place - 1])) place--;
        grow_text(&text, " ");
    }
    write_piece(&text, piece, &indent, had_comma, lump.to_line, &begin);
    put_in(editor, place, &text, &begin);
    if (!had_comma) grow_replace(&editor->text, at.end, 0, ",", 1);
    editor->text.failed = editor->text.failed || text.failed || indent.failed;
    grow_free(&text);
    grow_free(&indent);
    return place + begin + !had_comma;
}

size_t srf_editor_put(struct srf_editor *editor, size_t container, size_t before,
                      const struct srf_piece *piece)
{
    if (container == SRF_NO_NODE || editor->text.failed) return 0;
    const size_t last = editor->nodes[container].last;
    const size_t place = before != SRF_NO_NODE ? put_before(editor, before, piece)
                         : last != SRF_NO_NODE ? put_last(editor, last, piece)
                                               : put_only(editor, container, piece);
    srf_editor_number(editor);
    return place;
}

void srf_editor_insert(struct srf_editor *editor, size_t object, const char *key, const char *value)
{
    struct srf_piece piece = {.inside = 0};
    grow_print(&piece.value, "\"%s\": %s", key, value);
    const size_t children = srf_editor_member(editor, object, "children");
    srf_editor_put(editor, object, children, &piece);
    srf_piece_free(&piece);
}
