/* scree plan: what a bake would take. */
#include <stdio.h>
#include <string.h>

#include "cli/open.h"
#include "cli/result.h"
#include "cli/tables.h"

/* "90s", "30m", "2h", "1d", or seconds. */
int plan_read_time(const struct args_value *in, struct scree_error *error)
{
    static const char units[] = "smhd";
    static const double lengths[] = {1.0, 60.0, 3600.0, 86400.0};
    double *const time_s = in->to;
    char number[32];
    const size_t digits = strcspn(in->text, units);
    const char *unit = in->text[digits] != '\0' ? in->text + digits : "s";
    snprintf(number, sizeof number, "%.*s", (int)(digits < sizeof number ? digits : 0), in->text);
    if (unit[1] == '\0' && args_read_numbers(time_s, 1, number) == SCREE_OK && *time_s > 0.0) {
        *time_s *= lengths[strchr(units, *unit) - units];
        return SCREE_OK;
    }
    return args_refuse(in, "is not a time such as 90s, 30m, 2h or 1d", error);
}

int plan_run(const void *values, struct say *say, struct scree_error *error)
{
    const struct args_bake *args = values;
    const int form = args->json ? SCREE_JSON : SCREE_TEXT;
    struct scree_bake *bake = NULL;
    struct scree_bytes document = {NULL, 0};
    struct scree_estimate estimate = {.size = sizeof estimate};
    int code = bake_open(&bake, args, say, error);
    if (code == SCREE_OK)
        code = scree_bake_estimate(bake, &args->estimate, &estimate, &say->work, error);
    if (code == SCREE_OK) code = scree_estimate_document(&document, &estimate, bake, form, error);
    if (code == SCREE_OK && args->json)
        code = result_print_warned(&document, say, error);
    else
        result_print_document(&document);
    scree_bake_free(bake);
    return code;
}
