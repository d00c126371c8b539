/*
 * Pictures for people: maps from above, sheets, histograms, views in perspective.
 *
 * Equal inputs and options give equal pixels on every processor, with any number of threads; from
 * one version to the next pictures may change (docs/compatibility.md). Each texel is evaluated
 * once, whatever is drawn of it.
 *
 *     struct scree_preview_options options = SCREE_PREVIEW_OPTIONS_INIT;
 *     struct scree_picture *picture = NULL;
 *     options.legend = 1;
 *     int code = scree_preview(&picture, terrain, surface, &options, job, &error);
 *     if (!code) code = scree_picture_save(picture, sink, NULL, job, &error);
 *     scree_picture_free(picture);
 */
#ifndef SCREE_DRAW_H
#define SCREE_DRAW_H

#include <scree/error.h>
#include <scree/evaluate.h>
#include <scree/job.h>
#include <scree/sink.h>
#include <scree/surface.h>
#include <scree/terrain.h>

SCREE_BEGIN

/* ---- pictures ---- */

/* A picture never changes: any threads. It holds nothing of what it was made from. */
struct scree_picture;

struct scree_picture_info {
    size_t size;                    /* sizeof(struct scree_picture_info), set by you */
    uint32_t width, height;         /* pixels */
    uint32_t map_width, map_height; /* texels of terrain in each map; of a view 0 */
    double place_m[3];              /* of a view: where the camera stands */
};
SCREE_API void scree_picture_describe(const struct scree_picture *picture,
                                      struct scree_picture_info *info);
/* rgb[(row * width + column) * 3 + channel], row 0 on top, as long as the picture lives. */
SCREE_API const unsigned char *scree_picture_rgb(const struct scree_picture *picture);
/* scree_picture_save() writes the picture as a PNG of 8 bits to a sink, under `name`; NULL is the
 * path of scree_sink_file(), and "picture.png" for other sinks. As scree_sink_write(). */
SCREE_API int scree_picture_save(const struct scree_picture *picture, struct scree_sink *sink,
                                 const char *name, struct scree_job *job,
                                 struct scree_error *error);
/* scree_picture_free() accepts NULL. */
SCREE_API void scree_picture_free(struct scree_picture *picture);

/* ---- from above, north on top ---- */

enum scree_preview_kind {
    /* Maps: */
    SCREE_PREVIEW_LIT,    /* the surface map's colours in sunlight, with shadows */
    SCREE_PREVIEW_FLAT,   /* its colours without light */
    SCREE_PREVIEW_LAYERS, /* a colour for the strongest of at most 255 layers, with a legend */
    SCREE_PREVIEW_MARGIN, /* how far the strongest layer leads, with a legend */
    /* Others, of at most 256 layers: */
    SCREE_PREVIEW_SHEET,    /* two maps for each layer: what is seen of it, and its reach */
    SCREE_PREVIEW_HISTOGRAM /* how much ground lies at each altitude and slope, and what the limits
                               of each layer let through there, in its own colour */
};

struct scree_preview_options {
    size_t size; /* by SCREE_PREVIEW_OPTIONS_INIT */
    int kind;    /* enum scree_preview_kind */
    /* Texels of the map, of each map of a sheet, or that a histogram counts. 0, 0: one per terrain
     * unit, at most 2048 on the longer side, 256 of a sheet; of a map so many whole ones per unit that
     * the longer side has at least 1024. A width alone: the longer side. */
    uint32_t width, height;
    /* On maps; the others have none of these: */
    int legend;       /* not 0: layers with share and area, a scale bar, an arrow to the north */
    int slope_limits; /* not 0: lines where the ground is as steep as a layer's slope limit */
    double
        contour_m; /* metres of altitude between contour lines, every fifth with its number; 0: none */
    double sun_deg[2]; /* of SCREE_PREVIEW_LIT: azimuth clockwise from north, and elevation, above 0
                          and at most 90 */
    double relief;     /* as in struct scree_plan_options */
    int root_density;
    /* Not 0: trees, bushes and stones of the layers stand on the map, of SCREE_PREVIEW_LIT and
     * SCREE_PREVIEW_FLAT, as struct scree_plants_options has them: a list, or a set, or neither. */
    int has_plants;
    const struct scree_source *plants; /* needed during the call */
    const char *plants_set;
};
/* clang-format off */
#define SCREE_PREVIEW_OPTIONS_INIT \
    {sizeof(struct scree_preview_options), SCREE_PREVIEW_LIT, 0, 0, 0, 0, 0.0, {315.0, 40.0}, \
     SCREE_RELIEF_DEFAULT, 0, 0, NULL, NULL}
/* clang-format on */

