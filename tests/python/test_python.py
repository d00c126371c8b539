"""python/scree: the same bytes as the program's, errors as exceptions, the structs of the headers.

    test_python.py SOURCE WORK SCREE     with PYTHONPATH and SCREE_LIBRARY set
"""

import ctypes
import json
import logging
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import unittest
import warnings
import zipfile
import zlib
from pathlib import Path
from unittest import mock

import numpy as np

import scree
from scree import _library

SOURCE, WORK, PROGRAM = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
TERRAIN, SURFACE = SOURCE / "examples/island.ter", SOURCE / "examples/island.srf"


def read_grey_png(path):
    """An 8-bit grey PNG whose rows all have the filter Up, as scree writes masks."""
    data, at, packed = path.read_bytes(), 8, b""
    while at < len(data):
        size, kind = int.from_bytes(data[at:at + 4], "big"), data[at + 4:at + 8]
        if kind == b"IHDR":
            width = int.from_bytes(data[at + 8:at + 12], "big")
        if kind == b"IDAT":
            packed += data[at + 8:at + 8 + size]
        at += size + 12
    rows = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(-1, width + 1)
    assert (rows[:, 0] == 2).all()
    return np.cumsum(rows[:, 1:], axis=0, dtype=np.uint8)


def remove(pattern):
    """What an earlier run that failed may have left."""
    for path in WORK.glob(pattern):
        shutil.rmtree(path) if path.is_dir() else path.unlink()


ARGUMENTS = {       # of what needs some; a new method that is not here fails the tests that call all
    "add": (0, "New"), "convert": (WORK / "closed.png",), "diff": (SURFACE,), "duplicate": (1,),
    "explain": (9, 9), "export_beamng": (WORK / "closed",), "export_engine": ("spring", WORK / "closed"),
    "export_ror": (WORK / "closed",), "get": (1, "coverage"), "grade": (b"{}",), "index": ("Rock",),
    "mask": ("closed.png", b""), "move": (1, 0),
    "place": ("9E,9N",), "probe": (9, 9), "remove": (1,), "reroll": (1,), "set": (1, "coverage", 0.5),
    "weight": (1,)}


def assert_closed(test, thing, words, **arguments):
    """All that is public of what was closed refuses, and leaves nothing."""
    remove("closed*")
    for name in dir(type(thing)):
        if name.startswith("_") or name in ("close", "style_text", "style_report"):
            continue
        with test.subTest(name), test.assertRaisesRegex(ValueError, words):
            found = getattr(thing, name)        # may be a property
            found(*{**ARGUMENTS, **arguments}.get(name, ()))
    thing.close()
    test.assertEqual(list(WORK.glob("closed*")), [])


