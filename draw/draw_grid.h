/* The texels of terrain that a picture from above shows. Private to draw/. */
#ifndef DRAW_DRAW_GRID_H
#define DRAW_DRAW_GRID_H

#include "draw/canvas.h"
#include "draw/draw.h"
#include "render/row_stream.h"

struct draw_grid {
    const struct draw_scene *scene;
    struct render_plan *plan;
    struct render_merge *merge; /* every layer by itself */
    uint32_t width, height;
    double extent_m[2], texel_m[2];
    struct render_areas areas;   /* of the rows */
    uint64_t with_data, without; /* weighed units (render/render.h, Areas of texels) */
    double data_m2;              /* the area of what has data, of which shares are */
    struct scree_job *job;
};

/* What a size that was not given becomes: texels of the longer side, a whole number for each unit. */
struct draw_range {
    uint32_t least, most;
};
/* draw_grid_create() chooses a size as draw.h says, and plans. Free *grid in any case. SCREE_BAD_ARGUMENT,
 * SCREE_NO_MEMORY. */
MUST_USE enum scree_code draw_grid_create(struct draw_grid *grid, const struct draw_scene *scene,
                                          const struct render_size *size,
                                          const struct draw_range *range, struct scree_job *job,
                                          struct scree_error *err);
void draw_grid_free(struct draw_grid *grid);

/* draw_grid_picture() hands the pixels of a canvas, which is zeroed, to a picture, and warns of what
 * its font did not have. */
void draw_grid_picture(struct draw_picture *out, const struct draw_grid *grid,
                       struct canvas *canvas);

/* draw_altitude_m() is an altitude above the field's base. */
float draw_altitude_m(const struct draw_grid *grid, float rise_tu);
/* draw_counts() says whether a layer's own limits count: the root's only if asked for. */
bool draw_counts(const struct draw_grid *grid, uint32_t layer);

/* draw_share() writes "12.3 %" for a share of the terrain, draw_area() "45.6 ha". */
void draw_share(char *out, size_t size, double share);
void draw_area(char *out, size_t size, const struct draw_grid *grid, double share);
/* draw_layer_name() is "(no name)" where a layer has none. */
const char *draw_layer_name(const struct srf_layer *layer);
/* draw_layer_colour() is a layer's own colour, without light. */
void draw_layer_colour(uint8_t rgb[3], const struct srf_layer *layer);

/* ---- over a map, which stands in the canvas' corner ---- */

struct draw_contours {
    double step_m;                /* from line to line */
    const float *rise_tu, *slope; /* rows of the ground */
    struct draw_labels *labels;   /* draw_labels.h */
};
/* draw_contours() draws the contour lines of rows first .. first + count - 1. */
void draw_contours(struct canvas *canvas, const struct draw_grid *grid,
                   const struct draw_contours *lines, uint32_t first, uint32_t count);
/* draw_slope_limits() draws the layers' slope limits; slope is that of all rows. */
void draw_slope_limits(struct canvas *canvas, const struct draw_grid *grid, const float *slope);
/* draw_has_marks() says whether a map is large enough for a scale bar and an arrow to the north, which
 * draw_marks() draws then. */
bool draw_has_marks(const struct canvas *canvas, const struct draw_grid *grid);
void draw_marks(struct canvas *canvas, const struct draw_grid *grid);

/* draw_road_kinds() adds up the lengths of a scene's strips by what they are made of, the longest first; returns how many
 * kinds there are, and leaves out those beyond DRAW_ROAD_KINDS. */
#define DRAW_ROAD_KINDS 8
struct draw_road_kind {
    const char *name;
    uint8_t rgb[3];
    double length_m;
};
size_t draw_road_kinds(struct draw_road_kind kinds[DRAW_ROAD_KINDS],
                       const struct draw_scene *scene);

/* draw_bodies() draws what the scene has on the ground; sky NULL: without light. SCREE_NO_MEMORY */
MUST_USE enum scree_code draw_bodies(struct canvas *canvas, const struct draw_grid *grid,
                                     const struct render_sky *sky, struct scree_error *err);

#endif
