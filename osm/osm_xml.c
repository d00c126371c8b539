/*
 * XML of OpenStreetMap (.osm): elements with attributes and nothing else. Not XML in general: a
 * document type, which could make texts of any size, is refused, and text between elements skipped.
 * Source: wiki.openstreetmap.org, OSM XML; www.w3.org/TR/xml, 2.3, 2.4, 4.1, 4.6.
 */
#include "osm/osm_file.h"

#include <libdeflate.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/spot.h"

#define MOST_ATTRIBUTES 32
#define MOST_DEPTH 16
#define MOST_GAIN 1032       /* of deflate */
#define KEPT_BYTES (1 << 20) /* of texts of objects that are done */
#define STEP_BYTES (1 << 20) /* between two looks at the job */

struct attribute {
    const char *name, *value;
};
struct element {
    char name[24];
    struct attribute list[MOST_ATTRIBUTES];
    size_t count;
    bool closes, is_empty; /* </name>; <name/> */
};
struct xml {
    const char *at, *start, *end;
    const struct osm_taker *taker;
    struct mem_arena arena; /* of texts of the object under way */
    struct osm_object object;
    bool in_object;
    int64_t *refs;
    uint8_t *ref_types;
    struct osm_tag *tags;
    unsigned depth;
    struct scree_error *err;
};

static enum scree_code bad(struct xml *x, const char *what)
{
    return err_set_at(x->err, SCREE_MALFORMED, (uint64_t)(x->at - x->start), "%s", what);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool begins(const struct xml *x, const char *text)
{
    const size_t size = strlen(text);
    return (size_t)(x->end - x->at) >= size && memcmp(x->at, text, size) == 0;
}

/* Behind the next occurrence of text; false: there is none. */
static bool skip_past(struct xml *x, const char *text)
{
    const size_t size = strlen(text);
    for (; (size_t)(x->end - x->at) >= size; x->at++)
        if (memcmp(x->at, text, size) == 0) {
            x->at += size;
            return true;
        }
    return false;
}

/* ---- attributes ---- */

static size_t put_utf8(char *out, unsigned long c)
{
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    const size_t size = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned char first[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = size - 1; i > 0; i--, c >>= 6) out[i] = (char)(0x80 | (c & 0x3f));
    out[0] = (char)(first[size] | c);
    return size;
}

/* One "&...;" between from and to; NULL: it is none that XML has. */
static const char *entity(char *out, size_t *size, const char *from, const char *to)
{
    static const struct {
        const char *name;
        char letter;
    } names[] = {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};
    const size_t left = (size_t)(to - from);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const size_t length = strlen(names[i].name);
        if (left < length || memcmp(from, names[i].name, length) != 0) continue;
        out[(*size)++] = names[i].letter;
        return from + length;
    }
    if (left < 4 || from[1] != '#') return NULL;
    const bool hex = from[2] == 'x';
    const char *p = from + (hex ? 3 : 2);
    unsigned long c = 0;
    for (; p < to && *p != ';'; p++) {
        const int digit = text_is_digit(*p)               ? *p - '0'
                          : hex && *p >= 'a' && *p <= 'f' ? *p - 'a' + 10
                          : hex && *p >= 'A' && *p <= 'F' ? *p - 'A' + 10
                                                          : -1;
        if (digit < 0) return NULL;
        c = c * (hex ? 16 : 10) + (unsigned long)digit;
        if (c > 0x10ffff) return NULL;
    }
    if (p == to || c == 0 || (c >= 0xd800 && c < 0xe000)) return NULL;
    *size += put_utf8(out + *size, c); /* never longer than "&#N;" */
    return p + 1;
}