class Evaluation(unittest.TestCase):
    def setUp(self):
        self.scene = scree.open(TERRAIN, SURFACE)
        self.addCleanup(self.scene.close)

    def test_weights_are_the_masks_of_a_bake(self):
        baked = WORK / "baked"
        subprocess.run([PROGRAM, "bake", TERRAIN, SURFACE, "-o", baked, "--size", "200x150",
                        "--only", "masks", "--force", "-q"], check=True)
        materials = json.loads((baked / "manifest.json").read_text())["materials"]
        weights = self.scene.weights(size=(200, 150))
        self.assertEqual(weights.shape, (len(materials), 150, 200))
        self.assertTrue((weights.sum(axis=0, dtype=np.uint16) == 255).all())
        for plane, material in zip(weights, materials):
            np.testing.assert_array_equal(plane, read_grey_png(baked / material["file"]))
        self.assertEqual(self.scene.materials(), [m["name"] for m in materials])

    def test_eff_is_what_a_bake_calls_so(self):
        baked = WORK / "baked-eff"
        subprocess.run([PROGRAM, "bake", TERRAIN, SURFACE, "-o", baked, "--size", "90", "--only",
                        "masks", "--output", "eff", "--force", "-q"], check=True)
        materials = json.loads((baked / "manifest.json").read_text())["materials"]
        for plane, material in zip(self.scene.eff(size=90), materials):
            np.testing.assert_array_equal(plane, read_grey_png(baked / material["file"]))

    def test_parts_and_types(self):
        whole = self.scene.weights(size=128, dtype="float32")
        np.testing.assert_allclose(whole.sum(axis=0), 1, atol=1e-5)
        region = self.scene.weights(size=128, dtype="float32", region=(10, 20, 30, 40))
        np.testing.assert_array_equal(region, whole[:, 20:60, 10:40])
        rows = self.scene.weights(size=128, dtype="float32", rows=(100, 5))
        np.testing.assert_array_equal(rows, whole[:, 100:105])
        np.testing.assert_array_equal(self.scene.winner(size=128).astype(int),
                                      len(whole) - 1 - np.argmax(whole[::-1], axis=0))
        self.assertEqual(self.scene.picture(size=64).shape, (64, 64, 3))
        self.assertEqual(self.scene.weights(grid="vertices").shape[1:], (257, 257))

    def test_planes_of_all_materials(self):
        weights, winner = self.scene.weights(size=96), self.scene.winner(size=96)
        packed = self.scene.packed(size=96)
        self.assertEqual(packed.shape, (3, 96, 96, 4))
        np.testing.assert_array_equal(np.moveaxis(packed, 3, 1).reshape(12, 96, 96)[:11], weights)
        self.assertFalse(packed[2, :, :, 3].any())
        colours = self.scene.index_colours(size=96).astype(int) @ (65536, 256, 1)
        pairs = {(int(a), int(b)) for a, b in zip(winner.flat, colours.flat)}
        self.assertEqual(len(pairs), len(np.unique(winner)))
        self.assertEqual(len({colour for _, colour in pairs}), len(pairs))
        leads = np.sort(self.scene.weights(size=96, dtype="float32"), axis=0)
        np.testing.assert_allclose(self.scene.margin(size=96), (leads[-1] - leads[-2]) * 255, atol=0.51)
        # Laid over each other in order, the alphas leave each material its weight.
        names = [f"m{min(i, 8)}" for i in range(11)]
        how = dict(size=96, materials=names)
        alphas = np.moveaxis(self.scene.blend(**how), 3, 1).reshape(8, 96, 96) / 255
        left = np.ones((96, 96))
        wanted = self.scene.weights(dtype="float32", **how)
        for m in range(8, 0, -1):
            np.testing.assert_allclose(alphas[m - 1] * left, wanted[m], atol=0.02)
            left = left * (1 - alphas[m - 1])
        with self.assertRaises(scree.ScreeError):
            self.scene.blend(size=96)                       # eleven materials

    def test_pictures(self):
        winner = self.scene.winner(size=(70, 50))
        layers = self.scene.preview("layers", (70, 50))
        self.assertGreater(layers.shape[0], 50)             # the legend stands below
        colours = {tuple(layers[j, i]) for j in range(50) for i in range(70) if winner[j, i] == 1}
        self.assertEqual(len(colours), 1)
        self.assertEqual(self.scene.preview(size=64).shape, (64, 64, 3))
        self.assertEqual(self.scene.render(size=48, samples=1).shape, (27, 48, 3))
        down = self.scene.render(size=32, samples=1, place_m=(900, 900, 3000), haze_m=0,
                                 target_m=(900, 900, 0))
        self.assertFalse(np.array_equal(down, self.scene.render(size=32, samples=1)))
        side = self.scene.render(size=(32, 32), samples=1, sky="day", place_m=(900, 900, 3000), face="down")
        self.assertTrue(np.array_equal(side, self.scene.render(
            size=(32, 32), samples=1, sky="day", place_m=(900, 900, 3000), target_m=(900, 900, 0), fov_deg=90)))
        with self.assertRaises(scree.Cancelled):
            self.scene.preview(progress=lambda step, done: True)
        with self.assertRaises(scree.ScreeError) as caught:
            self.scene.preview(contour_m=-1)
        self.assertEqual(caught.exception.field, "contour_m")
        with self.assertRaises(ValueError):
            self.scene.preview("round")

    def program_says(self, *words):
        done = subprocess.run([PROGRAM, *words], capture_output=True, text=True)
        return json.loads(done.stdout)

    def test_a_field_misspelt_is_offered(self):
        with self.assertRaisesRegex(scree.ScreeError, "no such field; did you mean 'altitude.max'"):
            self.scene.set("Snow", "altitud.max", "120m")

    def test_findings_are_those_of_the_program(self):
        self.scene.set("Snow", "coverage", "0")
        self.scene.set("Rock", "slope.min", "89deg")
        edited = WORK / "edited.srf"
        edited.write_bytes(self.scene.surface_bytes("srf"))
        for target in (None, "ror", "beamng", "spring", "unreal"):
            words = ["--target", target] if target else []
            told = self.program_says("lint", edited, "--terrain", TERRAIN, "--level", "note", "--json", *words)
            found = self.scene.lint(target)
            self.assertEqual([(one.id, one.severity, one.layer, one.path, one.text) for one in found],
                             [(one["id"], one["severity"], one["layer"], one["path"] or "", one["text"])
                              for one in told["findings"]], target)
            self.assertTrue(all(one.advice and "--" not in one.advice for one in found))
        own = {"format": "scree-plants-1", "plants": [
            {"name": "one", "model": "pine", "layers": "Snow", "ror": "mine.mesh"}]}
        mesh, = (one for one in self.scene.lint("ror", plants=own) if one.id == "mesh-unknown")
        self.assertRegex(mesh.text, '"one" has the mesh mine.mesh')
        self.assertFalse([one for one in self.scene.lint("beamng", plants=own) if one.id == "mesh-unknown"])
        zero = next(one for one in found if one.id == "coverage-zero")
        self.assertEqual((zero.severity, zero.layer), ("note", self.scene.index("Snow")))
        self.assertIsNone(next(one for one in found if one.path == "").layer)
        with self.assertRaisesRegex(scree.ScreeError, "torque") as caught:
            self.scene.lint("torque")
        self.assertEqual(caught.exception.field, "engine")
        with self.assertRaises(scree.ScreeError) as caught:
            self.scene.lint(relief=-1)
        self.assertEqual(caught.exception.field, "relief")

    def test_an_explanation_is_that_of_the_program(self):
        told = self.program_says("probe", TERRAIN, SURFACE, "--at", "900E,1250N", "--json")
        found = self.scene.explain(*self.scene.place("900E,1250N"))
        self.assertEqual(found["points"], told["points"])

    def test_differences_are_those_of_the_program(self):
        text = self.scene.surface_bytes("text")
        with scree.open(TERRAIN, SURFACE) as after:
            after.set("Snow", "altitude.min", "120m")
            after.set("Sea bed", "colour", (1, 2, 3))
            edited = WORK / "after.srf"
            edited.write_bytes(after.surface_bytes("srf"))
            told = self.program_says("diff", SURFACE, edited, "--terrain", TERRAIN, "--json", "--size", "128",
                                     "--fail", "area=0.1%")
            for before in (self.scene, SURFACE, text):
                found = after.diff(before, size=128, fail="area=0.1%")
                for key in ("result", "limits_passed", "grid", "coverage", "changes"):
                    self.assertEqual(found[key], told[key], key)
            self.assertGreater(found["coverage"]["texels_changed"], 10)
            self.assertEqual(after.diff(after, size=64)["coverage"]["texels_that_differ"], 0)
            with self.assertRaises(scree.ScreeError) as caught:
                after.diff(SURFACE, warn="hand")
            self.assertEqual(caught.exception.field, "warn")

    def test_claims_are_answered_as_by_the_program(self):
        claims = WORK / "claims/island.test"
        claims.parent.mkdir(exist_ok=True)
        shutil.copy(TERRAIN, claims.parent), shutil.copy(SURFACE, claims.parent)
        claims.write_text("terrain island.ter\nsurface island.srf\nsize 100x60\n"
                          "weight(Snow) = 0 where altitude < 140 m\narea(Rock) < 1 %\n")
        told, found = self.program_says("test", claims, "--json"), scree.test(claims)
        self.assertEqual(found, told)
        self.assertEqual([one["result"] for one in found["files"][0]["claims"]], ["holds", "fails"])
        with self.assertRaises(scree.ScreeError):
            scree.test(WORK / "none.test")
        with self.assertRaises(scree.ScreeError):
            scree.test(b"")

    def test_terrains_are_converted_as_by_the_program(self):
        for name, words, how in (
                ("h.png", ["--crop", "10,20,100x90"], dict(crop=(10, 20, 100, 90))),
                ("h.r16", ["--resample", "65", "--out-rows", "south-first"], dict(resample=65, south_first=True)),
                ("h.ter", ["--dequantise"], dict(dequantise=True)),
                ("h.glb", ["--surface", SURFACE, "--decimate", "4"], dict(every=4)),
                ("beside.png", ["--sidecar"], dict(sidecar=True)),
                ("bare.ply", [], dict(coloured=False))):
            subprocess.run([PROGRAM, "convert", TERRAIN, WORK / name, "-q", "--force", *words], check=True)
            mine = WORK / ("mine-" + name)
            self.scene.convert(mine, replace=True, **how)
            self.assertEqual(mine.read_bytes(), (WORK / name).read_bytes(), name)
        self.assertEqual(json.loads((WORK / "mine-beside.png.json").read_text()),
                         {**json.loads((WORK / "beside.png.json").read_text()), "file": "mine-beside.png"})
        before = mine.read_bytes()
        with self.assertRaises(scree.ScreeError):
            self.scene.convert(mine)
        with self.assertRaises(scree.ScreeError):
            self.scene.convert(mine, crop=(0, 0, 900, 900), replace=True)
        self.assertEqual(mine.read_bytes(), before)
        with self.assertRaisesRegex(ValueError, "x.jpg: its ending"):
            self.scene.convert(WORK / "x.jpg")

    def test_maps_for_terragen_are_made_as_by_the_program(self):
        text = WORK / "mossy.srf.json"
        text.write_text('{"format": "scree-surface-2", "root": {"name": "Ground", "children": [{"name": "Grass"}, '
                        '{"name": "Moss", "aspect": {"toward": 0, "spread": 90}}]}}')
        subprocess.run([PROGRAM, "convert", text, WORK / "theirs.srf", "-q", "--bake-masks", "--terrain", TERRAIN], check=True)
        scree.open(TERRAIN, text).convert(WORK / "mine.srf")
        for name in (".srf", "-02-moss.png"):
            self.assertEqual((WORK / ("mine" + name)).read_bytes(), (WORK / ("theirs" + name)).read_bytes(), name)

    def test_arrays_are_filled_in_place(self):
        out = np.empty((11, 64, 64), np.uint16)
        self.assertIs(self.scene.weights(size=64, dtype="uint16", out=out), out)
        self.assertTrue((out.sum(axis=0, dtype=np.uint32) == 65535).all())
        with self.assertRaisesRegex(ValueError, "out is uint16"):
            self.scene.weights(size=65, dtype="uint16", out=out)
        with self.assertRaisesRegex(ValueError, "contiguous"):
            self.scene.weights(size=64, dtype="uint16", out=np.empty((11, 64, 128),
                                                                     np.uint16)[:, :, ::2])

    def test_materials_and_areas(self):
        names = [layer.name if layer.depth < 2 else None for layer in self.scene.layers]
        merged = self.scene.weights(size=64, materials=names)
        np.testing.assert_array_equal(merged, self.scene.weights(size=64, depth=1))
        areas = self.scene.areas_ha()
        extent = self.scene.terrain.extent_m
        self.assertAlmostEqual(sum(areas.values()), extent[0] * extent[1] / 1e4, places=2)

    def test_ground_and_probe(self):
        altitude, slope = self.scene.ground()
        terrain = self.scene.terrain
        self.assertGreaterEqual(altitude.min(), terrain.altitude_m[0] - 1)
        self.assertLessEqual(altitude.max(), terrain.altitude_m[1] + 1)
        self.assertTrue((slope >= 0).all())
        weights = self.scene.weights(dtype="float32")
        found = self.scene.probe(900, 1250)
        for factors, plane in zip(found.layers, weights):
            self.assertEqual(np.float32(factors.weight), plane[found.row, found.column])
        self.assertEqual(found.winner, self.scene.winner()[found.row, found.column])
        with self.assertRaises(ValueError):
            self.scene.probe(-1, 0)

    def test_heights_in_memory(self):
        below = self.scene.area_below()
        self.assertEqual([row[0] for row in below], [1, 5, 25, 50, 75, 95, 99])
        heights = self.scene.heights()
        cells = (heights[1:, 1:] + heights[:-1, :-1]) / 2
        for percent, altitude_m, slope_deg in below:
            self.assertLess((cells < altitude_m - 0.1).mean() * 100, percent + 1)
            self.assertGreater((cells < altitude_m + 0.1).mean() * 100, percent - 1)
            self.assertTrue(0 <= slope_deg < 90)
        with scree.open(heights, SURFACE.read_bytes(),
                        cell_m=self.scene.terrain.cell_m[0]) as other:
            np.testing.assert_allclose(other.heights(), heights, atol=1e-3)
            same = (other.winner() == self.scene.winner()).mean()
        self.assertGreater(same, 0.999)

    def test_progress_and_cancel(self):
        seen = []
        self.scene.weights(size=1024, progress=lambda step, done: seen.append((step, done)))
        self.assertEqual(seen[0], ("evaluating", 0.0))
        self.assertGreater(len(seen), 2)
        with self.assertRaises(scree.Cancelled):
            self.scene.weights(size=1024, progress=lambda step, done: done > 0.4)

        def fail(_step, _done):
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            self.scene.weights(size=64, progress=fail)


