/*
 * What the files behind the public headers share: errors, jobs, options of any age, and what the
 * handles are. Private to api/.
 */
#ifndef API_API_H
#define API_API_H

#include <stdatomic.h>

#include <scree/scree.h>

#include "base/err.h"
#include "base/file.h"
#include "base/job.h"
#include "heights/heights.h"
#include "image/image.h"
#include "render/render.h"
#include "srf/srf.h"
#include "ter/ter.h"

/* api_fail() fills the caller's error, which may be NULL or of an older size, and returns the code
 * as it is known outside. api_refuse() does so for an option. */
int api_fail(struct scree_error *error, const struct err *err);
int api_refuse(struct scree_error *error, const char *field, const char *format, ...)
    PRINTF_LIKE(3, 4);

/*
 * api_options() takes the caller's options, which begin with their size: *to holds the defaults,
 * the members that the caller's struct has replace them. from NULL: nothing is replaced. false: the
 * size is 0, which no initialiser makes.
 */
MUST_USE bool api_options(void *to, size_t to_size, const void *from);
/* api_sized() copies a result of full_size bytes into a struct of the caller's whose first member
 * says how large it is. */
void api_sized(void *to, const void *result, size_t full_size);

/* api_check_view() refuses a grid or a region that makes no sense. */
int api_check_view(const struct scree_plan_options *given, struct scree_error *error);

/* A job as the modules know it. */
struct api_job {
    struct job job;
    struct scree_job outer;
};
/* api_job_start() returns the job to hand on; the struct must stay where it is meanwhile. */
struct job *api_job_start(struct api_job *own, const struct scree_job *job);

/* api_read() gets the bytes of a source. On failure *out is zeroed. */
MUST_USE enum err_code api_read(struct file_bytes *out, const struct scree_source *source,
                                uint64_t max_bytes, struct err *err);

/* Owned by everyone who holds it; api_terrain_keep() adds an owner, scree_terrain_free() takes one
 * away. */
struct scree_terrain {
    atomic_uint owners;
    struct ter_field *field;
    struct heights_about about;
    struct ter_ranges ranges;
    bool measured;
    uint64_t file_bytes;
    char sha256[IMAGE_SHA256_HEX_SIZE];
};
struct scree_terrain *api_terrain_keep(const struct scree_terrain *terrain);
/* api_terrain_scale() is the scale for metres in a surface map; of NULL, none. */
struct srf_scale api_terrain_scale(const struct scree_terrain *terrain);

struct scree_surface {
    struct srf_map *map;
};

struct scree_plan {
    struct scree_terrain *terrain;
    struct srf_map *map;
    struct render_merge *merge;
    struct render_plan *plan;
    struct render_light light;
    uint32_t whole_width, whole_height;
    struct scree_plan_options options; /* materials is NULL */
};

#endif
