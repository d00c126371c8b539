"""Surface maps and the program itself: scree info, set, completion, studio; include/scree/serve.h."""
from shared import as_json, force, output
from table import command, count, needs, never, own, pointer, struct, text

command(
    "info", "FILE...", "show what terrains and surface maps hold", "shows what terrains and surface maps hold.",
    ["island.ter",
     "island.ter island.srf    limits in metres by the terrain's own scale",
     "--json world.tgw         for programs"],
    [as_json("scree-info-1")],
    operands=(), rest="files", groups=("terrain",),
    takes="terrains, .srf, .tgw and .srf.json files", most=None, from_input="UINT8_MAX", styled=True, no_check=True,
    notes="FILEs are terrains, .srf and .tgw in any order; their first bytes tell them apart. Limits are shown in terrain "
          "units and metres, slopes in degrees and as gradients. #0, #1, ... is the painting order: later layers cover "
          "earlier ones.")


arrangement = struct("arrangement", "surface", [
    text("add", "add NAME", "a new layer"),
    text("copy", "copy LAYER", "a copy of a layer, with all layers on it"),
    text("move", "move LAYER", "another place for a layer, with all layers on it"),
    text("remove", "remove LAYER", "no such layer, nor any on it. Values are changed after these four",
         "one of the four is needed"),
    text("on", "into LAYER", "where to put it: as the last on this layer,"),
    text("after", "after LAYER", "or painted right after this one,"),
    text("before", "before LAYER", "or right before it; by default --add puts it last on the root"),
], "A change of the tree by words: layers as scree_surface_find() takes them; NULL: not given.")

command(
    "set", "SURFACE LAYER.FIELD=VALUE... -o FILE", "change a surface map", "changes values and layers of a surface map.",
    ["island.srf Grass.coverage=0.4 'Dry grass.fractal_noise=1.5' -o new.srf",
     "island.srf Snow.altitude.min=120m --terrain island.ter -o new.srf",
     "island.srf '#3.slope.max=35deg' -o island.srf --force",
     "map.srf.json --add Gravel --after Grass Gravel.coverage=40% -o map.srf.json --force",
     "island.srf --seed 7 -o other.srf"],
    [*arrangement.members,
     output("FILE", "the output: .srf, .srf.json, or .tgw if SURFACE is a world"),
     force("FILE, which may be SURFACE itself"),
     own("seed", "seed N", "give the noise of all layers other patterns, from 0 to 4294967295; layers that share a "
         "pattern still share one", read="args_count", highest="UINT32_MAX", given="has_seed"),
     as_json("scree-written-1"),
     own("terrain", "terrain TERRAIN", "gives the metres in a unit", read="args_text",
         section="Where a length is in metres"),
     own("cell", "cell METRES", "or that number itself", read="args_metres", to="ground.cell_m")],
    structs={"arrange": arrangement}, own=["bool has_seed;", "struct scree_terrain_options ground;"],
    start={"ground": "SCREE_TERRAIN_OPTIONS_INIT"}, operands=("surface",), rest="changes", groups=(), output="output",
    wanted="FILE.srf (to change the file itself, its own name and --force)", endings=".srf .srf.json .tgw",
    unlike="a surface map's name ends in .srf, .srf.json (text) or .tgw (a world); scree convert --stdout prints one",
    rules=(never("add copy move remove", "add copy move remove",
                 "--add, --copy, --move and --remove: use one of them at a time"),
           never("into before after", "into before after", "--into, --before and --after: give one place"),
           needs("into before after", "add copy move", "a place is for --add, --copy or --move; leave out --{1}"),
           needs("move", "into before after",
                 "--move needs a place: add --into, --before or --after and a layer")),
    takes="a surface map and changes", most=None,
    notes="LAYER is a name, a path or its end (Grass/Dry; /Rock/Grass/Dry is the whole path), or #N, the number that "
          "scree info shows. If a name has a dot in it: '\"St. Helens\".coverage=1'.\n"
          "scene.KEY=VALUE changes what a world (.tgw) has beside its map, by the words of scree info:\n"
          "scene.sun.heading=120, scene.water.level=12m, scene.sun.colour=253,246,215.\n"
          "\n"
          "FIELD and VALUE:\n"
          "  name=TEXT           colour=RED,GREEN,BLUE (of 256)  colour='#5c544a' as on a screen\n"
          "  coverage=0.4        or 40%\n"
          "  fractal_noise=1.5   bump.amount=1  bump.mimic_terrain=30%  smoothing.size=0.5tu\n"
          "  altitude.min=12tu   altitude.max=120m  slope.min=0.5gradient  slope.max=35deg; also 70%\n"
          "  altitude.min=off    or on; a limit that is given a value is switched on\n"
          "  altitude.min.fuzziness=5tu    ...max..., slope.min.fuzziness=0.3gradient; .at .on\n"
          "  aspect.toward=0  aspect.spread=60  aspect.fuzziness=20   degrees; aspect.level=0.5  aspect.on=off\n"
          "  position.size=300m  position.min=5m  position.max.fuzziness=2m   above what is around; needs .srf.json\n"
          "  curvature.size=100m  curvature.min=0.002   1/m, ridges above 0, hollows below; likewise\n"
          "  wetness.min=20000  wetness.min.fuzziness=10000   m2 that drain through a place; likewise\n"
          "  sky.max=0.8  sky.max.fuzziness=0.1   share of the sky that is seen, 0 to 1; likewise\n"
          "  near.to=Lake  near.max=50  near.max.fuzziness=20   m to the ground of another layer; likewise\n"
          "  mask.file=meadow.png  mask.feather=20m  mask.invert=on   a grey picture in the map's folder; likewise\n"
          "  mask.classes=10,20,Forest   pixels of a class raster, by number or its legend\n"
          "  texture.origin=1,2,3,4   texture.negative=on   and the same in bump.texture\n"
          "  50slider            in place of a number: a position of Terragen's slider\n"
          "\n"
          "Text keeps its comments, units and layout: only what is changed differs.")

