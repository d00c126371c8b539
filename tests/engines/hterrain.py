#!/usr/bin/env python3
"""hterrain.py SCREE SOURCE: Godot's own loaders on the folder of an HTerrain.

Debian's godot3-server runs a script that loads height.res as a resource, the pictures as images and
data.hterrain as JSON, and says what they hold at 500 places: heights are those of the .ter, weights
those of the masks of scree bake, normals those of the ground.
"""
import random

from engines_inputs import Inputs, json, numpy, os, shutil, subprocess, sys

SCRIPT = """extends SceneTree
func colour(image, x, y):
    var c = image.get_pixel(x, y)
    return "%d %d %d %d" % [round(c.r * 255), round(c.g * 255), round(c.b * 255), round(c.a * 255)]
func _init():
    var text = File.new()
    text.open("res://land/data.hterrain", File.READ)
    var data = JSON.parse(text.get_as_text()).result
    print("DATA ", JSON.print(data))
    var height = ResourceLoader.load("res://land/height.res")
    print("FORM ", height.get_class(), " ", height.get_format() == Image.FORMAT_RF, " ", height.get_width(), " ", height.get_height())
    var pictures = []
    for name in ["normal.png", "splat.png", "splat_1.png", "splat_2.png"]:
        var image = Image.new()
        print("LOADED ", image.load("res://land/" + name), " ", image.get_format(), " ", image.get_width())
        image.lock()
        pictures.append(image)
    height.lock()
    for place in [%s]:
        var line = "PLACE %%d" %% round(height.get_pixel(place[0], place[1]).r * 65536)
        for image in pictures:
            line += " " + colour(image, place[0], place[1])
        print(line)
    quit()
"""


def main():
    godot = shutil.which("godot3-server")
    if godot is None:
        print("SKIPPED: no godot3-server")
        sys.exit(77)
    with Inputs(257) as given:
        out, _ = given.export("godot", "--plugin", "hterrain")
        project = given.folder + "/project"
        os.makedirs(project)
        os.rename(out, project + "/land")
        weights = given.weights("vertices")
        choice = random.Random(7)
        places = [(choice.randrange(257), choice.randrange(257)) for _ in range(500)]
        places[:2] = [(0, 0), (256, 256)]
        open(project + "/project.godot", "w").write("config_version=4\n")
        script = SCRIPT.replace("[%s]", "[" + ",".join("[%d,%d]" % place for place in places) + "]")
        open(project + "/read.gd", "w").write(script.replace("%%", "%"))
        done = subprocess.run([godot, "--path", project, "-s", "read.gd"], capture_output=True,
                              text=True, timeout=120, env=dict(os.environ, HOME=given.folder))
        lines = [line.split(" ") for line in done.stdout.splitlines()]
        found = [line for line in lines if line[0] == "PLACE"]
        assert len(found) == 500, done.stdout[-2000:] + done.stderr[-2000:]
        data = json.loads([line for line in lines if line[0] == "DATA"][0][1])
        assert data["version"] == "0.11" and [len(maps) for maps in data["maps"]] == [1, 1, 3, 0, 0, 0, 0, 0]
        assert ["FORM", "Image", "True", "257", "257"] in lines
        forms = [line[1:] for line in lines if line[0] == "LOADED"]
        assert forms == [["0", "4", "257"]] + [["0", "5", "257"]] * 3, forms  # RGB8, RGBA8
        east, south = numpy.gradient(given.heights, given.cell_m)[::-1]
        for (x, y), line in zip(places, found):
            wanted = numpy.float32(given.heights[y, x]) * 65536.0  # this engine prints few digits
            assert abs(int(line[1]) - wanted) <= 0.5, (x, y, line[1], wanted)
            numbers = [int(word) for word in line[2:]]
            shares = numbers[4:4 + len(weights)]
            assert shares == list(weights[:, y, x]) and sum(numbers[4:]) == 255
            normal = numpy.array([-east[y, x], -south[y, x], 1])
            normal = (normal / numpy.linalg.norm(normal) * 0.5 + 0.5) * 255
            assert abs(normal - numbers[:3]).max() < 1.01, (x, y, normal, numbers[:3])
        print("hterrain: 500 places, heights and weights equal, normals within a step")


main()
