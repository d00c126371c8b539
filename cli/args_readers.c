#include <string.h>

#include "cli/tables.h"
#include "cli/open.h"
#include "cli/say.h"

int args_refuse(const struct args_option *option, const char *text, const char *finding,
                struct scree_error *error)
{
    return fail_with(error, SCREE_BAD_ARGUMENT, "--%s: '%.40s' %s", option->name, text, finding);
}

int args_flag(void *to, const struct args_option *option, const char *const *words,
              struct scree_error *error)
{
    (void)option;
    (void)words;
    (void)error;
    *(bool *)to = true;
    return SCREE_OK;
}

int args_flag_off(void *to, const struct args_option *option, const char *const *words,
                  struct scree_error *error)
{
    (void)option;
    (void)words;
    (void)error;
    *(bool *)to = false;
    return SCREE_OK;
}

int args_alternative(void *to, const struct args_option *option, const char *const *words,
                     struct scree_error *error)
{
    unsigned *const chosen = to;
    (void)words;
    if (*chosen != 0 && *chosen != option->lowest) {
        const struct args_choice *other = option->choices;
        while (other->value != (int)*chosen) other++;
        return fail_with(error, SCREE_BAD_ARGUMENT, "--%s and --%s exclude each other: use one",
                         other->name, option->name);
    }
    *chosen = option->lowest;
    return SCREE_OK;
}

int args_source(void *to, const struct args_option *option, const char *const *words,
                struct scree_error *error)
{
    (void)option;
    (void)error;
    *(struct scree_source *)to = scree_file(words[0]);
    return SCREE_OK;
}

int args_plants(void *to, const struct args_option *option, const char *const *words,
                struct scree_error *error)
{
    struct {
        struct scree_source list;
        const char *set;
    } *const plants = to;
    const bool is_file = open_ends_in(words[0], ".json");
    plants->set = is_file ? "auto" : words[0];
    return is_file ? args_source(&plants->list, option, words, error) : SCREE_OK;
}

int args_no_plants(void *to, const struct args_option *option, const char *const *words,
                   struct scree_error *error)
{
    (void)words;
    return args_plants(to, option, (const char *const[]){"none"}, error);
}

int args_keep(void *to, const struct args_option *option, const char *const *words,
              struct scree_error *error)
{
    struct {
        const char *names;
        struct scree_source list;
    } *const keep = to;
    if (words[0][0] != '@') return args_text(&keep->names, option, words, error);
    return args_source(&keep->list, option, (const char *const[]){words[0] + 1}, error);
}

int args_text(void *to, const struct args_option *option, const char *const *words,
              struct scree_error *error)
{
    (void)option;
    (void)error;
    *(const char **)to = words[0];
    return SCREE_OK;
}

int args_list(void *to, const struct args_option *option, const char *const *words,
              struct scree_error *error)
{
    struct args_list *list = to;
    if (list->count == option->highest)
        return fail_with(error, SCREE_BAD_ARGUMENT, "--%s: %u at most", option->name,
                         (unsigned)option->highest);
    list->words[list->count++] = words[0];
    return SCREE_OK;
}

int args_line(void *to, const struct args_option *option, const char *const *words,
              struct scree_error *error)
{
    char clean[SAY_TEXT_SIZE];
    if (words[0][0] != '\0' &&
        strcmp(scree_text_clean(clean, sizeof clean, words[0]), words[0]) == 0)
        return args_text(to, option, words, error);
    return fail_with(error, SCREE_BAD_ARGUMENT, "--%s: expected a name in one line of UTF-8",
                     option->name);
}

static bool is_name(const char *text)
{
    const char *allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    const size_t length = strlen(text);
    return length > 0 && length <= 64 && text[strspn(text, allowed)] == '\0';
}

int args_name(void *to, const struct args_option *option, const char *const *words,
              struct scree_error *error)
{
    if (!is_name(words[0]))
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "--%s: '%.70s' is not 1 to 64 plain letters, digits, '_' and '-'",
                         option->name, words[0]);
    if (scree_text_is_reserved(words[0]))
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "--%s: '%s' is a reserved name on Windows; choose another name",
                         option->name, words[0]);
    return args_text(to, option, words, error);
}

int args_count(void *to, const struct args_option *option, const char *const *words,
               struct scree_error *error)
{
    return args_read_count(to, option->name, words[0], option->lowest, option->highest, error);
}

int args_seed(void *to, const struct args_option *option, const char *const *words,
              struct scree_error *error)
{
    uint32_t seed = 0;
    RETURN_IF_FAILED(args_read_count(&seed, option->name, words[0], 0, UINT32_MAX, error));
    *(uint64_t *)to = seed;
    return SCREE_OK;
}

int args_real(void *to, const struct args_option *option, const char *const *words,
              struct scree_error *error)
{
    return args_read_real(to, option->name, words[0], error);
}

