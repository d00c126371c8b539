/* Readers of options that say how to understand the terrain. */
#include "cli/tables.h"

#include <string.h>

int args_scale(void *to, const struct args_option *option, const char *const *words,
               struct scree_error *error)
{
    RETURN_IF_FAILED(args_real(to, option, words, error));
    if (*(double *)to != 0.0) return SCREE_OK;
    return fail_with(error, SCREE_BAD_ARGUMENT, "--%s: 0 would flatten the terrain", option->name);
}

int args_nodata(void *to, const struct args_option *option, const char *const *words,
                struct scree_error *error)
{
    static const char word[] = "fill=";
    struct scree_terrain_options *options = to;
    options->keep_missing = strcmp(words[0], "keep") == 0;
    if (options->keep_missing) return SCREE_OK;
    if (strncmp(words[0], word, sizeof word - 1) != 0)
        return args_refuse(option, words[0],
                           "is neither keep nor fill=METRES, e.g. --nodata fill=0", error);
    options->has_fill = true;
    return args_read_real(&options->fill_m, "nodata fill", words[0] + sizeof word - 1, error);
}

int args_range(void *to, const struct args_option *option, const char *const *words,
               struct scree_error *error)
{
    double *const range = to;
    const char *low = words[0], *high = words[1];
    struct scree_error ignored = SCREE_ERROR_INIT;
    if (high == NULL || args_read_real(&range[0], "", low, &ignored) != SCREE_OK ||
        args_read_real(&range[1], "", high, &ignored) != SCREE_OK)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "--%s: '%.30s%s%.30s' is not two numbers in metres such as "
                         "--%s 0 412.5",
                         option->name, low, high != NULL ? " " : "", high != NULL ? high : "",
                         option->name);
    if (range[0] < range[1]) return SCREE_OK;
    return fail_with(error, SCREE_BAD_ARGUMENT,
                     "--%s: %.30s %.30s is not a range; give the lower height first", option->name,
                     low, high);
}

int args_band(void *to, const struct args_option *option, const char *const *words,
              struct scree_error *error)
{
#ifndef SCREE_HAVE_GDAL
    (void)to;
    (void)words;
    return fail_with(error, SCREE_BAD_ARGUMENT,
                     "--%s is for rasters that GDAL reads, and this build of scree has no GDAL",
                     option->name);
#else
    return args_read_count(to, option->name, words[0], 1, 65536, error);
#endif
}
