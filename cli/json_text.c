#include "cli/json_text.h"

#include <stdio.h>

#include "cli/load.h"
#include "cli/say.h"

json_t *json_text(const char *text)
{
    char clean[SAY_TEXT_SIZE];
    return json_string(say_clean(clean, sizeof clean, text));
}

json_t *json_text_count(uint64_t count)
{
    return json_integer((json_int_t)(count > INT64_MAX ? INT64_MAX : (int64_t)count));
}

json_t *json_text_file(const char *name, uint64_t size_bytes, const char *sha256)
{
    return json_pack("{s:o, s:o, s:s}", "file", json_text(name), "bytes",
                     json_text_count(size_bytes), "sha256", sha256);
}

json_t *json_text_input(const struct load_file *file)
{
    if (file->path == NULL) return json_null();
    return json_text_file(file->base, file->size_bytes, file->sha256);
}

json_t *json_text_warnings(const struct warn_list *list)
{
    json_t *array = json_array();
    for (size_t i = 0; i < list->count; i++) {
        char text[320];
        if (json_array_append_new(
                array, json_text(say_warning_text(text, sizeof text, &list->list[i]))) == 0)
            continue;
        json_decref(array);
        return NULL;
    }
    return array;
}

json_t *json_text_pair(double a, double b)
{
    return json_pack("[f, f]", a, b);
}

bool json_text_print(json_t *value)
{
    if (value == NULL) return false;
    const bool made = json_dumpf(value, stdout, JSON_TEXT_FLAGS) == 0;
    putchar('\n');
    json_decref(value);
    return made || ferror(stdout);
}
