#include "cli/convert/convert.h"
#include "cli/verb.h"

#define TO(member) offsetof(struct args_convert, member)
static const struct args_option options[] = {
    {.name = "stdout", .read = args_flag, .to = TO(to_stdout)},
    {.name = "sliders", .read = args_flag, .to = TO(sliders)},
    {.name = "sidecar", .read = args_flag, .to = TO(sidecar)},
    {.name = "terrain", .words = 1, .read = args_text, .to = TO(terrain)},
    {.name = "force", .read = args_flag, .to = TO(force)},
};

static const char *const help[] = {
    "scree convert FILE NEWFILE writes a terrain or a surface map in another format.",
    "",
    "Examples:",
    "  scree convert island.ter island.png          16-bit grey, for engines and paint programs",
    "  scree convert dem.tif island.ter             a GeoTIFF for Terragen",
    "  scree convert heights.r16 island.ter --raw u16 --cell 2 --height-range 0 512",
    "  scree convert island.srf island.srf.json     text to read, edit, compare and keep in git",
    "  scree convert island.srf.json island.srf     back: the same bytes if nothing was changed",
    "  scree convert world.tgw land.srf             the surface map of a world alone",
    "",
    "NEWFILE's name says what it becomes.",
    "",
    "Of a terrain: .ter, .png (16 bits), .r16, .r32, .tif (floats in metres). Size, cell and",
    "height range are printed, with the options that read it back.",
    "  --sidecar           write them to NEWFILE.json, too",
    "",
    "Of a surface map: .srf, .srf.json (docs/surface-text.md), or .tgw if FILE is a world or its",
    "text. Nothing is lost on the way.",
    "  --stdout            write the text to standard output; no NEWFILE then",
    "  --sliders           in the text, show Terragen's slider positions where a value is that of",
    "                      one exactly",
    "  --terrain TERRAIN   says how many metres a unit has, where the text has lengths in metres;",
    "                      so does --cell",
    "",
    "  --force             replace NEWFILE",
    "  -q, --quiet         errors only on standard error",
    NULL,
};

static enum err_code check(void *values, const struct args_operands *operands, struct err *err)
{
    struct args_convert *args = values;
    const size_t wanted = args->to_stdout ? 1 : 2;
    if (operands->count > wanted)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "'%.60s' is one file too many: scree convert takes a file and %s",
                       operands->words[wanted],
                       args->to_stdout ? "--stdout" : "the name of the new one");
    if (operands->count < wanted)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "%s: scree convert takes a file and the name of the new one, e.g. scree "
                       "convert island.srf island.srf.json",
                       operands->count == 0 ? "no files given" : "one file is missing");
    args->input = operands->words[0];
    if (!args->to_stdout) args->output = operands->words[1];
    return ERR_OK;
}

static const struct args_convert defaults = {.ground = ARGS_GROUND_DEFAULT};

const struct cli_verb verb_convert = {
    .name = "convert",
    .synopsis = "FILE NEWFILE",
    .summary = "a terrain or a surface map in another format",
    .help = help,
    .groups = {ARGS_OWN(options), ARGS_GROUND(struct args_convert, ground)},
    .defaults = &defaults,
    .size = sizeof defaults,
    .check = check,
    .run = cmd_convert,
};
