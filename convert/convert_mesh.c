#include "convert/convert_mesh.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "render/row_stream.h"

#define LONGEST_SIDE 4096 /* of a picture: what every viewer takes */

/* A texel per terrain unit, as far as it may be. */
static uint32_t side_of(uint32_t points, uint32_t most_points)
{
    if (most_points - 1 <= LONGEST_SIDE) return points - 1;
    const double side = (double)LONGEST_SIDE * (points - 1) / (most_points - 1) + 0.5;
    return side < 1 ? 1 : (uint32_t)side;
}

/* Cuts the texels that the window touches out of a picture, and makes the window one of them. */
static enum scree_code cut_picture(uint8_t **out, struct heights_extras *extras, const uint8_t *rgb,
                                   uint32_t width, uint32_t height, struct scree_error *err)
{
    double *window = extras->window;
    const size_t x0 = (size_t)floor(window[0] * width), x1 = (size_t)ceil(window[2] * width);
    const size_t y0 = (size_t)floor(window[1] * height), y1 = (size_t)ceil(window[3] * height);
    extras->rgb_width = x1 - x0;
    extras->rgb_height = y1 - y0;
    RETURN_IF_ERR(MEM_NEED(out, extras->rgb_height, extras->rgb_width * 3, err));
    for (size_t j = 0; j < extras->rgb_height; j++)
        memcpy(*out + j * extras->rgb_width * 3, rgb + ((y0 + j) * width + x0) * 3,
               extras->rgb_width * 3);
    extras->rgb = *out;
    for (int k = 0; k < 4; k += 2) {
        window[k] = (window[k] * width - (double)x0) / (double)extras->rgb_width;
        window[k + 1] = (window[k + 1] * height - (double)y0) / (double)extras->rgb_height;
    }
    return SCREE_OK;
}

/* Colours without light: who shows the mesh lights it. */
enum scree_code convert_picture(uint8_t **out, struct heights_extras *extras,
                                const struct convert_input *in, struct scree_job *job,
                                struct scree_error *err)
{
    const struct ter_field *field = in->field;
    const uint32_t most = field->points_x > field->points_y ? field->points_x : field->points_y;
    struct render_options options = RENDER_OPTIONS_DEFAULT;
    options.width = side_of(field->points_x, most);
    options.height = side_of(field->points_y, most);
    options.threads = job_threads(job);
    options.job = job;
    struct render_light light = RENDER_LIGHT_DEFAULT;
    light.lit = false;
    struct render_plan *plan;
    struct render_stream bands = {0};
    enum scree_code code;
    RETURN_IF_ERR(render_plan_create(&plan, field, in->map, &options, err));
    FAIL_IF_ERR(code, render_stream_create(&bands, 1, err));
    FAIL_IF_ERR(code, render_stream_add_image(&bands, options.width, options.height, 3, err));
    const struct render_target target = {
        .kind = SCREE_PICTURE_RGB8, .planes = bands.rows, .light = &light};
    FAIL_IF_ERR(code, render_stream_run(&bands, plan, &target, 1, 0, job, err));
    code = cut_picture(out, extras, bands.images[0].pixels, options.width, options.height, err);

fail:
    job_finish(job);
    render_plan_free(plan);
    render_stream_free(&bands);
    return code;
}