/*
 * scree_preview() draws a terrain under its surface map; neither changes. Without a map (surface NULL)
 * it colours altitudes, from green over brown to white, and blue below 0 where the terrain lies on both
 * sides of it; the legend is of altitudes then, and kinds that show layers are refused. On success the caller
 * frees *out with scree_picture_free(); on failure it is NULL. Besides the picture it takes memory
 * for bands of rows, and 4 bytes a texel for slope_limits.
 * SCREE_BAD_ARGUMENT (error.field; also a picture larger than a PNG holds, 2 GiB, of field "width",
 * and a terrain opened with leave_in_file), SCREE_MALFORMED (a value that cannot be drawn),
 * SCREE_NO_MEMORY, SCREE_CANCELLED
 */
SCREE_API int scree_preview(struct scree_picture **out, const struct scree_terrain *terrain,
                            const struct scree_surface *surface,
                            const struct scree_preview_options *options, struct scree_job *job,
                            struct scree_error *error);

/* ---- in perspective ---- */

struct scree_view_options {
    size_t size;            /* by SCREE_VIEW_OPTIONS_INIT */
    uint32_t width, height; /* pixels; width 0: 1280, height 0: 16 : 9 */
    double sun_deg[2];      /* as in struct scree_preview_options */
    int water;              /* not 0: water */
    double water_m;         /* at this altitude */
    double haze_m;    /* metres after which haze leaves 37 % of the ground's light; 0: clear air;
                      below 0: 20 times the terrain's longer side */
    int no_bumps;     /* not 0: without the bumps of layers (BMAM) */
    uint32_t samples; /* rays a pixel: 1, 4, 9 or 16 */
    double relief;    /* as in struct scree_plan_options */
    int root_density;
    int has_plants; /* as in struct scree_preview_options; none stands below water_m */
    const struct scree_source *plants;
    const char *plants_set;
};
/* clang-format off */
#define SCREE_VIEW_OPTIONS_INIT \
    {sizeof(struct scree_view_options), 0, 0, {315.0, 40.0}, 0, 0.0, -1.0, 0, 4, \
     SCREE_RELIEF_DEFAULT, 0, 0, NULL, NULL}
/* clang-format on */

enum scree_camera_way {
    SCREE_CAMERA_FROM, /* all of the terrain, from a direction */
    SCREE_CAMERA_HERO, /* a good view from low above the ground, found by trying: always the same */
    SCREE_CAMERA_AT    /* from a place to another */
};

/* Places are metres from the west edge, from the south edge, and an altitude; or, above_ground, a
 * height above the terrain there. */
struct scree_camera {
    size_t size;     /* by SCREE_CAMERA_INIT */
    int way;         /* enum scree_camera_way */
    double from_deg; /* of SCREE_CAMERA_FROM: clockwise from north, -3600 to 3600 */
    /* Of SCREE_CAMERA_AT: */
    double place_m[3];
    int place_above_ground;
    int has_target; /* 0: it looks at the middle of the terrain */
    double target_m[3];
    int target_above_ground;
    double fov_deg; /* angle across the picture, 1 to 150 */
};
/* clang-format off */
#define SCREE_CAMERA_INIT \
    {sizeof(struct scree_camera), SCREE_CAMERA_FROM, 225.0, {0.0, 0.0, 0.0}, 0, 0, \
     {0.0, 0.0, 0.0}, 0, 50.0}
/* clang-format on */

/*
 * A view makes any number of pictures of one terrain: it is costly to make and cheap to turn. It
 * keeps the terrain and a copy of the surface map; both may be freed.
 */
struct scree_view;

/* surface may be NULL as for scree_preview(). On success the caller frees *out with scree_view_free(); on
 * failure it is NULL. Water over all of
 * the terrain is a warning of the job, whose threads are the view's. Errors as scree_preview(). */
SCREE_API int scree_view_create(struct scree_view **out, const struct scree_terrain *terrain,
                                const struct scree_surface *surface,
                                const struct scree_view_options *options, struct scree_job *job,
                                struct scree_error *error);
/* scree_view_free() accepts NULL. */
SCREE_API void scree_view_free(struct scree_view *view);

/* scree_view_picture() draws what a camera sees (NULL: SCREE_CAMERA_INIT); *out as scree_preview().
 * One call at a time per view. SCREE_BAD_ARGUMENT, also for a camera that stands in the ground or
 * under water; SCREE_NO_MEMORY, SCREE_CANCELLED. */
SCREE_API int scree_view_picture(struct scree_picture **out, struct scree_view *view,
                                 const struct scree_camera *camera, struct scree_job *job,
                                 struct scree_error *error);

SCREE_END

#endif
