/* Names of what is exported: the games have them in the names of all files. */
#include "ground/ground.h"

#include <stdio.h>
#include <string.h>

#include "base/path.h"
#include "base/text.h"

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

static bool is_plain(const char *name)
{
    const size_t length = strlen(name);
    return length > 0 && length < GROUND_NAME_SIZE && name[strspn(name, LETTERS "_-")] == '\0';
}

enum scree_code ground_check_name(const char *name, struct scree_error *err)
{
    if (!is_plain(name))
        return err_set_option(
            err, "name", "{name}: '%.70s' is not 1 to 64 plain letters, digits, '_' and '-'", name);
    if (text_is_reserved(name))
        return err_set_option(
            err, "name", "{name}: '%s' is a reserved name on Windows; choose another name", name);
    return SCREE_OK;
}

enum scree_code ground_make_name(char out[GROUND_NAME_SIZE], const char *output,
                                 struct scree_error *err)
{
    char stem[256], plain[256];
    size_t length;
    const char *last = path_last(output, &length);
    snprintf(stem, sizeof stem, "%.*s", (int)length, last);
    if (text_ends_like(stem, ".zip")) stem[strlen(stem) - 4] = '\0';
    text_to_ascii(plain, sizeof plain, stem, '-');
    text_to_file_name(out, GROUND_NAME_SIZE, stem);
    if (is_plain(stem) && !text_is_reserved(stem)) memcpy(out, stem, strlen(stem) + 1);
    if (plain[strcspn(plain, LETTERS)] != '\0') return SCREE_OK;
    return err_set_option(err, "name", "'%.60s' has no plain letters for a name; add {name}", stem);
}

enum scree_code ground_choose_name(char out[GROUND_NAME_SIZE], const char *name, const char *output,
                                   struct scree_error *err)
{
    if (name == NULL && output == NULL)
        return err_set_option(err, "name", "a name is missing; set {name} or {output}");
    if (name == NULL) return ground_make_name(out, output, err);
    RETURN_IF_ERR(ground_check_name(name, err));
    memcpy(out, name, strlen(name) + 1);
    return SCREE_OK;
}
