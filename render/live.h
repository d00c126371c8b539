/*
 * A live scene from within: what is kept, and by which values it is found again. Private to
 * render/.
 *
 * The view is cut into the tiles of every plan for it: 64 samples a side, whatever the map. What is
 * kept of a plane stands tile after tile, each in a block of its own of which scratch->stride and
 * the tile's rows say how much is used.
 */
#ifndef RENDER_LIVE_H
#define RENDER_LIVE_H

#include "render/eval.h"

/* What is kept by the values that decide it begins with this. */
enum live_kind { LIVE_GROUND, LIVE_OWN, LIVE_NOISE, LIVE_VALUES };
struct live_kept {
    struct live_kept *next;
    enum live_kind kind;
    uint64_t used;  /* number of the last update that used it */
    uint64_t bytes; /* without planes of samples */
};

/* The terrain as it is or as a filter makes it. */
struct live_ground {
    struct live_kept kept;
    struct plan_filter filter;
    struct ter_field *filtered; /* NULL of the terrain as it is */
    float *rise, *slope;        /* [tile]; NULL: not kept */
    struct cull_range *rows;    /* [tile][row of samples]; NULL: not all three are kept */
    float *shine;             /* [tile]: light on texels, of the terrain as it is; NULL: not kept */
    struct cull_range *range; /* [tile] */
    bool *known;              /* [tile]: the above are filled */
};

/* z of the noise. */
struct live_noise {
    struct live_kept kept;
    struct noise_fractal fractal; /* compared by bytes */
    float *plane;                 /* [tile] */
    bool *known;                  /* [tile][row of samples] */
};

/* Values of a quantity of slopes; those of others are found again. */
struct live_values {
    struct live_kept kept;
    enum srf_quantity quantity;
    float smsz;   /* of the terrain that it is of, 0: as it is */
    float *plane; /* [tile] */
    bool *known;  /* [tile] */
};

/* A limit by a quantity. */
struct live_limit {
    uint32_t quantity; /* and 1; 0: none */
    float toward, level;
    float size; /* of the terrain made for it */
    float limit[2], rate[2];
    uint32_t inverted; /* of a mask */
    char digest[32];   /* what that of a mask's picture or of a layer nearby begins with */
};

/* The values that decide a layer's own coverage; those without effect are 0. Compared by bytes. */
struct live_key {
    float covr, vari;
    float smsz;     /* of the terrain it sees */
    uint32_t ramps; /* that are on */
    float limit[4], rate[4];
    struct live_limit limits[SRF_QUANTITIES];
    struct noise_fractal noise;
};

/* A layer's own coverage. What a tile holds has a number of its own: no other contents of that tile
 * that are at hand have it. Values that nothing uses any more give way to new ones in place: until a
 * tile is evaluated it holds what the values before made, so that the rows in which the two differ
 * are found. */
#define LIVE_NOTHING 0u
#define LIVE_UNKNOWN UINT32_MAX
struct live_own {
    struct live_kept kept;
    uint64_t hash;
    struct live_key key;
    uint32_t serial;   /* the number of contents found to be new */
    float *plane;      /* [tile]; NULL: not kept */
    uint32_t *content; /* [tile]; LIVE_UNKNOWN: the plane has nothing there yet */
    bool *known;       /* [tile]: content is that of key */
};

/* A layer that is somewhere in a tile. Lists of these say what the tile shows. */
struct live_sign {
    uint32_t content;
    uint16_t parent; /* place of the parent in the list */
    uint16_t layer;
    int16_t colour[3];
};

/* A set of texel rows of a tile: bit j is row j. */
typedef uint64_t live_rows;
#define LIVE_MOST_ROWS 64
#define LIVE_ALL_ROWS UINT64_MAX

/* Own coverage of a tile that took the place of contents `from`: the two differ in `rows` at most. */
struct live_change {
    uint32_t from;
    live_rows rows;
};

/* What a thread needs besides the plan's scratch. */
struct live_thread {
    struct live_sign *list;         /* [layer] */
    uint32_t *place;                /* [layer]: in the list */
    bool *here;                     /* [layer]: is in the list */
    struct live_change *change;     /* [layer]: what this visit of the tile changed */
    const float **eff;              /* [place in the list] */
    float **weight;                 /* [place in the list] */
    const float **rise, **slope;    /* [terrain] of the tile at hand */
    float **value;                  /* [source] of it */
    const struct cull_range **rows; /* [terrain] */
    uint64_t owns, tiles;           /* that were evaluated and drawn */
};

struct render_live {
    struct render_live_options options;
    const struct ter_field *field;
    uint32_t width, height;                        /* texels */
    uint32_t tile, across, tiles;                  /* texels a side; tiles a row; all */
    size_t sample_floats, texel_floats, tile_rows; /* of a block; rows of samples of a tile */
    bool means;                                    /* a texel has several samples */

    uint64_t now; /* number of the update */
    uint32_t serial;
    struct live_kept *kept;
    float *spare;   /* a plane of samples that nobody has */
    uint64_t bytes; /* that are kept */

