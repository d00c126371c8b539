/* Names of a Rigs of Rods terrain's files. */
#include "engines/engines.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

char *engines_ror_file_name(char out[ENGINES_ROR_FILE_SIZE], const char *name,
                            enum engines_ror_file file)
{
    static const char *const endings[ENGINES_ROR_FILES] = {
        [ENGINES_ROR_TERRN2] = ".terrn2",
        [ENGINES_ROR_OTC] = ".otc",
        [ENGINES_ROR_PAGE] = "-page-0-0.otc",
        [ENGINES_ROR_RAW] = ".raw",
        [ENGINES_ROR_BLEND] = "-blend.png",
        [ENGINES_ROR_BLEND2] = "-blend2.png",
        [ENGINES_ROR_LANDUSE] = "-landuse.cfg",
        [ENGINES_ROR_LANDUSE_PICTURE] = "-landuse.png",
        [ENGINES_ROR_GROUND_MODELS] = "-groundmodel.cfg",
        [ENGINES_ROR_TOBJ] = ".tobj",
        [ENGINES_ROR_MINI] = "-mini.png",
        [ENGINES_ROR_REPORT] = "-report.json"};
    assert(strlen(name) <= ENGINES_ROR_MAX_NAME && file < ENGINES_ROR_FILES);
    snprintf(out, ENGINES_ROR_FILE_SIZE, "%s%s", name, endings[file]);
    return out;
}
