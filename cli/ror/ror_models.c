/*
 * A file of ground models of one's own: which models it has.
 *
 * It is copied as it is. What is looked at here is what would go wrong without a word, or end the
 * game. Source: docs/formats.md, Rigs of Rods, ground models.
 */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "cli/ror/ror.h"

#define MAX_MODELS_BYTES ((uint64_t)1 << 20)
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

static enum err_code take_section(struct ror *ror, const char *line, size_t length, unsigned number,
                                  struct err *err)
{
    if (line[length - 1] != ']' || length < 3)
        return err_set(err, ERR_MALFORMED, ERR_NO_OFFSET, "line %u: a section ends in ]", number);
    if (ror->model_count == ROR_MAX_MODELS)
        return err_set(err, ERR_LIMIT, ERR_NO_OFFSET, "more than %d ground models", ROR_MAX_MODELS);
    for (size_t i = 1; i + 1 < length; i++)
        if (strchr(MODEL_LETTERS, line[i]) == NULL)
            return err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET,
                           "line %u: %.*s: scree takes plain letters, digits, blanks, '_', '-' and "
                           "'.' in the name of a ground model",
                           number, (int)(length < 60 ? length : 60), line);
    char *name = mem_arena_text(&ror->arena, line + 1, length - 2);
    if (name == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for ground models");
    ror->models[ror->model_count] = name;
    if (!is_general(name)) ror->model_count++;
    return ERR_OK;
}

/* section: the last one. */
static enum err_code take_line(const char *section, const char *line, size_t length,
                               unsigned number, struct err *err)
{
    const char *separator = line;
    while (separator < line + length && strchr("\t:=", *separator) == NULL) separator++;
    const char *key = line, *value = separator;
    size_t key_length = (size_t)(separator - line);
    while (value < line + length && strchr("\t:=", *value) != NULL) value++;
    size_t value_length = length - (size_t)(value - line);
    trim(&key, &key_length);
    trim(&value, &value_length);
    if (!is_general(section) || !is_text(key, key_length, "version")) return ERR_OK;
    char wanted[8];
    snprintf(wanted, sizeof wanted, "%d", MODELS_VERSION);
    if (is_text(value, value_length, wanted)) return ERR_OK;
    return err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET,
                   "line %u: version %.*s: Rigs of Rods ends itself for any version of ground "
                   "models but %d",
                   number, (int)(value_length < 20 ? value_length : 20), value, MODELS_VERSION);
}

static enum err_code take(struct ror *ror, const struct file_bytes *bytes, struct err *err)
{
    const char *p = (const char *)bytes->data, *end = p + bytes->size;
    if (bytes->size >= 3 && memcmp(p, "\xef\xbb\xbf", 3) == 0)
        return err_set(err, ERR_MALFORMED, 0,
                       "begins with a byte order mark, which spoils its first line in the game: "
                       "save it without");
    if (memchr(p, '\0', bytes->size) != NULL)
        return err_set(err, ERR_MALFORMED, ERR_NO_OFFSET, "holds a NUL: it is no text");
    const char *section = "";
    for (unsigned number = 1; p < end; number++) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        const char *next = newline != NULL ? newline + 1 : end, *line = p;
        size_t length = (size_t)((newline != NULL ? newline : end) - p);
        p = next;
        trim(&line, &length);
        if (length == 0 || line[0] == '#' || line[0] == '@') continue;
        if (line[0] == '[') {
            const size_t before = ror->model_count;
            RETURN_IF_ERR(take_section(ror, line, length, number, err));
            section = ror->models[before];
        } else {
            RETURN_IF_ERR(take_line(section, line, length, number, err));
        }
    }
    if (ror->model_count > 0) return ERR_OK;
    return err_set(err, ERR_MALFORMED, ERR_NO_OFFSET, "holds no ground model: [name] and its keys");
}

enum err_code ror_read_models(struct ror *ror, struct err *err)
{
    const char *path = ror->args->ground_models;
    if (path == NULL) return ERR_OK;
    RETURN_IF_ERR(file_read(&ror->model_bytes, path, MAX_MODELS_BYTES, err));
    inputs_note(&ror->models_file, path, &ror->model_bytes);
    ror->models = mem_arena_alloc(&ror->arena, ROR_MAX_MODELS, sizeof *ror->models);
    const enum err_code code =
        ror->models != NULL ? take(ror, &ror->model_bytes, err)
                            : err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for ground models");
    return code == ERR_OK ? ERR_OK : err_set_file(err, path);
}

const char *ror_find_model(const struct ror *ror, const char *name, bool exactly)
{
    char wanted[ROR_TEXT], plain[ROR_TEXT];
    text_to_file_name(wanted, sizeof wanted, name);
    for (size_t i = 0; i < ror->model_count; i++) {
        text_to_file_name(plain, sizeof plain, ror->models[i]);
        if (strcmp(exactly ? name : wanted, exactly ? ror->models[i] : plain) == 0)
            return ror->models[i];
    }
    return NULL;
}

enum err_code ror_write_models(struct ror *ror, struct outdir *out, struct err *err)
{
    if (ror->args->ground_models == NULL) return ERR_OK;
    char name[ENGINES_ROR_FILE_SIZE];
    return export_write_bytes(&ror->files, out,
                              engines_ror_file_name(name, ror->name, ENGINES_ROR_GROUND_MODELS),
                              ror->model_bytes.data, ror->model_bytes.size, err);
}
