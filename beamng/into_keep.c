/* What of a level stays as it is: materials by name, and all that a mask leaves out. */
#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "beamng/into.h"

#define MAX_LIST_BYTES ((uint64_t)1 << 20)

static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/* Whether a name is what pattern[0 .. length) says, capitals aside, '*' being any letters. */
static bool fits(const char *name, const char *pattern, size_t length)
{
    const char *end = pattern + length, *star = NULL, *retry = NULL;
    while (*name != '\0') {
        if (pattern < end && *pattern == '*') {
            star = ++pattern;
            retry = name;
        } else if (pattern < end && lower(*pattern) == lower(*name)) {
            pattern++, name++;
        } else if (star != NULL) {
            pattern = star;
            name = ++retry;
        } else {
            return false;
        }
    }
    while (pattern < end && *pattern == '*') pattern++;
    return pattern == end;
}

static enum err_code no_such(const struct beamng_into *into, const char *option, const char *name,
                             struct err *err)
{
    char hint[64];
    struct suggest suggest = {.word = name};
    for (size_t i = 0; i < into->parts.count; i++) suggest_offer(&suggest, into->names[i]);
    return err_set_option(err, option, "{%s}: the level has no material '%.60s'%s", option, name,
                          suggest_text(hint, sizeof hint, &suggest));
}

/* Marks the materials that one name means. */
static enum err_code mark(bool marks[256], const struct beamng_into *into, const char *option,
                          const char *name, size_t length, struct err *err)
{
    char word[64];
    bool found = false;
    for (size_t i = 0; i < into->parts.count; i++)
        if (fits(into->names[i], name, length)) found = marks[i] = true;
    if (found) return ERR_OK;
    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1),
             name);
    if (length == 0)
        return err_set_option(err, option, "{%s}: a name between two commas is missing", option);
    return no_such(into, option, word, err);
}

static enum err_code mark_names(bool marks[256], const struct beamng_into *into, const char *option,
                                const char *names, struct err *err)
{
    for (const char *p = names;; p++) {
        const size_t length = strcspn(p, ",");
        RETURN_IF_ERR(mark(marks, into, option, p, length, err));
        p += length;
        if (*p == '\0') return ERR_OK;
    }
}

/* A name a line; blank lines and a byte order mark do not count. */
static enum err_code mark_lines(bool marks[256], const struct beamng_into *into, const char *text,
                                struct err *err)
{
    const bool marked = strncmp(text, "\xef\xbb\xbf", 3) == 0;
    for (const char *p = text + (marked ? 3 : 0); *p != '\0';) {
        const size_t line = strcspn(p, "\n");
        size_t length = line;
        while (length > 0 && strchr(" \t\r", p[length - 1]) != NULL) length--;
        if (length > 0) RETURN_IF_ERR(mark(marks, into, "keep", p, length, err));
        p += line + (p[line] == '\n' ? 1 : 0);
    }
    return ERR_OK;
}

static enum err_code read_list(bool marks[256], struct beamng_into *into,
                               const struct inputs_opened *opened, struct err *err)
{
    struct file_bytes bytes;
    RETURN_IF_ERR(inputs_take_bytes(&bytes, &into->keep_list, opened, MAX_LIST_BYTES, err));
    enum err_code code = ERR_OK;
    if (into->keep_list.path == NULL)
        into->keep_list.path = into->keep_list.base = "the list of {keep}";
    if (memchr(bytes.data, '\0', bytes.size) != NULL)
        code = err_set(err, ERR_MALFORMED, ERR_NO_OFFSET,
                       "is no text; expected a material's name a line");
    else
        code = mark_lines(marks, into, (const char *)bytes.data, err);
    file_bytes_free(&bytes);
    return code == ERR_OK ? beamng_keep_name(&into->map, &into->keep_list, err)
                          : err_set_file(err, into->keep_list.path);
}

/* Whether one of our materials is the level's material number. */
static bool is_named(const struct beamng_into *into, size_t number)
{
    const struct beamng_map *map = &into->map;
    for (uint32_t m = 0; m < map->merge->count; m++)
        if (!map->choices[m].is_hole && beamng_into_find(into, map->choices[m].made.name) == number)
            return true;
    return false;
}

static enum err_code decide(struct beamng_into *into, const bool keep[256], const bool only[256],
                            bool has_only, struct err *err)
{
    for (size_t i = 0; i < into->parts.count; i++) {
        if (keep[i] && only[i])
            return err_set_option(err, "only", "'%.60s' is in {keep} and in {only}; choose one",
                                  into->names[i]);
        if (keep[i])
            into->kept[i] = BEAMNG_KEPT;
        else if (has_only)
            into->kept[i] = only[i] ? BEAMNG_REPLACED : BEAMNG_KEPT_REST;
        else if (ground_is_built(into->names[i]) != NULL && !is_named(into, i))
            into->kept[i] = BEAMNG_KEPT_BUILT;
    }
    return ERR_OK;
}

enum err_code beamng_into_keep(struct beamng_into *into, const struct beamng_options *options,
                               struct err *err)
{
    bool keep[256] = {false}, only[256] = {false};
    if (options->keep != NULL) RETURN_IF_ERR(mark_names(keep, into, "keep", options->keep, err));
    if (options->keep_list != NULL) RETURN_IF_ERR(read_list(keep, into, options->keep_list, err));
    if (options->only != NULL) RETURN_IF_ERR(mark_names(only, into, "only", options->only, err));
    RETURN_IF_ERR(decide(into, keep, only, options->only != NULL, err));
    if (options->mask == NULL) return ERR_OK;
    const struct beamng_marks marks = {&into->may_change, &into->mask, "mask", "mask.png",
                                       "white may change"};
    RETURN_IF_ERR(beamng_read_marks(&marks, &into->map, options->mask, err));
    return beamng_keep_name(&into->map, &into->mask, err);
}