static enum scree_code read_value(const char **out, struct xml *x)
{
    if (x->at == x->end || (*x->at != '"' && *x->at != '\''))
        return bad(x, "expected a value in quotation marks; save the file again");
    const char *from = x->at + 1;
    const char *to = memchr(from, *x->at, (size_t)(x->end - from));
    if (to == NULL) return bad(x, "ends within a value; download the file again");
    char *text = mem_arena_text(&x->arena, from, (size_t)(to - from));
    if (text == NULL) return err_no_memory(x->err);
    if (memchr(from, '&', (size_t)(to - from)) != NULL) {
        size_t size = 0;
        for (const char *p = from; p < to;) {
            if (*p != '&') {
                text[size++] = *p++;
                continue;
            }
            p = entity(text, &size, p, to);
            if (p == NULL) return bad(x, "has an \"&\" that begins no letter XML has");
        }
        text[size] = '\0';
    }
    *out = text;
    x->at = to + 1;
    return SCREE_OK;
}

static size_t name_length(const struct xml *x)
{
    const char *p = x->at;
    while (p < x->end && !is_blank(*p) && strchr("=/><\"'", *p) == NULL) p++;
    return (size_t)(p - x->at);
}

static void skip_blanks(struct xml *x)
{
    while (x->at < x->end && is_blank(*x->at)) x->at++;
}

static enum scree_code read_attribute(struct element *e, struct xml *x)
{
    const size_t length = name_length(x);
    if (length == 0) return bad(x, "expected a name; save the file again");
    if (e->count == MOST_ATTRIBUTES) return bad(x, "an element has more than 32 attributes");
    struct attribute *a = &e->list[e->count++];
    a->name = mem_arena_text(&x->arena, x->at, length);
    if (a->name == NULL) return err_no_memory(x->err);
    x->at += length;
    skip_blanks(x);
    if (x->at == x->end || *x->at != '=') return bad(x, "expected \"=\"; save the file again");
    x->at++;
    skip_blanks(x);
    return read_value(&a->value, x);
}

/* <name a="b" ...>, at its '<'. */
static enum scree_code read_element(struct element *e, struct xml *x)
{
    x->at++;
    *e = (struct element){.closes = x->at < x->end && *x->at == '/'};
    x->at += e->closes;
    const size_t length = name_length(x);
    if (length == 0) return bad(x, "expected a name; save the file again");
    snprintf(e->name, sizeof e->name, "%.*s",
             (int)(length < sizeof e->name ? length : sizeof e->name - 1), x->at);
    x->at += length;
    for (;;) {
        skip_blanks(x);
        if (x->at == x->end) return bad(x, "ends within an element; download the file again");
        if (*x->at == '>') break;
        if (*x->at == '/' && x->at + 1 < x->end && x->at[1] == '>' && !e->closes) {
            e->is_empty = true;
            x->at++;
            break;
        }
        RETURN_IF_ERR(read_attribute(e, x));
    }
    x->at++;
    return SCREE_OK;
}

/* ---- what elements mean ---- */

static const char *value_of(const struct element *e, const char *name)
{
    for (size_t i = 0; i < e->count; i++)
        if (strcmp(e->list[i].name, name) == 0) return e->list[i].value;
    return NULL;
}

static enum scree_code read_id(int64_t *out, struct xml *x, const struct element *e,
                               const char *name)
{
    const char *p = value_of(e, name);
    uint64_t number = 0;
    const bool below = p != NULL && p[0] == '-';
    if (p == NULL || !text_is_digit(p[below])) return bad(x, "an id is not a whole number");
    p += below;
    for (; text_is_digit(*p); p++) {
        if (number > (INT64_MAX - 9) / 10) return bad(x, "an id has more than 18 digits");
        number = number * 10 + (uint64_t)(*p - '0');
    }
    if (*p != '\0') return bad(x, "an id is not a whole number");
    *out = below ? -(int64_t)number : (int64_t)number;
    return SCREE_OK;
}

static enum scree_code read_place(struct xml *x, const struct element *e)
{
    double degrees[2];
    for (int i = 0; i < 2; i++) {
        const char *text = value_of(e, i == 0 ? "lon" : "lat");
        const char *end = text != NULL ? spot_read_metres(&degrees[i], text) : NULL;
        if (end == NULL || *end != '\0') return bad(x, "a node has no longitude and latitude");
        degrees[i] = degrees[i] * OSM_DEGREE;
        degrees[i] = degrees[i] >= 0 ? floor(degrees[i] + 0.5) : -floor(0.5 - degrees[i]);
    }
    if (!osm_is_place(degrees[0], degrees[1]))
        return bad(x, "a node lies at no place of the earth; give degrees");
    x->object.at = (struct osm_point){(int32_t)degrees[0], (int32_t)degrees[1]};
    return SCREE_OK;
}

