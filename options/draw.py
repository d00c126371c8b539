"""Pictures: include/scree/draw.h, scree preview, scree render."""
from shared import GRADES, PAIR, ROADS, as_json, evaluated, force, output
from table import Member, alternatives, choice, command, count, enum, flag, metres, needs, never, one_line, own, plants, real, size, struct, sun, varied

# The output of both.
PICTURE = {"output": "output", "wanted": "FILE.png", "endings": ".png", "prints": True,
           "unlike": "pictures are PNG files; choose a name that ends in .png"}

# ---- from above ----

kind = enum("preview_kind", "SCREE_PREVIEW_", {
    "lit": "the map's colours in sunlight, with shadows",
    "flat": "plain colours without light",
    "layers": "the strongest layer, each in a colour of its own, with a legend; of at most 255 layers",
    "margin": "how far the strongest layer leads: red where the next one is close",
    "sheet": "a map for each layer: what is visible of it, and its reach; of at most 256 layers",
    "histogram": "how much ground lies at each altitude and slope, and what the limits of each layer let through there",
})

preview = struct("preview_options", "draw", [
    size("size N", "texels of the longer side; WxH gives both (default: whole texels per terrain unit, "
         "1024 to 2048; for each map of a sheet one per unit, at most 256)",
         "of a histogram: texels that are counted; 0, 0: the default", highest="SCREE_MAX_SIZE"),
    alternatives("kind", kind, section="Kinds (default: the map's colours in sunlight, with shadows)"),
    sun("sun_deg", "sun AZIMUTH,ELEVATION", "degrees clockwise from north, and above the horizon (default 315,40)",
        "of SCREE_PREVIEW_LIT", default="{315.0, 40.0}", section="On maps"),
    flag("legend", "legend", "layers with their share and area, a scale bar, and an arrow to the north"),
    metres("contour_m", "contours M", "a line every M metres of altitude, every fifth with its number", "0: none"),
    flag("slope_limits", "slope-limits", "lines where the ground is as steep as a layer's slope limit"),
    plants("plants", "plants auto", "trees, bushes and stones that the layers' names suggest, where the exports put "
           "them; or temperate, alpine, desert, or FILE.json (docs/plants.md)",
           "of SCREE_PREVIEW_LIT and SCREE_PREVIEW_FLAT"),
    evaluated,
])

command(
    "preview", "TERRAIN [SURFACE] -o FILE.png", "write one picture seen from above",
    "writes one picture seen from above, north on top.",
    ["island.ter island.srf -o island.png --legend",
     "island.ter island.srf -o map.png --contours 20 --size 1024",
     "island.ter island.srf -o why.png --histogram",
     "heights.png --cell 8 --height-range 0 300 -o ground.png --legend"],
    [output("FILE.png"), force("FILE.png"), *preview.members, *ROADS, as_json("scree-written-1")],
    structs={"preview": preview}, notes="Without a surface map, colours show altitude.",
    from_input=2, styled=True, keeps_style=True, **PAIR, alone=True, **PICTURE,
    no_check=True,
    rules=(GRADES, never("legend contours slope-limits", "sheet histogram",
                 "--legend, --contours and --slope-limits are drawn on maps, not with --sheet or --histogram"),
           never("sun", "flat layers margin sheet histogram", "--sun lights the map in its own colours: leave it out with "
                 "--flat, --layers, --margin, --sheet and --histogram")))

# ---- in perspective ----

sky = enum("sky", "SCREE_SKY_", {
    "day": "a clear day",
    "terragen": "the sky, the air, the clouds and the water of a Terragen world: those of its scene, and what it lacks "
                "as in a new one",
    "clear": "a clear day as the air makes it: sky, sunlight and haze are of the same air",
    "storm": "before a storm: dark clouds, rain in the air, a bright gap at the horizon on the sun's side",
})