command(
    "completion", "bash|zsh|fish", "print a script that completes command lines",
    "prints a script that completes scree's command lines.",
    ["bash > ~/.local/share/bash-completion/completions/scree",
     "zsh > \"${fpath[1]}/_scree\"",
     "fish > ~/.config/fish/completions/scree.fish"],
    [], operands=("shell",), no_check=True, groups=(), takes="a shell: bash, zsh or fish", noun="shell",
    closing="An installed scree has the three in the usual places.")

serve = struct("serve_options", "serve", [
    text("page", "page FILE.html", "another copy of the page (default: the installed one)", "needed"),
    text("terrain", api="a file that the page opens, no world of tiles; or NULL"),
    text("surface", api="a surface map that the page opens and may write; or NULL"),
    count("port", "port N", "port on 127.0.0.1 (default: any free port)", "0: any that is free", highest="65535"),
    count("idle_s", api="a page that asked and then is silent for so long is gone; 0: never"),
    pointer("ground", "const struct scree_terrain_options *", "how the page reads the terrain; NULL: as the file says, "
            "and it asks for what is missing"),
    text("roads", "roads FILE", "roads that the page lays on TERRAIN (docs/roads.md)", "a file of roads, or an extract of "
         "OpenStreetMap, that the page opens with the terrain; or NULL"),
])

command(
    "studio", "[TERRAIN [SURFACE]]", "change rules in the browser and see the map",
    "opens the studio: a page in your browser that shows a map live and changes its rules. It works on this machine "
    "alone; nothing is uploaded.",
    ["", "island.ter island.srf", "heights.png --cell 2 --height-range 0 300", "island.ter --no-browser"],
    [own("no_browser", "no-browser", "print the page's address; do not open a browser", read="args_flag"),
     serve.members[6], serve.members[3], own("idle", "idle N", read="args_count", highest="3600", hidden=True), serve.members[0]],
    structs={"serve": serve}, start={"idle": "180"}, operands=(), groups=("terrain",), knows_ground=True,
    takes="a terrain and a surface map", least=0, most=2,
    closing="The page opens TERRAIN and SURFACE, and saves the surface map into SURFACE when you tell it to: completely "
            "or not at all, and never over somebody else's changes. It can write nothing else; other results are "
            "downloads. The address holds a secret that only this page may use. The command ends on Ctrl-C, or three "
            "minutes after the page is closed.")
