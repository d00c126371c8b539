#!/usr/bin/env python3
"""heroes.py SCREE MAKE_GROUNDS ISLAND.ter FOLDER [SIZE]: how much of black and white 24 heroes use, and how much
is empty sky: 8 styles on the example island, on mountains with a lake and on a canyon, under the sky clear at
noon. The pictures stay in FOLDER. Prints a table; no gate.
"""
import subprocess
import sys
from pathlib import Path

import numpy as np
from PIL import Image

STYLES = "temperate alpine desert island tundra savanna volcanic badlands".split()
GROUNDS = {"island": "0", "mountains": "620", "canyon": None}
LUMA = np.array([0.2126, 0.7152, 0.0722])
BLACK, WHITE, SKY = 0.08, 0.85, 0.40
STEP = 0.03  # of luma from row to row: less is sky, which has no edges


def sky_share(luma):
    """Rows of each column from the top to its first edge."""
    edge = np.abs(np.diff(luma, axis=0)) > STEP
    first = np.where(edge.any(0), edge.argmax(0) + 1, luma.shape[0])
    return first.mean() / luma.shape[0]


def draw(scree, terrain, style, water, out, size):
    given = f"{style},water={water}" if water == "0" else style
    subprocess.run([scree, "render", terrain, "--style", given, "-o", out, "--hero", "--sky", "clear", "--plants", "auto", "--size", size,
                    "--force", "-q", *(["--water", water] if water else [])], check=True)


def main():
    scree, make_grounds, island, folder = sys.argv[1:5]
    size = sys.argv[5] if len(sys.argv) > 5 else "640"
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    print("| style | ground | 1 % below | half below | 1 % above | sky | |\n|---|---|---|---|---|---|---|")
    good = 0
    for ground, water in GROUNDS.items():
        terrain = island if ground == "island" else str(folder / f"{ground}.ter")
        if ground != "island":
            subprocess.run([make_grounds, ground, terrain], check=True)
        for style in STYLES:
            out = folder / f"{style}-{ground}.png"
            draw(scree, terrain, style, water, str(out), size)
            luma = np.asarray(Image.open(out).convert("RGB")) / 255.0 @ LUMA
            black, middle, white = np.percentile(luma, [1, 50, 99])
            sky = sky_share(luma)
            met = black < BLACK and white > WHITE and sky <= SKY
            good += met
            print(f"| {style} | {ground} | {black:.2f} | {middle:.2f} | {white:.2f} | {100 * sky:.0f} % | {'' if met else 'no'} |", flush=True)
    print(f"\n{good} of {len(STYLES) * len(GROUNDS)} below {BLACK}, above {WHITE}, and at most {100 * SKY:.0f} % sky")


if __name__ == "__main__":
    main()
