#include <string.h>

#include "api/api.h"
#include "base/mem.h"

struct scree_live {
    struct scree_terrain *terrain;
    struct render_live *live;
};

/* ---- options ---- */

static int take_options(struct render_live_options *out, const struct scree_live_options *options,
                        struct scree_error *error)
{
    struct scree_live_options given;
    RETURN_IF_ERR(api_take(&given, &api_live_options, options, error));
    *out = (struct render_live_options){
        .render = {.grid = given.grid,
                   .width = given.width,
                   .height = given.height,
                   .relief = given.how.relief,
                   .root_density = given.how.root_density,
                   .isa = CPU_BEST,
                   .crop = {given.column, given.row, given.columns, given.rows}},
        .light = RENDER_LIGHT_DEFAULT,
        .max_bytes = given.max_bytes};
    return SCREE_OK;
}

/* ---- from the beginning to the end ---- */

int scree_live_create(struct scree_live **out, const struct scree_terrain *terrain,
                      const struct scree_live_options *options, struct scree_job *job,
                      struct scree_error *error)
{
    err_start(error);
    (void)job; /* nothing takes long yet */
    *out = NULL;
    struct render_live_options how;
    RETURN_IF_ERR(take_options(&how, options, error));
    RETURN_IF_ERR(api_is_held(terrain, error));
    struct scree_live *live;
    RETURN_IF_ERR(MEM_NEED(&live, 1, sizeof *live, error));
    live->terrain = api_terrain_keep(terrain);
    const enum scree_code code = render_live_create(&live->live, live->terrain->field, &how, error);
    return API_GIVE(out, live, code, scree_live_free);
}

void scree_live_free(struct scree_live *live)
{
    if (live == NULL) return;
    render_live_free(live->live);
    scree_terrain_free(live->terrain);
    mem_free(live);
}

int scree_live_view(struct scree_live *live, const struct scree_live_options *options,
                    struct scree_job *job, struct scree_error *error)
{
    err_start(error);
    (void)job;
    struct render_live_options how;
    RETURN_IF_ERR(take_options(&how, options, error));
    return render_live_view(&live->live, &how, error);
}

/* ---- updates ---- */

int scree_live_update(struct scree_live *live, const struct scree_surface *surface,
                      struct scree_job *job, struct scree_error *error)
{
    err_start(error);
    struct srf_map *map;
    /* The check writes down its warnings: not in the caller's map. */
    RETURN_IF_ERR(api_copy_map(&map, surface, live->terrain, job, error));
    const enum scree_code code = render_live_update(live->live, map, job, error);
    srf_free(map);
    return code;
}

/* ---- results ---- */

uint32_t scree_live_width(const struct scree_live *live)
{
    return render_live_width(live->live);
}

uint32_t scree_live_height(const struct scree_live *live)
{
    return render_live_height(live->live);
}

const unsigned char *scree_live_picture(const struct scree_live *live)
{
    return render_live_picture(live->live);
}

const unsigned char *scree_live_winner(struct scree_live *live)
{
    return render_live_winner(live->live);
}

int scree_live_changed(const struct scree_live *live, uint32_t *column, uint32_t *row,
                       uint32_t *columns, uint32_t *rows)
{
    const struct render_crop changed = render_live_changed(live->live);
    *column = changed.column;
    *row = changed.row;
    *columns = changed.width;
    *rows = changed.height;
    return changed.width > 0;
}

static int refuse_before_update(struct scree_error *error, const char *field)
{
    return err_set_option(error, field, "no update has succeeded yet; call scree_live_update()");
}

int scree_live_layer(struct scree_live *live, int kind, uint32_t layer, void *plane,
                     struct scree_error *error)
{
    err_start(error);
    const uint32_t layers = render_live_layers(live->live);
    if (kind < SCREE_WEIGHT_U8 || kind > SCREE_EFF_F32)
        return err_set_option(error, "kind", "is %d, neither a weight nor a reach of a layer",
                              kind);
    if (layers == 0) return refuse_before_update(error, "layer");
    if (layer >= layers)
        return err_set_option(error, "layer", "is %u, the map has %u layers", (unsigned)layer,
                              (unsigned)layers);
    render_live_layer(live->live, (enum scree_plane_kind)kind, layer, plane);
    return SCREE_OK;
}

int scree_live_weights(struct scree_live *live, int kind, void *const *planes,
                       struct scree_error *error)
{
    err_start(error);
    if (kind < SCREE_WEIGHT_U8 || kind > SCREE_WEIGHT_F32)
        return err_set_option(error, "kind", "is %d, no weight of a layer", kind);
    if (planes == NULL) return err_set_option(error, "planes", "is NULL");
    if (render_live_layers(live->live) == 0) return refuse_before_update(error, "planes");
    render_live_weights(live->live, (enum scree_plane_kind)kind, planes);
    return SCREE_OK;
}

void scree_live_count(const struct scree_live *live, struct scree_live_counts *counts)
{
    const struct scree_live_counts full = render_live_count(live->live);
    api_sized(counts, &full, sizeof full);
}
