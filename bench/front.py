#!/usr/bin/env python3
"""front.py SAMPLES WEIGHTS [--points MEAN,SPREAD...] [--seeds FIRST LAST] [--ground-seeds N]

Which mean and spread of the noise meet the goals of docs/fidelity.md best. For each point: statistics
of the texture, mean over origins (texture.py); colours and agreement of the plane without noise, by
each of its meanings:

  middle        noise has its mean everywhere
  average       the mean of the planes of many origins: what the model expects of each texel

and the sums of relative excesses over the goals. SAMPLES is the folder of Island.ter and its pictures,
WEIGHTS the program.
"""
import argparse
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile

import numpy as np
from PIL import Image

import texture

CLASS_OF_LAYER = (0, 1, 2, 3, 1, 1, 1)
CLASSES = 4
SCALES = ("1", "1.27")
# Upper limits; soft and boundary have lower ones, too.
GOALS = {"power dB": 2.2, "likeness rms": 0.10, "histogram": 0.25, "soft": (0.8, 1.4),
         "boundary": (0.85, 1.25), "patches by number": 0.06, "patches by area": 0.33}
COLOUR_GOALS = {"1": 10.2, "1.27": 9.8}
POINTS = [(m, s) for m in (0.25, 0.28, 0.30, 0.32) for s in (0.32, 0.34, 0.36, 0.38)]


class Bench:
    """Planes of one program over the sample."""

    def __init__(self, samples: str, program: str, folder: str) -> None:
        self.samples, self.program, self.folder = samples, program, folder

    def planes(self, scale: str, noise: str, model: list[str]) -> np.ndarray:
        out = os.path.join(self.folder, f"{os.getpid()}.f32")
        arguments = [self.program, os.path.join(self.samples, "Island.ter"),
                     os.path.join(self.samples, "Island-TerragenSettings.tgw"), out, str(texture.SIDE), scale]
        subprocess.run(arguments + ([noise] if noise else []) + model, check=True,
                       env=dict(os.environ, OMP_NUM_THREADS="1"))
        return texture.read_planes(out)


def excess(value: float, goal) -> float:
    """How far a value is beyond its goal, as a share of the goal."""
    low, high = goal if isinstance(goal, tuple) else (0, goal)
    return max(0.0, value / high - 1, 1 - value / low if low else 0)


def texture_excess(means: dict) -> float:
    return sum(excess(np.abs(value).max() if key == "power dB" else float(value), GOALS[key])
               for grass in means.values() for key, value in grass.items() if key in GOALS)


def agreement(planes: np.ndarray, classes: np.ndarray) -> tuple[float, float]:
    """Share of lit texels with the same class, and intersection over union of rock."""
    weights = np.zeros((CLASSES, texture.SIDE, texture.SIDE), np.float32)
    for layer, kind in enumerate(CLASS_OF_LAYER):
        weights[kind] += planes[layer]
    ours, lit = weights.argmax(axis=0), classes < CLASSES
    rock, theirs = (ours == 0) & lit, (classes == 0) & lit
    return float((ours == classes)[lit].mean()), float((rock & theirs).sum() / (rock | theirs).sum())


def colour(scene: texture.Scene, planes: np.ndarray) -> float:
    ground = texture.Ground(planes)
    return texture.colour_error(scene, planes, scene.seen & (ground.altitude > texture.LAND), 8)


def grounds(bench: Bench, scene: texture.Scene, point, model: list[str], count: int) -> dict:
    """Colours and agreement of the plane without noise, by each of its meanings."""
    classes = [np.asarray(Image.open(os.path.join(bench.samples, f"Island-classes{n}.png"))) for n in ("", "2")]
    result = {}
    for scale in SCALES:
        for name in ("middle", "average"):
            if name == "average":
                planes = sum(bench.planes(scale, str(seed), model).astype(float)
                             for seed in range(1, count + 1)) / count
            else:
                planes = bench.planes(scale, "", ["--noise", str(point[0]), "0"])
            result[f"{name} {scale}"] = [colour(scene, planes)] + [agreement(planes, c) for c in classes]
    return result


def look_at(job) -> dict:
    args, point = job
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(args.samples, args.weights, folder)
        scene = texture.Scene(os.path.join(args.samples, "Island-BaseTex.jpg"),
                              os.path.join(args.samples, "Island-soft.npz"))
        model = ["--noise", str(point[0]), str(point[1])]
        found: dict = {}
        for seed in range(args.seeds[0], args.seeds[1] + 1):
            planes = bench.planes("1", str(seed) if seed else "", model)
            for name, values in texture.statistics(scene, planes).items():
                found.setdefault(name, []).append(values)
        means = {name: {key: np.mean([one[key] for one in each], axis=0) for key in each[0]}
                 for name, each in found.items()}
        out = {"point": point, "texture": texture_excess(means),
               "means": {name: {key: np.round(value, 4).tolist() for key, value in grass.items()}
                         for name, grass in means.items()}}
        if args.ground_seeds:
            out["ground"] = grounds(bench, scene, point, model, args.ground_seeds)
        return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("samples")
    parser.add_argument("weights")
    parser.add_argument("--points", nargs="*", default=[])
    parser.add_argument("--seeds", nargs=2, type=int, default=[0, 4], help="0 is the file's own origins")
    parser.add_argument("--ground-seeds", type=int, default=24)
    args = parser.parse_args()
    points = [tuple(float(v) for v in p.split(",")) for p in args.points] or POINTS
    with multiprocessing.Pool(2) as pool:
        for result in pool.imap(look_at, [(args, point) for point in points]):
            print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main()
