/*
 * A file of ground models of one's own: which models it has.
 *
 * It is copied as it is. What is looked at here is what would go wrong without a word, or end the
 * game. Source: docs/formats/ror.md, ground models.
 */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "ror/ror_plan.h"

#define MAX_MODELS_BYTES ((uint64_t)1 << 20)
#define MAX_MODELS 256
#define MODELS_VERSION 3
#define MODEL_LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-. "

/* A line without the blanks around it. */
static void trim(const char **line, size_t *length)
{
    while (*length > 0 && strchr(" \t\r", (*line)[*length - 1]) != NULL) --*length;
    while (*length > 0 && strchr(" \t", **line) != NULL) ++*line, --*length;
}

static bool is_text(const char *line, size_t length, const char *text)
{
    return length == strlen(text) && memcmp(line, text, length) == 0;
}

/* [general] and [config] hold the version, and not a model. */
static bool is_general(const char *section)
{
    return strcmp(section, "general") == 0 || strcmp(section, "config") == 0;
}

static enum scree_code take_section(struct ror_models *out, struct mem_arena *arena,
                                    const char *line, size_t length, unsigned number,
                                    struct scree_error *err)
{
    if (line[length - 1] != ']' || length < 3)
        return err_set(err, SCREE_MALFORMED, "line %u: a section ends in ]", number);
    if (out->count == MAX_MODELS)
        return err_set(err, SCREE_LIMIT, "more than %d ground models", MAX_MODELS);
    for (size_t i = 1; i + 1 < length; i++)
        if (strchr(MODEL_LETTERS, line[i]) == NULL)
            return err_set(err, SCREE_UNSUPPORTED,
                           "line %u: %.*s: scree takes plain letters, digits, blanks, '_', '-' and "
                           "'.' in the name of a ground model",
                           number, (int)(length < 60 ? length : 60), line);
    char *name = mem_arena_text(arena, line + 1, length - 2);
    if (name == NULL) return err_no_memory(err);
    out->names[out->count] = name;
    if (!is_general(name)) out->count++;
    return SCREE_OK;
}

/* section: the last one. */
static enum scree_code take_line(const char *section, const char *line, size_t length,
                                 unsigned number, struct scree_error *err)
{
    const char *separator = line;
    while (separator < line + length && strchr("\t:=", *separator) == NULL) separator++;
    const char *key = line, *value = separator;
    size_t key_length = (size_t)(separator - line);
    while (value < line + length && strchr("\t:=", *value) != NULL) value++;
    size_t value_length = length - (size_t)(value - line);
    trim(&key, &key_length);
    trim(&value, &value_length);
    if (!is_general(section) || !is_text(key, key_length, "version")) return SCREE_OK;
    char wanted[8];
    snprintf(wanted, sizeof wanted, "%d", MODELS_VERSION);
    if (is_text(value, value_length, wanted)) return SCREE_OK;
    return err_set(err, SCREE_UNSUPPORTED,
                   "line %u: version %.*s: Rigs of Rods ends itself for any version of ground "
                   "models but %d",
                   number, (int)(value_length < 20 ? value_length : 20), value, MODELS_VERSION);
}

static enum scree_code take(struct ror_models *out, struct mem_arena *arena,
                            struct scree_error *err)
{
    const char *p = (const char *)out->bytes.data, *end = p + out->bytes.size;
    if (out->bytes.size >= 3 && memcmp(p, "\xef\xbb\xbf", 3) == 0)
        return err_set_at(err, SCREE_MALFORMED, 0,
                          "begins with a byte order mark, which spoils its first line in the game: "
                          "save it without");
    if (memchr(p, '\0', out->bytes.size) != NULL)
        return err_set(err, SCREE_MALFORMED, "holds a NUL byte: it is not text");
    const char *section = "";
    for (unsigned number = 1; p < end; number++) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        const char *next = newline != NULL ? newline + 1 : end, *line = p;
        size_t length = (size_t)((newline != NULL ? newline : end) - p);
        p = next;
        trim(&line, &length);
        if (length == 0 || line[0] == '#' || line[0] == '@') continue;
        if (line[0] == '[') {
            const size_t before = out->count;
            RETURN_IF_ERR(take_section(out, arena, line, length, number, err));
            section = out->names[before];
        } else {
            RETURN_IF_ERR(take_line(section, line, length, number, err));
        }
    }
    if (out->count > 0) return SCREE_OK;
    return err_set(err, SCREE_MALFORMED, "holds no ground model: [name] and its keys");
}

enum scree_code ror_read_models(struct ror_models *out, struct mem_arena *arena,
                                struct inputs_opened *from, struct scree_error *err)
{
    enum scree_code code = inputs_take_bytes(&out->bytes, &out->file, from, MAX_MODELS_BYTES, err);
    if (out->file.path == NULL) out->file.path = out->file.base = "ground-models.cfg";
    out->names = mem_arena_alloc(arena, MAX_MODELS, sizeof *out->names);
    if (code == SCREE_OK && out->names == NULL) code = err_no_memory(err);
    if (code == SCREE_OK) code = take(out, arena, err);
    return code == SCREE_OK ? SCREE_OK : err_set_file(err, out->file.path);
}

const char *ror_find_model(const struct ror_models *models, const char *name, bool exactly)
{
    char wanted[ROR_TEXT], plain[ROR_TEXT];
    text_to_file_name(wanted, sizeof wanted, name);
    for (size_t i = 0; i < models->count; i++) {
        text_to_file_name(plain, sizeof plain, models->names[i]);
        if (strcmp(exactly ? name : wanted, exactly ? models->names[i] : plain) == 0)
            return models->names[i];
    }
    return NULL;
}
