#!/usr/bin/env python3
"""sun.py SCREE SOURCE: the sun of a Terragen world in the files of engines, held against its heading and altitude.

Debian's godot3-server loads the light of each scene for Terrain3D, under the names of Godot 3, and turns one of its
own as README.txt says. Unity's script runs under Mono with the numbers of its JSON and turns a light, and .NET's
quaternions say where to. Of Unreal the JSON is read; its rotations are those of its documentation. Spring's and the
page's suns are in spring.py and web.py.
"""
import re

from engines_inputs import SOURCE, Inputs, json, numpy, os, scree, shutil, subprocess, sys

SUNS = ((110, 55), (-50, 30), (359, 45.6), (725, 90))
SCRIPT = """extends SceneTree
func _init():
    for name in [%s]:
        var light = load("res://" + name + ".tscn").instance()
        var z = light.transform.basis.z
        var size = light.transform.basis.determinant()
        print("%%s %%s %%.6f %%.6f %%.6f %%.6f" %% [name, light.get_class(), z.x, z.y, z.z, size])
    quit()
"""
PROBE = """using System; using System.Globalization; using System.Numerics; using System.Reflection;
static class Probe
{
    static void Main(string[] words)
    {
        var plain = CultureInfo.InvariantCulture;
        foreach (string word in words)
        {
            float[] degrees = Array.ConvertAll(word.Split(','), text => float.Parse(text, plain));
            typeof(ScreeTerrainImporter).GetMethod("Shine", BindingFlags.NonPublic | BindingFlags.Static)
                .Invoke(null, new object[] { degrees });
            var light = UnityEngine.RenderSettings.sun;
            var turn = light.transform.rotation;
            const double unit = Math.PI / 180;
            var ahead = Vector3.Transform(Vector3.UnitZ, Quaternion.CreateFromYawPitchRoll(
                (float)(turn.y * unit), (float)(turn.x * unit), (float)(turn.z * unit)));
            Console.WriteLine(string.Format(plain, "{0} {1:F6} {2:F6} {3:F6}", light.type, ahead.X, ahead.Y, ahead.Z));
        }
    }
}
"""
skipped = []


def towards(heading, altitude):
    """East, north, up."""
    turn, rise = numpy.radians(heading), numpy.radians(altitude)
    return numpy.array([numpy.sin(turn) * numpy.cos(rise), numpy.cos(turn) * numpy.cos(rise), numpy.sin(rise)])


def near(found, wanted, what):
    assert abs(numpy.array(found, float) - wanted).max() < 2e-6, (what, found, wanted)


def world(given, sun):
    given.srf = given.folder + "/world.srf.json"
    with open(given.srf, "w", encoding="utf-8") as file:
        json.dump({"format": "scree-surface-2", "container": "world", "root": {"name": "Rock"}, "scene": {"sun": sun}},
                  file)


def kept(given, engine, number, *options):
    """The folder of an export that the next one leaves alone."""
    out, report = given.export(engine, *options)
    os.rename(out, f"{out}-{number}")
    return f"{out}-{number}", report


def each_sun(given, engine, *options):
    for number, (heading, altitude) in enumerate(SUNS):
        world(given, {"heading": heading, "altitude": altitude})
        out, report = kept(given, engine, number, *options)
        said = report["sun"]
        assert said["elevation_deg"] == altitude and said["azimuth_deg"] == heading % 360, said
        yield out, towards(heading, altitude)


def typed(out):
    """The numbers that README.txt has to be typed."""
    text = open(out + "/README.txt", encoding="utf-8").read()
    turned = text.split("with the rotation", 1)[1].split(" degrees.\n", 1)[0]
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", turned)]


def judge_godot():
    with Inputs(65) as given:
        scenes, project = {}, given.folder + "/project"
        os.makedirs(project)
        for number, (out, wanted) in enumerate(each_sun(given, "godot", "--resample", "64")):
            text = open(out + "/land.tscn", encoding="utf-8").read()
            light = re.search(r'\[node name="Sun" type="DirectionalLight3D" parent="\."\]\ntransform = Transform3D(.*)\n', text)
            scenes[f"scene{number}"] = f"transform = Transform{light[1]}", wanted
            scenes[f"typed{number}"] = "rotation_degrees = Vector3(%r, %r, %r)" % tuple(typed(out)), wanted
            shutil.rmtree(out)
        for number, (out, wanted) in enumerate(each_sun(given, "godot", "--plugin", "hterrain")):
            scenes[f"plugin{number}"] = "rotation_degrees = Vector3(%r, %r, %r)" % tuple(typed(out)), wanted
            shutil.rmtree(out)
        godot = shutil.which("godot3-server")
        if godot is None:
            skipped.append("no godot3-server")
            return
        for name, (line, _) in scenes.items():
            with open(f"{project}/{name}.tscn", "w", encoding="utf-8") as file:
                file.write(f'[gd_scene format=2]\n\n[node name="Sun" type="DirectionalLight"]\n{line}\n')
        open(project + "/project.godot", "w").write("config_version=4\n")
        open(project + "/read.gd", "w").write(SCRIPT % ", ".join(f'"{name}"' for name in scenes))
        done = subprocess.run([godot, "--path", project, "-s", "read.gd"], capture_output=True, text=True, timeout=120,
                              env=dict(os.environ, HOME=given.folder))
        found = [line.split() for line in done.stdout.splitlines() if line.split(" ")[0] in scenes]
        assert len(found) == len(scenes) == 3 * len(SUNS), done.stdout[-2000:] + done.stderr[-2000:]
        for name, kind, x, y, z, size in found:  # it shines against its z; z is south
            assert kind == "DirectionalLight"
            near([x, -float(z), y, size], [*scenes[name][1], 1], name)
        print(f"godot: {len(found)} lights")


