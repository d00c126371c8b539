/* JSON values from foreign text, and the one way JSON is printed. */
#ifndef CLI_JSON_TEXT_H
#define CLI_JSON_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

/* Two spaces, members in the order they were set, 12 significant digits: enough for any number
 * here, and few enough that all compilers agree on them. */
#define JSON_TEXT_FLAGS (JSON_INDENT(2) | JSON_REAL_PRECISION(12))

struct load_file;
struct warn_list;

/* json_text() is text as a JSON string, whatever its bytes. NULL if memory ran out. */
json_t *json_text(const char *text);
/* json_text_count() is a number of 64 bits; JSON's own integers are signed. */
json_t *json_text_count(uint64_t count);
/* {"file": name, "bytes": ..., "sha256": ...}, as reports list files. */
json_t *json_text_file(const char *name, uint64_t size_bytes, const char *sha256);
/* json_text_input() is that of an input, under its name without folders; null for one that was not
 * given. */
json_t *json_text_input(const struct load_file *file);
/* json_text_warnings() is a list of sentences; NULL if memory ran out. */
json_t *json_text_warnings(const struct warn_list *list);
/* [a, b] */
json_t *json_text_pair(double a, double b);
/* json_text_print() writes value and a newline to stdout and frees it; false for NULL and if memory
 * ran out. That stdout could not be written is left to its error indicator, which main() reads. */
bool json_text_print(json_t *value);

#endif
