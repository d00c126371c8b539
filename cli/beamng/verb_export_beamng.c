#include <string.h>

#include "cli/beamng/beamng_args.h"
#include "cli/open.h"
#include "cli/verb.h"

/* A side of 2^n samples. */
static int read_resample(void *to, const struct args_option *option, const char *const *words,
                         struct scree_error *error)
{
    uint32_t *size = to;
    RETURN_IF_FAILED(args_count(to, option, words, error));
    if ((*size & (*size - 1)) == 0) return SCREE_OK;
    uint32_t next = option->lowest;
    while (next < *size) next *= 2;
    return fail_with(error, SCREE_BAD_ARGUMENT,
                     "--%s %u: BeamNG needs a power of two from %u to %u: take %u", option->name,
                     (unsigned)*size, (unsigned)option->lowest, (unsigned)option->highest,
                     (unsigned)next);
}

#define TO(member) offsetof(struct args_beamng, member)
static const struct args_option options[] = {
    {.name = "out", .letter = 'o', .words = 1, .read = args_text, .to = TO(export.output)},
    {.name = "force", .read = args_flag, .to = TO(force)},
    {.name = "name", .words = 1, .read = args_name, .to = TO(export.name)},
    {.name = "author", .words = 1, .read = args_line, .to = TO(export.author)},
    {.name = "resample",
     .words = 1,
     .read = read_resample,
     .to = TO(export.samples),
     .lowest = SCREE_BEAMNG_MIN_SAMPLES,
     .highest = SCREE_BEAMNG_MAX_SAMPLES},
    {.name = "map", .words = 1, .read = args_text, .to = TO(map)},
    {.name = "dither", .read = args_flag, .to = TO(dither)},
    {.name = "holes", .words = 1, .read = args_text, .to = TO(holes)},
    {.name = "hole-layer", .words = 1, .read = args_text, .to = TO(export.hole_layer)},
    {.name = "import-files", .read = args_flag, .to = TO(import_files)},
    {.name = "plants-only", .read = args_flag, .to = TO(plants_only)},
    {.name = "textures", .words = 1, .read = args_text, .to = TO(export.textures)},
    {.name = "repeat", .words = 1, .read = args_metres, .to = TO(export.repeat_m)},
    {.name = "base-colour", .read = args_flag, .to = TO(base_colour)},
    {.name = "bake-size",
     .words = 1,
     .read = args_count,
     .to = TO(export.bake_size),
     .lowest = 64,
     .highest = 4096},
    {.name = "json", .read = args_flag, .to = TO(json)},
};

static const char *const help[] = {
    "scree export beamng TERRAIN SURFACE -o FOLDER writes a level for BeamNG.drive.",
    "scree export beamng SURFACE --into LEVEL gives a level other materials.",
    "",
    "Examples:",
    "  scree export beamng island.ter island.srf -o island --author Ann --water 0",
    "  scree export beamng island.ter island.srf -o island.zip --resample 1024 --min-area 12",
    "  scree export beamng island.srf --into ~/levels/my_level --map materials.json --dry-run",
    "",
    "  -o, --out FOLDER    the level's folder; or NAME.zip, with levels/NAME in it",
    "  --force             replace an earlier output; other files in FOLDER are kept",
    "  --name NAME         name of the level (default: that of the output)",
    "  --author NAME       author, shown in the game's list of levels",
    ARGS_LEVEL_HELP,
    "  --resample N        samples a side, 2^n (default: the terrain's own points)",
    "  --import-files      also files for the import of the World Editor: heights, a mask per",
    "                      material, holes and a preset, in FOLDER/import",
    "",
    "  --into LEVEL        a level's folder, or its .ter alone: only the material of each sample",
    "                      changes. Materials are matched by name, new ones are added, and what",
    "                      is replaced is kept beside it as FILE.bak1, FILE.bak2, ...",
    "  --keep NAME,...     materials of the level to keep; * matches any letters; or --keep",
    "                      @FILE, one name a line (scree fit --unexplained writes such a file).",
    "                      What the map does not have and is named like a road, asphalt, concrete",
    "                      or track is kept automatically",
    "  --only NAME,...     materials of the level to change; all others are kept",
    "  --mask FILE.png     grey, north on top, a pixel for each sample: only white changes",
    "  --plants-only       change only plants: those that scree placed are exchanged, and those",
    "                      of others are kept. --plants alone changes both materials and plants",
    "  --html FILE         a page with the level's materials before and after, also with -n",
    "  -n, --dry-run       write nothing; report which materials and grounds there would be; with",
    "                      --into, show each material before and after, what is kept and what is",
    "                      not, and how many plants would be written, replaced and kept",
    "",
    "Materials:",
    "  --map FILE.json     what goes together and what it drives like:",
    "                      {\"Grass\": {\"material\": \"Meadow\", \"ground\": \"GRASS\"},",
    "                      \"Moss\": \"Meadow\"}; a layer that is not named stays as it is",
    ARGS_LEVEL_GROUND_HELP,
    "  --dither            mix materials where layers blend: softer borders, but restless grip",
    "  --holes FILE.png    grey, north on top, a pixel for each sample: white is a hole",
    "  --hole-layer LAYER  a hole where this layer would be the strongest",
    "  --textures FOLDER   NAME.png per material, square, and NAME-normal.png, -roughness, -ao,",
    "                      -height, -detail, -macro; missing ones are drawn. The largest picture",
    "                      sets the size of all, and so the memory",
    "  --repeat METRES     metres of ground that a texture covers (default: by kind of ground)",
    "  --base-colour       put a picture of the whole map in its own colours below all materials",
    "  --bake-size N       texels of that picture a side, 2^n (default: 2048)",
    "",
    ARGS_LEVEL_PLANTS_HELP,
    "",
    "  --json              a JSON object on standard output: \"format\" is \"scree-written-1\", of",
    "                      --dry-run \"scree-plan-beamng-1\" or \"scree-into-beamng-1\"",
    "  -q, --quiet         errors only; -v, --verbose: all details",
    NULL,
};