def judge_unity():
    with Inputs(33) as given:
        outs = list(each_sun(given, "unity", "--size", "16"))
        for out, _ in outs:
            assert typed(out) == json.load(open(out + "/land.json"))["sun_deg"]
        if shutil.which("mcs") is None or shutil.which("mono") is None:
            skipped.append("no mcs or no mono")
            return
        open(given.folder + "/probe.cs", "w").write(PROBE)
        subprocess.run(["mcs", "-warnaserror+", "-r:System.Numerics.dll", f"-out:{given.folder}/probe.exe", given.folder + "/probe.cs",
                        outs[0][0] + "/Editor/ScreeTerrainImporter.cs", SOURCE + "/tests/engines/UnityStubs.cs"], check=True)
        turns = [json.load(open(out + "/land.json"))["sun_deg"] for out, _ in outs]
        done = subprocess.run(["mono", given.folder + "/probe.exe", *(",".join(map(repr, turn)) for turn in turns)],
                              capture_output=True, text=True, check=True)
        lines = done.stdout.splitlines()
        assert len(lines) == len(SUNS), done.stdout
        for line, (out, wanted) in zip(lines, outs):  # it shines along its z; z is north
            kind, x, y, z = line.split()
            assert kind == "Directional"
            near([-float(x), -float(z), -float(y)], wanted, line)
        print(f"unity: {len(lines)} lights")


def judge_unreal():
    with Inputs(65) as given:
        for out, wanted in each_sun(given, "unreal", "--resample", "127"):
            sun = json.load(open(out + "/land-landscape.json"))["sun_deg"]
            assert typed(out) == [sun["roll"], sun["pitch"], sun["yaw"]]
            pitch, yaw = numpy.radians(sun["pitch"]), numpy.radians(sun["yaw"])
            ahead = numpy.cos(pitch) * numpy.cos(yaw), numpy.cos(pitch) * numpy.sin(yaw), numpy.sin(pitch)
            near([-ahead[0], ahead[1], -ahead[2]], wanted, sun)  # y is south
            shutil.rmtree(out)
        print(f"unreal: {len(SUNS)} lights")


def judge_none():
    """Maps without a sun above the horizon."""
    with Inputs(65) as given:
        for number, sun in enumerate(({}, {"heading": 110}, {"heading": 110, "altitude": -3})):
            world(given, sun)
            for engine, *options in ([["godot"], ["unity", "--size", "16"], ["unreal", "--resample", "127"]][number],
                                     ["web", "--size", "16"]):
                out, report = kept(given, engine, number, *options)
                assert "sun" not in report, engine
                texts = [name for name in ("README.txt", "land.json", "land-landscape.json")
                         if os.path.exists(f"{out}/{name}")]
                assert not [name for name in texts if "sun" in open(f"{out}/{name}", encoding="utf-8").read().lower()]
        assert "Transform3D(0.77, 0.41, -0.49, " in open(given.folder + "/godot-0/land.tscn").read()


def judge_parts():
    """Parts that are gathered have the scene of the whole."""
    with Inputs(129) as given:
        world(given, {"heading": 241.526, "altitude": 12.583})
        options = ("--resample", "128", "--tile-points", "64")
        whole, _ = kept(given, "godot", 0, "--no-plants", *options)
        for part in ("1/2", "2/2"):
            out = given.folder + "/parts"
            scree("export", "godot", given.ter, given.srf, "-o", out, "--name", "land", "--part", part, *options)
        scree("gather", out)
        for name in sorted(os.listdir(whole)):
            if os.path.isfile(f"{whole}/{name}"):
                assert open(f"{whole}/{name}", "rb").read() == open(f"{out}/{name}", "rb").read(), name


judge_godot()
judge_unity()
judge_unreal()
judge_none()
judge_parts()
if skipped:
    print("SKIPPED:", ", ".join(skipped))
    sys.exit(77)
