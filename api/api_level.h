/* What the exports for games have in common. Private to api/. */
#ifndef API_API_LEVEL_H
#define API_API_LEVEL_H

#include "api/api.h"
#include "ground/ground_into.h"

/* What a level is made of: inputs, and the sources that its options name, opened. */
#define API_LEVEL_SOURCES 6
struct api_level_sources {
    const struct scree_terrain *terrain;
    const struct scree_surface *surface;
    uint32_t points; /* a side of the level; 0: the terrain's own */
    struct inputs inputs;
    struct inputs_given given;
    struct inputs_opened opened[API_LEVEL_SOURCES];
};
/* api_level_new() of a terrain and a surface in *out refuses options that make no sense for any game, opens their
 * sources and `own`, which only one game has, and does api_inputs_copy(). It grades the ground for the roads; the water is
 * that of the map's scene or the sea of an extract unless the options say one. The caller closes *out in any case, which gives an error about plants its member. */
MUST_USE enum scree_code api_level_new(struct api_level_sources *out,
                                       struct scree_terrain **terrain, struct srf_map **map,
                                       struct scree_level_options *level,
                                       const struct scree_source *own, struct scree_job *job,
                                       struct scree_error *err);
struct scree_level;
/* api_level_into() does so for a level that exists, whose heights its roads change if the options say so. */
MUST_USE enum scree_code api_level_into(struct api_level_sources *out, struct scree_level *level,
                                        const struct scree_level_options *options,
                                        const struct scree_source *own, struct scree_job *job,
                                        struct scree_error *err);
void api_level_close(struct api_level_sources *sources, const struct scree_level_options *level,
                     struct scree_error *err);

/* A level that exists, of any game. */
struct scree_level {
    struct ground_target *target;
    struct scree_terrain *terrain; /* its ground, */
    struct scree_terrain *graded;  /* and as roads have it; NULL: nothing was decided */
    struct srf_map *map;
    struct ground_into *into; /* NULL: nothing was decided */
    bool written;
};
/* api_level_take() makes a handle of a target, which it closes on failure, too. */
MUST_USE enum scree_code api_level_take(struct scree_level **out, struct ground_target *target,
                                        struct scree_job *job, struct scree_error *err);
/* api_level_start() forgets what was decided, and refuses a level of another game. */
MUST_USE enum scree_code api_level_start(struct scree_level *level, const struct ground_game *game,
                                         struct scree_error *err);
/* api_level_check() refuses a level for which nothing was decided. */
MUST_USE enum scree_code api_level_check(const struct scree_level *level, struct scree_error *err);

#endif
