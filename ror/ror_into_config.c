/*
 * Files of keys and values as the game reads them. Source: docs/formats/ror.md: a line is
 * trimmed; a comment begins with '#' or '@'; a key ends at the first TAB, ':' or '='; the first value of
 * a key counts. The .otc keeps blanks around both, so a key with one behind it is another key.
 */
#include <stdio.h>
#include <string.h>

#include "ror/ror_into.h"

static const char *skip(const char *from, const char *end, const char *letters)
{
    while (from < end && strchr(letters, *from) != NULL) from++;
    return from;
}

static const char *cut(const char *from, const char *end)
{
    while (end > from && strchr(" \t\r", end[-1]) != NULL) end--;
    return end;
}

static void take(char *out, size_t size, const char *from, const char *end)
{
    snprintf(out, size, "%.*s", (int)(end - from < 1000 ? end - from : 1000), from);
}

/* A line, trimmed; false: it holds no key. */
static bool take_line(struct ror_config *config, const char *line, const char *end)
{
    if (line == end || line[0] == '#' || line[0] == '@') return false;
    if (line[0] == '[' && end[-1] == ']') {
        take(config->section, sizeof config->section, line + 1, end - 1);
        return false;
    }
    const char *mark = line;
    while (mark < end && strchr("\t:=", *mark) == NULL) mark++;
    if (mark == end) return false;
    const char *value = skip(mark, end, "\t:=");
    const char *key_end = config->strict ? mark : cut(line, mark);
    take(config->key, sizeof config->key, line, key_end);
    take(config->value, sizeof config->value, config->strict ? value : skip(value, end, " \t"),
         end);
    return true;
}

bool ror_config_next(struct ror_config *config)
{
    while (*config->next != '\0') {
        const size_t length = strcspn(config->next, "\n");
        const char *line = config->next, *end = line + length;
        config->next = *end != '\0' ? end + 1 : end;
        end = cut(line, end);
        if (take_line(config, skip(line, end, " \t"), end)) return true;
    }
    return false;
}

bool ror_config_get(char value[512], const char *text, bool strict, const char *section,
                    const char *key)
{
    struct ror_config config = {.next = text, .strict = strict};
    while (ror_config_next(&config)) {
        if (strcmp(config.key, key) != 0) continue;
        if (section != NULL && strcmp(config.section, section) != 0) continue;
        memcpy(value, config.value, sizeof config.value);
        return true;
    }
    return false;
}