view = struct("view_options", "draw", [
    size("size N", "pixels across, 16 : 9; WxH gives both (default 1280x720)",
         "0, 0: the default", highest="16384"),
    sun("sun_deg", "sun AZIMUTH,ELEVATION", "degrees clockwise from north, and above the horizon (default 315,40)",
        default="{315.0, 40.0}", section="Light and air"),
    one_line("time_of_day", "time HH:MM", "the sun at that hour of a day as long as its night, by the sun's own time, at the terrain's "
         "latitude (where it has none, 45 degrees north); or morning (08:00), noon, evening (17:15)", "NULL: sun_deg counts"),
    choice("sky", sky, "sky SKY", "day; clear: a sky, a sun and a haze that are of the same air, in the contrast of a photograph; "
           "storm: dark clouds; terragen: the sky, air, clouds and water of Terragen (default: terragen with a world, .tgw, else clear)", "clear unless it is set",
           default="SCREE_SKY_CLEAR"),
    real("turbidity", "turbidity T", "dust in the air of --sky clear: 1 is none, 2 a fine day, 6 haze, 10 the most "
         "(default 2)", optional=True, api="of SCREE_SKY_CLEAR; without: 2"),
    real("water_m", "water M", "water at an altitude of M metres", optional=True),
    real("haze_m", "haze M", "distance in metres at which haze leaves 37 % of the ground's light; 0 is clear air "
         "(default: 20 times the terrain's longer side; of --sky clear what its air does, but 0.7 to 1.6 times that side)", "below 0: the default", default="-1.0"),
    plants("plants", "plants auto", "trees, bushes and stones that the layers' names suggest, as simple shapes where "
           "the exports put them; or temperate, alpine, desert, or FILE.json (docs/plants.md)",
           "none grows below the water", section="Plants"),
    count("samples", "samples N", "rays a pixel: 1, 4 (default), 9 or 16", default="4", lowest="1", highest="16", section="Quality"),
    flag("bumps", "no-bumps", "leave out the bumps of layers (BMAM)", "with the bumps of layers (BMAM)", default="true"),
    evaluated,
])

way = enum("camera_way", "SCREE_CAMERA_", {
    "from": "all of the terrain, from a direction",
    "hero": "a view from low above the ground, chosen by trial: always the same",
    "at": "from a place to another",
    "candidates": "a sheet of nine views like --hero's, the best first, with their numbers; --candidate N draws one",
})

face = enum("face", "SCREE_FACE_", {
    "none": "no side: the picture that target_m and fov_deg say",
    "front": "to the north",
    "right": "to the east",
    "back": "to the south",
    "left": "to the west",
    "up": "to the sky, the north below",
    "down": "to the ground, the north above",
})

PLACE = ("900E,1250N,160: metres from the west edge, from the south edge, and altitude; W counts from the east edge, "
         "S from the north edge, +20 from the ground there")

camera = struct("camera", "draw", [
    alternatives("way", way),
    real("from_deg", text="clockwise from north, -3600 to 3600", api="of SCREE_CAMERA_FROM", default="225.0"),
    Member("triple", "place_m", text="metres from the west edge, from the south edge, and an altitude",
           api="of SCREE_CAMERA_AT, as is all below"),
    flag("place_above_ground", text="place_m[2] is a height above the terrain there"),
    Member("triple", "target_m", text="what it looks at", api="without: the middle of the terrain", optional=True),
    flag("target_above_ground", text="target_m[2] is a height above the terrain there"),
    real("fov_deg", text="angle across the picture, 1 to 150", default="50.0"),
    count("candidate", text="which view of the sheet of SCREE_CAMERA_CANDIDATES", api="of SCREE_CAMERA_HERO; 0: the best"),
    choice("face", face, text="a side of the cube around place_m: 90 degrees, as wide as high",
           api="target_m and fov_deg do not count then"),
])

scene = struct("scene", "draw", [
    Member("triple", "place_m", text="of its camera: metres from the west edge, from the south edge, and an altitude",
           optional=True),
    flag("place_above_ground", text="place_m[2] is a height above the terrain there"),
    Member("triple", "target_m", text="what its camera looks at", optional=True),
    real("fov_deg", text="angle across its picture", optional=True),
    real("azimuth_deg", text="of its sun, clockwise from north", optional=True),
    real("elevation_deg", text="of its sun, above the horizon", optional=True),
    real("water_m", text="altitude of its water", optional=True),
    real("exposure", text="1.41421 is usual", optional=True),
    real("gamma", text="2 is usual", optional=True),
], "What a Terragen world says beside its map; scree_surface_scene().")

