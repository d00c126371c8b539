"""What is so, and why: scree lint, probe, test, diff, verify; include/scree/lint.h, probe.h, test.h, diff.h."""
from shared import NO_GROUND, PAIR, as_json, depth, evaluated, materials, merges, part
from table import (Enum, choice, command, count, enum, flag, needs, never, own, pointer, real, share, size, source, struct, text,
                   texts, wants)

TERRAIN_LATER = "the terrain goes with --terrain"

# ---- lint ----

severity = enum("lint_severity", "SCREE_LINT_", {
    "note": "worth knowing, often meant",
    "warning": "probably not meant",
    "error": "cannot be meant: no terrain shows it, or the game refuses it",
}, header="lint")
game = enum("lint_game", "SCREE_LINT_", {"none": None, "ror": None, "beamng": None})

lint = struct("lint_options", "lint", [
    choice("game", game, api="more materials than it draws, names it changes"),
    depth("depth N", "merge layers deeper than N, as bake does, before counting materials"),
    text("engine", api="key of an engine (scree_engine_at()) in place of a game, or NULL: sizes that it takes, how many "
         "layers, names that it changes, steps of heights"),
    source("plants", "plants FILE.json", "species (docs/plants.md): notes meshes that are not known to come with the "
           "target, or with either game"),
    evaluated,
    source("roads", "roads FILE", "roads (docs/formats.md) for that terrain: finds crossings without a point, roads that leave the "
           "terrain, grades that cannot be met; the map is judged on ground graded for them", "with a terrain only"),
])

command(
    "lint", "SURFACE --terrain TERRAIN", "report likely mistakes in a surface map",
    "scree lint SURFACE reports likely mistakes in a surface map.",
    ["island.srf --terrain island.ter",
     "island.srf --terrain island.ter --target ror --depth 1",
     "island.srf --level error           without a terrain: what holds on all"],
    [own("terrain", "terrain TERRAIN", "the terrain that the map is for: finds layers that cannot appear on it or are "
         "covered by others, and limits that look like metres", read="args_text"),
     own("target", "target TARGET", "ror, beamng, or an engine (scree export ENGINE): finds more materials than it "
         "draws, names it changes, sizes it does not take, and heights in steps", read="lint_read_target", to="lint"),
     lint.members[3], lint.members[5],
     own("level", "level LEVEL", "show findings from this level up, and exit with 10 if there are any: error, warning "
         "(default) or note", read="args_choice", enum=severity),
     lint.members[1], as_json("scree-lint-1")],
    structs={"lint": lint}, start={"level": "SCREE_LINT_WARNING"}, operands=("surface",), rules=(NO_GROUND, needs("roads", "terrain", "--roads are roads on a terrain; add --terrain TERRAIN")), no_check=True,
    takes="a surface map (.srf, .tgw or .srf.json); the terrain goes with --terrain", from_input=1, styled=True,
    finding="something was found at or above --level", closing="docs/lint.md explains every finding.")

# ---- probe ----

where = enum("where", "SCREE_", {
    "at": "metres from the west and from the north edge",
    "texel": "column and row of SCREE_CELLS",
    "vertex": "column and row of SCREE_VERTICES",
})
place = struct("place", "probe", [choice("where", where), real("x"), real("y")], sized=False)

probe = struct("probe_options", "probe", [
    size("size WxH", "texels of the image, as scree bake takes it (default: a texel per terrain unit)",
         "0: one per terrain unit", read="args_side", highest="SCREE_MAX_SIZE"),
    depth("depth N", "merge layers deeper than N, as scree bake does"),
    materials("map FILE.json", "or merge them by name, as scree bake does"),
    texts("place", read="struct scree_place", api="[0 .. place_count)"),
    evaluated,
])


def spot(name, value, text, read=""):
    return own(name, f"{name} {value}", text, read=read or f"probe_read_{name}", to="", several=True)


