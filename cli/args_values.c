#include "cli/args_values.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <scree/evaluate.h>
#include <scree/text.h>

int args_read_count(uint32_t *out, const char *option, const char *text, uint32_t lowest,
                    uint32_t highest, struct scree_error *error)
{
    uint64_t value = 0;
    bool good = text[0] != '\0';
    for (const char *p = text; good && *p != '\0'; p++) {
        good = *p >= '0' && *p <= '9';
        if (good) value = value * 10 + (uint64_t)(*p - '0');
        if (value > highest) good = false;
    }
    if (!good || value < lowest)
        return fail_usage(error, "--%s: '%.40s' is not a whole number from %u to %u", option, text,
                          (unsigned)lowest, (unsigned)highest);
    *out = (uint32_t)value;
    return SCREE_OK;
}

/* "2,5": digits on both sides of one comma. */
static bool is_comma_number(const char *text)
{
    static const char digits[] = "0123456789";
    const char *p = text + (*text == '-' || *text == '+');
    const size_t before = strspn(p, digits);
    if (before == 0 || p[before] != ',') return false;
    const size_t after = strspn(p + before + 1, digits);
    return after > 0 && p[before + 1 + after] == '\0';
}

/* A number and one of the units that people write behind it. */
static bool has_unit(const char *text)
{
    static const char *const units[] = {"m", "km", "ft", "%", "deg", "tu", "\xc2\xb0"};
    const size_t length = strspn(text, "+-.0123456789");
    if (length == 0) return false;
    const char *unit = text + length + strspn(text + length, " ");
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcmp(unit, units[i]) == 0) return true;
    return false;
}

int args_read_real(double *out, const char *option, const char *text, struct scree_error *error)
{
    /* strtod() alone would also take blanks, hexadecimal, "inf" and "nan". */
    char *end = NULL;
    const bool plain = text[0] != '\0' && text[strspn(text, "+-.0123456789eE")] == '\0';
    const double value = plain ? strtod(text, &end) : 0.0;
    if (is_comma_number(text))
        return fail_usage(error, "--%s: '%.40s' has a decimal comma; write a point, as in 2.5",
                          option, text);
    if (has_unit(text))
        return fail_usage(error, "--%s: '%.40s' has a unit; write the number alone, as in %.*s",
                          option, text, (int)strspn(text, "+-.0123456789"), text);
    if (!plain || *end != '\0' || !isfinite(value))
        return fail_usage(error, "--%s: '%.40s' is not a number such as 0.55 or -12", option, text);
    *out = value;
    return SCREE_OK;
}

int args_read_water(struct scree_style_options *style, const char *option, const char *text,
                    struct scree_error *error)
{
    const bool none = strcmp(text, "none") == 0;
    style->water = none ? SCREE_WATER_NONE : SCREE_WATER_AT;
    return none ? SCREE_OK : args_read_real(&style->water_m, option, text, error);
}

int args_read_size(uint32_t *width, uint32_t *height, const char *option, const char *text,
                   uint32_t highest, struct scree_error *error)
{
    const size_t first = strcspn(text, "xX");
    char word[16];
    snprintf(word, sizeof word, "%.*s", (int)(first < sizeof word ? first : sizeof word - 1), text);
    struct scree_error ignored = SCREE_ERROR_INIT;
    *height = 0;
    bool good = first < sizeof word &&
                args_read_count(width, option, word, 1, highest, &ignored) == SCREE_OK;
    if (good && text[first] != '\0')
        good = args_read_count(height, option, text + first + 1, 1, highest, &ignored) == SCREE_OK;
    if (good) return SCREE_OK;
    return fail_usage(error,
                      "--%s: '%.40s' is not a size such as 1024 or 2048x1024 (1 to %u a side)",
                      option, text, (unsigned)highest);
}

bool args_read_box(uint32_t box[4], const char *text)
{
    char numbers[2][12] = {""};
    int used = 0;
    struct scree_error ignored = SCREE_ERROR_INIT;
    const bool good =
        sscanf(text, "%11[0-9],%11[0-9],%n", numbers[0], numbers[1], &used) == 2 && used > 0 &&
        args_read_count(&box[0], "", numbers[0], 0, SCREE_MAX_SIZE, &ignored) == SCREE_OK &&
        args_read_count(&box[1], "", numbers[1], 0, SCREE_MAX_SIZE, &ignored) == SCREE_OK &&
        args_read_size(&box[2], &box[3], "", text + used, SCREE_MAX_SIZE, &ignored) == SCREE_OK;
    if (good && box[3] == 0) box[3] = box[2];
    return good;
}
