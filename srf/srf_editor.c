/* Where the values of a text are. */
#include "srf/srf_source.h"

#include <string.h>

#include <jansson.h>

#include "base/mem.h"
#include "srf/srf_json.h"

void srf_editor_open(struct srf_editor *editor, const uint8_t *text, size_t size)
{
    *editor = (struct srf_editor){.count = 0};
    grow_put(&editor->text, text, size);
    srf_editor_number(editor);
}

void srf_editor_close(struct srf_editor *editor)
{
    grow_free(&editor->text);
    mem_free(editor->nodes);
    *editor = (struct srf_editor){.count = 0};
}

/* ---- nodes ---- */

/* A new node within `up`, SRF_NO_NODE if memory ran out. */
static size_t add_node(struct srf_editor *editor, size_t up, size_t begin)
{
    struct srf_node *nodes =
        mem_room(editor->nodes, editor->count + 1, &editor->room, sizeof *nodes);
    if (nodes == NULL) {
        editor->text.failed = true;
        return SRF_NO_NODE;
    }
    editor->nodes = nodes;
    const size_t node = ++editor->count;
    nodes[node] = (struct srf_node){.begin = begin, .key = begin, .key_end = begin, .up = up};
    if (up == SRF_NO_NODE) return node;
    nodes[node].before = nodes[up].last;
    if (nodes[up].last != SRF_NO_NODE)
        nodes[nodes[up].last].next = node;
    else
        nodes[up].first = node;
    nodes[up].last = node;
    return node;
}

static size_t scalar_end(const struct grow *text, size_t at)
{
    if (text->text[at] == '"') return srf_loose_string(text->text, text->size, at);
    while (at < text->size && memchr(",:]} \t\r\n/", text->text[at], 9) == NULL) at++;
    return at;
}

/* One token, within `up`. Returns what the next one is within. */
static size_t take_token(struct srf_editor *editor, size_t up, size_t *at)
{
    const struct grow *text = &editor->text;
    const char c = text->text[*at];
    if (c == '}' || c == ']') {
        editor->nodes[up].end = ++*at;
        return editor->nodes[up].up;
    }
    if (c == ',' || c == ':') {
        ++*at;
        return up;
    }
    const size_t begin = *at;
    size_t key_end = begin;
    if (up != SRF_NO_NODE && text->text[editor->nodes[up].begin] == '{') {
        key_end = scalar_end(text, begin);
        *at = srf_loose_skip(text->text, text->size, key_end);
        *at = srf_loose_skip(text->text, text->size, *at + 1); /* the colon */
        if (*at >= text->size) return up;
    }
    const size_t node = add_node(editor, up, *at);
    if (node == SRF_NO_NODE) return up;
    editor->nodes[node].key = begin;
    editor->nodes[node].key_end = key_end;
    if (text->text[*at] == '{' || text->text[*at] == '[') {
        ++*at;
        return node;
    }
    *at = scalar_end(text, *at);
    editor->nodes[node].end = *at;
    return up;
}

void srf_editor_number(struct srf_editor *editor)
{
    const struct grow *text = &editor->text;
    editor->count = 0;
    if (text->failed) return;
    const bool marked = text->size >= 3 && memcmp(text->text, "\xef\xbb\xbf", 3) == 0;
    size_t up = SRF_NO_NODE;
    for (size_t at = marked ? 3 : 0;;) {
        at = srf_loose_skip(text->text, text->size, at);
        if (at >= text->size || text->failed) break;
        up = take_token(editor, up, &at);
    }
    if (text->failed) editor->count = 0;
}

/* ---- looking ---- */

bool srf_editor_is(const struct srf_editor *editor, size_t node, char first)
{
    return node != SRF_NO_NODE && editor->text.text[editor->nodes[node].begin] == first;
}

static bool is_key(const struct srf_editor *editor, const struct srf_node *node, const char *key)
{
    const char *token = editor->text.text + node->key;
    const size_t length = node->key_end - node->key;
    if (memchr(token, '\\', length) == NULL)
        return length >= 2 && strlen(key) == length - 2 && memcmp(token + 1, key, length - 2) == 0;
    json_t *decoded = json_loadb(token, length, JSON_DECODE_ANY, NULL);
    const bool same = json_is_string(decoded) && strcmp(json_string_value(decoded), key) == 0;
    json_decref(decoded);
    return same;
}

size_t srf_editor_member(const struct srf_editor *editor, size_t object, const char *key)
{
    if (!srf_editor_is(editor, object, '{')) return SRF_NO_NODE;
    size_t at = editor->nodes[object].first;
    while (at != SRF_NO_NODE && !is_key(editor, &editor->nodes[at], key))
        at = editor->nodes[at].next;
    return at;
}

size_t srf_editor_child(const struct srf_editor *editor, size_t list, uint32_t place)
{
    if (!srf_editor_is(editor, list, '[')) return SRF_NO_NODE;
    size_t at = editor->nodes[list].first;
    while (at != SRF_NO_NODE && place-- > 0) at = editor->nodes[at].next;
    return at;
}

/* Counts layers from `layer` on, in painting order, until *left is 0 or one begins at *begin: that
 * one is returned. Calls itself for each level. */
static size_t walk(const struct srf_editor *editor, size_t layer, uint32_t *count, uint32_t index,
                   size_t begin)
{
    if (layer == SRF_NO_NODE) return SRF_NO_NODE;
    if (*count == index || editor->nodes[layer].begin == begin) return layer;
    ++*count;
    const size_t list = srf_editor_member(editor, layer, "children");
    if (!srf_editor_is(editor, list, '[')) return SRF_NO_NODE;
    for (size_t at = editor->nodes[list].first; at != SRF_NO_NODE; at = editor->nodes[at].next) {
        const size_t found = walk(editor, at, count, index, begin);
        if (found != SRF_NO_NODE) return found;
    }
    return SRF_NO_NODE;
}

size_t srf_editor_layer(const struct srf_editor *editor, uint32_t index)
{
    uint32_t count = 0;
    if (editor->count == 0) return SRF_NO_NODE;
    return walk(editor, srf_editor_member(editor, 1, "root"), &count, index, SIZE_MAX);
}

uint32_t srf_editor_index(const struct srf_editor *editor, size_t begin)
{
    uint32_t count = 0;
    if (editor->count > 0)
        walk(editor, srf_editor_member(editor, 1, "root"), &count, UINT32_MAX, begin);
    return count;
}

bool srf_editor_lines(const struct srf_editor *editor, size_t node)
{
    const struct srf_node *at = &editor->nodes[node];
    return memchr(editor->text.text + at->begin, '\n', at->end - at->begin) != NULL;
}
