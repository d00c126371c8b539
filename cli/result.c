#include "cli/result.h"

#include <stdio.h>

int result_print(json_t *object, struct scree_error *error)
{
    bool made = object != NULL;
    if (made) {
        /* As the library writes documents. */
        made = json_dumpf(object, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(12)) == 0;
        putchar('\n');
    }
    json_decref(object);
    if (made || ferror(stdout)) return SCREE_OK;
    return fail_with(error, SCREE_NO_MEMORY, "no memory for the result's description");
}

json_t *result_text(const char *text)
{
    char clean[SAY_TEXT_SIZE];
    if (text == NULL) return json_null();
    return json_string(scree_text_clean(clean, sizeof clean, text));
}

json_t *result_warnings(const struct say *say)
{
    json_t *warnings = json_array();
    for (size_t i = 0; i < say->warning_count; i++)
        json_array_append_new(warnings, json_string(say->kept[i]));
    return warnings;
}

void result_print_bytes(const struct scree_bytes *bytes)
{
    /* In one piece it would pass the buffer by, and finish_output() would not learn why it failed. */
    for (size_t i = 0; i < bytes->size; i++) putchar(bytes->data[i]);
}

void result_print_document(struct scree_bytes *document)
{
    result_print_bytes(document);
    scree_bytes_free(document);
}

void result_keep(struct say *say, const struct scree_sink *sink)
{
    if (say->files == NULL) say->files = json_array();
    for (size_t i = 0; sink != NULL && i < scree_sink_count(sink); i++) {
        const char *sha256 = scree_sink_sha256(sink, i);
        json_array_append_new(
            say->files, json_pack("{s:o, s:I, s:o}", "file", result_text(scree_sink_name(sink, i)),
                                  "bytes", (json_int_t)scree_sink_size(sink, i), "sha256",
                                  result_text(sha256[0] != '\0' ? sha256 : NULL)));
    }
}

int result_print_written(const char *command, const char *output, json_t *details,
                         const struct say *say, struct scree_error *error)
{
    return result_print(json_pack("{s:s, s:s, s:o, s:o, s:o, s:o}", "format", "scree-written-1",
                                  "command", command, "output", result_text(output), "files",
                                  say->files != NULL ? json_incref(say->files) : json_array(),
                                  "details", details != NULL ? details : json_null(), "warnings",
                                  result_warnings(say)),
                        error);
}

int result_print_warned(struct scree_bytes *document, const struct say *say,
                        struct scree_error *error)
{
    json_t *object = json_loadb((const char *)document->data, document->size, 0, NULL);
    scree_bytes_free(document);
    json_object_set_new(object, "warnings", result_warnings(say));
    return result_print(object, error);
}

int result_print_made(int code, const char *command, const char *output,
                      struct scree_bytes *document, const struct say *say,
                      struct scree_error *error)
{
    if (code != SCREE_OK) return code;
    json_t *details = json_loadb((const char *)document->data, document->size, 0, NULL);
    scree_bytes_free(document);
    return result_print_written(command, output, details, say, error);
}
