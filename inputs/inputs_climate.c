/* What a terrain tells a style: where its water lies, and where trees and snow end, by its latitude. */
#include "inputs/inputs.h"
#include "styles/styles.h"

bool inputs_latitude(double *out, const struct inputs *inputs)
{
    struct heights_bounds bounds;
    struct scree_error why;
    err_clear(&why);
    if (heights_find_bounds(&bounds, inputs->field, inputs->terrain_file.heights.geo, &why) !=
        SCREE_OK)
        return false;
    *out = (bounds.south + bounds.north) / 2;
    return bounds.north - bounds.south < 180; /* the whole globe: a system that nobody here knows */
}

static void take_water(struct scree_style_options *options, const struct heights_about *about,
                       struct scree_job *job)
{
    if (options->water != SCREE_WATER_FIND || !about->has_water) return;
    options->water = SCREE_WATER_AT;
    options->water_m = about->water_m;
    job_note(job, NULL, "the level's water lies at %.7g m", about->water_m);
}

void inputs_take_climate(struct scree_style_options *options, const struct inputs *inputs,
                         struct scree_job *job)
{
    const struct heights_about *const about = &inputs->terrain_file.heights;
    take_water(options, about, job);
    double latitude_deg;
    if ((options->has_tree_line && options->has_snow_line) ||
        !inputs_latitude(&latitude_deg, inputs))
        return;
    const struct styles_lines lines = styles_lines_at(latitude_deg);
    if (!options->has_tree_line) options->tree_line_m = lines.trees_m;
    if (!options->has_snow_line) options->snow_line_m = lines.snow_m;
    options->has_tree_line = options->has_snow_line = true;
    job_note(job, NULL, "at %.1f degrees %s trees end near %.0f m, and snow stays from %.0f m",
             latitude_deg < 0 ? -latitude_deg : latitude_deg, latitude_deg < 0 ? "south" : "north",
             options->tree_line_m, options->snow_line_m);
}
