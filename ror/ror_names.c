/* Names of a Rigs of Rods terrain's files. */
#include "ror/ror_format.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

char *ror_file_name(char out[ROR_FILE_SIZE], const char *name, enum ror_file file)
{
    static const char *const endings[ROR_FILES] = {[ROR_TERRN2] = ".terrn2",
                                                   [ROR_OTC] = ".otc",
                                                   [ROR_PAGE] = "-page-0-0.otc",
                                                   [ROR_RAW] = ".raw",
                                                   [ROR_BLEND] = "-blend.png",
                                                   [ROR_BLEND2] = "-blend2.png",
                                                   [ROR_LANDUSE] = "-landuse.cfg",
                                                   [ROR_LANDUSE_PICTURE] = "-landuse.png",
                                                   [ROR_GROUND_MODELS] = "-groundmodel.cfg",
                                                   [ROR_TOBJ] = ".tobj",
                                                   [ROR_PLANTS] = "-plants.tobj",
                                                   [ROR_ROADS] = "-roads.tobj",
                                                   [ROR_MINI] = "-mini.png",
                                                   [ROR_REPORT] = "-report.json"};
    assert(strlen(name) <= ROR_MAX_NAME && file < ROR_FILES);
    snprintf(out, ROR_FILE_SIZE, "%s%s", name, endings[file]);
    return out;
}
