#include "cli/help.h"

#include <stdio.h>

#include "render/render.h"

/* One line an entry: a string constant has to stay below 4096 bytes. */
static const char *const program_lines[] = {
    "scree turns a Terragen terrain and surface map into splat maps for games.",
    "",
    "Examples:",
    "  scree bake island.ter island.srf -o out     masks, blend map, BeamNG terrain, preview",
    "  scree info island.ter island.srf            what is in the files, in metres and degrees",
    "  scree lint island.srf --terrain island.ter  layers that cannot appear, and other slips",
    "  scree preview island.ter island.srf -o island.png",
    "  scree convert island.srf island.srf.json    a surface map as text, to edit",
    "  scree set island.srf Grass.coverage=0.4 -o new.srf",
    "  scree export ror island.ter island.srf -o island.zip     a terrain to drive on",
    "",
    "Commands:",
    "  bake      TERRAIN SURFACE -o FOLDER    write the maps",
    "  info      FILE...                      show what terrains and surface maps hold",
    "  lint      SURFACE --terrain TERRAIN    what in a surface map cannot be meant",
    "  preview   TERRAIN SURFACE -o FILE.png  write one picture seen from above",
    "  convert   FILE NEWFILE                 a terrain or a surface map in another format",
    "  set       SURFACE LAYER.FIELD=VALUE... -o FILE    change a surface map",
    "  export    ror TERRAIN SURFACE -o NAME.zip   write a terrain for Rigs of Rods",
    "  help      COMMAND                      the options of a command",
    "",
    "TERRAIN is a Terragen .ter, a grey PNG, a (Geo)TIFF, a PGM, an ASCII grid, an SRTM .hgt, a",
    "BeamNG .ter or raw numbers. SURFACE is a .srf, a .tgw with a surface map in it, or the text",
    "of one (.srf.json).",
    "A unit is a terrain unit: the distance of two terrain points, 30 m unless the file says",
    "otherwise. Slopes are gradients (rise over run; 1 is 45 degrees).",
    "",
    "  -h, --help       this text, or that of a command",
    "  -V, --version    the program's version and its coverage model's",
};

static const char *const exit_lines[] = {
    "",
    "Exit codes:",
    "  0   done",
    "  1   out of memory, or a mistake in scree",
    "  2   the command line makes no sense",
    "  3   an input cannot be read, is damaged, not supported or too large",
    "  4   an output cannot be written, or is there already and --force was not given",
};

static const char *const lint_exit_lines[] = {
    "  10  lint: something was found at or above --level",
};

static const char *const ground_lines[] = {
    "",
    "When the terrain's scale is wrong or missing:",
    "  --height-scale S    multiply altitudes by S",
    "  --height-offset O   then raise them by O terrain units",
    "  --cell METRES       make a terrain unit this many metres",
    "  --height-range LO HI  metres of the lowest and highest number the file could hold: 0 and",
    "                      65535 of 16 bits, 0 and 255 of 8, 0 and 1 of floats",
    "  --nodata fill=METRES  the height of points without data",
    "  --max-height METRES, --square-size METRES",
    "                      maxHeight and squareSize of a BeamNG terrain, if no level is beside it",
    "  --raw u16|f32       a file of bare numbers: 16-bit whole ones or floats",
    "  --raw-size WxH      its columns and rows (default: a square)",
    "  --byte-order little|big   of its numbers (default: little)",
    "  --rows north-first|south-first  of raw files and pictures (default: north-first)",
};

static const char *const render_lines[] = {
    "",
    "Evaluation:",
    "  --relief R          relief below the grid in the slope rule: 1 is crisp, up to 8",
    "                      (default 1.6)",
    "  --root-density      honour the root layer's own limits and coverage",
    "  -j, --threads N     threads, 0 for one per processor (default); never changes a result",
    "  --tile N            side of a work tile in texels, 0 chooses (default); never changes a",
    "                      result",
    "  --isa SET           instruction set: best (default), baseline, x86-64-v3,",
    "                      skylake-avx512; never changes a result",
};

static const char *const info_lines[] = {
    "scree info FILE... shows what terrains and surface maps hold.",
    "",
    "Examples:",
    "  scree info island.ter",
    "  scree info island.ter island.srf    limits in metres by the terrain's own scale",
    "  scree info --json world.tgw         for programs",
    "",
    "FILEs are terrains, .srf and .tgw in any order; their first bytes tell them apart. Limits are",
    "shown in terrain units and metres, slopes in degrees and as gradients. #0, #1, ... is the",
    "painting order: later layers cover earlier ones.",
    "",
    "  --json              a JSON object on standard output, \"format\": \"scree-info-1\"",
    "  -q, --quiet         errors only on standard error",
};