static enum scree_code add_ref(struct xml *x, const struct element *e, unsigned type)
{
    struct osm_object *object = &x->object;
    if (object->ref_count == OSM_MOST_REFS)
        return err_set(x->err, SCREE_LIMIT, "way or relation %lld has more than %d members",
                       (long long)object->id, OSM_MOST_REFS);
    RETURN_IF_ERR(read_id(&x->refs[object->ref_count], x, e, "ref"));
    x->ref_types[object->ref_count++] = (uint8_t)type;
    return SCREE_OK;
}

static enum scree_code add_inside(struct xml *x, const struct element *e)
{
    struct osm_object *object = &x->object;
    if (strcmp(e->name, "tag") == 0) {
        const char *key = value_of(e, "k"), *value = value_of(e, "v");
        if (key == NULL || value == NULL) return bad(x, "a tag has no k and v");
        if (object->tag_count == OSM_MOST_TAGS)
            return err_set(x->err, SCREE_LIMIT, "object %lld has more than %d tags",
                           (long long)object->id, OSM_MOST_TAGS);
        x->tags[object->tag_count++] = (struct osm_tag){key, value};
    }
    if (strcmp(e->name, "nd") == 0 && object->type == OSM_WAY) return add_ref(x, e, OSM_NODE);
    if (strcmp(e->name, "member") == 0 && object->type == OSM_RELATION) {
        const char *type = value_of(e, "type");
        if (type == NULL) return bad(x, "a member has no type");
        return add_ref(x, e,
                       strcmp(type, "way") == 0    ? OSM_WAY
                       : strcmp(type, "node") == 0 ? OSM_NODE
                                                   : OSM_RELATION);
    }
    return SCREE_OK;
}

static enum scree_code begin_object(struct xml *x, const struct element *e, enum osm_type type)
{
    const char *action = value_of(e, "action"), *visible = value_of(e, "visible");
    x->object = (struct osm_object){
        .type = type, .refs = x->refs, .ref_type = x->ref_types, .tags = x->tags};
    RETURN_IF_ERR(read_id(&x->object.id, x, e, "id"));
    const bool is_gone = (action != NULL && strcmp(action, "delete") == 0) ||
                         (visible != NULL && strcmp(visible, "false") == 0);
    if (is_gone) x->object.type = 0;
    return type == OSM_NODE && !is_gone ? read_place(x, e) : SCREE_OK;
}

static enum scree_code end_object(struct xml *x)
{
    enum scree_code code = SCREE_OK;
    if (x->taker->types & x->object.type)
        code = x->taker->take(x->taker->context, &x->object, x->err);
    x->in_object = false;
    return code;
}

static enum osm_type type_of(const char *name)
{
    return strcmp(name, "node") == 0       ? OSM_NODE
           : strcmp(name, "way") == 0      ? OSM_WAY
           : strcmp(name, "relation") == 0 ? OSM_RELATION
                                           : 0;
}

static enum scree_code take_element(struct xml *x, const struct element *e)
{
    if (e->closes) {
        if (x->depth == 0) return bad(x, "closes an element that it has not begun");
        x->depth--;
        return x->depth == 1 && x->in_object ? end_object(x) : SCREE_OK;
    }
    if (x->depth == 0 && strcmp(e->name, "osm") != 0)
        return bad(x, "its first element is not \"osm\"; give an extract of OpenStreetMap");
    if (x->depth == 1 && type_of(e->name) != 0) {
        RETURN_IF_ERR(begin_object(x, e, type_of(e->name)));
        x->in_object = true;
        if (e->is_empty) return end_object(x);
    } else if (x->depth == 2 && x->in_object && x->object.type != 0)
        RETURN_IF_ERR(add_inside(x, e));
    x->depth += !e->is_empty;
    return x->depth <= MOST_DEPTH ? SCREE_OK : bad(x, "elements are nested too deeply");
}

