/* Pictures: include/scree/draw.h on draw/draw.h. */
#include <string.h>

#include "api/api.h"
#include "base/mem.h"
#include "draw/draw.h"
#include "plants/plants.h"
#include "roads/roads_show.h"
#include "styles/styles.h"

struct scree_picture {
    struct draw_picture picture;
};

struct scree_view {
    struct scree_terrain *terrain;
    struct srf_map *map;
    struct roads_shown roads;
    struct draw_view *view;
};

/* ---- pictures ---- */

enum scree_code api_picture(struct scree_picture **out, struct draw_picture *picture,
                            struct scree_error *err)
{
    *out = mem_alloc(1, sizeof **out);
    if (*out == NULL) {
        draw_picture_free(picture);
        return err_no_memory(err);
    }
    (*out)->picture = *picture;
    return SCREE_OK;
}

void scree_picture_describe(const struct scree_picture *picture, struct scree_picture_info *info)
{
    api_sized(info, &picture->picture.about, sizeof picture->picture.about);
}

const unsigned char *scree_picture_rgb(const struct scree_picture *picture)
{
    return picture->picture.rgb;
}

int scree_picture_save(const struct scree_picture *picture, struct scree_sink *sink,
                       const char *name, struct scree_job *job, struct scree_error *error)
{
    err_start(error);
    const struct draw_picture *inner = &picture->picture;
    if (name == NULL) name = sink_main_name(sink->sink, "picture.png");
    struct sink_file *file;
    enum scree_code code = sink_start(sink->sink, job, error);
    if (code == SCREE_OK) code = sink_begin(sink->sink, name, SINK_STORED, &file, error);
    if (code == SCREE_OK) {
        code = image_png8(&file->stream, job_threads(job), inner->rgb, inner->about.width,
                          inner->about.height, 3, error);
        code = sink_end(file, code, error);
    }
    return code;
}

void scree_picture_free(struct scree_picture *picture)
{
    if (picture == NULL) return;
    draw_picture_free(&picture->picture);
    mem_free(picture);
}

/* ---- what is drawn ---- */

/* What a picture is of; map and roads are the caller's to free in any case. */
struct drawn {
    struct draw_scene scene;
    struct inputs inputs;
    struct srf_map *map;      /* a copy, or without a surface map altitudes as colours */
    struct roads_shown roads; /* bodies: also the plants */
};

static enum scree_code make_scene(struct drawn *drawn, const struct scree_terrain *terrain,
                                  const struct scree_surface *surface, const struct render_how *how,
                                  struct scree_job *job, struct scree_error *err)
{
    struct draw_scene *scene = &drawn->scene;
    *drawn = (struct drawn){.scene = {.field = terrain->field, .how = *how}};
    scene->tint = surface == NULL;
    RETURN_IF_ERR(api_is_held(terrain, err));
    if (scene->tint) {
        RETURN_IF_ERR(api_inputs(&drawn->inputs, terrain, NULL, job, err));
        RETURN_IF_ERR(
            draw_tint(&drawn->map, &drawn->inputs.ranges, terrain->field->scal_m[2], err));
    } else {
        RETURN_IF_ERR(api_inputs_copy(&drawn->inputs, &drawn->map, terrain, surface, job, err));
    }
    scene->ranges = drawn->inputs.ranges;
    if (!inputs_latitude(&scene->latitude_deg, &drawn->inputs))
        scene->latitude_deg = DRAW_USUAL_LATITUDE;
    scene->map = drawn->map;
    RETURN_IF_ERR(roads_show(&drawn->roads, terrain->roads, terrain->field, ROADS_ALL, err));
    scene->strips = drawn->roads.strips;
    scene->strip_count = drawn->roads.strip_count;
    scene->bodies = drawn->roads.bodies;
    scene->body_count = drawn->roads.body_count;
    return SCREE_OK;
}

/* ---- what grows ---- */

/* Puts plants into the scene; water_m NULL: there is no water. */
static enum scree_code grow(struct drawn *drawn, const struct scree_terrain *terrain,
                            const struct scree_source *given, const char *set,
                            const double *water_m, struct scree_job *job, struct scree_error *err)
{
    struct draw_scene *const scene = &drawn->scene;
    struct roads_shown *const roads = &drawn->roads;
    struct plants_list *list = NULL;
    struct plants_placed *placed = NULL;
    if (!api_grows(given, set)) return SCREE_OK;
    if (scene->tint)
        return err_set_option(err, "plants",
                              "plants grow on the layers of a surface map, and there is none; name "
                              "one");
    if (ter_check_complete(terrain->field, "a picture with plants", err) != SCREE_OK)
        return api_name_gaps(terrain, err);
    const struct plants_options options = {
        .how = scene->how, .has_water = water_m != NULL, .water_m = water_m != NULL ? *water_m : 0};
    enum scree_code code = api_plants_list(&list, scene->map, given, set, err);
    if (code == SCREE_OK) code = plants_place(&placed, list, &drawn->inputs, &options, job, err);
    if (code == SCREE_OK)
        code = plants_bodies(&roads->bodies, &roads->body_count, placed, terrain->field, err);
    scene->bodies = roads->bodies;
    scene->body_count = roads->body_count;
    plants_placed_free(placed);
    plants_list_free(list);
    api_name_plants(err, "plants_set", set);
    return code;
}

