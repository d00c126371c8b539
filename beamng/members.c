/* Members of a JSON object, exchanged in its text. */
#include "beamng/level_files.h"

#include <stdlib.h>
#include <string.h>

#include "base/json_text.h"

static const char *skip_blanks(const char *p, const char *end)
{
    while (p < end && (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r')) p++;
    return p;
}

/* Behind the text that begins at p with a quote. */
static const char *skip_text(const char *p, const char *end)
{
    for (p++; p < end && *p != '"'; p++)
        if (*p == '\\') p++;
    return p < end ? p + 1 : end;
}

/* Behind the value that begins at p. */
static const char *skip_value(const char *p, const char *end)
{
    size_t depth = 0;
    while (p < end) {
        if (*p == '"') {
            p = skip_text(p, end);
            if (depth == 0) return p;
            continue;
        }
        if (depth == 0 &&
            (*p == ',' || *p == '}' || *p == ' ' || *p == '\t' || *p == '\n' || *p == '\r'))
            return p;
        if (*p == '{' || *p == '[') depth++;
        if (*p == '}' || *p == ']') {
            p++;
            if (--depth == 0) return p;
            continue;
        }
        p++;
    }
    return p;
}

/* A member in its text: what stands before it, its key, its end. */
struct member {
    const char *from, *key, *end;
    size_t key_length;
};

/* The member behind `from`; false: there is none. */
static bool next_member(struct member *out, const char *from, const char *end)
{
    const char *p = skip_blanks(from, end);
    if (p < end && *p == ',') p = skip_blanks(p + 1, end);
    if (p >= end || *p != '"') return false;
    out->from = from;
    out->key = p + 1;
    p = skip_text(p, end);
    out->key_length = (size_t)(p - 1 - out->key);
    p = skip_blanks(p, end);
    out->end = skip_value(skip_blanks(p < end ? p + 1 : end, end), end); /* behind the colon */
    return true;
}

static bool is_added(const json_t *added, const struct member *member)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)added, key, value)
    {
        if (strlen(key) == member->key_length && memcmp(key, member->key, member->key_length) == 0)
            return true;
    }
    return false;
}

/* A member that stays, with what parts it from the one before; the first has no comma. */
static enum scree_code put_old(struct stream *to, const struct member *member, bool first,
                               struct scree_error *err)
{
    const char *from = member->from, *comma = skip_blanks(from, member->end);
    if (!first || *comma != ',') return stream_put(to, from, (size_t)(member->end - from), err);
    RETURN_IF_ERR(stream_put(to, from, (size_t)(comma - from), err));
    return stream_put(to, comma + 1, (size_t)(member->end - comma - 1), err);
}

/* New members, each in lines of its own. */
static enum scree_code put_added(struct stream *to, const json_t *added, bool first,
                                 struct scree_error *err)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)added, key, value)
    {
        json_t *one = json_pack("{s:O}", key, value);
        char *text = one != NULL ? json_dumps(one, JSON_TEXT_FLAGS) : NULL;
        json_decref(one);
        if (text == NULL) return err_no_memory(err);
        enum scree_code code = first ? SCREE_OK : stream_put(to, ",", 1, err);
        if (code == SCREE_OK)
            code = stream_put(to, text + 1, strlen(text) - 3, err); /* no braces */
        free(text);
        RETURN_IF_ERR(code);
        first = false;
    }
    return SCREE_OK;
}

enum scree_code beamng_put_members(struct stream *to, const struct beamng_members *members,
                                   struct scree_error *err)
{
    static const char empty[] = "{\n}\n";
    const bool there = members->old->data != NULL;
    const char *text = there ? (const char *)members->old->data : empty;
    const char *end = text + (there ? members->old->size : sizeof empty - 1);
    const char *at = memchr(text, '{', (size_t)(end - text)), *last;
    struct member member;
    bool first = true;
    if (at == NULL) return err_set(err, SCREE_MALFORMED, "is not a JSON object");
    last = ++at;
    RETURN_IF_ERR(stream_put(to, text, (size_t)(at - text), err));
    for (; next_member(&member, at, end); at = last = member.end) {
        if (is_added(members->added, &member) ||
            (members->stays != NULL &&
             !members->stays(members->context, member.key, member.key_length)))
            continue;
        RETURN_IF_ERR(put_old(to, &member, first, err));
        first = false;
    }
    RETURN_IF_ERR(put_added(to, members->added, first, err));
    if (json_object_size(members->added) > 0 && last < end && *last == '}')
        RETURN_IF_ERR(stream_put(to, "\n", 1, err));
    return stream_put(to, last, (size_t)(end - last), err);
}
