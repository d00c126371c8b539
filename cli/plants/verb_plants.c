#include "cli/open.h"
#include "cli/plants/plants_args.h"
#include "cli/verb.h"

#define TO(member) offsetof(struct args_plants, member)
static const struct args_option options[] = {
    {.name = "out", .letter = 'o', .words = 1, .read = args_text, .to = TO(output)},
    {.name = "force", .read = args_flag, .to = TO(force)},
    {.name = "plants", .words = 1, .read = args_text, .to = TO(list)},
    ARGS_WATER_ROW(TO(water)),
    {.name = "roads", .words = 1, .read = args_text, .to = TO(roads)},
    {.name = "json", .read = args_flag, .to = TO(json)},
};

static const char *const help[] = {
    "scree plants TERRAIN SURFACE -o FILE.csv writes where trees, bushes and stones stand.",
    "",
    "Examples:",
    "  scree plants island.ter island.srf -o plants.csv",
    "  scree plants island.ter island.srf --plants trees.json -o plants.geojson",
    "  scree plants island.ter island.srf --plants alpine --water 0 -o plants.glb",
    "",
    "The places are those that scree export ror and scree export beamng write.",
    "",
    "  -o, --out FILE      the output: .csv, .geojson (metres from the south-west corner) or .glb",
    "                      (a simple mesh for each species)",
    "  --force             replace FILE",
    "  --plants FILE.json  species (docs/plants.md); or temperate, alpine or desert, which grow",
    "                      on layers named after woods, meadows, heath, reed, snow, sand or rock",
    "                      (default: one of these, chosen by the names)",
    "  --water METRES      altitude of the water; nothing grows below it",
    "  --roads FILE        roads as lines with widths, JSON or GeoJSON (docs/formats.md); nothing",
    "                      grows in their corridors",
    "  --json              a JSON object on standard output, \"format\": \"scree-written-1\"",
    "  -q, --quiet         errors only; -v, --verbose: all details",
    NULL,
};

static int check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    struct args_plants *args = values;
    RETURN_IF_FAILED(args_take_pair(&args->terrain, &args->surface, args->output, operands,
                                    "plants", "FILE.csv", error));
    if (scree_plants_form_of_name(args->output) != SCREE_NO_FORM) return SCREE_OK;
    return fail_with(error, SCREE_BAD_ARGUMENT,
                     "-o %.100s: the ending chooses the format; use .csv, .geojson or .glb",
                     args->output);
}

static const struct args_plants defaults = {.plants = SCREE_PLANTS_OPTIONS_INIT,
                                            .ground = SCREE_TERRAIN_OPTIONS_INIT,
                                            .how = SCREE_HOW_INIT};

const struct cli_verb verb_plants = {
    .name = "plants",
    .synopsis = "TERRAIN SURFACE -o FILE.csv",
    .summary = "write where plants stand",
    .help = help,
    .styled = true,
    .keeps_style = true,
    .groups = {ARGS_OWN(options), ARGS_TERRAIN(struct args_plants, ground, ARGS_NOT_KEPT),
               ARGS_HOW(struct args_plants, how), ARGS_JOB},
    .defaults = &defaults,
    .size = sizeof defaults,
    .check = check,
    .run = cmd_plants,
};
