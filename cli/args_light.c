/* Options about directions, shared by the verbs that draw pictures. */
#include <stdio.h>
#include <string.h>

#include "cli/args.h"

enum err_code args_read_numbers(double *out, size_t count, const char *text)
{
    struct err ignored;
    for (size_t i = 0; i < count; i++) {
        char word[32];
        err_clear(&ignored);
        const size_t length = strcspn(text, ",");
        if (length >= sizeof word || (text[length] == ',') != (i + 1 < count)) return ERR_ARG;
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        RETURN_IF_ERR(args_read_real(&out[i], "", word, &ignored));
        text += length + 1;
    }
    return ERR_OK;
}

enum err_code args_sun(void *to, const struct args_option *option, const char *const *words,
                       struct err *err)
{
    double *const sun_deg = to;
    if (args_read_numbers(sun_deg, 2, words[0]) == ERR_OK && sun_deg[0] >= -360 &&
        sun_deg[0] <= 360 && sun_deg[1] > 0 && sun_deg[1] <= 90)
        return ERR_OK;
    return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                   "--%s: '%.40s' is not two numbers such as 315,40: degrees clockwise from north, "
                   "and degrees above the horizon (more than 0, at most 90)",
                   option->name, words[0]);
}

enum err_code args_direction(void *to, const struct args_option *option, const char *const *words,
                             struct err *err)
{
    static const char *const names[] = {"north", "north-east", "east", "south-east",
                                        "south", "south-west", "west", "north-west"};
    double *const azimuth_deg = to;
    for (int i = 0; i < 8; i++) {
        if (strcmp(words[0], names[i]) != 0) continue;
        *azimuth_deg = 45.0 * i;
        return ERR_OK;
    }
    if (args_read_numbers(azimuth_deg, 1, words[0]) == ERR_OK && *azimuth_deg >= -360 &&
        *azimuth_deg <= 360)
        return ERR_OK;
    return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                   "--%s: '%.40s' is neither a direction such as north-west nor degrees clockwise "
                   "from north",
                   option->name, words[0]);
}
