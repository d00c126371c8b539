/* The pictures of a new level: the map from above, and what the game's list of levels shows. */
#include "beamng/beamng_plan.h"
#include "render/row_stream.h"

#define BAND_ROWS 64
#define SAMPLES 4

/* *out: size * size pixels, RGB, for the level to free. */
static enum scree_code draw_map(uint8_t **out, const struct beamng_map *map, uint32_t size,
                                const struct render_strips *strips, bool lit, struct scree_job *job,
                                struct scree_error *err)
{
    const struct render_options options = render_how_options(&map->how, SCREE_CELLS, size, size);
    struct render_light light = RENDER_LIGHT_DEFAULT;
    struct render_plan *plan = NULL;
    struct render_stream stream;
    light.lit = lit;
    *out = mem_alloc_pixels((size_t)size * size, 3);
    if (*out == NULL) return err_no_memory(err);
    RETURN_IF_ERR(render_stream_create(&stream, 1, err));
    render_stream_add_whole(&stream, size, 3, *out);
    enum scree_code code =
        render_plan_create(&plan, map->inputs.field, map->inputs.map, &options, err);
    const struct render_target target = {.kind = SCREE_PICTURE_RGB8,
                                         .merge = map->all,
                                         .planes = stream.rows,
                                         .light = &light,
                                         .strips = strips};
    if (code == SCREE_OK)
        code = render_stream_run(&stream, plan, &target, 1, map->how.tile, job, err);
    render_plan_free(plan);
    render_stream_free(&stream);
    return code;
}

/* ---- in perspective ---- */

static enum scree_code add_plants(struct render_view *view, const struct beamng_level *level,
                                  struct scree_error *err)
{
    struct render_body *bodies = NULL;
    size_t count = 0;
    if (level->plants == NULL) return SCREE_OK;
    enum scree_code code =
        plants_bodies(&bodies, &count, level->plants, level->plan->map.inputs.field, err);
    if (code == SCREE_OK) code = render_view_stand(view, bodies, count, err);
    mem_free(bodies);
    return code;
}

static enum scree_code draw_rows(struct beamng_level *level, struct render_view *view,
                                 struct scree_job *job, struct scree_error *err)
{
    const uint32_t width = LEVEL_PREVIEW_WIDTH, height = LEVEL_PREVIEW_HEIGHT;
    struct render_camera camera;
    RETURN_IF_ERR(render_view_hero(&camera, view, width, height, err));
    RETURN_IF_ERR(render_view_meter(view, &camera, 1, width, height, err));
    for (uint32_t row = 0; row < height; row += BAND_ROWS) {
        const uint32_t rows = height - row < BAND_ROWS ? height - row : BAND_ROWS;
        RETURN_IF_ERR(job_step(job, "rendering", (double)row / height, err));
        render_view_rows(view, &camera, width, height, row, rows,
                         level->preview + (size_t)row * width * 3);
    }
    return job_poll(job, err);
}

static enum scree_code draw_preview(struct beamng_level *level, const struct roads_shown *roads,
                                    struct scree_job *job, struct scree_error *err)
{
    const struct beamng_plan *plan = level->plan;
    struct render_view_options options = {.render =
                                              render_how_options(&plan->map.how, SCREE_CELLS, 0, 0),
                                          .water = plan->options.level.has_water,
                                          .water_m = plan->options.level.water_m,
                                          .bumps = true,
                                          .samples = SAMPLES};
    struct render_view *view;
    struct render_clear clear;
    RETURN_IF_ERR(render_sky_set(&options.sky, 315.0, 40.0, err));
    RETURN_IF_ERR(render_clear_set(&clear, &options.sky, RENDER_CLEAR_TURBIDITY, err));
    options.haze_m = render_usual_haze(&options.sky, plan->map.inputs.field);
    level->preview = mem_alloc_pixels((size_t)LEVEL_PREVIEW_WIDTH * LEVEL_PREVIEW_HEIGHT, 3);
    if (level->preview == NULL) return err_no_memory(err);
    RETURN_IF_ERR(render_view_create(&view, plan->map.inputs.field, plan->map.inputs.map, &options,
                                     job, err));
    enum scree_code code = render_view_paint(view, roads->strips, roads->strip_count, err);
    if (code == SCREE_OK) code = add_plants(view, level, err);
    if (code == SCREE_OK) code = draw_rows(level, view, job, err);
    render_view_free(view);
    return code;
}

static enum scree_code draw(struct beamng_level *level, const struct roads_shown *roads,
                            struct scree_job *job, struct scree_error *err)
{
    const struct beamng_plan *plan = level->plan;
    struct render_strips *strips;
    RETURN_IF_ERR(render_strips_create(&strips, plan->map.inputs.field, roads->strips,
                                       roads->strip_count, plan->side_m / LEVEL_PICTURE_SIZE, err));
    enum scree_code code =
        draw_map(&level->picture, &plan->map, LEVEL_PICTURE_SIZE, strips, true, job, err);
    render_strips_free(strips);
    if (code == SCREE_OK && plan->base_colour)
        code = draw_map(&level->map_rgb, &plan->map, plan->texture_size[BEAMNG_BASE], NULL, false,
                        job, err);
    return code == SCREE_OK ? draw_preview(level, roads, job, err) : code;
}

enum scree_code beamng_draw(struct beamng_level *level, struct scree_job *job,
                            struct scree_error *err)
{
    struct roads_shown roads;
    RETURN_IF_ERR(roads_show(&roads, level->plan->roads, level->plan->map.inputs.field,
                             ROADS_ON_GROUND, err));
    const enum scree_code code = draw(level, &roads, job, err);
    roads_shown_free(&roads);
    return code;
}
