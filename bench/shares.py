#!/usr/bin/env python3
"""shares.py SCREE SAMPLES [--seeds FIRST LAST] [--keep FOLDER] [--bins]

Where layers are in the two worlds of which Terragen rendered the faces of a cube (faces.py): each pixel is a place on
the terrain with an altitude and a slope. What covers it is told by its colour:

  grass, rock   the share in a mixture with sand that has the pixel's quotient of green and red
  snow          pixels in sunlight as bright as faces.py takes for snow

The light on grass and rock is measured in the same pictures: what light on their slopes explains them best, with the
colours that scree has there on the average. Printed are, as means over some seeds of our noise,

  the root mean square difference of the seen share and ours (that of the mean over the seeds) over bins of altitude and
  slope, for each of four layers, and the mean of the four; squares of ground count alike, however many pixels see them.
  Bins count alike, or, "by ground", as many times as they have squares
  of grass in squares of one unit near the camera: total variation of the histograms of cover, its mean over the seeds,
  least and most, and what it is between two of our seeds; soft squares (cover between .15 and .85) as a ratio, and the
  standard deviation of cover
  the share of snow above 50 units, seen and ours

"A seed for Terragen" is the same number with one of our seeds in place of the pictures, held against the mean of the
others: what chance alone makes of it, were our law Terragen's own. The pattern of the noise is Terragen's, so single
squares do not agree. What has a bound says whether it is met. Exits with 77 if the samples are not there.
"""
import argparse
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import faces
from faces import np

EVERY = faces.SIDE // faces.TRACED # rows and columns of pixels
UNITS = 512                        # a side of both terrains
COARSE, FINE = 1024, 8192          # texels a side of our planes; the fine one for squares
NEAR = 30                          # units around the camera that it has
SQUARE_PIXELS = 40                 # a square with fewer says nothing
BIN_SQUARES = 100
COVER_EDGES = (-0.01, 0.02, 0.15, 0.3, 0.5, 0.7, 0.85, 0.98, 1.01)
SLOPES = (0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.4, 3.0)
GRASS, SAND, ROCK = np.array([19.2, 32, 13.3]), np.array([84, 76, 63]), np.array([46, 32, 24])
# Bins: world, layers, pixels that count (altitude from, to; distance to), altitudes, slopes.
SETS = {"Slope2 grass": ("Slope2", (3, 4), (-99, 99, 150), (-99, 99), SLOPES),
        "Slope2 rock": ("Slope2", (0,), (-99, 99, 150), (-99, 99), SLOPES),
        "danny grass": ("danny", (3, 4), (0.5, 55, 300), (0, 20, 55), SLOPES),
        "danny snow": ("danny", (9,), (50, 150, 600), (50, 60, 75, 90, 105, 150), (0, 0.6, 1, 1.4, 2, 4))}


