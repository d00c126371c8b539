/* Surface maps to files, in the form that the file's name says. */
#ifndef CLI_SURFACE_FILE_H
#define CLI_SURFACE_FILE_H

#include <stdbool.h>

#include "base/err.h"
#include "cli/say.h"
#include "srf/srf.h"

/* surface_file_is_named() says whether a name ends like one of a surface map. */
bool surface_file_is_named(const char *path);

/* surface_file_check() refuses what could not be written at the end: a name whose ending is no form
 * of a surface map, or what output_file_check() refuses; terrain, which may be NULL, is an input.
 * ERR_ARG, ERR_WRITE. */
MUST_USE enum err_code surface_file_check(const char *path, const char *terrain, bool force,
                                          struct err *err);

/* surface_file_write() writes map to path: whole, or its surface map alone if path ends in .srf and
 * map is a world, which is then said. options are those of the text. ERR_ARG if path ends in .tgw
 * and map is no world; ERR_WRITE, ERR_NOMEM. */
MUST_USE enum err_code surface_file_write(const char *path, const struct srf_map *map,
                                          const struct srf_text_options *options, struct say *say,
                                          struct err *err);

#endif
