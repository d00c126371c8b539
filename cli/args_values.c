#include "cli/args_values.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/suggest.h"

const char *args_choice_name(const struct args_choice *choices, int value)
{
    while (choices->value != value) choices++;
    return choices->name;
}

static enum err_code bad_choice(const char *option, const char *text,
                                const struct args_choice *choices, struct err *err)
{
    char list[128];
    size_t used = 0;
    struct suggest suggest = {text, NULL, 0};
    for (const struct args_choice *choice = choices; choice->name != NULL; choice++) {
        const int written = snprintf(list + used, sizeof list - used, "%s%s",
                                     choice == choices ? "" : ", ", choice->name);
        used += written > 0 ? (size_t)written : 0;
        suggest_offer(&suggest, choice->name);
    }
    char hint[64];
    return err_set(err, ERR_ARG, ERR_NO_OFFSET, "--%s: '%.40s' is not one of %s%s", option, text,
                   list, suggest_text(hint, sizeof hint, &suggest));
}

enum err_code args_read_choice(int *out, const char *option, const char *text,
                               const struct args_choice *choices, struct err *err)
{
    for (const struct args_choice *choice = choices; choice->name != NULL; choice++) {
        if (strcmp(choice->name, text) != 0) continue;
        *out = choice->value;
        return ERR_OK;
    }
    return bad_choice(option, text, choices, err);
}

enum err_code args_read_choices(unsigned *out, const char *option, const char *text,
                                const struct args_choice *choices, struct err *err)
{
    *out = 0;
    for (const char *p = text;; p++) {
        char word[48];
        const size_t length = strcspn(p, ",");
        snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1),
                 p);
        int value = 0;
        RETURN_IF_ERR(args_read_choice(&value, option, word, choices, err));
        *out |= (unsigned)value;
        p += length;
        if (*p == '\0') return ERR_OK;
    }
}

enum err_code args_read_count(uint32_t *out, const char *option, const char *text, uint32_t lowest,
                              uint32_t highest, struct err *err)
{
    uint64_t value = 0;
    bool good = text[0] != '\0';
    for (const char *p = text; good && *p != '\0'; p++) {
        good = *p >= '0' && *p <= '9';
        if (good) value = value * 10 + (uint64_t)(*p - '0');
        if (value > highest) good = false;
    }
    if (!good || value < lowest)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--%s: '%.40s' is not a whole number from %u to %u", option, text,
                       (unsigned)lowest, (unsigned)highest);
    *out = (uint32_t)value;
    return ERR_OK;
}

enum err_code args_read_real(double *out, const char *option, const char *text, struct err *err)
{
    /* strtod() alone would also take blanks, hexadecimal, "inf" and "nan". */
    char *end = NULL;
    const bool plain = text[0] != '\0' && text[strspn(text, "+-.0123456789eE")] == '\0';
    const double value = plain ? strtod(text, &end) : 0.0;
    if (!plain || *end != '\0' || !isfinite(value))
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--%s: '%.40s' is not a number such as 0.55 or -12", option, text);
    *out = value;
    return ERR_OK;
}

enum err_code args_read_pair(double out[2], const char *text)
{
    char first[32];
    const size_t length = strcspn(text, ",");
    if (text[length] != ',' || length >= sizeof first) return ERR_ARG;
    memcpy(first, text, length);
    first[length] = '\0';
    RETURN_IF_ERR(args_read_real(&out[0], "", first, NULL));
    return args_read_real(&out[1], "", text + length + 1, NULL);
}

enum err_code args_read_size(uint32_t *width, uint32_t *height, const char *option,
                             const char *text, uint32_t highest, struct err *err)
{
    const size_t first = strcspn(text, "xX");
    char word[16];
    snprintf(word, sizeof word, "%.*s", (int)(first < sizeof word ? first : sizeof word - 1), text);
    struct err ignored;
    err_clear(&ignored);
    *height = 0;
    bool good =
        first < sizeof word && args_read_count(width, option, word, 1, highest, &ignored) == ERR_OK;
    if (good && text[first] != '\0')
        good = args_read_count(height, option, text + first + 1, 1, highest, &ignored) == ERR_OK;
    if (good) return ERR_OK;
    return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                   "--%s: '%.40s' is not a size such as 1024 or 2048x1024 (1 to %u a side)", option,
                   text, (unsigned)highest);
}