class World:
    """What is seen: a row for each pixel that shows land."""

    def __init__(self, samples: pathlib.Path, name: str, keep: str | None) -> None:
        self.terrain, self.surface = samples / f"{name}.ter", samples / f"{name}.tgw"
        self.eye = np.array(faces.WORLDS[name][0])
        met = {key: values[:, ::EVERY, ::EVERY] for key, values in faces.trace_all(samples, name, keep).items()}
        land = met["kind"] == faces.LAND
        pictures = faces.read_faces(samples, name)[:, ::EVERY, ::EVERY][land] / 255
        self.x, self.y, self.altitude = met["place"][land].astype(float).T
        self.distance, self.facing = met["distance"][land], np.maximum(met["facing"][land], 0)
        self.light = -np.log(np.maximum(1 - pictures ** 2, 1e-3))
        if name == "danny":
            self.light -= self.distance[:, None] * faces.HAZE
        square = self.y.astype(int) * UNITS + self.x.astype(int)
        self.ground = 1 / np.bincount(square)[square]      # squares that a pixel is
        self.lit = (self.facing > 0.2) & (self.distance > 60)
        heights = faces.read_terrain(self.terrain)
        self.slope = np.hypot(*(faces.height(g, self.x, self.y) for g in np.gradient(heights)))

    def classify(self, colours: np.ndarray) -> None:
        """Cover of grass, rock and snow, by the light that explains the pictures with these colours."""
        near = (self.distance < 300) & (self.altitude > 1) & (self.altitude < 50)
        here = np.empty_like(self.light)
        for c in range(3):
            terms = np.column_stack([colours[near, c], colours[near, c] * self.facing[near]])
            sky, sun = np.linalg.lstsq(terms, self.light[near, c], rcond=None)[0]
            here[:, c] = sky + sun * self.facing
        albedo = self.light / here
        quotient = albedo[:, 1] / np.maximum(albedo[:, 0], 1e-4)
        # A share s has the quotient ((1 - s) sand + s colour)[green] / the same [red], which is between the two.
        self.seen = {}
        for kind, colour in (("grass", GRASS), ("rock", ROCK)):
            ends = sorted((colour[1] / colour[0], SAND[1] / SAND[0]))
            q = np.clip(quotient, *ends)
            self.seen[kind] = (q * SAND[0] - SAND[1]) / ((colour[1] - SAND[1]) - q * (colour[0] - SAND[0]))
        self.seen["snow"] = self.light.mean(axis=1) / (faces.AMBIENT + faces.SUN * self.facing) > faces.SNOW

    def bake(self, scree: str, folder: str, seed: int, size: int, region: list) -> list[np.ndarray]:
        """Our weights of every layer, [row from the north][column]."""
        surface, out = os.path.join(folder, "seed.tgw"), os.path.join(folder, "bake")
        subprocess.run([scree, "set", self.surface, "--seed", str(seed), "-o", surface, "--force", "-q"], check=True)
        subprocess.run([scree, "bake", self.terrain, surface, "-o", out, "--force", "-q", "--only", "masks",
                        "--size", str(size), "--format", "npy", *region], check=True)
        masks = os.path.join(out, "masks")
        names = sorted(n for n in os.listdir(masks) if re.match(r"\d+-", n))
        return [np.load(os.path.join(masks, n)) for n in names]

    def weights(self, scree: str, folder: str, seed: int) -> list[np.ndarray]:
        planes = self.bake(scree, folder, seed, COARSE, [])
        column = np.minimum((self.x * COARSE / UNITS).astype(int), COARSE - 1)
        row = COARSE - 1 - np.minimum((self.y * COARSE / UNITS).astype(int), COARSE - 1)
        return [p[row, column].astype(float) for p in planes]

    def near(self, scree: str, folder: str, seed: int) -> tuple[np.ndarray, np.ndarray]:
        """Cover of grass in squares of one unit, seen and ours."""
        texels, half = FINE // UNITS, NEAR * FINE // UNITS
        west, north = int(self.eye[0]) * texels - half, FINE - int(self.eye[1]) * texels - half
        west, north = max(west, 0), max(min(north, FINE - 2 * half), 0)
        planes = self.bake(scree, folder, seed, FINE, ["--region", f"{west},{north},{2 * half}x{2 * half}"])
        column = (self.x * texels).astype(int) - west
        row = FINE - 1 - (self.y * texels).astype(int) - north
        there = (column >= 0) & (column < 2 * half) & (row >= 0) & (row < 2 * half) & (self.distance < NEAR)
        ours = (planes[3] + planes[4])[row[there], column[there]]
        square = self.y[there].astype(int) * UNITS + self.x[there].astype(int)
        count = np.bincount(square)
        kept = count >= SQUARE_PIXELS
        return tuple(np.bincount(square, w)[kept] / count[kept] for w in (self.seen["grass"][there], ours))


def shares(world: World, ours: list[np.ndarray], of: str) -> list[tuple]:
    """Bins: altitude and slope from, squares, share seen, ours."""
    _, layers, (low, high, far), altitudes, slopes = SETS[of]
    seen = world.seen[of.split()[1]].astype(float)
    weight = sum(ours[layer] for layer in layers)
    counts = (world.altitude >= low) & (world.altitude < high) & (world.distance < far)
    if of.endswith("snow"):
        counts &= world.lit
    found = []
    for a, b in zip(altitudes, altitudes[1:]):
        for c, d in zip(slopes, slopes[1:]):
            here = counts & (world.altitude >= a) & (world.altitude < b) & (world.slope >= c) & (world.slope < d)
            squares = world.ground[here]
            if squares.sum() >= BIN_SQUARES:
                both = (float(np.average(plane[here], weights=squares)) for plane in (seen, weight))
                found.append((a, c, round(squares.sum()), *both))
    return found


def histogram(cover: np.ndarray) -> np.ndarray:
    return np.histogram(cover, COVER_EDGES)[0] / len(cover)


