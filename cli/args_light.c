/* Options about directions, shared by the verbs that draw pictures. */
#include <stdio.h>
#include <string.h>

#include "cli/tables.h"

int args_read_numbers(double *out, size_t count, const char *text)
{
    struct scree_error ignored = SCREE_ERROR_INIT;
    for (size_t i = 0; i < count; i++) {
        char word[32];
        const size_t length = strcspn(text, ",");
        if (length >= sizeof word || (text[length] == ',') != (i + 1 < count))
            return SCREE_BAD_ARGUMENT;
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        RETURN_IF_FAILED(args_read_real(&out[i], "", word, &ignored));
        text += length + 1;
    }
    return SCREE_OK;
}

int args_sun(const struct args_value *in, struct scree_error *error)
{
    double *const sun_deg = in->to;
    if (args_read_numbers(sun_deg, 2, in->text) == SCREE_OK && sun_deg[0] >= -360 &&
        sun_deg[0] <= 360 && sun_deg[1] > 0 && sun_deg[1] <= 90)
        return SCREE_OK;
    return args_refuse(in,
                       "is not two numbers such as 315,40: degrees clockwise from north, and "
                       "degrees above the horizon (more than 0, at most 90)",
                       error);
}

int args_direction(const struct args_value *in, struct scree_error *error)
{
    static const char *const names[] = {"north", "north-east", "east", "south-east",
                                        "south", "south-west", "west", "north-west"};
    double *const azimuth_deg = in->to;
    for (int i = 0; i < 8; i++) {
        if (strcmp(in->text, names[i]) != 0) continue;
        *azimuth_deg = 45.0 * i;
        return SCREE_OK;
    }
    if (args_read_numbers(azimuth_deg, 1, in->text) == SCREE_OK && *azimuth_deg >= -360 &&
        *azimuth_deg <= 360)
        return SCREE_OK;
    return args_refuse(
        in, "is neither a direction such as north-west nor degrees clockwise from north", error);
}
