/* The --map file: which layers go together, and under what name. */
#ifndef CLI_MATERIALS_H
#define CLI_MATERIALS_H

#include "base/err.h"
#include "cli/load.h"
#include "render/render.h"
#include "srf/srf.h"

/*
 * materials_read() reads a JSON object. A key is a layer's path ("Rock/Moss", as scree info gives
 * it), its index ("#3") or its name, which may fit several layers; an index counts before a path,
 * a path before a name. A value is the material's name, or an object with its name and the ground
 * model it has in a game: {"material": "green", "ground": "grass"}.
 * grounds may be NULL; else (*grounds)[material] is a name that belongs to *out, or NULL.
 * On success the caller frees *out with render_merge_free(), and file says what was read.
 * ERR_READ, ERR_MALFORMED (with line and column, or the key concerned), ERR_NOMEM
 */
MUST_USE enum err_code materials_read(struct render_merge **out, struct load_file *file,
                                      const struct srf_map *map, const char *path,
                                      const char ***grounds, struct err *err);

/* materials_find() is the layer that a key means, as above. ERR_ARG: it fits none, or several
 * equally well. */
MUST_USE enum err_code materials_find(uint32_t *layer, const struct srf_map *map, const char *key,
                                      struct err *err);

#endif