static const char *const lint_lines[] = {
    "scree lint SURFACE tells what in a surface map cannot be meant as it stands.",
    "",
    "Examples:",
    "  scree lint island.srf --terrain island.ter",
    "  scree lint island.srf --terrain island.ter --target ror --depth 1",
    "  scree lint island.srf --level error           without a terrain: what holds on all",
    "",
    "  --terrain TERRAIN   the .ter the map is for: layers that cannot appear on it or are",
    "                      covered by others, limits that look like metres",
    "  --target TARGET     ror or beamng: more materials than it draws, names it changes",
    "  --level LEVEL       show findings from here on, and exit with 10 if there are any:",
    "                      error, warning (default) or note",
    "  --depth N           merge layers deeper than N, as bake does, before counting materials",
    "  --json              a JSON object on standard output, \"format\": \"scree-lint-1\"",
    "  -q, --quiet         errors only on standard error",
    "",
    "docs/lint.md explains every finding.",
    "",
    "Evaluation:",
    "  --relief R          relief below the grid in the slope rule: 1 is crisp, up to 8",
    "                      (default 1.6)",
    "  --root-density      honour the root layer's own limits and coverage",
    "  -j, --threads N     threads, 0 for one per processor (default); never changes a result",
};

static const char *const bake_lines[] = {
    "scree bake TERRAIN SURFACE -o FOLDER writes the maps a game needs.",
    "",
    "Examples:",
    "  scree bake island.ter island.srf -o out",
    "  scree bake island.ter island.srf -o out --size 2048 --depth 1",
    "  scree bake island.ter world.tgw -o out --only masks,preview --format tiff16",
    "  scree bake island.ter island.srf -o out --map materials.json --force",
    "",
    "  -o, --out FOLDER    where to; it appears when everything is done, or stays as it was",
    "  --force             replace an earlier output; other files in FOLDER are kept",
    "  -n, --dry-run       list the files with their sizes and write nothing",
    "  --size WxH          texels of masks, blend map and preview; N alone is NxN",
    "                      (default: a texel per terrain unit)",
    "  --depth N           merge layers deeper than N into their ancestor at depth N;",
    "                      the root has depth 0 (default: a material per layer)",
    "  --map FILE.json     merge layers by name: {\"Grass\": \"green\", \"Rock/Moss\": \"green\",",
    "                      \"#3\": \"stone\"}; a layer not named goes with its parent",
    "  --only LIST         some of masks,blend,beamng,preview (default: all that fit)",
    "  --format FORMAT     of the masks: png8 (default), tiff16, tiff32f",
    "  --output PLANE      in the masks: weight (default: what stays visible, sums to 1) or",
    "                      eff (each layer's own reach, whatever covers it later)",
    "  --name NAME         of the BeamNG files (default: the terrain's file name)",
    "  --json              the result as a JSON object on standard output",
    "  -q, --quiet         errors only on standard error",
    "",
    "FOLDER gets:",
    "  masks/NN-name.png   a grey mask per material, north on top",
    "  blend.png           RGBA: opacities of materials 1 to 4 over the base, for Rigs of Rods",
    "  NAME.ter, NAME.terrain.json   BeamNG terrain; the terrain must be a square of 2^n or",
    "                      2^n + 1 points",
    "  preview.png         the map in its own colours, lit",
    "  manifest.json       what was made of what: sizes, coverage, SHA-256 of every file",
};

static const char *const preview_lines[] = {
    "scree preview TERRAIN SURFACE -o FILE.png writes one picture, north on top.",
    "",
    "Examples:",
    "  scree preview island.ter island.srf -o island.png",
    "  scree preview island.ter island.srf -o layers.png --layers --size 1024",
    "",
    "  -o, --out FILE.png  where to",
    "  --force             replace FILE.png",
    "  --size N            texels of the longer side; WxH gives both (default: a texel per",
    "                      terrain unit, at most 2048)",
    "  --flat              plain colours without light",
    "  --layers            a colour of its own for the strongest layer, with a legend",
    "  -q, --quiet         errors only on standard error",
};

static const char *const convert_lines[] = {
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
};