int args_bytes(void *to, const struct args_option *option, const char *const *words,
               struct scree_error *error)
{
    static const char units[] = "KMG";
    const char *text = words[0];
    const size_t digits = strspn(text, "0123456789");
    uint64_t bytes = 0;
    for (size_t i = 0; i < digits && i < 12; i++) bytes = bytes * 10 + (uint64_t)(text[i] - '0');
    const bool plain = text[digits] == '\0';
    const char *unit = plain ? units : strchr(units, text[digits]);
    if (bytes == 0 || digits > 12 || unit == NULL || (!plain && text[digits + 1] != '\0'))
        return args_refuse(option, text, "is not a number of bytes such as 500M or 2G", error);
    *(uint64_t *)to = plain ? bytes : bytes << (10 * (unit - units + 1));
    return SCREE_OK;
}

int args_share(void *to, const struct args_option *option, const char *const *words,
               struct scree_error *error)
{
    char number[32];
    double *share = to;
    const size_t length = strcspn(words[0], "%");
    const bool percent = strcmp(words[0] + length, "%") == 0;
    if (length < sizeof number && (percent || words[0][length] == '\0')) {
        memcpy(number, words[0], length);
        number[length] = '\0';
        if (args_read_real(share, "", number, NULL) == SCREE_OK) {
            if (percent) *share /= 100;
            if (*share > 0 && *share <= 1) return SCREE_OK;
        }
    }
    return args_refuse(option, words[0], "is not a share above 0 such as 5%", error);
}

int args_metres(void *to, const struct args_option *option, const char *const *words,
                struct scree_error *error)
{
    double *metres = to;
    RETURN_IF_FAILED(args_read_real(metres, option->name, words[0], error));
    if (*metres > 0.0) return SCREE_OK;
    return args_refuse(option, words[0], "is not a size in metres above 0", error);
}

int args_size(void *to, const struct args_option *option, const char *const *words,
              struct scree_error *error)
{
    struct args_size *size = to;
    return args_read_size(&size->width, &size->height, option->name, words[0], option->highest,
                          error);
}

int args_side(void *to, const struct args_option *option, const char *const *words,
              struct scree_error *error)
{
    struct args_size *size = to;
    RETURN_IF_FAILED(args_size(to, option, words, error));
    if (size->height == 0) size->height = size->width;
    return SCREE_OK;
}

int args_choice(void *to, const struct args_option *option, const char *const *words,
                struct scree_error *error)
{
    int value = 0;
    RETURN_IF_FAILED(args_read_choice(&value, option->name, words[0], option->choices, error));
    /* An enum has the size of an int here; its own type is not known. */
    memcpy(to, &value, sizeof value);
    return SCREE_OK;
}

int args_either(void *to, const struct args_option *option, const char *const *words,
                struct scree_error *error)
{
    int value = 0;
    RETURN_IF_FAILED(args_read_choice(&value, option->name, words[0], option->choices, error));
    *(bool *)to = value != 0;
    return SCREE_OK;
}

int args_choices(void *to, const struct args_option *option, const char *const *words,
                 struct scree_error *error)
{
    return args_read_choices(to, option->name, words[0], option->choices, error);
}

int args_read_spot(struct scree_spot *out, const struct args_option *option, const char *text,
                   struct scree_error *error)
{
    struct scree_error bad = SCREE_ERROR_INIT;
    if (scree_spot_read(out, text, &bad) == SCREE_OK) return SCREE_OK;
    return fail_with(error, SCREE_BAD_ARGUMENT, "--%s: %s", option->name, bad.text);
}

int args_spot(void *to, const struct args_option *option, const char *const *words,
              struct scree_error *error)
{
    return args_read_spot(to, option, words[0], error);
}

int args_relief(void *to, const struct args_option *option, const char *const *words,
                struct scree_error *error)
{
    double *relief = to;
    RETURN_IF_FAILED(args_read_real(relief, option->name, words[0], error));
    if (*relief == 1 || (*relief >= SCREE_RELIEF_MIN && *relief <= SCREE_RELIEF_MAX))
        return SCREE_OK;
    return fail_with(error, SCREE_BAD_ARGUMENT,
                     "--%s: '%.40s' is neither 1 (crisp slopes) nor from %g to %g", option->name,
                     words[0], SCREE_RELIEF_MIN, SCREE_RELIEF_MAX);
}

#define MAX_ISAS 8

int args_isa(void *to, const struct args_option *option, const char *const *words,
             struct scree_error *error)
{
    struct args_choice choices[MAX_ISAS + 1] = {{NULL, 0}};
    for (int i = 0; i < MAX_ISAS && scree_isa_name((size_t)i) != NULL; i++)
        choices[i] = (struct args_choice){scree_isa_name((size_t)i), i};
    int choice = 0;
    RETURN_IF_FAILED(args_read_choice(&choice, option->name, words[0], choices, error));
    *(const char **)to = scree_isa_name((size_t)choice);
    return SCREE_OK;
}
