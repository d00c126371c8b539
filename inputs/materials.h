/* The --map file: which layers go together, and under what name. */
#ifndef INPUTS_MATERIALS_H
#define INPUTS_MATERIALS_H

#include "base/err.h"
#include "inputs/inputs.h"
#include "render/render.h"
#include "srf/srf.h"

/*
 * materials_read() reads a JSON object. A key is a layer's path ("Rock/Moss", as scree info gives
 * it), its index ("#3") or its name, which may fit several layers; an index counts before a path,
 * a path before a name. A value is the material's name, or an object with its name and the ground
 * model it has in a game: {"material": "green", "ground": "grass"}.
 * A layer that no key fits is a material of its own, which its children do not join, with its name, "layer N"
 * where that is empty, and a number behind it where an earlier layer that is not named has the
 * same; if a value is that name, it belongs to that material. grounds may be NULL; else
 * (*grounds)[material] is a name that belongs to *out, or NULL. On success the caller frees *out
 * with render_merge_free(), and file says what was read. SCREE_CANNOT_READ, SCREE_MALFORMED (with line and
 * column, or the key concerned), SCREE_NO_MEMORY
 */
MUST_USE enum scree_code materials_read(struct render_merge **out, struct inputs_file *file,
                                        const struct srf_map *map, const char *path,
                                        const char ***grounds, struct scree_error *err);
/* materials_take() does so with an opened file, whose name *file has; "materials.json" of none. */
MUST_USE enum scree_code materials_take(struct render_merge **out, struct inputs_file *file,
                                        const struct srf_map *map,
                                        const struct inputs_opened *opened, const char ***grounds,
                                        struct scree_error *err);

/* materials_restore() makes the merge that names[0 .. count) say, a material's name for each layer,
 * and describes the opened file without reading it as JSON. On success the caller frees *out with
 * render_merge_free(). SCREE_BAD_ARGUMENT: count is not the number of layers. SCREE_CANNOT_READ, SCREE_NO_MEMORY. */
MUST_USE enum scree_code materials_restore(struct render_merge **out, struct inputs_file *file,
                                           const struct srf_map *map,
                                           const struct inputs_opened *opened,
                                           const char *const *names, size_t count,
                                           struct scree_error *err);

/* materials_find() is the layer that a key means, as above. SCREE_BAD_ARGUMENT: it fits none, or several
 * equally well. */
MUST_USE enum scree_code materials_find(uint32_t *layer, const struct srf_map *map, const char *key,
                                        struct scree_error *err);

/* materials_check_depth() refuses a list together with a depth, as both say how layers are merged. from
 * NULL: there is no list. SCREE_BAD_ARGUMENT (field "depth") */
MUST_USE enum scree_code materials_check_depth(const struct inputs_opened *from, uint32_t depth,
                                               struct scree_error *err);

#endif