static const char *const export_lines[] = {
    "scree export ror TERRAIN SURFACE -o NAME.zip writes a terrain for Rigs of Rods.",
    "",
    "Examples:",
    "  scree export ror island.ter island.srf -o island.zip --water 0 --author Ann",
    "  scree export ror island.ter island.srf -o island.zip --textures mine --grass Grass",
    "  scree export ror island.ter world.tgw -o island --folder --map materials.json --force",
    "",
    "  -o, --out NAME.zip  where to; put the zip into the game's mods folder",
    "  --folder            -o names a folder and the files are not packed",
    "  --force             replace an earlier output",
    "  --name NAME         of the terrain and all its files (default: that of the output)",
    "  --author NAME       shown in the game's menu",
    "  --water METRES      altitude of the water, as scree info counts (default: none)",
    "  --start X,Y         where to start, metres from the west and from the north edge",
    "                      (default: the flattest dry place near the middle)",
    "  --resample N        points of the heightmap, 2^n + 1 (default: the terrain's own)",
    "",
    "Layers and textures:",
    "  --map FILE.json     what goes together and what it drives like:",
    "                      {\"Grass\": {\"material\": \"Meadow\", \"ground\": \"grass\"},",
    "                      \"Moss\": \"Meadow\"}",
    "                      (default: merged by a rule until it fits, and said)",
    "  --shadows-off       6 layers in place of 5: the game draws the sixth without shadows only",
    "  --textures FOLDER   NAME.png or .dds per material, alpha being the shine, and",
    "                      NAME-normal.png; what is not there is drawn",
    "  --repeat METRES     of ground that a texture covers (default: by kind of ground)",
    "  --base-colour       below the layers a picture of the whole map in its own colours",
    "  --bake-size N       texels of that picture (default: 2048)",
    "  --size N            texels of blend map and landuse (default: a texel per terrain unit,",
    "                      1024 to 4096)",
    "  --grass LAYER       grow grass where a layer shows; may be given several times",
    "",
    "  -q, --quiet         errors only on standard error",
};

static const char *const set_lines[] = {
    "scree set SURFACE LAYER.FIELD=VALUE... -o FILE changes values of a surface map.",
    "",
    "Examples:",
    "  scree set island.srf Grass.coverage=0.4 'Dry grass.fractal_noise=1.5' -o new.srf",
    "  scree set island.srf Snow.altitude.min=120m --terrain island.ter -o new.srf",
    "  scree set island.srf '#3.slope.max=35deg' -o island.srf --force",
    "  scree set island.srf --seed 7 -o other.srf",
    "",
    "LAYER is a name, a path or its end (Grass/Dry; /Rock/Grass/Dry is the whole path), or #N, the",
    "number that scree info shows. If a name has a dot in it: '\"St. Helens\".coverage=1'.",
    "",
    "FIELD and VALUE:",
    "  name=TEXT           colour=RED,GREEN,BLUE (of 256)",
    "  coverage=0.4        or 40%",
    "  fractal_noise=1.5   bump.amount=1  bump.mimic_terrain=30%  smoothing.size=0.5tu",
    "  altitude.min=12tu   altitude.max=120m  slope.min=0.5gradient  slope.max=35deg; also 70%",
    "  altitude.min=off    or on; a limit that is given a value is switched on",
    "  altitude.min.fuzziness=5tu    ...max..., slope.min.fuzziness=0.3gradient; .at .on",
    "  texture.origin=1,2,3,4   texture.negative=on   and the same in bump.texture",
    "  50slider            in place of a number: a position of Terragen's slider",
    "",
    "  -o, --out FILE      where to: .srf, .srf.json, or .tgw if SURFACE is a world",
    "  --force             replace FILE, which may be SURFACE itself",
    "  --seed N            give the noise of all layers other patterns, from 0 to 4294967295;",
    "                      layers that share a pattern still do",
    "  -q, --quiet         errors only on standard error",
};

static const char *const metres_lines[] = {
    "",
    "Where a length is in metres:",
    "  --terrain TERRAIN   says how many metres a unit has",
    "  --cell METRES       or that number itself",
};

static void print_lines(const char *const *lines, size_t count)
{
    for (size_t i = 0; i < count; i++) puts(lines[i]);
}
#define PRINT(lines) print_lines(lines, sizeof lines / sizeof lines[0])

void help_print(enum args_verb about)
{
    switch (about) {
    case ARGS_INFO:
        PRINT(info_lines);
        PRINT(ground_lines);
        break;
    case ARGS_LINT:
        PRINT(lint_lines);
        PRINT(ground_lines);
        break;
    case ARGS_BAKE:
        PRINT(bake_lines);
        PRINT(ground_lines);
        PRINT(render_lines);
        break;
    case ARGS_SET:
        PRINT(set_lines);
        PRINT(metres_lines);
        break;
    case ARGS_PREVIEW:
        PRINT(preview_lines);
        PRINT(ground_lines);
        PRINT(render_lines);
        break;
    case ARGS_CONVERT:
        PRINT(convert_lines);
        PRINT(ground_lines);
        break;
    case ARGS_EXPORT:
        PRINT(export_lines);
        PRINT(ground_lines);
        PRINT(render_lines);
        break;
    default:
        PRINT(program_lines);
        break;
    }
    PRINT(exit_lines);
    if (about == ARGS_LINT || about == ARGS_HELP) PRINT(lint_exit_lines);
}

void help_print_version(void)
{
    printf("scree %s, coverage model %d\n", SCREE_VERSION, RENDER_MODEL_VERSION);
}