def soft(cover: np.ndarray) -> float:
    return float(((cover > 0.15) & (cover < 0.85)).mean())


def apart(some: np.ndarray, others: np.ndarray, weights: np.ndarray) -> float:
    return float(np.sqrt(np.average((some - others) ** 2, weights=weights)))


def measure_shares(world: World, name: str, ours: list[list[np.ndarray]], mean: list[np.ndarray], show: bool) -> dict:
    out = {}
    for of in (of for of in SETS if SETS[of][0] == name):
        bins = shares(world, mean, of)
        _, _, squares, seen, here = np.array(bins).T
        single = np.array([[one[4] for one in shares(world, planes, of)] for planes in ours])
        rest = (single.sum(axis=0) - single) / max(len(ours) - 1, 1)
        for way, weights in (("", np.ones(len(bins))), (", by ground", squares)):
            out[of + way] = apart(seen, here, weights)
            out[of + ", a seed for Terragen" + way] = float(np.mean([apart(*two, weights) for two in zip(single, rest)]))
        for one in bins if show else ():
            print(f"{of}: from altitude {one[0]}, slope {one[1]}: {one[2]} squares, {one[3]:.3f} {one[4]:.3f}")
    if name == "danny":
        high = (world.altitude > 50) & world.lit
        for key, plane in (("snow seen", world.seen["snow"]), ("snow ours", mean[9])):
            out[key] = float(np.average(plane[high], weights=world.ground[high]))
    return out


def measure_cells(world: World, name: str, scree: str, folder: str, seeds: range) -> dict:
    pairs = [world.near(scree, folder, seed) for seed in seeds]
    seen, ours = histogram(pairs[0][0]), [histogram(cover) for _, cover in pairs]
    away = [float(np.abs(seen - one).sum() / 2) for one in ours]
    between = [float(np.abs(a - b).sum() / 2) for a, b in itertools.combinations(ours, 2)]
    means = {"soft": [soft(cover) / soft(pairs[0][0]) for _, cover in pairs],
             "spread seen": [pairs[0][0].std()], "spread ours": [cover.std() for _, cover in pairs]}
    return {f"{name} histogram": float(np.mean(away)), f"{name} histogram, least": min(away),
            f"{name} histogram, most": max(away), f"{name} two seeds": float(np.mean(between)),
            **{f"{name} {key}": float(np.mean(values)) for key, values in means.items()}}


BOUNDS = {"mean of four": (0, 0.085), "Slope2 histogram": (0, 0.26), "danny histogram": (0, 0.16), "Slope2 soft": (0.8, 1.2),
          "danny soft": (0.8, 1.2), "mean of four, by ground": (0, 0.085)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scree")
    parser.add_argument("samples", type=pathlib.Path)
    parser.add_argument("--seeds", nargs=2, type=int, default=[1, 5])
    parser.add_argument("--keep", help="folder for the positions of pixels")
    parser.add_argument("--bins", action="store_true", help="print each bin")
    args = parser.parse_args()
    samples = args.samples / "sss"
    if not samples.is_dir():
        print(f"skipped: {samples} does not exist")
        sys.exit(77)
    seeds, out = range(args.seeds[0], args.seeds[1] + 1), {}
    for name in faces.WORLDS:
        world = World(samples, name, args.keep)
        with tempfile.TemporaryDirectory() as folder:
            ours = [world.weights(args.scree, folder, seed) for seed in seeds]
            mean = [sum(planes) / len(seeds) for planes in zip(*ours)]
            info = json.loads(subprocess.run([args.scree, "info", world.surface, "--json"], check=True,
                                             capture_output=True, text=True).stdout)
            colours = [np.array(layer["colour_of_256"]) / 256 for layer in info["files"][0]["layers"]]
            world.classify(sum(w[:, None] * colour for w, colour in zip(mean, colours)))
            out.update(measure_shares(world, name, ours, mean, args.bins))
            out.update(measure_cells(world, name, args.scree, folder, seeds))
    for way in ("", ", a seed for Terragen", ", by ground", ", a seed for Terragen, by ground"):
        out["mean of four" + way] = float(np.mean([out[of + way] for of in SETS]))
    for key, value in out.items():
        low, high = BOUNDS.get(key, (0, np.inf))
        verdict = "" if high == np.inf else f" {'met' if low <= value <= high else 'missed'}, wanted {low} to {high}"
        print(f"{key:44} {value:.4f}{verdict}")


if __name__ == "__main__":
    main()
