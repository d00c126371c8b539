/*
 * JSON text becomes JSON values.
 *
 * Nothing is parsed before it is known to be small: the JSON library needs some hundred bytes for a
 * value of two, so what it will need is reckoned first. And what it parsed is compared with the
 * text: when memory runs out while its buffer for a text grows, the library drops a character and
 * goes on (jansson 2.14).
 */
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "base/text.h"
#include "srf/srf_from_text.h"
#include "srf/srf_json.h"
#include "srf/srf_text.h"

size_t srf_text_mark(const uint8_t *bytes, size_t size)
{
    return bytes_text_mark(bytes, size);
}

bool srf_is_text(const uint8_t *bytes, size_t size)
{
    const size_t mark = srf_text_mark(bytes, size);
    const size_t i = srf_loose_skip((const char *)bytes, size, mark);
    /* Behind a comment that does not end in these bytes there may be anything. */
    return i < size ? bytes[i] == '{' : size > 0 && memchr(bytes, '/', size) != NULL;
}

uint64_t srf_text_max_bytes(const struct srf_limits *limits)
{
    static const struct srf_limits defaults = SRF_LIMITS_DEFAULT;
    if (limits == NULL) limits = &defaults;
    const uint64_t chunks = UINT64_C(512) * limits->max_chunks;
    const uint64_t most = (UINT64_MAX - chunks) / 2;
    return chunks + 2 * (limits->max_file_bytes < most ? limits->max_file_bytes : most);
}

/* Memory for values may be as large as the text and this. It holds what srf_to_text() makes of any
 * map within SRF_LIMITS_DEFAULT, and keeps reading within four times the text and 16 MiB. */
#define VALUE_BYTES ((uint64_t)12 << 20)

struct counts {
    uint64_t objects, arrays, keys, texts, scalars, text_bytes;
};

/* The bytes of UTF-8 that the escape sequence at c, inside text[.. end), stands for; *c is then its
 * last character. */
static unsigned escape_bytes(const char **c, const char *end)
{
    if (end - *c < 6 || (*c)[1] != 'u') {
        (*c)++;
        return 1;
    }
    unsigned code = 0;
    for (int i = 2; i < 6; i++) {
        const char digit = (*c)[i];
        code = code * 16 + (unsigned)(digit <= '9' ? digit - '0' : (digit | 32) - 'a' + 10);
    }
    *c += 5;
    /* Two surrogates make four bytes together. */
    if (code >= 0xd800 && code < 0xe000) return 2;
    return code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
}

/* At least as many as there are of each, as far as this is JSON: texts count keys, scalars are all
 * values but objects and arrays, and of those there is at most one more than there are commas.
 * text_bytes is the length of all texts. */
static struct counts count_values(const char *text, size_t size)
{
    struct counts counts = {.scalars = 1};
    const char *const end = text + size;
    for (const char *c = text; c < end; c++) {
        if (*c == '"') {
            counts.texts++;
            for (c++; c < end && *c != '"'; c++)
                counts.text_bytes += *c == '\\' ? escape_bytes(&c, end) : 1;
        } else if (*c == '[') {
            counts.arrays++;
        } else if (*c == '{') {
            counts.objects++;
        } else if (*c == ':') {
            counts.keys++;
        } else if (*c == ',') {
            counts.scalars++;
        }
    }
    return counts;
}

/* What jansson 2.14 takes for them with 64-bit pointers and glibc, texts themselves apart; each
 * number is rounded up from its structs and tables that grow by doubling. */
static uint64_t value_bytes(const struct counts *counts)
{
    const uint64_t keys = counts->keys < counts->texts ? counts->keys : counts->texts;
    return 240 * counts->objects + 144 * counts->arrays + 96 * keys + 48 * (counts->texts - keys) +
           48 * counts->scalars;
}

/* Calls itself for each level, of which the JSON library allows 2048. */
static uint64_t text_bytes(json_t *value)
{
    uint64_t sum = 0;
    size_t i;
    const char *key;
    json_t *member;
    if (json_is_string(value)) return json_string_length(value);
    if (json_is_array(value)) json_array_foreach(value, i, member) sum += text_bytes(member);
    if (json_is_object(value))
        json_object_foreach(value, key, member) sum += strlen(key) + text_bytes(member);
    return sum;
}

