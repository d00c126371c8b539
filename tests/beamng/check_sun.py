#!/usr/bin/env python3
"""check_sun.py SCREE SOURCE-ROOT: the sun of a Terragen world, where the game's ancestor would turn it."""
import math
import os
import sys
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from beamng_run import *  # skips without numpy and jsonschema


def turned(tod):
    """Azimuth and elevation, as Torque3D's TimeOfDay computes them without azimuthOverride."""
    tilt, turn = math.radians(tod["axisTilt"]), tod["time"] * 2 * math.pi
    elevation = math.asin(math.cos(tilt) * math.cos(turn))
    azimuth = math.atan2(math.sin(turn), -math.tan(tilt)) + math.pi
    return math.degrees(azimuth) % 360, math.degrees(elevation)


def export(to, sun):
    with open("world.srf.json", "w", encoding="utf-8") as file:
        json.dump({"format": "scree-surface-2", "container": "world", "root": {"name": "Rock"},
                   "scene": {"sun": sun}}, file)
    done = scree("export", "beamng", "island.ter", "world.srf.json", "--resample", "128", *PLAIN, "-o", to, "--force")
    level = Level(to, SCHEMAS)
    tod = level.objects["tod"]
    assert tod["startTime"] == tod["time"] and 0 <= tod["time"] < 1 and tod["play"] is False
    return tod, done.stderr


def suns_of_worlds():
    for heading, altitude in ((-50, 55), (359, 45.6), (90, 1), (45, 89), (241.526, 12.583), (725, 40)):
        tod, said = export("level", {"heading": heading, "altitude": altitude})
        azimuth, elevation = turned(tod)
        # An angle of azimuth is short where the sun is high.
        away = (azimuth - heading + 180) % 360 - 180
        assert abs(away) * math.cos(math.radians(altitude)) < 0.01, (heading, altitude, azimuth)
        assert abs(elevation - altitude) < 0.01, (heading, altitude, elevation)
        assert "which the level gets" in said and "azimuth" in said, said


def other_levels_keep_their_sun():
    for sun in ({"heading": 110}, {"heading": 110, "altitude": 0}):
        tod, said = export("level", sun)
        assert (tod["axisTilt"], tod["time"]) == (10, 0.1), tod
        assert ("gives no daylight" in said) == ("altitude" in sun), said
    scree("export", "beamng", "island.ter", "island.srf", "--resample", "128", *PLAIN, "-o", "level", "--force")
    tod = Level("level", SCHEMAS).objects["tod"]
    assert (tod["axisTilt"], tod["time"], tod["startTime"]) == (10, 0.1, 0.1), tod
    # High in the west, as docs/beamng.md says.
    azimuth, elevation = turned(tod)
    assert 270 < azimuth < 300 and 50 < elevation < 60, (azimuth, elevation)


run(suns_of_worlds, other_levels_keep_their_sun)
