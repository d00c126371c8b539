/* Where a picture is taken from. */
#include <math.h>

#include "render/render.h"
#include "base/turn.h"

static void cross(double out[3], const double a[3], const double b[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static bool make_unit(double v[3])
{
    const double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    if (!(length > 1e-9 && isfinite(length))) return false;
    for (int i = 0; i < 3; i++) v[i] /= length;
    return true;
}

enum scree_code render_camera_aim(struct render_camera *camera, const double place_m[3],
                                  const double target_m[3], double fov_deg, struct scree_error *err)
{
    if (!(fov_deg >= 1.0 && fov_deg <= 150.0))
        return err_set_option(err, "fov_deg", "{fov_deg} is %g degrees, expected 1 to 150",
                              fov_deg);
    for (int i = 0; i < 3; i++) {
        camera->place_m[i] = place_m[i];
        camera->ahead[i] = target_m[i] - place_m[i];
    }
    const double *const d = camera->ahead;
    if (!isfinite(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]))
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "the camera at %g, %g, %g m is too far from its target to aim", place_m[0],
                       place_m[1], place_m[2]);
    if (!make_unit(camera->ahead))
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "the camera and its target are the same place, %g, %g, %g m", place_m[0],
                       place_m[1], place_m[2]);
    const double *const ahead = camera->ahead;
    const bool level = ahead[0] * ahead[0] + ahead[1] * ahead[1] > 1e-12;
    const double sky[3] = {0, 0, 1}, north[3] = {0, 1, 0};
    cross(camera->right, ahead, level ? sky : north);
    make_unit(camera->right);
    cross(camera->up, camera->right, ahead);
    double sine, cosine;
    turn_sine_cosine(fov_deg / 2.0, &sine, &cosine);
    camera->half_width = sine / cosine;
    return SCREE_OK;
}

void render_camera_face(struct render_camera *camera, const double place_m[3],
                        const double ahead[3], const double up[3])
{
    for (int i = 0; i < 3; i++) {
        camera->place_m[i] = place_m[i];
        camera->ahead[i] = ahead[i];
        camera->up[i] = up[i];
    }
    cross(camera->right, ahead, up);
    camera->half_width = 1.0;
}