/* ---- from above ---- */

static int check_preview(const struct scree_preview_options *given, struct scree_error *error)
{
    if (given->width == 0 && given->height != 0)
        return err_set_option(error, "width", "is 0 and the height is %u; give both or the width",
                              (unsigned)given->height);
    if (api_grows(&given->plants, given->plants_set) && given->kind != SCREE_PREVIEW_LIT &&
        given->kind != SCREE_PREVIEW_FLAT)
        return err_set_option(
            error, "plants",
            "plants stand on maps in their own colours; choose another kind, or no "
            "plants");
    return SCREE_OK;
}

int scree_preview(struct scree_picture **out, const struct scree_terrain *terrain,
                  const struct scree_surface *surface, const struct scree_preview_options *options,
                  struct scree_job *job, struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    struct scree_preview_options given;
    RETURN_IF_ERR(api_take(&given, &api_preview_options, options, error));
    RETURN_IF_ERR(check_preview(&given, error));
    struct render_how how;
    RETURN_IF_ERR(api_check_growing(&given.plants, given.plants_set, error));
    RETURN_IF_ERR(api_how(&how, &given.how, job, error));
    struct drawn drawn;
    struct draw_picture picture;
    struct ter_quantiles quantiles;
    enum scree_code code = make_scene(&drawn, terrain, surface, &how, job, error);
    if (code == SCREE_OK && given.kind == SCREE_PREVIEW_HISTOGRAM && !terrain->field->has_missing) {
        code = styles_quantiles(&quantiles, terrain->field, &drawn.scene.ranges, job, error);
        drawn.scene.quantiles = &quantiles;
    }
    if (code == SCREE_OK)
        code = grow(&drawn, terrain, &given.plants, given.plants_set, NULL, job, error);
    if (code == SCREE_OK) code = draw_preview(&picture, &drawn.scene, &given, job, error);
    if (code == SCREE_OK) code = api_picture(out, &picture, error);
    roads_shown_free(&drawn.roads);
    srf_free(drawn.map);
    return code;
}

/* ---- a world's scene ---- */

int scree_surface_scene(const struct scree_surface *surface, const struct scree_terrain *terrain,
                        struct scree_scene *scene, struct scree_error *error)
{
    err_start(error);
    struct inputs inputs;
    if (scene->size == 0) return err_set_option(error, "size", "the size of the scene is 0");
    RETURN_IF_ERR(api_inputs(&inputs, terrain, NULL, NULL, error));
    const struct scree_scene found = inputs_scene(surface->map, inputs.field, &inputs.ranges);
    api_sized(scene, &found, sizeof found);
    return SCREE_OK;
}

/* ---- in perspective ---- */

static enum scree_code make_view(struct scree_view **out, const struct scree_terrain *terrain,
                                 const struct scree_surface *surface,
                                 const struct scree_view_options *given,
                                 const struct render_how *how, struct scree_job *job,
                                 struct scree_error *err)
{
    struct drawn drawn;
    const double *const water_m = given->has_water ? &given->water_m : NULL;
    struct scree_view *view;
    RETURN_IF_ERR(MEM_NEED(&view, 1, sizeof *view, err));
    view->terrain = api_terrain_keep(terrain);
    enum scree_code code = make_scene(&drawn, terrain, surface, how, job, err);
    view->map = drawn.map;
    if (code == SCREE_OK)
        code = grow(&drawn, terrain, &given->plants, given->plants_set, water_m, job, err);
    if (code == SCREE_OK) code = draw_view_create(&view->view, &drawn.scene, given, job, err);
    view->roads = drawn.roads;
    return API_GIVE(out, view, code, scree_view_free);
}

int scree_view_create(struct scree_view **out, const struct scree_terrain *terrain,
                      const struct scree_surface *surface, const struct scree_view_options *options,
                      struct scree_job *job, struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    struct scree_view_options given;
    RETURN_IF_ERR(api_take(&given, &api_view_options, options, error));
    struct render_how how;
    RETURN_IF_ERR(api_check_growing(&given.plants, given.plants_set, error));
    RETURN_IF_ERR(api_how(&how, &given.how, job, error));
    return make_view(out, terrain, surface, &given, &how, job, error);
}

void scree_view_free(struct scree_view *view)
{
    if (view == NULL) return;
    draw_view_free(view->view);
    roads_shown_free(&view->roads);
    srf_free(view->map);
    scree_terrain_free(view->terrain);
    mem_free(view);
}

int scree_view_picture(struct scree_picture **out, struct scree_view *view,
                       const struct scree_camera *camera, struct scree_job *job,
                       struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    struct scree_camera given;
    RETURN_IF_ERR(api_take(&given, &api_camera, camera, error));
    struct draw_picture picture;
    enum scree_code code = draw_view_picture(&picture, view->view, &given, job, error);
    if (code == SCREE_OK) code = api_picture(out, &picture, error);
    return code;
}
