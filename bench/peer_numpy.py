#!/usr/bin/env python3
"""peer_numpy.py TERRAIN.ter FOLDER: what a script with numpy and Pillow does for the same job.

Five noise layers over rock: ramps of altitude and slope, 8 octaves of value noise each, sequential
opacities. Writes blend.png (RGBA) and a file of heights and strongest materials, as BeamNG has them.
"""
import struct
import sys

import numpy as np
from PIL import Image

Image.MAX_IMAGE_PIXELS = None


def read_ter(path):
    data = open(path, "rb").read()
    x = struct.unpack_from("<H", data, data.index(b"XPTS") + 4)[0]
    y = struct.unpack_from("<H", data, data.index(b"YPTS") + 4)[0]
    at = data.index(b"ALTW") + 4
    scale, base = struct.unpack_from("<hh", data, at)
    points = np.frombuffer(data, "<i2", x * y, at + 4).reshape(y, x)
    return base + points.astype(np.float32) * np.float32(scale / 65536)


def ramp(value, start, fuzziness):
    return 1 - np.exp(-np.maximum(value - start, 0) * np.float32(2.1972246 / fuzziness))


def value_noise(side, seed, octaves=8):
    total = np.zeros((side, side), np.float32)
    grid = np.arange(side, dtype=np.float32)
    for octave in range(octaves):
        cell = 256 / 2**octave
        lattice = np.random.default_rng(seed + octave).random((int(side / cell) + 2,) * 2, np.float32)
        position = grid / np.float32(cell)
        index = position.astype(np.int64)
        part = position - index
        smooth = part * part * (3 - 2 * part)
        j, i = index[:, None], index[None, :]
        fy, fx = smooth[:, None], smooth[None, :]
        top = lattice[j, i] * (1 - fx) + lattice[j, i + 1] * fx
        bottom = lattice[j + 1, i] * (1 - fx) + lattice[j + 1, i + 1] * fx
        total += np.float32(0.9**octave) * (top * (1 - fy) + bottom * fy)
    return total / np.float32(sum(0.9**octave for octave in range(octaves)))


def main():
    heights = read_ter(sys.argv[1])
    side = heights.shape[0] - 1
    north, east = np.gradient(heights)
    slope = np.hypot(north, east)[:side, :side]
    ground = heights[:side, :side]
    layers = []
    bands = [(60, 400), (-20, 90), (-60, 20), (-90, -30), (-400, -80)]
    for number, (low, high) in enumerate(bands):
        place = ramp(ground, low, 12) * ramp(-ground, -high, 12) * ramp(-slope, -1.0, 0.3) * 0.6
        noise = value_noise(side, 100 * number)
        layers.append(np.clip(place + 1.5 * (noise - (1 - place)), 0, 1))
    # Two of them share a channel: RGBA holds four over the base.
    layers = layers[:3] + [1 - (1 - layers[3]) * (1 - layers[4])]
    blend = np.stack([(layer * 255 + 0.5).astype(np.uint8) for layer in layers], axis=-1)
    weights, bare = [None] * 5, np.ones((side, side), np.float32)
    for number in range(3, -1, -1):
        weights[number + 1] = bare * layers[number]
        bare = bare * (1 - layers[number])
    weights[0] = bare
    winner = np.argmax(np.stack(weights), axis=0).astype(np.uint8)
    Image.fromarray(np.flipud(blend), "RGBA").save(sys.argv[2] + "/blend.png")
    low, high = ground.min(), ground.max()
    coded = np.clip(np.floor((ground - low) / (high - low) * 65535 + 0.5), 0, 65535)
    with open(sys.argv[2] + "/numpy.ter", "wb") as out:
        out.write(struct.pack("<BI", 9, side))
        out.write(coded.astype("<u2").tobytes())
        out.write(winner.tobytes())


main()
