/*
 * JSON text becomes JSON values.
 *
 * Nothing is parsed before it is known to be small: the JSON library needs some hundred bytes for a
 * value of two, so what it will need is reckoned first. And what it parsed is compared with the
 * text: when memory runs out while its buffer for a text grows, the library drops a character and
 * goes on (jansson 2.14).
 */
#include <string.h>

#include "srf/srf_from_text.h"

static bool is_blank(uint8_t c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

size_t srf_text_mark(const uint8_t *bytes, size_t size)
{
    return size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

bool srf_is_text(const uint8_t *bytes, size_t size)
{
    size_t i = srf_text_mark(bytes, size);
    while (i < size && is_blank(bytes[i])) i++;
    return i < size && bytes[i] == '{';
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

enum err_code srf_text_parse(json_t **out, struct srf_text_reader *reader)
{
    const struct counts counts = count_values(reader->text, reader->size);
    const uint64_t most = VALUE_BYTES + reader->size;
    if (value_bytes(&counts) > most)
        return err_set(reader->err, ERR_LIMIT, ERR_NO_OFFSET,
                       "has more values than a surface map: they would take %llu bytes of memory, "
                       "the limit is %llu",
                       (unsigned long long)value_bytes(&counts), (unsigned long long)most);
    json_error_t problem;
    *out = json_loadb(reader->text, reader->size, JSON_REJECT_DUPLICATES, &problem);
    if (*out != NULL && text_bytes(*out) == counts.text_bytes) return ERR_OK;
    if (*out != NULL) {
        json_decref(*out);
        *out = NULL;
        return srf_text_nomem(reader);
    }
    if (problem.text[0] == '\0' || json_error_code(&problem) == json_error_out_of_memory)
        return srf_text_nomem(reader);
    return err_set(reader->err, ERR_MALFORMED, ERR_NO_OFFSET, "line %d, column %d: %.150s",
                   problem.line, problem.column, problem.text);
}
