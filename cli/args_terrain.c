/* Readers of options that say how to understand the terrain. */
#include "cli/tables.h"

#include <string.h>

int args_scale(const struct args_value *in, struct scree_error *error)
{
    RETURN_IF_FAILED(args_real(in, error));
    if (*(double *)in->to != 0.0) return SCREE_OK;
    return fail_with(error, SCREE_BAD_ARGUMENT, "--%s: 0 would flatten the terrain",
                     in->option->name);
}

int args_nodata(const struct args_value *in, struct scree_error *error)
{
    static const char word[] = "fill=";
    struct scree_terrain_options *options = in->to;
    options->keep_missing = strcmp(in->text, "keep") == 0;
    if (options->keep_missing) return SCREE_OK;
    if (strncmp(in->text, word, sizeof word - 1) != 0)
        return args_refuse(in, "is neither keep nor fill=METRES, e.g. --nodata fill=0", error);
    options->has_fill = true;
    return args_read_real(&options->fill_m, "nodata fill", in->text + sizeof word - 1, error);
}

int args_range(const struct args_value *in, struct scree_error *error)
{
    double *const range = in->to;
    const char *low = in->text, *high = in->second;
    struct scree_error ignored = SCREE_ERROR_INIT;
    if (high == NULL || args_read_real(&range[0], "", low, &ignored) != SCREE_OK ||
        args_read_real(&range[1], "", high, &ignored) != SCREE_OK)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "--%s: '%.30s%s%.30s' is not two numbers in metres such as "
                         "--%s 0 412.5",
                         in->option->name, low, high != NULL ? " " : "", high != NULL ? high : "",
                         in->option->name);
    if (range[0] < range[1]) return SCREE_OK;
    return fail_with(error, SCREE_BAD_ARGUMENT,
                     "--%s: %.30s %.30s is not a range; give the lower height first",
                     in->option->name, low, high);
}

int args_band(const struct args_value *in, struct scree_error *error)
{
#ifndef SCREE_HAVE_GDAL
    return fail_with(error, SCREE_BAD_ARGUMENT,
                     "--%s is for rasters that GDAL reads, and this build of scree has no GDAL",
                     in->option->name);
#else
    return args_read_count(in->to, in->option->name, in->text, 1, 65536, error);
#endif
}