static enum scree_code walk(struct xml *x, struct scree_job *job)
{
    const char *next_step = x->at;
    bool any = false;
    struct element e;
    for (;;) {
        if (x->at >= next_step) {
            RETURN_IF_ERR(job_step(job, "reading OpenStreetMap",
                                   (double)(x->at - x->start) / (double)(x->end - x->start + 1),
                                   x->err));
            next_step = x->at + STEP_BYTES;
        }
        const char *open = memchr(x->at, '<', (size_t)(x->end - x->at));
        if (open == NULL) break;
        x->at = open;
        if (begins(x, "<!--")) {
            x->at += 4;
            if (!skip_past(x, "-->")) return bad(x, "ends within a comment");
        } else if (begins(x, "<?")) {
            if (!skip_past(x, "?>")) return bad(x, "ends within a \"<?\"");
        } else if (begins(x, "<!")) {
            return bad(x, "has a document type or the like; remove it");
        } else {
            any = true;
            RETURN_IF_ERR(read_element(&e, x));
            RETURN_IF_ERR(take_element(x, &e));
            if (!x->in_object && x->arena.total_bytes > KEPT_BYTES) mem_arena_free(&x->arena);
        }
    }
    x->at = x->end;
    if (!any) return bad(x, "holds no element \"osm\"; give an extract of OpenStreetMap");
    return x->depth == 0 ? SCREE_OK : bad(x, "ends too early; download the file again");
}

enum scree_code osm_walk_xml(const struct scree_bytes *text, const struct osm_taker *taker,
                             struct scree_job *job, struct scree_error *err)
{
    const char *start = (const char *)text->data;
    struct xml x = {.at = start + bytes_text_mark(text->data, text->size),
                    .start = start,
                    .end = start + text->size,
                    .taker = taker,
                    .err = err};
    x.refs = mem_alloc(OSM_MOST_REFS, sizeof *x.refs);
    x.ref_types = mem_alloc(OSM_MOST_REFS, 1);
    x.tags = mem_alloc(OSM_MOST_TAGS, sizeof *x.tags);
    enum scree_code code = SCREE_OK;
    if (x.refs == NULL || x.ref_types == NULL || x.tags == NULL) code = err_no_memory(err);
    if (code == SCREE_OK) code = walk(&x, job);
    job_finish(job);
    mem_free(x.refs);
    mem_free(x.ref_types);
    mem_free(x.tags);
    mem_arena_free(&x.arena);
    return code;
}

/* ---- .gz ---- */

enum scree_code osm_unpack(struct scree_bytes *out, const struct scree_bytes *packed,
                           struct scree_error *err)
{
    *out = (struct scree_bytes){NULL, 0};
    if (packed->size < 18) return err_set(err, SCREE_MALFORMED, "ends too early");
    const uint64_t size = bytes_get_u32le((const uint8_t *)packed->data + packed->size - 4);
    if (size / MOST_GAIN > packed->size)
        return err_set(err, SCREE_MALFORMED, "the .gz is damaged; download it again");
    if (size > OSM_MOST_TEXT_BYTES)
        return err_set(err, SCREE_LIMIT,
                       "unpacks to %llu bytes; make a .osm.pbf of it with osmium cat",
                       (unsigned long long)size);
    struct libdeflate_decompressor *unpacker = libdeflate_alloc_decompressor();
    uint8_t *bytes = mem_alloc((size_t)size + 1, 1);
    enum scree_code code = unpacker == NULL || bytes == NULL ? err_no_memory(err) : SCREE_OK;
    if (code == SCREE_OK && libdeflate_gzip_decompress(unpacker, packed->data, packed->size, bytes,
                                                       (size_t)size, NULL) != LIBDEFLATE_SUCCESS)
        code = err_set(err, SCREE_MALFORMED, "the .gz is damaged; download it again");
    libdeflate_free_decompressor(unpacker);
    if (code == SCREE_OK)
        *out = (struct scree_bytes){bytes, (size_t)size};
    else
        mem_free(bytes);
    return code;
}
