#!/usr/bin/env python3
"""compare.py SCREE SURFACE [--full] [--tiles N] [--points N] [--size N] [--rounds N]

What a world and parts cost, as ratios of processor seconds in one run, side by side: a mosaic of TILES x TILES .ter
of POINTS points a side against its merged file, and four parts, two at a time, against one run of the mosaic.
Without options 4 x 4 tiles of 1025 points, a texel per point, the best of 3 rounds; --full: 16 x 16 tiles, one round,
3 GB of disk.

Measured with 11 layers, the better of two rounds: with --full a mosaic takes 1.04 of its merged file on an idle
machine and 1.03 to 1.05 on a busy one, four parts 1.00 and 1.09 to 1.12 of one run; 8 x 8 tiles with fewer texels than
points (4096 x 4096) 1.06 and 1.15. Four parts with -j 1 beside one run (1.4 s), 4 x 4 tiles, two measurements on a busy
machine: one after the other 1.08 and 1.09, Slurm 1.05 and 1.17, mpirun 1.14 and 1.27, GNU parallel 1.21 and 1.29, make
1.12 and 1.15; scree gather 0.04 more.
"""
import argparse
import os
import resource
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

words = argparse.ArgumentParser(usage=__doc__)
words.add_argument("scree")
words.add_argument("surface")
words.add_argument("--full", action="store_true")
words.add_argument("--tiles", type=int)
words.add_argument("--points", type=int, default=1025)
words.add_argument("--size", type=int)
words.add_argument("--rounds", type=int)
GIVEN = words.parse_args()
SCREE, SURFACE, POINTS = GIVEN.scree, GIVEN.surface, GIVEN.points
TILES = GIVEN.tiles or (16 if GIVEN.full else 4)
SIZE = GIVEN.size or TILES * (POINTS - 1)
ROUNDS = GIVEN.rounds or (1 if GIVEN.full else 3)


def write_ter(path: Path, heights: np.ndarray) -> None:
    rows, columns = heights.shape
    path.write_bytes(b"TERRAGENTERRAIN SIZE" + struct.pack("<HH", min(rows, columns) - 1, 0) +
                     b"XPTS" + struct.pack("<HH", columns, 0) + b"YPTS" + struct.pack("<HH", rows, 0) +
                     b"SCAL" + struct.pack("<fff", 8, 8, 8) + b"ALTW" + struct.pack("<hh", 60, 20) +
                     heights.astype("<i2").tobytes() + b"EOF ")


def cost(*jobs) -> float:
    """Processor seconds of processes that run at the same time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    children = [subprocess.Popen(list(map(str, job))) for job in jobs]
    assert not any([child.wait() for child in children]), jobs
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as name:
    folder = Path(name)
    (folder / "world").mkdir()
    side = TILES * (POINTS - 1) + 1
    x = np.arange(side, dtype=np.float32)
    wave = (np.sin(x / 97) + np.sin(x / 411) * 2 + np.sin(x / 13) / 8) * 4000
    merged = np.empty((side, side), dtype=np.int16)
    for row in range(side):
        merged[row] = (wave[row] * np.cos(x / 203) + wave).astype(np.int16)
    write_ter(folder / "merged.ter", merged)
    for row in range(TILES):
        for column in range(TILES):
            at = (row * (POINTS - 1), column * (POINTS - 1))
            write_ter(folder / "world" / f"w_x{column}_y{row}.ter", merged[at[0]:at[0] + POINTS, at[1]:at[1] + POINTS])
    del merged

    def bake(terrain: str, out: str, *more) -> list:
        return [SCREE, "bake", folder / terrain, SURFACE, "-o", folder / out, "-q", "--only", "masks", "--size", SIZE,
                "--out-tiles", SIZE // 4, *more]

    mosaic, file, parts = [], [], []
    for turn in range(ROUNDS):
        file.append(cost(bake("merged.ter", "file", "-j", 2, "--force")))
        mosaic.append(cost(bake("world", "mosaic", "-j", 2, "--force")))
        out = f"parts{turn}"
        parts.append(cost(bake("world", out, "-j", 1, "--part", "1/4"), bake("world", out, "-j", 1, "--part", "2/4")) +
                     cost(bake("world", out, "-j", 1, "--part", "3/4"), bake("world", out, "-j", 1, "--part", "4/4")))
        assert cost([SCREE, "gather", folder / out, "-q"]) >= 0
        if turn > 0:
            shutil.rmtree(folder / out)
    digests = {subprocess.run([SCREE, "digest", folder / one], capture_output=True, text=True).stdout.split()[0]
               for one in ("file", "mosaic", "parts0")}
    assert len(digests) == 1, digests
    print(f"{TILES} x {TILES} tiles of {POINTS} points, {SIZE} x {SIZE} texels: merged {min(file):.2f} s, mosaic "
          f"{min(mosaic) / min(file):.2f} of it; four parts {min(parts) / min(mosaic):.2f} of one run of the mosaic "
          f"(processor seconds, best of {ROUNDS})")
