/*
 * JSON text becomes JSON values.
 *
 * Nothing is parsed before it is known to be small: the JSON library needs some hundred bytes for a
 * value of two, so the number of values is bounded first. And what it parsed is compared with the
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

struct counts {
    uint64_t brackets, members, text_bytes;
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

/* Objects and arrays, which need most memory, at least the number of all other values, and the
 * length of all texts and keys, if this is JSON. */
static struct counts count_values(const char *text, size_t size)
{
    struct counts counts = {0, 1, 0};
    const char *const end = text + size;
    for (const char *c = text; c < end; c++) {
        if (*c == '"') {
            for (c++; c < end && *c != '"'; c++)
                counts.text_bytes += *c == '\\' ? escape_bytes(&c, end) : 1;
        } else if (*c == '[' || *c == '{') {
            counts.brackets++;
        } else if (*c == ',' || *c == ':') {
            counts.members++;
        }
    }
    return counts;
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

/* What srf_to_text() makes has at most 2 brackets and 6 of the others for each chunk, and less than
 * 64 and 256 for the keys of each layer. */
enum err_code srf_text_parse(json_t **out, struct srf_text_reader *reader)
{
    const uint64_t chunks = reader->limits.max_chunks, layers = reader->limits.max_layers;
    const struct counts counts = count_values(reader->text, reader->size);
    if (counts.brackets > 2 * chunks + 64 * layers || counts.members > 6 * chunks + 256 * layers)
        return err_set(reader->err, ERR_LIMIT, ERR_NO_OFFSET,
                       "has more values than a surface map of %llu layers and %llu chunks can have",
                       (unsigned long long)layers, (unsigned long long)chunks);
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
