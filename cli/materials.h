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
 * a path before a name. A value is the material's name.
 * On success the caller frees *out with render_merge_free(), and file says what was read.
 * ERR_READ, ERR_MALFORMED (with line and column, or the key concerned), ERR_NOMEM
 */
MUST_USE enum err_code materials_read(struct render_merge **out, struct load_file *file,
                                      const struct srf_map *map, const char *path, struct err *err);

#endif