class Worlds(unittest.TestCase):
    """Tiles from a function: what it gives is the ground, it is asked for no more than is wanted, and
    what it raises arrives."""

    SIDE = 128

    def cut(self, heights, **how):
        """Tiles of 128 cells that share their edges, and those at the edges as large as is left."""
        rows, columns = heights.shape
        return [scree.Tile(column, row, min(self.SIDE + 1, columns - column), min(self.SIDE + 1, rows - row),
                           name=f"at {column}, {row}", **how)
                for row in range(0, rows - 1, self.SIDE) for column in range(0, columns - 1, self.SIDE)]

    @staticmethod
    def of(heights):
        return lambda tile: heights[tile.row:tile.row + tile.rows, tile.column:tile.column + tile.columns]

    def test_ground_is_what_the_function_gives(self):
        rng = np.random.default_rng(7)
        stored = np.cumsum(rng.integers(-9, 10, (200, 301)), axis=0).astype(np.int16)
        metres = stored.astype(np.float32) * np.float32(0.5) + np.float32(100)
        for tiles, heights in ((self.cut(stored, base_m=100, step_m=0.5), stored),
                               (self.cut(metres, dtype="float32"), metres),
                               (self.cut(metres, dtype="float32"), metres.astype(float))):
            world = scree.Tiles(tiles, self.of(heights), cell_m=8, name="made")
            with scree.open(world, SURFACE) as scene, scree.open(metres, SURFACE, cell_m=8) as whole:
                self.assertEqual(scene.terrain.points, (301, 200))
                self.assertEqual(scene.terrain.altitude_m, (float(metres.min()), float(metres.max())))
                np.testing.assert_array_equal(scene.heights(), metres)
                np.testing.assert_array_equal(scene.weights(size=(300, 199)), whole.weights(size=(300, 199)))

    def test_a_large_world_is_asked_for_what_is_wanted(self):
        columns, rows, side = 4096, 2176, self.SIDE
        x, y = np.arange(columns), np.arange(rows)[:, None]
        asked = []

        def terraces(tile):
            asked.append((tile.column, tile.row))
            i, j = np.arange(tile.columns) + tile.column, np.arange(tile.rows)[:, None] + tile.row
            return ((i * i // 700 + j * j // 900) % 1500 + 3 * (i // 40)).astype(np.int16)

        world = scree.Tiles([scree.Tile(c, r, side, side, step_m=0.1)
                             for r in range(0, rows, side) for c in range(0, columns, side)],
                            terraces, cell_m=8, identity="terraces, 1", altitude_m=(0, 200), slope=(0, 9))
        with scree.open(world, SURFACE, leave_in_file=True) as scene:
            self.assertEqual(asked, [])
            how = dict(grid="vertices", rows=(rows - 1016, 16))         # row 0 south
            altitude, slope = scene.ground(**how)
            self.assertEqual({row for _, row in asked} - {6 * side, 7 * side, 8 * side}, set())
            metres = ((x * x // 700 + y * y // 900) % 1500 + 3 * (x // 40)) * 0.1
            np.testing.assert_allclose(altitude, metres[1000:1016][::-1], atol=0.02)
            weights = scene.weights(**how)
            first, second = (scree.open(world, SURFACE, leave_in_file=True, threads=n) for n in (1, 4))
            for other in (first, second):
                np.testing.assert_array_equal(other.weights(**how), weights)
                other.close()
            with self.assertRaises(scree.ScreeError):       # points anywhere
                scene.heights()
            self.assertEqual(len(scene.terrain.sha256), 64)
        files = WORK / "world"
        shutil.rmtree(files, ignore_errors=True)
        how = dict(outputs=["masks"], depth=0, region=(0, 0, 600, 200), size=(1024, 512), tile_texels=200)
        for part in (1, 2):
            with scree.open(world, SURFACE, leave_in_file=True, parts_folder=files, part=(part, 2)) as scene:
                scene.bake(files, part=(part, 2), **how)
        scree.gather(files)
        with scree.open(world, SURFACE) as scene:           # in memory
            for name, data in scene.bake(**how).items():
                if name != "manifest.json":
                    self.assertEqual((files / name).read_bytes(), data, name)

    def test_points_without_data(self):
        heights = np.zeros((65, 65), np.float32)
        heights[:5] = np.nan
        tile = scree.Tile(0, 0, 65, 65, "only", "float32", missing=True)
        world = scree.Tiles([tile], self.of(heights), cell_m=8)
        with scree.open(world, SURFACE, keep_missing=True) as scene:
            altitude, _ = scene.ground()
            self.assertTrue(np.isnan(altitude[:4]).all() and not np.isnan(altitude[5:]).any())
        with scree.open(world, SURFACE, fill_m=3) as scene:
            self.assertEqual(scene.heights()[0, 0], 3)

    def test_what_the_function_raises(self):
        good = np.zeros((65, 65), np.int16)

        def lost(tile):
            raise KeyError("no such row")

        def ScreeErrorOf(code):
            return scree.ScreeError(code, "", "", None, "", "lost")

        nan, tile = np.full((65, 65), np.nan, np.float32), scree.Tile(0, 0, 65, 65, "west")
        class Mute(Exception):
            def __str__(self):
                raise RuntimeError("no text")

        def raises(problem):
            def samples(_tile):
                raise problem
            return samples

        huge = np.full((65, 65), 1e300)
        for given, samples, kind in ((tile, lost, KeyError), (tile, lambda _: good[1:], ValueError),
                                     (tile, raises(OSError("lost \udce4 row")), OSError),
                                     (tile, raises(Mute()), Mute),
                                     (tile, raises(ScreeErrorOf(0)), scree.ScreeError),
                                     (tile, raises(ScreeErrorOf("three")), scree.ScreeError),
                                     (scree.Tile(0, 0, 65, 65, dtype="float32"), lambda _: huge, None),
                                     (tile, lambda _: good.astype(int), TypeError),
                                     (scree.Tile(-1, 0, 65, 65), lambda _: good, ValueError),
                                     (scree.Tile(0, 0, 65, 65, "n" * 64), lambda _: good, ValueError),
                                     (scree.Tile(0, 0, 65, 65, dtype="int32"), lambda _: good, ValueError),
                                     (scree.Tile(0, 0, 65, 65, dtype="float32"), lambda _: nan, None)):
            with warnings.catch_warnings(), self.assertRaises(scree.ScreeError) as caught:
                warnings.simplefilter("error")
                scree.open(scree.Tiles([given], samples, cell_m=8), SURFACE)
            self.assertIn(caught.exception.name, ("malformed",) if kind is None else ("cannot read",))
            cause = caught.exception.__cause__
            self.assertTrue(kind is None and cause is None or isinstance(cause, kind), repr(cause))
            if kind is not None:
                self.assertIn(kind.__name__, caught.exception.text)
        self.assertEqual((caught.exception.name, caught.exception.file), ("malformed", "tile 0"))

        def stop(_tile):
            raise KeyboardInterrupt
        with self.assertRaises(KeyboardInterrupt):
            scree.open(scree.Tiles([tile], stop, cell_m=8), SURFACE)
        for field, how in (("cell_m", dict()), ("slope", dict(cell_m=8, altitude_m=(0, 1))),
                           ("place", dict(cell_deg=(0.1, 0.1), place=(0, 91)))):
            with self.assertRaises(scree.ScreeError) as caught:
                scree.open(scree.Tiles([tile], lambda _: good, **how), SURFACE)
            self.assertEqual(caught.exception.field, field)
        with self.assertRaises(scree.ScreeError) as caught:
            scree.open(scree.Tiles([], lambda _: good, cell_m=8), SURFACE)
        self.assertEqual(caught.exception.field, "count")
        with self.assertRaises(ValueError):
            scree.open(scree.Tiles([tile], lambda _: good, cell_m=8), SURFACE, cell_m=4)

    def test_what_calls_at_the_same_time_raise_is_their_own(self):
        class Lost(Exception):
            def __str__(self):      # where others can come between
                time.sleep(0.001)
                return ""

        def lost(_tile):            # in the thread that wants it, as the library has no other
            raise Lost(threading.get_ident())

        side, failed = self.SIDE, {}
        tiles = [scree.Tile(c, r, side, side) for r in range(0, 2176, side) for c in range(0, 4096, side)]
        world = scree.Tiles(tiles, lost, cell_m=8, identity="lost, 1", altitude_m=(0, 1), slope=(0, 1))
        with scree.open(world, SURFACE, leave_in_file=True, threads=1) as scene:
            def want():
                try:
                    scene.ground(grid="vertices", rows=(0, 4))
                except BaseException as problem:
                    failed[threading.get_ident()] = problem.__cause__
            threads = [threading.Thread(target=want) for _ in range(8)]
            interval = sys.getswitchinterval()
            sys.setswitchinterval(1e-6)
            self.addCleanup(sys.setswitchinterval, interval)
            for thread in threads:
                thread.start()
            idents = {thread.ident for thread in threads}
            for thread in threads:
                thread.join()
        self.assertEqual({ident: cause and cause.args for ident, cause in failed.items()},
                         {ident: (ident,) for ident in idents})

    def test_a_live_view_keeps_its_world(self):
        heights = np.add.outer(np.arange(65), np.arange(65)).astype(np.int16)
        scene = scree.open(scree.Tiles([scree.Tile(0, 0, 65, 65)], self.of(heights), cell_m=8), SURFACE)
        view = scene.live(size=64)
        view.update()
        expected = scene.picture(size=64)
        scene.close()
        del scene
        np.testing.assert_array_equal(view.picture, expected)
        with self.assertRaisesRegex(ValueError, "the scene is closed"):
            view.update()
        np.testing.assert_array_equal(view.picture, expected)
        view.close()


class Editing(unittest.TestCase):
    def test_values(self):
        with scree.open(TERRAIN, SURFACE) as scene:
            scene.set("Snow", "coverage", "25%")
            self.assertEqual(scene.get("Snow", "coverage"), (0.25,))
            scene.set("Snow", "altitude.min", "100m")
            at, on = scene.get("Snow", "altitude.min")
            self.assertAlmostEqual(at * scene.terrain.cell_m[2], 100, places=4)
            self.assertEqual(on, 1)
            snow = scene.index("Snow")
            self.assertTrue(scene.weights(size=64)[snow].any())
            scene.set("Snow", "coverage", 0)
            self.assertFalse(scene.weights(size=64)[snow].any())
            self.assertIn("coverage", scree.fields())

    def test_tree(self):
        with scree.open(TERRAIN, SURFACE) as scene:
            count = len(scene.layers)
            text = scene.surface_bytes()
            new = scene.add(0, "Mud")
            self.assertEqual(scene.layers[new].name, "Mud")
            moved = scene.move("Mud", 0, 0)
            self.assertEqual(moved, 1)
            scene.duplicate("Mud")
            with self.assertRaisesRegex(KeyError, "2 layers are called 'Mud'"):
                scene.index("Mud")
            scene.remove(1)
            scene.remove("Mud")
            self.assertEqual(len(scene.layers), count)
            self.assertEqual(scene.surface_bytes(), text)
            self.assertEqual(scene.surface_bytes("srf"), SURFACE.read_bytes())
            scene.reroll(7)
            self.assertNotEqual(scene.surface_bytes(), text)


class LiveScenes(unittest.TestCase):
    def assert_same(self, view, scene, **how):
        np.testing.assert_array_equal(view.picture, scene.picture(**how))
        np.testing.assert_array_equal(view.winner, scene.winner(**how))
        for dtype in ("uint8", "uint16", "float32"):
            np.testing.assert_array_equal(view.weights(dtype), scene.weights(dtype=dtype, **how))
        snow = scene.index("Snow")
        for dtype in ("uint8", "float32"):
            np.testing.assert_array_equal(view.weight("Snow", dtype),
                                          scene.weights(dtype=dtype, **how)[snow])
            np.testing.assert_array_equal(view.eff("Snow", dtype),
                                          scene.eff(dtype=dtype, **how)[snow])

    def test_edits(self):
        with scree.open(TERRAIN, SURFACE) as scene, scene.live(size=(90, 80)) as view:
            with self.assertRaises(ValueError):
                view.winner
            with self.assertRaisesRegex(ValueError, "not succeeded"):
                view.weights()
            self.assertEqual(view.update(), (0, 0, 90, 80))
            self.assert_same(view, scene, size=(90, 80))
            rows = view.noise_rows
            self.assertIsNone(view.update())
            scene.set("Snow", "colour", (1, 2, 3))
            self.assertIsNotNone(view.update())
            self.assertEqual(view.noise_rows, rows)
            scene.add(0, "Mud")                             # not yet in the view
            out = np.empty((11, 80, 90), np.uint8)
            self.assertIs(view.weights(out=out), out)
            view.update()
            with self.assertRaisesRegex(ValueError, r"expected uint8 \(12, 80, 90\)"):
                view.weights(out=out)
            self.assert_same(view, scene, size=(90, 80))
            scene.set("Snow", "altitude.min", "60m")
            with self.assertRaises(scree.Cancelled):
                view.update(progress=lambda _step, _done: True)
            view.update()
            self.assert_same(view, scene, size=(90, 80))
            view.view(size=200, region=(5, 6, 70, 60))
            view.update()
            self.assertEqual(view.shape, (60, 70))
            self.assert_same(view, scene, size=200, region=(5, 6, 70, 60))


class Errors(unittest.TestCase):
    def test_fields(self):
        with self.assertRaises(scree.ScreeError) as caught:
            scree.open("no/such.ter", SURFACE)
        self.assertEqual((caught.exception.file, caught.exception.name),
                         ("no/such.ter", "cannot read"))
        with scree.open(TERRAIN, SURFACE) as scene:
            with self.assertRaises(scree.ScreeError) as caught:
                scene.weights(relief=99)
            self.assertEqual(caught.exception.name, "bad argument")
            with self.assertRaises(scree.ScreeError):
                scene.set("Snow", "coverage", "plenty")
            with self.assertRaises(TypeError):
                scene.weights(sise=3)
            with self.assertRaises(ValueError):
                scene.weights(dtype="float64")

    def test_a_text_says_what_it_is_about(self):
        def said(field, text):
            return str(scree.ScreeError(6, "bad argument", "a.ter", None, field, text))
        self.assertEqual(said("", "has no rows"), "a.ter: has no rows")
        self.assertEqual(said("width", "is 0, expected 1 to 9"), "a.ter: width is 0, expected 1 to 9")
        self.assertEqual(said("size", "there is no size"), "a.ter: there is no size")
        self.assertEqual(said("size", "a side is 0"), "a.ter: size: a side is 0")
        with scree.open(TERRAIN, SURFACE) as scene, self.assertRaises(scree.ScreeError) as caught:
            scene.diff(SURFACE, over=2)
        self.assertEqual(caught.exception.field, "over")
        self.assertTrue(str(caught.exception).startswith("over is 2"), str(caught.exception))

    def test_options_that_a_terrain_does_not_have(self):
        heights = np.add.outer(np.arange(65), np.arange(65)).astype(np.int16)
        world = scree.Tiles([scree.Tile(0, 0, 65, 65)], lambda _: heights, cell_m=8)
        numbers = dict(height_scale=2, height_offset_tu=1, height_range_m=(0, 1), raw="u16",
                       raw_size=(65, 65), raw_big_endian=True, south_first=True)
        for given, how, more in ((world, {}, {}),
                                 (heights, dict(cell_m=8), dict(keep_missing=True, leave_in_file=True, part=(1, 2),
                                                                parts_folder="parts"))):
            scree.open(given, SURFACE, **how).close()
            for name, value in {**numbers, **more}.items():
                with self.assertRaisesRegex(ValueError, name):
                    scree.open(given, SURFACE, **how, **{name: value})
        holes = heights.astype(float)
        holes[3, 4] = np.nan
        with scree.open(holes, SURFACE, cell_m=8, fill_m=2.5) as scene:
            self.assertEqual(scene.heights()[3, 4], 2.5)
            self.assertEqual(scene.heights()[3, 5], 8)
        with self.assertRaises(scree.ScreeError):
            scree.open(holes, SURFACE, cell_m=8)

    def test_what_is_no_number_is_named(self):
        with scree.open(TERRAIN, SURFACE) as scene:
            for name, wrong in (("x_m", lambda: scene.probe("x", 1)), ("y_m", lambda: scene.probe(1, None)),
                                ("place", lambda: scene.add(0, "new", "x")), ("name", lambda: scene.add(0, 5)),
                                ("place", lambda: scene.move(1, 0, 1.5)), ("seed", lambda: scene.reroll("x")),
                                ("layer", lambda: scene.index(None))):
                with self.assertRaisesRegex(TypeError, f"^{name} is "):
                    wrong()

    def test_open_and_fit_can_be_ended(self):
        def interrupt(_step, _done):
            raise KeyboardInterrupt

        with self.assertRaises(scree.Cancelled):
            scree.open(TERRAIN, style="island", progress=lambda step, done: True)
        with self.assertRaises(KeyboardInterrupt):
            scree.open(TERRAIN, style="island", progress=interrupt)
        classes = np.tile(np.arange(64, dtype=np.uint8) // 32, (64, 1))
        with scree.open(TERRAIN, SURFACE) as scene:
            with self.assertRaises(scree.Cancelled):
                scree.fit(scene, classes, ["a", "b"], progress=lambda step, done: True)
            with self.assertRaises(KeyboardInterrupt):
                scree.fit(scene, classes, ["a", "b"], progress=interrupt)

    def test_what_is_closed_refuses(self):
        closed = scree.open(TERRAIN, SURFACE)
        closed.close()
        with self.assertRaisesRegex(ValueError, "the scene is closed"):
            closed.index(0)
        scene = scree.open(TERRAIN, SURFACE)
        with scene.live(size=32) as open_view:
            open_view.update()
            with scene.live(size=32) as view:
                view.update()
            assert_closed(self, view, "the live view is closed", eff=(1,))
            scene.close()
            with self.assertRaisesRegex(ValueError, "the scene is closed"):
                open_view.update()
            self.assertEqual(open_view.weights().shape[1:], (32, 32))
        assert_closed(self, scene, "the scene is closed")
        with self.assertRaisesRegex(ValueError, "the scene is closed"):
            scene.reroll(1)
        for wrong in (lambda: scree.open(TERRAIN, scene), lambda: scree.fit(scene, np.zeros((9, 9), np.uint8), ["a"])):
            with self.assertRaisesRegex(ValueError, "the scene is closed"):
                wrong()
        with scree.open(TERRAIN, SURFACE) as other, self.assertRaisesRegex(ValueError, "the scene is closed"):
            other.diff(scene)

    def test_warnings(self):
        with scree.open(TERRAIN, SURFACE) as scene:
            scene.set(1, "texture.isolation", 1)
            data = scene.surface_bytes("srf")
        with self.assertWarns(scree.ScreeWarning) as caught:
            scree.open(TERRAIN, data).close()
        self.assertEqual(caught.filename, __file__)     # where it was called
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with self.assertRaises(scree.ScreeWarning), mock.patch.object(
                    _library.lib, "scree_surface_free", wraps=_library.lib.scree_surface_free) as free:
                scree.open(TERRAIN, data)
        self.assertEqual([bool(one.args[0]) for one in free.call_args_list], [True])    # it was open
        heard = []
        remove("told")

        class Stop(logging.Handler):
            def emit(self, record):
                heard.append(record)
                raise KeyError("of the log")
        log, handler = logging.getLogger("scree"), Stop()
        log.addHandler(handler)
        level, _ = log.level, log.setLevel(logging.INFO)
        try:
            with scree.open(TERRAIN, SURFACE) as scene, self.assertRaises(KeyError):
                scene.export_ror(WORK / "told", points=129)
        finally:
            log.removeHandler(handler)
            log.setLevel(level)
        self.assertTrue(heard)
        self.assertFalse((WORK / "told").exists())


class Places(unittest.TestCase):
    """Places with letters, on a terrain that is wider than high."""

    def test_letters(self):
        with scree.open(np.zeros((3, 5), "float32"), SURFACE, cell_m=20) as scene:
            self.assertEqual(scene.place("30W,10N"), (50, 30))
            self.assertEqual(scene.place("50E, 30S"), (50, 30))
            self.assertEqual(scene.place("50,30"), (50, 30))
            with self.assertRaises(scree.ScreeError):
                scene.place("30W")


class Plants(unittest.TestCase):
    """Places as an array are those of the table."""

    def test_table(self):
        with scree.open(TERRAIN, SURFACE) as scene:
            path = WORK / "plants.csv"
            found = scene.plants(plants_set="alpine", water_m=0, save=path, replace=True)
            lines = path.read_text().splitlines()
            self.assertEqual(lines[0], "species,model,x_m,y_m,z_m,yaw_deg,scale,sink_m")
            self.assertEqual(len(lines) - 1, len(found))
            self.assertGreater(len(found), 1000)
            for one, line in zip(found, lines[1:]):
                words = line.split(",")
                self.assertEqual([one["species"], one["model"]], words[:2])
                for field, word in zip(("x_m", "y_m", "z_m", "yaw_deg", "scale", "sink_m"), words[2:]):
                    self.assertAlmostEqual(one[field], float(word), places=6)
            own = {"format": "scree-plants-1",
                   "plants": [{"name": "a", "model": "oak", "layers": "Woodland", "spacing": 20}]}
            few = scene.plants(own)
            self.assertEqual(set(few["species"]), {"a"})
            with self.assertRaises(scree.ScreeError) as caught:
                scene.plants(plants_set="tundra")
            self.assertEqual(caught.exception.field, "plants_set")
            with self.assertRaises(ValueError):
                scene.plants(save=WORK / "plants.txt")


class Grade(unittest.TestCase):
    """Ground for roads, as the program makes it."""

    def test_the_program(self):
        roads, made = SOURCE / "examples/island-roads.json", [WORK / f"graded-{who}.ter" for who in ("python", "program")]
        with scree.open(TERRAIN, SURFACE) as scene:
            report = scene.grade(roads, save=made[0], earth=WORK / "earth.png", replace=True)
            level = scene.grade(roads, flat_bends=True)
            with self.assertRaises(scree.ScreeError) as caught:
                scene.grade({"format": "scree-roads-1", "roads": []})
            self.assertIn("names no roads", str(caught.exception))
        told = subprocess.run([PROGRAM, "grade", TERRAIN, "--roads", roads, "-o", made[1], "--force", "--json"],
                              check=True, capture_output=True)
        self.assertEqual(report, json.loads(told.stdout)["details"])
        self.assertEqual(made[0].read_bytes(), made[1].read_bytes())
        self.assertEqual(sum(one["roads"] for one in report["classes"]), 12)
        self.assertNotEqual(level["cut_m3"], report["cut_m3"])
        self.assertEqual((WORK / "earth.png").read_bytes()[:4], b"\x89PNG")


class Seen(Exception):
    """What a function would make structs of options of."""


class Options(unittest.TestCase):
    """Every member of every struct of options can be given, or there is a reason."""

    DOORS = {       # which function takes a struct's members
        "bake": scree.Scene.bake, "beamng": scree.Scene.export_beamng, "convert": (scree.Scene.convert, WORK / "x.png"),
        "diff": (scree.Scene.diff, SURFACE), "grade": (scree.Scene.grade, b"{}"), "engine": (scree.Scene.export_engine, "spring"),
        "estimate": scree.Scene.bake_estimate, "fit": (scree.fit, np.zeros((4, 4), np.uint8), ["a"]),
        "lint": scree.Scene.lint, "live": scree.Scene.live, "plan": scree.Scene.weights,
        "plants": scree.Scene.plants, "preview": scree.Scene.preview, "probe": (scree.Scene.explain, 9, 9),
        "ror": scree.Scene.export_ror, "style": lambda scene, **how: scree.open(TERRAIN, **how),
        "terrain": lambda scene, **how: scree.open(TERRAIN, **how),
        "test": lambda scene, **how: scree.test(SURFACE, **how),
        "verify": lambda scene, **how: scree.verify(WORK, **how), "view": scree.Scene.render,
        "camera": scree.Scene.render}
    WITHOUT = {     # or are given as something else
        "serve": "the studio is the program's", "part": "part=(i, n) and replace=",
        "diff.terrain": "the scene's", "diff.output": "there are no sinks of documents", "test.output": "likewise",
        "fit.classes": "a painting is an array of their numbers", "fit.onto": "a scene, onto=",
        "plan.rows": "region=; rows= are those that are evaluated", "probe.places": "arguments",
        "grade.roads": "an argument", "test.terrain": "its members are options of test()"}

    def given(self, door, member):
        """The structs that a function asks for when it is given a member."""
        function, *arguments = door if isinstance(door, tuple) else (door,)

        def seen(given, *structs):
            raise Seen(structs if member in given else ())

        try:
            with mock.patch.object(_library, "apart", seen):
                function(self.scene, *arguments, **{member: None})
        except Seen as found:
            return found.args[0]
        except TypeError:       # an argument already
            return ()

    def test_every_member_can_be_given(self):
        sys.path.insert(0, str(SOURCE / "scripts"))
        import bindings
        import headers
        api, reasons = headers.read(SOURCE / "include/scree"), dict(self.WITHOUT)
        self.scene = scree.open(TERRAIN, SURFACE)
        self.addCleanup(self.scene.close)
        for struct in api.structs.values():
            name = struct.name.removesuffix("_options")
            if struct.name in bindings.EMBEDDED or name == struct.name != "camera" or reasons.pop(name, None):
                continue
            self.assertIn(name, self.DOORS, "no function takes these options")
            kind = _library.STRUCTS[f"scree_{struct.name}"]
            for member in [member.name for _, member in bindings.flat(struct, api)]:
                if member == "size" or member.startswith("has_") or member.endswith("_count"):
                    continue    # these follow
                taken = member in _library.names_of(kind) and kind in self.given(self.DOORS[name], member)
                self.assertNotEqual(taken, bool(reasons.pop(f"{name}.{member}", None)), f"{name}.{member}")
        self.assertEqual(reasons, {}, "these can be given, or do not exist")

    def test_what_several_members_are_given_as(self):
        made = _library.options(_library.BakeOptions, dict(size=9, region=(1, 2, 3, 4), maps=["slope", "ao"], outputs="blend"))
        self.assertEqual([getattr(made, name) for name in ("width", "height", "column", "rows", "maps", "outputs")],
                         [9, 9, 1, 4, 4 + 16, 2])
        with self.assertRaisesRegex(ValueError, "region is .*; expected column, row, columns, rows"):
            self.scene_less(region=(1, 2))
        with self.assertRaisesRegex(ValueError, "maps is 'hight'; expected one of height"):
            self.scene_less(maps=["hight"])
        with self.assertRaisesRegex(TypeError, "'heigth'; did you mean 'height'"):
            self.scene_less(heigth=3)
        self.assertIn("south_first: row 0 of the images", scree.Scene.bake.__doc__)
        self.assertIn("one of cells, vertices, spread", scree.Scene.weights.__doc__)

    @staticmethod
    def scene_less(**how):
        return _library.options(_library.BakeOptions, how)


class Structs(unittest.TestCase):
    """A C compiler says how large every struct and where every member is."""

    def test_layout(self):
        lines = []
        for name, struct in _library.STRUCTS.items():
            lines.append(f'printf("{name} %zu\\n", sizeof(struct {name}));')
            for field, *_ in struct._fields_:
                lines.append(f'printf("{name}.{field} %zu\\n", offsetof(struct {name}, {field}));')
        program = WORK / "layout"
        (WORK / "layout.c").write_text("#include <stddef.h>\n#include <stdio.h>\n"
                                       "#include <scree/scree.h>\nint main(void)\n{\n"
                                       + "\n".join(lines) + "\nreturn 0;\n}\n")
        subprocess.run(["cc", "-I", SOURCE / "include", WORK / "layout.c", "-o", program],
                       check=True)
        found = dict(line.split() for line in
                     subprocess.run([program], check=True, capture_output=True,
                                    text=True).stdout.splitlines())
        for name, struct in _library.STRUCTS.items():
            self.assertEqual(int(found[name]), ctypes.sizeof(struct), name)
            for field, *_ in struct._fields_:
                self.assertEqual(int(found[f"{name}.{field}"]), getattr(struct, field).offset,
                                 f"{name}.{field}")

    def test_every_function_is_declared(self):
        """What the headers declare is what this package knows."""
        headers = "".join(path.read_text() for path in (SOURCE / "include/scree").glob("*.h"))
        declared = set(re.findall(r"^SCREE_API [^;(]*?(scree_\w+)\(", headers, re.MULTILINE))
        self.assertEqual(declared, set(_library.FUNCTIONS))


class Fits(unittest.TestCase):
    """Rules behind a painting."""

    def test_a_painting_by_altitude_is_explained(self):
        with scree.open(TERRAIN, SURFACE) as scene:
            heights = scene.heights()
            high = (heights[:-1, :-1] > np.median(heights)).astype(np.uint8)
            made, report = scree.fit(scene, high, ["Low", "High"])
            self.assertGreater(report["agreement"], 0.95)
            with scree.open(TERRAIN, made) as found:
                self.assertEqual({layer.name for layer in found.layers}, {"Low", "High"})
            north = (heights[:-1, :-1] < heights[1:, :-1]).astype(np.uint8)
            plain = scree.fit(scene, north, ["South", "North"])[1]
            made, report = scree.fit(scene, north, ["South", "North"], around="aspect")
            self.assertEqual([plain["around"], [(one["by"], one["taken"]) for one in report["around"]]], [[], [("aspect", True)]])
            self.assertGreater(report["agreement"], plain["agreement"])
            self.assertIn(b'"aspect"', made)
            with self.assertRaises(scree.ScreeError):
                scree.fit(scene, high + 2, ["Low", "High"])
            for wrong in (high.astype(int) + 256, high.astype(int) - 1, high + 0.5):
                with self.assertRaises(ValueError):
                    scree.fit(scene, wrong, ["Low", "High"])


class Styles(unittest.TestCase):
    """A map for a style is what the program makes."""

    def test_bytes_are_those_of_the_program(self):
        listed = subprocess.run([PROGRAM, "new", "--list", "--json"], check=True,
                                capture_output=True, text=True).stdout
        listed = {one["name"]: one["summary"] for one in json.loads(listed)["styles"]}
        self.assertEqual(scree.styles(), listed)
        path = WORK / "made.srf.json"
        for style in listed:
            report = subprocess.run([PROGRAM, "new", TERRAIN, "-o", path, "--style", style, "--json",
                                     "--water", "0", "--seed", "5", "--force"], check=True,
                                    capture_output=True, text=True).stdout
            with scree.open(TERRAIN, style=style, water_m=0, seed=5) as scene:
                self.assertEqual(scene.style_text, path.read_bytes().decode())
                self.assertEqual(scene.style_report, json.loads(report))
                self.assertEqual([layer.name for layer in scene.layers],
                                 [layer["name"] for layer in scene.style_report["layers"]])

    def test_water_and_refusals(self):
        with scree.open(TERRAIN, style="island", water="none") as scene:
            self.assertIsNone(scene.style_report["water"])
        with self.assertRaises(scree.ScreeError) as caught:
            scree.open(TERRAIN, style="alpin")
        self.assertEqual(caught.exception.field, "style")
        with self.assertRaises(ValueError):
            scree.open(TERRAIN, SURFACE, style="alpine")
        with self.assertRaises(TypeError):
            scree.open(TERRAIN)


class Exports(unittest.TestCase):
    """Exports are what the program writes."""

    def setUp(self):
        self.scene = scree.open(TERRAIN, SURFACE)
        self.addCleanup(self.scene.close)
        WORK.mkdir(parents=True, exist_ok=True)

    def program(self, game, name, *options):
        subprocess.run([PROGRAM, "export", game, TERRAIN, SURFACE, "-o", WORK / name, "--force",
                        "-q", *options], check=True)
        return self.packed(WORK / name)

    def assert_refuses(self, export, path, **wrong):
        """A wrong option and a missing name are refused by name; what is cancelled leaves nothing."""
        with self.assertRaises(scree.ScreeError) as caught:
            export(name="land", **wrong)
        self.assertEqual([caught.exception.field], list(wrong))
        with self.assertRaises(scree.ScreeError) as caught:
            export()
        self.assertEqual(caught.exception.field, "name")
        with self.assertRaises(scree.Cancelled):
            export(path, progress=lambda step, done: True)
        self.assertFalse(path.exists())

    @staticmethod
    def packed(path):
        with zipfile.ZipFile(path) as archive:
            return {one: archive.read(one) for one in archive.namelist()}

    def test_rigs_of_rods(self):
        for name, options, how in (
                ("plain", [], {}),
                ("wet", ["--author", "Ann", "--water", "0", "--size", "96", "--grass", "Grass",
                         "--base-colour", "--bake-size", "128", "--start", "900,800"],
                 dict(author="Ann", water_m=0, blend_size=96, grass=["Grass"], base_colour="picture",
                      bake_size=128, start_m=(900, 800)))):
            expected = self.program("ror", name + ".zip", "--name", "land", *options)
            self.assertEqual(self.scene.export_ror(name="land", **how), expected, name)
            archive = WORK / "land.zip"
            self.assertIsNone(self.scene.export_ror(archive, replace=True, **how))
            self.assertEqual(self.packed(archive), expected)

    def test_engines(self):
        self.assertEqual(scree.engines()[0]["key"], "spring")
        for engine in scree.engines():
            words = ["godot", "--plugin", "hterrain"] if engine["key"] == "hterrain" else [engine["key"]]
            expected = self.program(words[0], engine["key"] + ".zip", "--name", "land",
                                    "--layers", "4", *words[1:])
            self.assertEqual(self.scene.export_engine(engine["key"], name="land", layers=4), expected)
        with self.assertLogs("scree", "INFO") as notes:
            self.scene.export_engine("unreal", name="land", layers=3)
        self.assertTrue(any("merged: #2 Dry grass into #1 Grass" in one for one in notes.output), notes.output)
        with self.assertRaises(scree.ScreeError) as caught:
            self.scene.export_engine("spring", name="land", points=130)
        self.assertEqual(caught.exception.field, "points")

    def test_beamng(self):
        for name, options, how in (
                ("plain", ["--depth", "0"], dict(depth=0)),
                ("more", ["--author", "Ann", "--resample", "128", "--min-area", "9", "--dither",
                          "--hole-layer", "Snow", "--depth", "1", "--relief", "1",
                          "--import-files"],
                 dict(author="Ann", samples=128, min_area=9, dither=True, hole_layer="Snow", depth=1,
                      relief=1, import_files=True))):
            expected = self.program("beamng", f"level-{name}.zip", "--name", "land", *options)
            files = self.scene.export_beamng(name="land", **how)
            self.assertEqual({"levels/land/" + one: data for one, data in files.items()}, expected)
            archive = WORK / "land.zip"
            self.assertIsNone(self.scene.export_beamng(archive, replace=True, **how))
            self.assertEqual(self.packed(archive), expected)
        self.assert_refuses(self.scene.export_beamng, WORK / "never", samples=129)

    def test_beamng_has_own_textures_over_the_map(self):
        (WORK / "own").mkdir(exist_ok=True)
        minimap = self.scene.export_beamng(name="land", depth=0)["minimap.png"]
        (WORK / "own" / "Rock-macro.png").write_bytes(minimap)
        expected = self.program("beamng", "own.zip", "--name", "land", "--depth", "0", "--textures", WORK / "own",
                                "--repeat", "6", "--base-colour", "--bake-size", "64")
        files = self.scene.export_beamng(name="land", depth=0, textures=WORK / "own", repeat_m=6,
                                         base_colour="picture", bake_size=64)
        self.assertEqual({"levels/land/" + one: data for one, data in files.items()}, expected)
        self.assertEqual(json.loads(files["scree-report.json"])["base_colour"], 64)
        self.assert_refuses(self.scene.export_beamng, WORK / "never", textures=WORK / "nowhere")

    def test_beamng_takes_materials_as_a_dict(self):
        with self.assertLogs("scree", "INFO") as notes:
            files = self.scene.export_beamng(
                name="land", samples=128,
                materials={name: "Land" for name in self.scene.materials()})
        self.assertTrue(any("Land" in one for one in notes.output), notes.output)
        report = json.loads(files["scree-report.json"])
        self.assertEqual([one["name"] for one in report["materials"]], ["Land"])

    def test_rigs_of_rods_refuses(self):
        self.assert_refuses(self.scene.export_ror, WORK / "never.zip", points=66)


class Levels(unittest.TestCase):
    """What exists is changed as by the program: of two copies, each changed by one, the bytes are the
    same."""

    @classmethod
    def setUpClass(cls):
        """Without plants, and with fewer layers than the map has."""
        shutil.rmtree(WORK / "levels", ignore_errors=True)
        (WORK / "levels").mkdir(parents=True)
        how = dict(name="land", depth=1, plants=False)
        with scree.open(TERRAIN, SURFACE) as scene:
            scene.export_beamng(WORK / "levels/beamng", samples=128, **how)
            scene.export_ror(WORK / "levels/ror", blend_size=64, **how)

    @staticmethod
    def copies(game):
        """Of one level, in folders of equal names: messages and pages have them."""
        both = [WORK / "levels" / one / "land" for one in ("program", "python")]
        for one in both:
            shutil.rmtree(one, ignore_errors=True)
            shutil.copytree(WORK / "levels" / game, one)
        return both

    @staticmethod
    def files(folder):
        return {str(path.relative_to(folder)): path.read_bytes()
                for path in folder.rglob("*") if path.is_file()}

    def program(self, game, level, *options, surface=SURFACE):
        done = subprocess.run([PROGRAM, "export", game, surface, "--into", level, *options], check=True,
                              capture_output=True, text=True)
        return json.loads(done.stdout)

    def assert_changed_alike(self, game, opening, options, how):
        first, second = self.copies(game)
        before, page = self.files(second), WORK / f"levels/{self.id()}.html"
        said = self.program(game, first, "--dry-run", "--json", "--html", page, *options)
        self.program(game, first, "--json", *options)
        with opening(second, SURFACE) as level:
            self.assertEqual(level.into(**how), said)
            own = level.page().replace(b"levels/python", b"levels/program")
            self.assertEqual(own.replace(b"(keep)", b"(--keep)").replace(b" keep keeps", b" --keep keeps"), page.read_bytes())
            self.assertEqual(self.files(second), before)    # nothing is changed yet
            level.write()
            with self.assertRaises(scree.ScreeError):       # once for each opening
                level.write()
        after = self.files(second)
        self.assertEqual(after, self.files(first))
        self.assertNotEqual(after, before)
        for name, data in before.items():                   # what is replaced is kept
            self.assertIn(data, (after[name], after.get(name + ".bak1")), name)
        return said

    def test_beamng_materials(self):
        said = self.assert_changed_alike(
            "beamng", scree.open_beamng,
            ["--min-area", "9", "--depth", "1", "--keep", "Gr*", "--hole-layer", "Beach", "--grip", "fine"],
            dict(min_area=9, depth=1, keep="Gr*", hole_layer="Beach", grip="fine"))
        self.assertTrue(any(one["kept"] == "named" for one in said["materials"]))

    def test_beamng_plants(self):
        own = {"format": "scree-plants-1",
               "plants": [{"name": "a", "model": "oak", "layers": "Woodland", "spacing": 60}]}
        listed = WORK / "levels" / "own.json"
        listed.write_text(json.dumps(own))
        ground = (WORK / "levels/beamng/theTerrain.ter").read_bytes()
        said = self.assert_changed_alike("beamng", scree.open_beamng,
                                         ["--plants", listed, "--plants-only", "--water", "5"],
                                         dict(plants=own, into_plants="plants-only", water_m=5))
        level = WORK / "levels/python/land"
        self.assertEqual((level / "theTerrain.ter").read_bytes(), ground)
        grown, = (one for one in said["plants"]["species"] if one["name"] == "a")
        self.assertGreater(grown["written"], 10)
        with scree.open_beamng(level, SURFACE) as level:    # and what scree placed goes again
            gone = level.into(plants=False, into_plants="plants-only")
            self.assertEqual([one["replaced"] for one in gone["plants"]["species"]], [grown["written"]])

    def test_rigs_of_rods(self):
        self.assert_changed_alike("ror", scree.open_ror, ["--min-area", "9", "--only", "*"],
                                  dict(min_area=9, only="*"))
        with scree.open_ror(WORK / "levels/python/land", SURFACE) as land:
            with self.assertRaises(scree.ScreeError) as caught:
                land.into(mask=b"no picture")
            self.assertEqual(caught.exception.file, "mask.png")
            for decided in (land.page, land.write):         # nothing to show or write after that
                with self.assertRaises(scree.ScreeError):
                    decided()

    def test_a_level_is_a_scene_on_its_own_ground(self):
        made = self.copies("beamng")[1]
        with scree.open_beamng(made, SURFACE) as level:     # its report names what it was made of
            self.assertEqual(level.terrain.points, (257, 257))
        (made / "scree-report.json").unlink()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", scree.ScreeWarning)
            opened = scree.open_beamng(made, SURFACE)
        with opened as level:
            ter = (made / "theTerrain.ter").read_bytes()
            stored = np.frombuffer(ter, "<u2", 128 * 128, 5).reshape(128, 128)[::-1].astype(float)
            heights = level.heights()
            self.assertEqual(level.terrain.points, (128, 128))
            low, high = heights.min(), heights.max()
            scaled = low + (stored - stored.min()) * (high - low) / (stored.max() - stored.min())
            np.testing.assert_allclose(heights, scaled, atol=0.01)
            again = scree.open(heights, level, cell_m=level.terrain.cell_m[0])
            self.assertEqual([one.name for one in again.layers], [one.name for one in level.layers])
            again.close()
            before = level.into()
            level.set("Woodland", "coverage", "0")          # the map as it is now counts
            names = [[one["name"] for one in said["materials"]] for said in (before, level.into())]
            self.assertIn("Woodland", names[0])
            self.assertEqual([one for one in names[0] if one != "Woodland"], names[1])
            with self.assertRaises(scree.Cancelled):
                level.into(progress=lambda step, done: True)
        assert_closed(self, level, "the scene is closed")
        with self.assertRaises(scree.ScreeError):
            scree.open_beamng(WORK / "levels" / "nowhere", SURFACE)
        with self.assertRaises(scree.ScreeError) as caught:
            scree.open_beamng(made, style="alpin")
        self.assertEqual(caught.exception.field, "style")
        with scree.open_beamng(made, style="alpine", water_m=0) as level:
            self.assertIn("layers", level.style_report)


class Bakes(unittest.TestCase):
    """scene.bake() writes what the program writes; verify and digest read it."""

    def setUp(self):
        self.scene = scree.open(TERRAIN, SURFACE)
        self.addCleanup(self.scene.close)
        WORK.mkdir(parents=True, exist_ok=True)

    def program(self, name, *options):
        folder = WORK / name
        subprocess.run([PROGRAM, "bake", TERRAIN, SURFACE, "-o", folder, "--force", "-q",
                        *options], check=True)
        return {str(path.relative_to(folder)): path.read_bytes()
                for path in folder.rglob("*") if path.is_file()}

    def test_bytes_are_those_of_the_program(self):
        for name, options, how in (
                ("all", [], {}),
                ("part", ["--size", "200x150", "--region", "10,20,40x50", "--tile-files", "2",
                          "--only", "masks,preview", "--output", "eff"],
                 dict(size=(200, 150), region=(10, 20, 40, 50), tile_files=2, plane="eff",
                      outputs=("masks", "preview"))),
                ("game", ["--depth", "1", "--name", "hills", "--relief", "1", "--size", "64"],
                 dict(depth=1, name="hills", relief=1, size=64))):
            expected = self.program("bake-" + name, *options)
            self.assertEqual(self.scene.bake(**how), expected, name)
            folder = WORK / ("own-" + name)
            self.assertIsNone(self.scene.bake(folder, replace=True, **how))
            self.assertEqual({str(path.relative_to(folder)): path.read_bytes()
                              for path in folder.rglob("*") if path.is_file()}, expected)
            archive = WORK / f"own-{name}.zip"
            self.scene.bake(archive, replace=True, **how)
            with zipfile.ZipFile(archive) as packed:
                self.assertEqual({one: packed.read(one) for one in packed.namelist()}, expected)

    def test_materials_as_a_dict(self):
        files = self.scene.bake(size=32, outputs=["masks"],
                                materials={"Grass": "ground", "Rock": "ground"})
        manifest = json.loads(files["manifest.json"])
        names = [one["name"] for one in manifest["materials"]]
        self.assertIn("ground", names)
        self.assertEqual(manifest["layer_materials"].count("ground"), 2)

    def test_what_is_refused_leaves_nothing(self):
        folder = WORK / "refused"
        shutil.rmtree(folder, ignore_errors=True)
        with self.assertRaises(scree.ScreeError) as caught:
            self.scene.bake(folder, size=32, outputs=["blend"], tile_files=33)
        self.assertEqual(caught.exception.field, "tile_files")
        steps = []
        self.scene.bake(size=16, progress=lambda step, done: steps.append(step))
        self.assertGreater(len(steps), 2)
        for last in range(len(steps)):
            seen = []
            with self.assertRaises(scree.Cancelled):
                self.scene.bake(folder, size=16, progress=lambda step, done:
                                seen.append(step) or len(seen) > last)
            self.assertEqual(seen[:last + 1], steps[:last + 1])
            self.assertFalse(folder.exists())
            self.assertFalse(list(WORK.glob(".refused*")))
        with self.assertRaises(ValueError):
            self.scene.bake(outputs=["mask"])
        with self.assertRaises(ValueError):
            self.scene.bake(format="gif")
        self.scene.bake(folder, size=16)
        with self.assertRaises(scree.ScreeError) as caught:
            self.scene.bake(folder, size=16)
        self.assertEqual(caught.exception.field, "replace")

    def test_parts_are_the_whole(self):
        how = dict(outputs=["masks"], depth=0, tile_texels=100)
        whole = self.scene.bake(**how)
        folder = WORK / "parts"
        for part in (2, 1):
            self.scene.bake(folder, part=(part, 2), **how)
        scree.gather(folder)
        for name, content in whole.items():
            self.assertEqual((folder / name).read_bytes(), content, name)
        # The first row of tiles is of the first half: a lost tile differs in its part alone.
        some = sorted(name for name in whole if name.endswith("_0_0.png"))
        (folder / some[0]).unlink()
        lost = [scree.Difference(some[0], "is missing")]
        self.assertEqual(scree.verify(folder, TERRAIN, SURFACE, part=(1, 2)), lost)
        self.assertEqual(scree.verify(folder, TERRAIN, SURFACE, part=(2, 2)), [])
        self.assertEqual(scree.verify(folder, TERRAIN, SURFACE, share=1, seed=7), lost)
        with self.assertRaises(scree.ScreeError) as caught:
            scree.verify(folder, TERRAIN, SURFACE, part=(1, 2), share=0.5)
        self.assertEqual(caught.exception.field, "share")
        with self.assertRaises(scree.ScreeError) as caught:
            self.scene.bake(folder, part=(3, 2), **how)
        self.assertEqual(caught.exception.field, "part")
        for sink in (None, WORK / "part.ZIP"):
            with self.assertRaises(ValueError):
                self.scene.bake(sink, part=(1, 2), **how)
            self.assertFalse((WORK / "part.ZIP").exists())

    def test_plans_and_estimates_are_those_of_the_program(self):
        words = ["--out-tiles", "100", "--pack", "rgba", "--only", "masks", "--maps", "slope"]
        how = dict(tile_texels=100, pack="rgba", outputs=["masks"], maps=["slope"])
        told = [json.loads(subprocess.run([PROGRAM, *verb, TERRAIN, SURFACE, *words, "--json"], check=True,
                                          capture_output=True, text=True).stdout)
                for verb in (["plan", "--time", "1h"], ["bake", "-n", "-o", WORK / "never"])]
        found = self.scene.bake_estimate(time_s=3600, **how)
        self.assertEqual([found.texels, found.tiles, found.files, found.bytes],
                         [told[0][one] for one in ("texels", "tiles", "files", "bytes")])
        self.assertEqual((found.texels, found.tiles), (256 * 256, 9))
        self.assertEqual([found.sampled_rows, found.rows], [told[0]["sample"][one] for one in ("rows", "of")])
        self.assertEqual((found.parts, found.no_parts, found.without_maps), (None, told[0]["no_parts"], True))
        self.assertGreaterEqual(found.seconds, found.opening_s)
        one = self.scene.bake_estimate(time_s=3600, tile_texels=100, outputs=["masks"])
        self.assertEqual((one.parts, one.no_parts, one.without_maps), (1, None, False))
        self.assertLessEqual(one.part_s, 3600)
        self.assertIsNone(self.scene.bake_estimate(size=64).parts)      # nobody asked
        never = self.scene.bake_estimate(size=64, time_s=1e-9)
        self.assertTrue(never.parts is None and never.no_parts)
        plan = self.scene.bake_plan(**how)
        self.assertEqual(plan["files"], told[1]["files"])
        written = self.scene.bake(**how)
        self.assertEqual({one["file"] for one in plan["files"]} | {"manifest.json"}, set(written))
        self.assertEqual(found.files, len(written) - 1)
        for wrong in (self.scene.bake_plan, self.scene.bake_estimate):
            with self.assertRaises(scree.ScreeError) as caught:
                wrong(tile_files=65)
            self.assertEqual(caught.exception.field, "tile_files")
            with self.assertRaises(TypeError):
                wrong(replace=True)
        with self.assertRaises(scree.ScreeError) as caught:
            self.scene.bake_estimate(time_s=-1)
        self.assertEqual(caught.exception.field, "time_s")
        with self.assertRaises(scree.Cancelled):
            self.scene.bake_estimate(progress=lambda step, done: True)

    def test_verify_and_digest(self):
        folder = WORK / "verified"
        self.scene.bake(folder, size=48, replace=True)
        with self.assertRaises(scree.ScreeError):           # not beside it
            scree.verify(folder)
        self.assertEqual(scree.verify(folder, TERRAIN, SURFACE), [])
        self.assertEqual(scree.verify(folder, TERRAIN.read_bytes(), SURFACE.read_bytes()), [])
        listed = subprocess.run([PROGRAM, "digest", "--list", folder], check=True, text=True,
                                capture_output=True).stdout.split("\n")[:-1]
        self.assertEqual(listed[-1].split()[0], scree.digest(folder))
        self.assertEqual([line.split()[0] for line in listed[:-1]],
                         list(scree.digest_files(folder).values()))
        masks = subprocess.run([PROGRAM, "digest", "--coverage", folder], check=True, text=True,
                               capture_output=True).stdout.split()[0]
        self.assertEqual(scree.digest(folder, masks=True), masks)
        (folder / "preview.png").unlink()
        self.assertEqual(scree.verify(folder, TERRAIN, SURFACE),
                         [scree.Difference("preview.png", "is missing")])


class Documentation(unittest.TestCase):
    def test_examples(self):
        """The Python blocks of docs/python.md run, in order, in the folder of the examples."""
        blocks = (SOURCE / "docs/python.md").read_text().split("```python\n")[1:]
        self.assertGreater(len(blocks), 4)
        names: dict = {}
        old = os.getcwd()
        os.chdir(SOURCE / "examples")
        try:
            for block in blocks:
                exec(compile(block.split("```")[0], "docs/python.md", "exec"), names)
        finally:
            os.chdir(old)


if __name__ == "__main__":
    WORK.mkdir(parents=True, exist_ok=True)
    unittest.main(argv=[sys.argv[0]], verbosity=2)
