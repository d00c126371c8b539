"""blender_sky.py SKY_VALUES: the sky clear beside two skies of Blender, by what is seen of both.

Hosek and Wilkie's is a fit to path tracing, Nishita's scatters light once; scree's is neither (render/view_clear.c
says which), so this tells how far apart such skies are, and fails when scree's moves away. For 12 settings and
1,000 directions at least 5 degrees off the sun: luminance by that of the zenith, and the shares of red, green and
blue. Exit 77 without Blender or numpy. Blender runs the same file to draw the skies.
"""
import math
import os
import shutil
import subprocess
import sys
import tempfile

WIDE, HIGH = 128, 64
SETTINGS = [(azimuth, elevation, turbidity) for azimuth, elevation in ((90, 10), (200, 25), (315, 45), (20, 70))
            for turbidity in (2, 3, 6)]
MOST = {"HOSEK_WILKIE": (0.35, 0.05), "NISHITA": (0.12, 0.04)}  # medians, as they are and a little
LUMINANCE = (0.2126, 0.7152, 0.0722)


def towards(azimuth, elevation):
    a, e = math.radians(azimuth), math.radians(elevation)
    return math.sin(a) * math.cos(e), math.cos(a) * math.cos(e), math.sin(e)


def draw(kind, folder):
    """In Blender: FOLDER/N.npy, the whole sphere, the lowest row first; north is in the middle, east right of it."""
    import bpy
    import numpy as np
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.samples, scene.cycles.use_denoising = 1, False
    scene.cycles.pixel_filter_type, scene.cycles.filter_width = "BOX", 0.01
    scene.render.resolution_x, scene.render.resolution_y, scene.render.resolution_percentage = WIDE, HIGH, 100
    scene.render.image_settings.file_format, scene.render.image_settings.color_depth = "OPEN_EXR", "32"
    for thing in list(bpy.data.objects):
        bpy.data.objects.remove(thing)
    camera = bpy.data.cameras.new("camera")
    camera.type, camera.cycles.panorama_type = "PANO", "EQUIRECTANGULAR"
    scene.camera = bpy.data.objects.new("camera", camera)
    scene.camera.rotation_euler = (math.pi / 2, 0, 0)
    scene.collection.objects.link(scene.camera)
    scene.world = bpy.data.worlds.new("world")
    scene.world.use_nodes = True
    tree = scene.world.node_tree
    sky = tree.nodes.new("ShaderNodeTexSky")
    sky.sky_type = kind
    tree.links.new(sky.outputs[0], tree.nodes["Background"].inputs[0])
    for n, (azimuth, elevation, turbidity) in enumerate(SETTINGS):
        if kind == "NISHITA":
            sky.sun_disc, sky.dust_density = False, turbidity - 1
            sky.sun_elevation, sky.sun_rotation = math.radians(elevation), math.radians(azimuth)
        else:
            sky.sun_direction, sky.turbidity, sky.ground_albedo = towards(azimuth, elevation), turbidity, 0.2
        scene.render.filepath = f"{folder}/{n}.exr"
        bpy.ops.render.render(write_still=True)
        image = bpy.data.images.load(f"{folder}/{n}.exr")
        np.save(f"{folder}/{n}.npy", np.array(image.pixels[:]).reshape(HIGH, WIDE, -1)[:, :, :3])


def judge(program):
    import numpy as np
    row, column = np.meshgrid(np.arange(HIGH // 2 + 2, HIGH), np.arange(WIDE), indexing="ij")
    up, turn = ((row + 0.5) / HIGH - 0.5) * np.pi, ((column + 0.5) / WIDE * 2 - 1) * np.pi
    share = np.cos(up).ravel() / np.cos(up).sum()
    pick = np.random.default_rng(1).choice(share.size, 1000, replace=False, p=share)
    directions = np.stack([np.sin(turn) * np.cos(up), np.cos(turn) * np.cos(up), np.sin(up)], -1).reshape(-1, 3)[pick]

    def ours(setting):
        lines = ["air {:g} {:g} {:g}".format(*setting), "sky 0 0 1", *("sky {:.9g} {:.9g} {:.9g}".format(*d) for d in directions)]
        answers = subprocess.run([program], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True).stdout
        values = np.array([line.split() for line in answers.splitlines()[1:]], dtype=float)
        return values[1:], values[0]

    def seen(light, zenith, off):
        return (light @ LUMINANCE / (zenith @ LUMINANCE))[off], (light / light.sum(1, keepdims=True))[off]

    failures = 0
    for kind, most in MOST.items():
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["blender", "-b", "--python-exit-code", "1", "--python", os.path.abspath(__file__), "--", kind,
                            folder], stdout=subprocess.DEVNULL, check=True)
            found = []
            for n, setting in enumerate(SETTINGS):
                theirs = np.load(f"{folder}/{n}.npy").astype(float)
                off = directions @ towards(*setting[:2]) < math.cos(math.radians(5))
                light, colour = seen(*ours(setting), off)
                true_light, true_colour = seen(theirs[HIGH // 2 + 2:].reshape(-1, 3)[pick], theirs[-1].mean(0), off)
                found.append((np.median(abs(light / true_light - 1)), np.median(abs(colour - true_colour).max(1))))
                print("{}, {:g} degrees high, turbidity {:g}: luminance {:.1f} %, colour {:.3f}".format(
                    kind, *setting[1:], 100 * found[-1][0], found[-1][1]))
        medians = np.median(found, 0)
        good = (medians <= most).all()
        failures += not good
        print(f"{kind}, median of all: luminance {100 * medians[0]:.1f} %, at most {100 * most[0]:g} %; colour {medians[1]:.3f}, "
              f"at most {most[1]:g}{'' if good else '  FAILED'}")
    return failures


if "--" in sys.argv:
    draw(*sys.argv[sys.argv.index("--") + 1:])
elif shutil.which("blender") is None:
    print("SKIPPED: no blender (package blender)")
    sys.exit(77)
else:
    sys.exit(judge(sys.argv[1]) > 0)
