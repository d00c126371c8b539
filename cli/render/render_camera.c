#include "cli/render/render_camera.h"

#include <string.h>

#define DEFAULT_FOV_DEG 50.0

static enum err_code find_place(double out[3], const struct args_place *place,
                                const struct render_view *view, const char *option, struct err *err)
{
    memcpy(out, place->m, sizeof place->m);
    if (!place->above_ground) return ERR_OK;
    double ground_m;
    if (!render_view_ground(&ground_m, view, out[0], out[1]))
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--%s %g,%g,+%g is not over the terrain: give an altitude, without '+'",
                       option, out[0], out[1], out[2]);
    out[2] += ground_m;
    return ERR_OK;
}

enum err_code render_camera_choose(struct render_camera *camera, const struct args_view *args,
                                   const struct render_view *view, const struct ter_field *field,
                                   uint32_t frame, uint32_t width, uint32_t height, struct err *err)
{
    if (args->hero) return render_view_hero(camera, view, width, height, err);
    if (!args->camera.given) {
        const double turn = args->turntable > 0 ? 360.0 * frame / args->turntable : 0.0;
        return render_view_from(camera, view, args->from_deg + turn, width, height, err);
    }
    double place[3], target[3] = {(field->points_x - 1.0) * field->scal_m[0] / 2.0,
                                  (field->points_y - 1.0) * field->scal_m[1] / 2.0, 0.0};
    RETURN_IF_ERR(find_place(place, &args->camera, view, "camera", err));
    if (args->target.given)
        RETURN_IF_ERR(find_place(target, &args->target, view, "target", err));
    else
        render_view_ground(&target[2], view, target[0], target[1]);
    return render_camera_aim(camera, place, target,
                             args->fov_deg != 0.0 ? args->fov_deg : DEFAULT_FOV_DEG, err);
}
