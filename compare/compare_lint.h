/*
 * Lint: report likely mistakes in a surface map as it is, judged by the values alone or, with a
 * terrain, by what appears on it. docs/lint.md lists every finding.
 */
#ifndef COMPARE_COMPARE_LINT_H
#define COMPARE_COMPARE_LINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/types/answers.h>

#include "base/err.h"
#include "base/mem.h"
#include "render/render.h"
#include "srf/srf.h"
#include "ter/ter.h"

#define COMPARE_SEVERITIES 3

/* "note", "warning", "error" */
const char *compare_severity_name(enum scree_lint_severity severity);

/* Texts are UTF-8, hold names as the files have them, and belong to the findings. */
struct compare_findings {
    size_t count;
    struct scree_finding *list;        /* list[0 .. count): those without a layer, then by layer */
    size_t counts[COMPARE_SEVERITIES]; /* [severity] */
    bool evaluated;                    /* reach and visibility were evaluated on the terrain */
    struct mem_arena arena;
};

/* What a game engine makes of a surface map and its terrain. The caller knows; texts go into
 * messages. */
struct compare_target {
    const char *name;        /* "BeamNG" */
    uint32_t max_materials;  /* it draws no more; 0: as many as there are */
    uint32_t good_materials; /* up to so many there is nothing to say; 0: max_materials */
    const char *beyond_good; /* what more than that costs, e.g. "6 need shadows off" */
    const char *merges;      /* what the export does with more than max_materials, and what else
                                there is to do; NULL: materials have to be merged before */
    const char *merge_advice;
    /* rename() writes what the target calls materials, out[i * name_size], 0 <= i < count, each
     * NUL-terminated. NULL: as they are called. Not called for more than max_materials. */
    void (*rename)(char *out, const char *const *names, size_t count);
    size_t name_size;
    /* near_size() is the number of points a side that the target makes of so many; then the terrain
     * has to be a square. NULL: any terrain will do. sizes says which there are. */
    uint32_t (*near_size)(const void *engine, uint32_t points);
    const void *engine;
    const char *sizes;
    double height_steps; /* heights are stored as so many steps over their range; 0: as floats */
};

/* A mesh of a list of plants that nobody knows. */
struct compare_mesh {
    const char *game, *species, *mesh;
    const char *nearest; /* the one to take in its place; NULL: none */
};

struct compare_lint_options {
    double relief;     /* R of the slope rule, as in struct render_options */
    bool root_density; /* the root's own limits and coverage count */
    uint32_t depth;    /* layers deeper than this are one material with their ancestor there */
    uint32_t threads;  /* 0: one per processor; never changes a finding */
    const struct compare_target *target; /* NULL: none */
    const struct compare_mesh *meshes;   /* [0 .. mesh_count) */
    size_t mesh_count;
    /* others[0 .. other_count) is what other modules found: id, which has a row in compare/lint.h, text, advice */
    const struct scree_finding *others;
    size_t other_count;
    struct scree_job *job; /* polled while the terrain is measured; or NULL */
};
#define COMPARE_LINT_OPTIONS_DEFAULT                                                               \
    {                                                                                              \
        .relief = RENDER_RELIEF, .depth = UINT32_MAX                                               \
    }

/*
 * compare_lint() judges a surface map that srf_check() accepts; fields changed since reading count.
 * What srf_check() warns about is among the findings.
 * field is the terrain the map is for, or NULL: then only what holds on every terrain is found.
 * With a field the map is evaluated, at most on 512 rows of it, fewer if there are many layers;
 * what is between these rows is not seen.
 * On success *out is freed by the caller with compare_findings_free(); on failure it is NULL.
 * SCREE_BAD_ARGUMENT    relief is out of range, or a number is not finite
 * SCREE_NO_MEMORY  memory ran out; SCREE_CANCELLED
 * Equal inputs give equal findings in equal order. Threads: any; map and field are only read.
 */
MUST_USE enum scree_code compare_lint(struct compare_findings **out, const struct srf_map *map,
                                      const struct ter_field *field,
                                      const struct compare_lint_options *options,
                                      struct scree_error *err);
/* compare_findings_name() names options in texts and advice as a job calls them. SCREE_NO_MEMORY. */
MUST_USE enum scree_code compare_findings_name(struct compare_findings *findings,
                                               const struct scree_job *job,
                                               struct scree_error *err);
/* compare_findings_free() accepts NULL. */
void compare_findings_free(struct compare_findings *findings);

/* ---- whether the altitude limits of a surface map belong to a terrain of other heights ---- */

struct compare_scale_hint {
    double limits_tu[2];  /* what the altitude limits span */
    double terrain_tu[2]; /* lowest and highest altitude */
    /* A scale of the altitudes and then a height to raise them by, with which the limits lie about
     * the middle of the terrain. The scale is 1 where the terrain is as high as the limits span. */
    double height_scale, height_offset_tu;
};

#define COMPARE_SCALE_TEXT 240
/* compare_scale_words() writes what was found, and compare_scale_advice() what to do about it:
 * "try {height_offset_tu} 160". Both return out. */
char *compare_scale_words(char out[COMPARE_SCALE_TEXT], const struct compare_scale_hint *hint);
char *compare_scale_advice(char out[COMPARE_SCALE_TEXT], const struct compare_scale_hint *hint);

/*
 * compare_scale_hint() is true if a limit keeps a layer off the whole terrain and at most a quarter of
 * all altitude limits lie within the terrain's range. Limits of the root and of layers without
 * coverage do not count. It is false for limits that look like metres, and on level ground; *out is
 * not touched then.
 */
bool compare_scale_hint(struct compare_scale_hint *out, const struct srf_map *map,
                        const struct ter_field *field, const struct ter_ranges *ranges);

#endif