command(
    "probe", "TERRAIN SURFACE --at PLACE", "why a place is what it is", "explains why a place is what it is.",
    ["island.ter island.srf --at 900E,1250N",
     "island.ter island.srf --texel 30,41 --texel 31,41 --size 512",
     "island.ter island.srf --vertex 128,128 --json"],
    [spot("at", "PLACE", "900E,1250N is 900 m from the west edge and 1250 m from the south edge; W counts from the east "
          "edge, S from the north edge. These four may be given several times"),
     spot("geo", "LON,LAT", "degrees, on a GeoTIFF or an SRTM tile: the same as --at geo:LON,LAT. Every option that "
          "takes a place takes geo:LON,LAT. Projections need a build with GDAL"),
     spot("texel", "X,Y", "column and row of an image that scree bake writes, counted from 0 at the north-west corner"),
     spot("vertex", "X,Y", "a point of the terrain, from the south-west corner, from 0: what a BeamNG terrain has "
          "there"),
     *probe.members[:3], as_json("scree-probe-1")],
    structs={"probe": probe}, groups=("terrain", "how"),
    own=["struct scree_place places[256];", "struct scree_spot spots[256]; /* of SCREE_AT, in the place of x and y */"],
    **PAIR, from_input=2, styled=True, no_check=True, rules=(
        wants("at geo texel vertex", "no place given; add --at 900E,1250N (metres from the west and the south edge), "
              "--texel X,Y or --vertex X,Y"), merges("map", "depth")),
    closing="Shown are altitude and slope, for each layer what its limits, its noise, its parent and later layers make of "
            "it, and the smallest changes of one number that would give the place to another layer. docs/probe.md "
            "explains the columns.")

# ---- test ----

form = Enum("form", dict.fromkeys(("text", "tap", "junit", "github", "json"), ""), prefix="SCREE_")  # of a test

test = struct("test_options", "test", [
    pointer("terrain", "const struct scree_terrain_options *", "how terrains are read; NULL: the defaults"),
    flag("all", "all", "in text, show claims that hold as well"),
    pointer("output", "struct scree_sink *", "where documents will be written: what the run reads is protected in it at "
            "once; NULL: nowhere"),
])

command(
    "test", "FILE...", "check claims about coverage", "checks claims about coverage.",
    ["maps/island.test",
     "--format github maps/*.test",
     "maps/island.test --accept shore    what was found becomes what is expected"],
    [own("accept", "accept NAME", "rewrite what the claim of that name expects if it does not hold; may be given several "
         "times. The rest of a file is not touched", read="args_list", highest="256", several=True),
     own("format", "format FORMAT", "text (default), tap, junit (XML), github (annotations) or json, \"format\": "
         "\"scree-test-1\"", read="args_choice", enum=form),
     own("json", "json", "the same as --format json", read="args_flag"),
     own("html", "html FILE", "also write the results as a self-contained page", read="args_text"),
     own("force", "force", "overwrite FILE", letter="f", read="args_flag"), test.members[1]],
    structs={"test": test}, operands=(), rest="files", groups=("terrain", "job"), takes="files of claims", most=None, no_check=True,
    finding="a claim does not hold",
    notes="A file names its inputs, then what must hold (paths are relative to the file):\n"
          "  terrain island.ter\n"
          "  surface island.srf\n"
          "  shore: area(Beach) = 3.1 % +- 0.5 %\n"
          "  area(Rock) in 20 %..30 %\n"
          "  weight(Snow) = 0 where altitude < 120 m\n"
          "  winner at 900E,1250N = Grass\n"
          "  slope < 40 deg where winner = Beach\n"
          "  same as ../bakes/island within 0.2 % of area\n"
          "docs/testing-your-maps.md has the whole grammar.")

# ---- diff ----

LIMITS = ("limits, one or more: \"area=0.2%,weight=10%,region=1ha,density=50%\"; area: what changes layer, of the whole "
          "area; weight: the largest change of one material in one texel; region: the largest connected region of "
          "changed texels; density: changed texels in the window of 16 x 16 that has most. NULL: none")

diff = struct("diff_options", "diff", [
    pointer("terrain", "const struct scree_terrain *", "where surface maps are compared; NULL: only their layers and "
            "values are. Two bakes need none"),
    text("warn", "warn LIMITS", "exit with 10 if more than LIMITS changed", LIMITS, read="diff_read_limits"),
    text("fail", "fail LIMITS", "exit with 11 if more than LIMITS changed", "likewise", read="diff_read_limits"),
    share("over", "over SHARE", "a texel counts as changed, in regions and their density, where at least this share of "
          "it goes to other layers (default 5%)", default="0.05"),
    size("size WxH", "texels, of two surface maps (default: a texel per terrain unit)", "0: one per terrain unit",
         read="args_side", highest="SCREE_MAX_SIZE"),
    depth("depth N", "merge layers deeper than N, as scree bake does"),
    flag("pictures", api="a page and a picture will be asked for"),
    text("layer", "layer NAME", "in the picture, what this layer gained (blue) and lost (orange)", "NULL: all layers"),
    pointer("output", "struct scree_sink *", "where documents will be written: files of folders that are compared are "
            "protected in it at once; NULL: nowhere"),
    evaluated,
])

