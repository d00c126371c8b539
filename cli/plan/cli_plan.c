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

static void print_time(const char *what, double seconds)
{
    if (seconds < 120.0)
        printf("%s about %.3g s", what, seconds);
    else if (seconds < 7200.0)
        printf("%s about %.0f min", what, seconds / 60.0);
    else
        printf("%s about %.1f h", what, seconds / 3600.0);
}

static void print_plan(const struct scree_estimate *e, const struct scree_bake_info *info,
                       const struct args_bake *args)
{
    printf("texels   %u x %u = %llu of each image\n", (unsigned)info->width, (unsigned)info->height,
           (unsigned long long)e->texels);
    printf("tiles    %llu of each image, %llu file%s in all\n", (unsigned long long)e->tiles,
           (unsigned long long)e->files, e->files == 1 ? "" : "s");
    printf("bytes    %llu before compression\n", (unsigned long long)e->bytes);
    printf("memory   about %llu MiB\n", (unsigned long long)((e->memory_bytes >> 20) + 1));
    print_time("time    ", e->seconds);
    printf(" here, an estimate by %llu of %llu rows%s\n", (unsigned long long)e->sampled_rows,
           (unsigned long long)e->rows, e->without_maps ? ", without --maps" : "");
    if (args->estimate.time_s <= 0.0) return;
    if (e->parts == 0) {
        printf("parts    none: %s\n", e->no_parts);
        return;
    }
    printf("parts    %lu (--part 1/%lu to %lu/%lu),", (unsigned long)e->parts,
           (unsigned long)e->parts, (unsigned long)e->parts, (unsigned long)e->parts);
    print_time("", e->part_s);
    printf(" each\n");
}

static int print_json(const struct scree_estimate *e, const struct scree_bake_info *info,
                      const struct args_bake *args, const struct say *say,
                      struct scree_error *error)
{
    json_t *const parts =
        args->estimate.time_s > 0.0 && e->parts > 0
            ? json_pack("{s:I, s:f}", "count", (json_int_t)e->parts, "seconds", e->part_s)
            : json_null();
    return result_print(
        json_pack("{s:s, s:[I, I], s:I, s:I, s:I, s:I, s:I, s:{s:I, s:I}, s:f, s:f, s:b, s:o, s:o, "
                  "s:o}",
                  "format", "scree-estimate-1", "size", (json_int_t)info->width,
                  (json_int_t)info->height, "texels", (json_int_t)e->texels, "tiles",
                  (json_int_t)e->tiles, "files", (json_int_t)e->files, "bytes",
                  (json_int_t)e->bytes, "memory_bytes", (json_int_t)e->memory_bytes, "sample",
                  "rows", (json_int_t)e->sampled_rows, "of", (json_int_t)e->rows, "opening_seconds",
                  e->opening_s, "seconds", e->seconds, "without_maps", e->without_maps, "parts",
                  parts, "no_parts",
                  e->no_parts[0] != '\0' ? json_string(e->no_parts) : json_null(), "warnings",
                  result_warnings(say)),
        error);
}

int plan_run(const void *values, struct say *say, struct scree_error *error)
{
    const struct args_bake *args = values;
    struct scree_bake *bake = NULL;
    struct scree_estimate estimate = {.size = sizeof estimate};
    struct scree_bake_info info = {.size = sizeof info};
    int code = bake_open(&bake, args, say, error);
    if (code == SCREE_OK)
        code = scree_bake_estimate(bake, &args->estimate, &estimate, &say->work, error);
    if (code == SCREE_OK) {
        scree_bake_describe(bake, &info);
        if (args->json)
            code = print_json(&estimate, &info, args, say, error);
        else
            print_plan(&estimate, &info, args);
    }
    scree_bake_free(bake);
    return code;
}
