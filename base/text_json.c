/* What base/text_number.h puts in the place of jansson's readers and writers. */
#include "base/text_number.h"

#include <jansson.h>

#include "base/os.h"

/* Declared above, by jansson.h; from here on the names are jansson's own. */
#undef json_dumpb
#undef json_dumpf
#undef json_dumps
#undef json_dump_callback
#undef json_loadb
#undef json_loads

size_t json_dumpb(const json_t *json, char *buffer, size_t size, size_t flags);
int json_dumpf(const json_t *json, FILE *output, size_t flags);
char *json_dumps(const json_t *json, size_t flags);
int json_dump_callback(const json_t *json, json_dump_callback_t callback, void *data, size_t flags);
json_t *json_loadb(const char *buffer, size_t buflen, size_t flags, json_error_t *error);
json_t *json_loads(const char *input, size_t flags, json_error_t *error);

size_t text_json_dumpb(const json_t *json, char *out, size_t size, size_t flags)
{
    const struct os_letters user = os_plain_letters();
    const size_t length = json_dumpb(json, out, size, flags);
    os_user_letters(user);
    return length;
}

int text_json_dumpf(const json_t *json, FILE *file, size_t flags)
{
    const struct os_letters user = os_plain_letters();
    const int result = json_dumpf(json, file, flags);
    os_user_letters(user);
    return result;
}

char *text_json_dumps(const json_t *json, size_t flags)
{
    const struct os_letters user = os_plain_letters();
    char *const text = json_dumps(json, flags);
    os_user_letters(user);
    return text;
}

int text_json_dump_callback(const json_t *json, json_dump_callback_t put, void *context,
                            size_t flags)
{
    const struct os_letters user = os_plain_letters();
    const int result = json_dump_callback(json, put, context, flags);
    os_user_letters(user);
    return result;
}

json_t *text_json_loadb(const char *text, size_t size, size_t flags, json_error_t *error)
{
    const struct os_letters user = os_plain_letters();
    json_t *const json = json_loadb(text, size, flags, error);
    os_user_letters(user);
    return json;
}

json_t *text_json_loads(const char *text, size_t flags, json_error_t *error)
{
    const struct os_letters user = os_plain_letters();
    json_t *const json = json_loads(text, flags, error);
    os_user_letters(user);
    return json;
}