    uint8_t *picture, *winner;
    bool *unwon;             /* [tile]: its winners are not those of its list */
    bool *touched;           /* [tile]: changed since the last update that succeeded */
    struct live_sign *lists; /* [tile][list_room]: what the tile shows */
    uint32_t *list_count;    /* [tile]; UINT32_MAX: nothing yet */
    uint32_t list_room;
    float **weights; /* [place in the list][tile]: planes of texels; all NULL: not kept */
    uint32_t weights_room;
    bool weights_kept;
    bool *weighed;        /* [tile]: they are those of its list */
    float *bare;          /* [tile]: what the places from bare_from[tile] on leave; or NULL */
    uint32_t *bare_from;  /* [tile] */
    live_rows *bare_rows; /* [tile]: in which it is known */

    /* Of the last map: */
    struct render_plan *plan;
    struct render_merge *merge;
    uint32_t layer_count;
    struct live_own **own_of;       /* [layer]; NULL: it is everywhere, or forgotten */
    struct live_ground **ground_of; /* [terrain] */
    struct live_values **values_of; /* [source]; NULL: not kept */
    struct live_noise **noise_of;   /* [layer]; NULL: it has none, or it is not kept */
    struct live_thread *threads;
    int16_t *colours;       /* [layer][channel] */
    void **planes;          /* [layer]: NULL but during render_live_layer() */
    struct mem_arena arena; /* of the above */
    bool ready;             /* the last update succeeded */
    struct render_crop changed;
    struct scree_live_counts counts;
};

/* ---- live_store.c: what is kept ---- */

/* live_ground_get() finds or makes the ground of a filter. SCREE_NO_MEMORY, SCREE_BAD_ARGUMENT as
 * plan_filter_field(). */
MUST_USE enum scree_code live_ground_get(struct live_ground **out, struct render_live *live,
                                         struct plan_filter filter, struct scree_error *err);
/* live_own_find() finds the own coverage of a layer of a plan if it is kept, or NULL. live_own_take()
 * finds it, too, or makes it of `unused`, which is forgotten; NULL makes a new one. SCREE_NO_MEMORY */
struct live_own *live_own_find(struct render_live *live, const struct render_plan *plan,
                               uint32_t layer);
MUST_USE enum scree_code live_own_take(struct live_own **out, struct render_live *live,
                                       const struct render_plan *plan, uint32_t layer,
                                       struct live_own *unused, struct scree_error *err);
/* live_noise_find() finds the noise if it is kept, or NULL. */
struct live_noise *live_noise_find(const struct render_live *live,
                                   const struct noise_fractal *fractal);
/* live_values_find() finds the values of a source of a plan if they are kept, or NULL;
 * live_keep_values() finds or makes them, NULL without room. */
struct live_values *live_values_find(const struct render_live *live, const struct render_plan *plan,
                                     uint32_t source);
MUST_USE enum scree_code live_keep_values(struct live_values **out, struct render_live *live,
                                          const struct render_plan *plan, uint32_t source,
                                          struct scree_error *err);
/* live_keep_...() gives planes to what has none, as far as max_bytes allows; live_keep_noise()
 * finds or makes the noise, NULL without room; live_keep_weights() makes planes for so many layers.
 * Nothing but speed depends on them. SCREE_NO_MEMORY. */
MUST_USE enum scree_code live_keep_ground(struct render_live *live, struct live_ground *ground,
                                          struct scree_error *err);
MUST_USE enum scree_code live_keep_own(struct render_live *live, struct live_own *own,
                                       struct scree_error *err);
MUST_USE enum scree_code live_keep_noise(struct live_noise **out, struct render_live *live,
                                         const struct noise_fractal *fractal,
                                         struct scree_error *err);
MUST_USE enum scree_code live_keep_weights(struct render_live *live, uint32_t layers,
                                           struct scree_error *err);
/* live_take_filtered() moves the terrains made by filters of another view of the same terrain. SCREE_NO_MEMORY.
 */
MUST_USE enum scree_code live_take_filtered(struct render_live *live, struct render_live *from,
                                            struct scree_error *err);
/* live_forget_unused() forgets what the map at hand does not use, but for so many of them;
 * live_forget() forgets everything. */
#define LIVE_MOST_UNUSED 64
void live_forget_unused(struct render_live *live);
void live_forget(struct render_live *live);

/* ---- live_tile.c: one tile ---- */

/* live_draw() makes one tile show the plan's map. */
void live_draw(struct render_live *live, uint32_t tile, uint32_t thread);
/* live_win() makes a tile's winners those of its list. */
void live_win(struct render_live *live, uint32_t tile, uint32_t thread);
/* live_put_layer() writes a tile's texels of one layer, which is what target is about; of weights, of
 * every layer whose plane is given. */
void live_put_layer(struct render_live *live, uint32_t tile, const struct render_target *target,
                    uint32_t layer, uint32_t thread);

#endif