/* The JSON library counts characters, and has met a blank for every byte of a comment. */
static int true_column(const struct srf_text_reader *reader, const char *json,
                       const json_error_t *problem)
{
    int column = problem->column;
    size_t at = problem->position > 0 ? (size_t)problem->position : 0;
    if (at > reader->size) at = reader->size;
    for (; at > 0 && json[at - 1] != '\n'; at--)
        if (text_continues(reader->text[at - 1]) && json[at - 1] == ' ' && column > 1) column--;
    return column;
}

static enum scree_code fail_at_byte(const struct srf_text_reader *reader, size_t at,
                                    const char *message)
{
    unsigned long line = 1, column = 1;
    for (size_t i = 0; i < at; i++) {
        if (reader->text[i] == '\n') {
            line++;
            column = 1;
        } else if (!text_continues(reader->text[i])) {
            column++;
        }
    }
    return err_set(reader->err, SCREE_MALFORMED, "line %lu, column %lu: %s", line, column, message);
}

static enum scree_code parse(json_t **out, struct srf_text_reader *reader, const char *text)
{
    const struct counts counts = count_values(text, reader->size);
    const uint64_t most = VALUE_BYTES + reader->size;
    if (value_bytes(&counts) > most)
        return err_set(reader->err, SCREE_LIMIT,
                       "has more values than a surface map: they would take %llu bytes of memory, "
                       "the limit is %llu",
                       (unsigned long long)value_bytes(&counts), (unsigned long long)most);
    json_error_t problem;
    *out = json_loadb(text, reader->size, JSON_REJECT_DUPLICATES, &problem);
    if (*out != NULL && text_bytes(*out) == counts.text_bytes) return SCREE_OK;
    if (*out != NULL) {
        json_decref(*out);
        *out = NULL;
        return err_no_memory(reader->err);
    }
    if (problem.text[0] == '\0' || json_error_code(&problem) == json_error_out_of_memory)
        return err_no_memory(reader->err);
    return err_set(reader->err, SCREE_MALFORMED, "line %d, column %d: %.150s", problem.line,
                   true_column(reader, text, &problem), problem.text);
}

enum scree_code srf_text_parse(json_t **out, struct srf_text_reader *reader)
{
    const struct srf_loose loose = srf_loose_blank(NULL, reader->text, reader->size);
    if (loose.first == SIZE_MAX) return parse(out, reader, reader->text);
    if (loose.open != SIZE_MAX)
        return fail_at_byte(reader, loose.open, "a comment that does not end: write */ behind it");
    char *text = mem_alloc(reader->size + 1, 1);
    if (text == NULL) return err_no_memory(reader->err);
    srf_loose_blank(text, reader->text, reader->size);
    const enum scree_code code = parse(out, reader, text);
    mem_free(text);
    return code;
}

void srf_text_place(struct scree_error *err, const struct srf_map *map, uint32_t layer,
                    const uint8_t *text, size_t size)
{
    /* From the layer up: its index, "children", its parent's index, ..., "root". */
    struct srf_where steps[2 * SRF_MAX_DEPTH + 1];
    size_t count = 0;
    for (const struct srf_layer *at = map->layers[layer]; at->parent != NULL; at = at->parent) {
        size_t index = 0;
        for (const struct srf_layer *before = at->parent->first_child; before != at;
             before = before->next)
            index++;
        steps[count] = (struct srf_where){&steps[count + 1], NULL, index};
        steps[count + 1] = (struct srf_where){&steps[count + 2], "children", 0};
        count += 2;
    }
    steps[count] = (struct srf_where){NULL, "root", 0};

    const struct scree_error old = *err;
    const size_t mark = srf_text_mark(text, size);
    err->code = SCREE_OK; /* to be said again */
    srf_where_fail(err, old.code, (const char *)text + mark, size - mark, steps, "%s", old.text);
}