/* Options of a new level. */
static const char *not_with_into(const struct args_beamng *args)
{
    if (args->export.output != NULL) return "--out";
    if (args->export.name != NULL) return "--name";
    if (args->export.author != NULL) return "--author";
    if (args->export.samples != 0) return "--resample";
    if (args->import_files) return "--import-files";
    if (args->export.textures != NULL) return "--textures";
    if (args->export.repeat_m != 0) return "--repeat";
    if (args->base_colour) return "--base-colour";
    if (args->export.bake_size != 0) return "--bake-size";
    const bool plants = args->plants_only || args->level.plants != NULL;
    const char *other = args_not_with_into(&args->level, plants);
    if (other != NULL) return other;
    return args->force && args->into.html == NULL ? "--force" : NULL;
}

static int check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    struct args_beamng *args = values;
    if (args->holes != NULL && args->export.hole_layer != NULL)
        return fail_with(error, SCREE_BAD_ARGUMENT, "--holes and --hole-layer: choose one");
    if (args->into.into == NULL) {
        const char *other = args->plants_only ? "--plants-only" : args_only_with_into(&args->into);
        if (other != NULL)
            return fail_with(error, SCREE_BAD_ARGUMENT,
                             "%s is for a level that exists; name it with --into LEVEL", other);
        RETURN_IF_FAILED(args_take_pair(&args->terrain, &args->surface, args->export.output,
                                        operands, "export beamng", "FOLDER", error));
        return open_ends_in(args->export.output, ".zip")
                   ? SCREE_OK
                   : args_check_folder(args->export.output, "export beamng", error);
    }
    if (args->level.water.given && !args->plants_only && args->level.plants == NULL)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "--water: an existing level keeps its water; with --plants or "
                         "--plants-only nothing grows below it");
    return args_take_into(&args->surface, not_with_into(args), operands,
                          &(struct args_into_words){"export beamng", "level"}, error);
}

static const struct args_beamng defaults = {.level = ARGS_LEVEL_DEFAULT,
                                            .export = SCREE_BEAMNG_OPTIONS_INIT,
                                            .terrain_options = SCREE_TERRAIN_OPTIONS_INIT,
                                            .how = SCREE_HOW_INIT};

const struct cli_verb verb_export_beamng = {
    .name = "export beamng",
    .family = "export",
    .synopsis = "TERRAIN SURFACE -o FOLDER",
    .summary = "write a level for BeamNG.drive",
    .help = help,
    .styled = true,
    .keeps_style = true,
    .groups = {ARGS_OWN(options), ARGS_LEVEL(struct args_beamng, level),
               ARGS_INTO(struct args_beamng, into),
               ARGS_TERRAIN(struct args_beamng, terrain_options, ARGS_NOT_KEPT),
               ARGS_HOW(struct args_beamng, how), ARGS_JOB},
    .defaults = &defaults,
    .size = sizeof defaults,
    .check = check,
    .run = cmd_export_beamng,
};
