/* scree preview */
#ifndef CLI_PREVIEW_H
#define CLI_PREVIEW_H

#include "cli/args.h"
#include "cli/load.h"
#include "cli/preview/canvas.h"
#include "cli/say.h"

struct args_preview {
    const char *terrain, *surface, *output;
    struct args_size size; /* 0: chosen; height 0 with a width: width is the long side */
    bool flat, layers, sheet, histogram, margin, force;
    bool legend, limits, has_sun;
    double contour_m;  /* 0: no contour lines */
    double sun_deg[2]; /* azimuth, elevation */
    struct args_ground ground;
    struct args_render render;
};

enum say_exit cmd_preview(const void *args, struct say *say);

/* One run: what the kinds of pictures share. */
struct preview {
    const struct args_preview *args;
    const struct load_pair *pair;
    struct render_plan *plan;
    struct render_merge *merge; /* every layer by itself */
    uint32_t width, height;     /* texels of terrain */
    double extent_m[2], texel_m[2];
    struct say *say;
};

/* Altitude in metres and gradient of every texel. */
struct preview_ground {
    float *altitude_m, *gradient;
};
MUST_USE enum err_code preview_ground_create(struct preview_ground *ground,
                                             const struct preview *preview, struct err *err);
void preview_ground_free(struct preview_ground *ground);

/* preview_render() renders `count` planes of texel_bytes a texel into planes[], one after the
 * other in memory for mem_free_pixels(). sums: as in struct render_target, or NULL. */
MUST_USE enum err_code preview_render(void **memory, const struct preview *preview,
                                      struct render_target *target, size_t count,
                                      size_t texel_bytes, struct err *err);

/* Each makes a whole picture; on failure the canvas is zeroed. */
MUST_USE enum err_code preview_map(struct canvas *out, const struct preview *preview,
                                   struct err *err);
MUST_USE enum err_code preview_sheet(struct canvas *out, const struct preview *preview,
                                     struct err *err);
MUST_USE enum err_code preview_histogram(struct canvas *out, const struct preview *preview,
                                         struct err *err);

/* preview_contours() and preview_limits() draw lines over the map at the canvas' corner. */
void preview_contours(struct canvas *canvas, const struct preview *preview,
                      const struct preview_ground *ground);
void preview_limits(struct canvas *canvas, const struct preview *preview,
                    const struct preview_ground *ground);
/* preview_marks() draws a scale bar and an arrow to the north over the map. */
void preview_marks(struct canvas *canvas, const struct preview *preview);

/* preview_area() writes "12.3 %  45.6 ha" for a share of the terrain. */
char *preview_area(char *out, size_t size, const struct preview *preview, double share);
/* preview_layer_name() is "(no name)" where a layer has none. */
const char *preview_layer_name(const struct srf_layer *layer);
/* preview_layer_colour() is a layer's own colour, without light. */
void preview_layer_colour(uint8_t rgb[3], const struct srf_layer *layer);

#endif
