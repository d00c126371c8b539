#include "base/json_text.h"

#include <stdio.h>

#include "base/grow.h"
#include "base/text.h"

#define TEXT_SIZE 1024

json_t *json_text(const char *text)
{
    char clean[TEXT_SIZE];
    return json_string(text_clean(clean, sizeof clean, text));
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

const char *json_text_get(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

uint64_t json_text_in(const json_t *value, uint64_t least, uint64_t most)
{
    uint64_t number;
    return json_text_whole(&number, value, most) && number >= least ? number : 0;
}

bool json_text_whole(uint64_t *out, const json_t *value, uint64_t most)
{
    if (!json_is_integer(value) || json_integer_value(value) < 0 ||
        (uint64_t)json_integer_value(value) > most)
        return false;
    *out = (uint64_t)json_integer_value(value);
    return true;
}

bool json_text_is_whole(const json_t *value, uint64_t number)
{
    uint64_t found;
    return json_text_whole(&found, value, number) && found == number;
}

void json_text_append(json_t **array, json_t *value)
{
    /* It takes the value even if it fails, also with a NULL array. */
    if (json_array_append_new(*array, value) == 0) return;
    json_decref(*array);
    *array = NULL;
}

void json_text_set(json_t **object, const char *key, json_t *value)
{
    if (json_object_set_new(*object, key, value) == 0) return;
    json_decref(*object);
    *object = NULL;
}

json_t *json_text_warnings(const struct warn_list *list, const struct scree_job *job)
{
    json_t *array = json_array();
    for (size_t i = 0; i < list->count; i++) {
        char text[320];
        json_text_append(&array,
                         json_text(job_warning_text(job, text, sizeof text, &list->list[i])));
    }
    return array;
}

const char *json_text_kind(const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        return "an object";
    case JSON_ARRAY:
        return "a list";
    case JSON_STRING:
        return "text";
    case JSON_INTEGER:
    case JSON_REAL:
        return "a number";
    case JSON_NULL:
        return "null";
    default:
        return "true or false";
    }
}

json_t *json_text_pair(double a, double b)
{
    return json_pack("[f, f]", a, b);
}

/* A stream as jansson writes to it. */
struct dump {
    struct stream *to;
    enum scree_code code;
    struct scree_error *err;
};

static int put_text(const char *text, size_t size, void *context)
{
    struct dump *dump = context;
    /* jansson goes on after some failures: the first one stays. */
    if (dump->code != SCREE_OK) return -1;
    dump->code = stream_put(dump->to, text, size, dump->err);
    return dump->code == SCREE_OK ? 0 : -1;
}

enum scree_code json_text_put(struct stream *to, const json_t *document, struct scree_error *err)
{
    return json_text_put_as(to, document, JSON_TEXT_FLAGS, err);
}

enum scree_code json_text_put_as(struct stream *to, const json_t *document, size_t flags,
                                 struct scree_error *err)
{
    struct dump dump = {to, SCREE_OK, err};
    const bool refused =
        document == NULL || json_dump_callback(document, put_text, &dump, flags) != 0;
    if (dump.code != SCREE_OK) return dump.code;
    if (refused) return err_no_memory(err);
    return stream_put(to, "\n", 1, err);
}

static enum scree_code put_growing(void *context, const void *data, size_t size,
                                   struct scree_error *err)
{
    struct grow *to = context;
    grow_put(to, data, size);
    return to->failed ? err_no_memory(err) : SCREE_OK;
}

enum scree_code json_text_bytes(struct scree_bytes *out, json_t *document, struct scree_error *err)
{
    struct grow grow = {0};
    struct stream stream = {put_growing, &grow, 0};
    enum scree_code code = json_text_put(&stream, document, err);
    json_decref(document);
    *out = (struct scree_bytes){NULL, 0};
    if (code == SCREE_OK) code = grow_take(out, &grow, err);
    grow_free(&grow);
    return code;
}

json_t *json_text_exact(double number)
{
    char text[40];
    json_t *const value = json_real(number);
    const size_t size = value != NULL
                            ? json_dumpb(value, text, sizeof text - 1,
                                         JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(17))
                            : 0;
    json_decref(value);
    if (size == 0 || size >= sizeof text) return NULL;
    text[size] = '\0';
    return json_string(text);
}

double json_text_exact_value(const json_t *text)
{
    if (!json_is_string(text)) return 0.0;
    json_t *const value = json_loads(json_string_value(text), JSON_DECODE_ANY, NULL);
    const double number = json_number_value(value);
    json_decref(value);
    return number;
}