command(
    "diff", "BEFORE AFTER --terrain TERRAIN", "what changed, where and why",
    "scree diff BEFORE AFTER shows what changed between two surface maps or bakes.",
    ["old.srf new.srf --terrain island.ter",
     "old.srf new.srf --terrain island.ter --fail area=0.2% --html report.html",
     "release/baked out                  folders that scree bake wrote",
     "release/baked new.srf --terrain island.ter",
     "git difftool -y -x 'scree diff --terrain island.ter' main -- island.srf"],
    [own("terrain", "terrain TERRAIN", "the terrain on which to compare surface maps", read="args_text"),
     diff.members[4], diff.members[5], diff.members[3], diff.members[1], diff.members[2],
     own("picture", "picture FILE.png", "a picture of where and what changed", read="args_text"),
     diff.members[7],
     own("html", "html FILE", "a self-contained page", read="args_text"),
     own("force", "force", "overwrite FILE", letter="f", read="args_flag"), as_json("scree-diff-1")],
    structs={"diff": diff}, operands=("before", "after"), knows_ground=True,
    rules=(needs("layer", "picture", "--layer chooses the layer of the picture; add --picture FILE.png"), NO_GROUND),
    takes="two, before and after", least=2, most=2, from_input=2, styled=True,
    finding="more changed than --warn allows, or anything without --warn and --fail",
    failure="more changed than --fail allows", mismatch="the two cannot be compared",
    notes="BEFORE and AFTER are surface maps (.srf, .tgw, .srf.json) or folders of bakes that hold masks. Without "
          "--terrain, two surface maps are compared by values and layers alone.",
    closing="LIMITS are one or more of these, as in area=0.2%,weight=10%,region=1ha:\n"
            "  area     what goes to other layers, of the whole area: 0.2%, 3ha or 500m2\n"
            "  weight   the largest change of one layer in one texel: 10%\n"
            "  region   the largest connected region of changed texels: 1ha, 500m2 or 0.1%\n"
            "  density  changed texels in the window of 16 x 16 texels that has the most: 50%\n"
            "\n"
            "docs/comparing-maps.md explains the result.")

# ---- verify ----

verify = struct("verify_options", "verify", [
    source("terrain", api="what the bake was made of; not set: looked for by the name in the manifest, beside the "
           "folder, in it and in the working folder. The SHA-256 must be that of the manifest"),
    source("surface", api="likewise"),
    source("materials", api="likewise"),
    flag("other_version", "other-version", "compare even if another version of scree made it"),
    count("part", api="some tiles in place of all: those of part `part` of 1 to `parts`, as scree_bake_part() has them, "
          "which need not be gathered: then the part's own manifest says of what and how. A part without tiles is "
          "refused"),
    count("parts", api="0: no part"),
    share("share", "share P%", "only this share of the tiles, at least one, chosen at random",
          "at most 1, rounded up to whole tiles; 0: all"),
    count("seed", "seed N", "seed of that choice (default: another one each time, which is printed)",
          "0: one is drawn, see struct scree_verdict_info", lowest="1", highest="UINT32_MAX"),
])

command(
    "verify", "FOLDER", "bake again and show where it differs",
    "bakes again what is in FOLDER and shows where it differs.",
    ["out", "out maps/island.ter maps/island.srf", "out world/ island.srf --share 5%"],
    [verify.members[3],
     part("only the tiles of part I of N, as scree bake --part has them, also before scree gather"),
     verify.members[6], verify.members[7], as_json("scree-verify-1")],
    structs={"verify": verify}, own=["struct scree_part_options part; /* count 0: none */"],
    start={"part": "{.size = sizeof(struct scree_part_options)}"}, operands=("folder",), groups=("job",),
    rules=(never("part", "share", "--part and --share both choose tiles: use one of them"),
           needs("seed", "share", "--seed is of --share, which is missing")),
    finding="the folder does not hold what its inputs make",
    takes="what scree bake wrote", noun="folder", most=4,
    notes="FOLDER is what scree bake wrote; manifest.json says of what and how. The inputs are looked for beside FOLDER, "
          "in it and in the folder where you are, by the names in the manifest, or given: the terrain, the surface map "
          "and, if there was one, the file of --map. Their SHA-256 must be those in the manifest. Nothing is written.")