command(
    "render", "TERRAIN [SURFACE] -o FILE.png", "write a picture in perspective",
    "writes a picture in perspective.",
    ["island.ter island.srf -o hero.png --hero --water 0",
     "island.ter island.srf -o se.png --from south-east --size 1920x1080",
     "island.ter island.srf -o ridge.png --camera 900E,400N,+30 --target 1024E,1100N,200"],
    [output("FILE.png"), force("FILE.png"), view.members[0],
     own("from_deg", "from DIRECTION", "all of the terrain, seen from north, north-east, ... or degrees clockwise from "
         "north", read="args_direction", to="camera.from_deg", given="given.view", section="Camera (default: a world's camera, else --from south-west)"),
     own("hero", "hero", way.words["hero"].split(":")[0], read="args_flag", given="given.view"),
    own("candidates", "candidates", way.words["candidates"], read="args_flag", given="given.view"),
    own("candidate", "candidate N", "the view with that number", read="args_count", to="camera.candidate", lowest="1", highest="9",
        given="given.view"),
     own("place", "camera PLACE,Z", PLACE, read="render_read_camera", to="", given="given.place"),
     own("target", "target PLACE,Z", "what --camera looks at (default: the middle of the terrain)",
         read="render_read_target", to="", given="given.target"),
     own("fov_deg", "fov DEGREES", "angle across the picture of --camera, 1 to 150 (default 50)", read="args_real",
         to="camera.fov_deg", lowest="1", highest="150", given="given.fov"),
     own("turntable", "turntable N", "N pictures around the terrain, FILE-001.png and so on, starting at --from",
         read="args_count", lowest="2", highest="999", given="given.view"),
     own("faces", "faces", "six pictures, the sides of the cube around the camera, north in front, 90 degrees each, as "
         "Terragen's users rendered them: FILE_front.png, _right, _back, _left, _up and _down (default 1024x1024)",
         read="args_flag"),
     *(varied(m, given={"sun_deg": "given.sun", "time_of_day": "given.sun", "sky": "given.sky"}.get(m.name, ""),
              **({"lowest": "0", "highest": "1000000000"} if m.name == "haze_m" else {})) for m in view.members[1:]),
     *ROADS,
     own("plain", "plain", "the picture of scree before the sky clear: --sky day where there is no world", read="args_flag"),
     own("draft", "draft", "one ray a pixel, at 640x360 unless --size is given", read="args_flag"),
     as_json("scree-written-1")],
    structs={"view": view, "camera": camera}, own=["struct scree_spot place, target;", "struct render_given {", "    bool view, place, target, fov, sun, sky;", "} given;"],
    notes="Without a surface map, colours show altitude. Of a Terragen world (.tgw) the picture has the camera, the sun, "
          "the water, the sky and the exposure; each option overrides its part.", from_input=2, styled=True, keeps_style=True,
    **PAIR, alone=True, **PICTURE,
    rules=(GRADES, never("draft", "samples", "--draft takes one ray a pixel: leave --samples out"),
           never("camera hero from", "camera hero from",
                 "--camera, --hero and --from are three ways to choose a view: use one"),
           never("candidates candidate", "camera hero from candidates candidate turntable faces",
                 "--{1} chooses the view: leave --{2} out"),
           never("target fov", "hero from", "--target and --fov belong to --camera or to a world's camera, not to --hero and --from"),
           never("time", "sun", "--time and --sun both place the sun: use one"),
           never("plain", "sky turbidity", "--plain chooses the sky: leave --sky and --turbidity out"),
           never("faces", "target fov hero from turntable", "--faces are all sides of the cube around --camera or a world's "
                 "camera: leave --target, --fov, --hero, --from and --turntable out"),
           never("turntable", "camera hero", "--turntable goes around the terrain: it can begin at --from, not at --camera "
                 "or --hero")))
