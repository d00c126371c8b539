#!/usr/bin/env python3
"""faces.py SCREE SAMPLES [danny|Slope2]... [--ours FOLDER] [--keep FOLDER]

Our pictures beside the faces of the cubes that Terragen rendered of two worlds (SAMPLES/sss), by numbers. Faces are
those of `scree render TERRAIN WORLD.tgw --faces`, or of --ours; where a pixel is on the ground is found here, by rays
through the terrain's points. What is compared, over all faces of a world:

  ln        mean of the natural logarithm of luminance of land, by rings of distance in terrain units; near ground is
            what is nearer than 5
  grain     the deviation of that logarithm from its mean over 9 x 9 pixels
  dark      share of a ring's pixels whose luminance is below a quarter of the ring's median
  likeness  of near pixels with those 2, 4, 8 to the right and below, of the logarithm less its mean over 65 x 65
  water, sky    saturation of their mean colour
  snow      share of the land above 50 units that is in sunlight and as bright as snow, the haze being taken off: the
            mean over squares of 4 units

With --keep the positions of pixels are kept for the next time. Exits with 77 if the samples are not there.
"""
import argparse
import pathlib
import struct
import subprocess
import sys
import tempfile

try:
    import numpy as np
    from PIL import Image
    from scipy import ndimage
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

SIDE = 1024
TRACED = 512                    # rays across a face
RINGS = ((0, 5), (5, 20), (20, 50), (50, 100), (100, 200), (200, 1000))
# right, up, ahead: east, north, up
FACES = {"front": ((1, 0, 0), (0, 0, 1), (0, 1, 0)), "right": ((0, -1, 0), (0, 0, 1), (1, 0, 0)),
         "back": ((-1, 0, 0), (0, 0, 1), (0, -1, 0)), "left": ((0, 1, 0), (0, 0, 1), (-1, 0, 0)),
         "up": ((1, 0, 0), (0, -1, 0), (0, 0, 1)), "down": ((1, 0, 0), (0, 1, 0), (0, 0, -1))}
# As in the worlds' files: camera in terrain units, heading and altitude of the sun. Water is at 0 in both.
WORLDS = {"danny": ((260.0, 49.0, 44.18947), (110.0, 55.0)), "Slope2": ((184.0, 420.0, 24.54634), (-50.0, 55.0))}
LUMINANCE = np.array([0.2126, 0.7152, 0.0722])
HAZE = np.array([0.22, 0.35, 1.0]) * 7e-4    # light of danny's air, a unit of distance
AMBIENT, SUN = 0.15, 1.2                     # light of a scene, for the albedo of what is lit
SNOW = 0.4                                   # albedo
LAND, WATER, SKY = 1, 2, 0


def read_terrain(path):
    data = path.read_bytes()
    at = data.index(b"ALTW")
    scale, base = struct.unpack("<hh", data[at + 4:at + 8])
    side = struct.unpack("<H", data[data.index(b"SIZE") + 4:][:2])[0] + 1
    return base + np.frombuffer(data, "<i2", side * side, at + 8).reshape(side, side) * (scale / 65536)


def height(terrain, x, y):
    last = terrain.shape[0] - 1
    x, y = (np.clip(a.astype(float), 0, last - 1e-6) for a in (x, y))
    i, j = x.astype(int), y.astype(int)
    u, v = x - i, y - j
    south = terrain[j, i] * (1 - u) + terrain[j, i + 1] * u
    north = terrain[j + 1, i] * (1 - u) + terrain[j + 1, i + 1] * u
    return south * (1 - v) + north * v


def trace(terrain, eye, face):
    """What a face's rays meet, and how far away: [row, column]."""
    across = (np.arange(TRACED) + 0.5) / TRACED * 2 - 1
    u, v = np.meshgrid(across, -across)
    right, up, ahead = (np.array(axis, float) for axis in FACES[face])
    ray = (ahead + u[..., None] * right + v[..., None] * up).reshape(-1, 3)
    ray /= np.linalg.norm(ray, axis=1, keepdims=True)
    last = terrain.shape[0] - 1
    distance, kind = np.full(len(ray), 0.1), np.full(len(ray), SKY)
    alive = np.arange(len(ray))
    while len(alive):
        place = np.array(eye) + distance[alive, None] * ray[alive]
        ground = height(terrain, place[:, 0], place[:, 1])
        out = (place[:, :2] < 0).any(1) | (place[:, :2] > last).any(1) | (distance[alive] > 900)
        land = (place[:, 2] <= ground) & ~out
        water = (place[:, 2] <= 0) & ~land & ~out
        kind[alive[land]], kind[alive[water]] = LAND, WATER
        gap = np.maximum((place[:, 2] - ground) * 0.3, 0.004)
        distance[alive] += np.where(land | water | out, 0, np.minimum(gap, 0.01 * distance[alive] + 0.03))
        alive = alive[~(land | water | out)]
    place = np.array(eye) + distance[:, None] * ray
    return [a.reshape(TRACED, TRACED, -1).astype(np.float32) for a in (kind, distance, place)]


def trace_all(samples, world, keep):
    path = pathlib.Path(keep) / f"{world}.npz" if keep else None
    if path is not None and path.exists():
        return spread(np.load(path))
    terrain = read_terrain(samples / f"{world}.ter")
    met = [trace(terrain, WORLDS[world][0], face) for face in FACES]
    out = {name: np.stack([m[i] for m in met]) for i, name in enumerate(("kind", "distance", "place"))}
    out["kind"], out["distance"] = out["kind"][..., 0].astype(np.uint8), out["distance"][..., 0]
    x, y = out["place"][..., 0], out["place"][..., 1]
    rise = [height(terrain, x + a, y + b) - height(terrain, x - a, y - b) for a, b in ((0.5, 0), (0, 0.5))]
    azimuth, up = np.radians(WORLDS[world][1])
    sun = np.sin(azimuth) * np.cos(up), np.cos(azimuth) * np.cos(up), np.sin(up)
    out["facing"] = (sun[2] - sun[0] * rise[0] - sun[1] * rise[1]) / np.sqrt(1 + rise[0] ** 2 + rise[1] ** 2)
    if path is not None:
        np.savez(path, **out)
    return spread(out)


def spread(traced):
    """What rays met, for the pixels of a face."""
    times = SIDE // TRACED
    return {name: values.repeat(times, 1).repeat(times, 2) for name, values in traced.items()}


def read_faces(folder, world):
    return np.stack([np.asarray(Image.open(folder / f"{world}_{face}.png").convert("RGB")) for face in FACES])


def mean_around(values, mask, side):
    """The mean of what the mask has of the side x side pixels around each."""
    size = (0, side, side)
    share = ndimage.uniform_filter(mask.astype(float), size, mode="constant")
    return ndimage.uniform_filter(np.where(mask, values, 0), size, mode="constant") / np.maximum(share, 1e-9)


def likeness(values, mask, shift):
    first, second = [], []
    for axis in (1, 2):
        a, b = [slice(None)] * 3, [slice(None)] * 3
        a[axis], b[axis] = slice(shift, None), slice(None, -shift)
        both = mask[tuple(a)] & mask[tuple(b)]
        first.append(values[tuple(a)][both])
        second.append(values[tuple(b)][both])
    return np.corrcoef(np.concatenate(first), np.concatenate(second))[0, 1]


def saturation(pixels):
    mean = pixels.reshape(-1, 3).mean(0)
    return 1 - mean.min() / mean.max()


def snow_share(pixels, met, world):
    light = -np.log1p(-np.minimum((pixels / 255.0) ** 2, 0.9999))
    if world == "danny":
        light = light - met["distance"][..., None] * HAZE
    lit = (met["kind"] == LAND) & (met["place"][..., 2] > 50) & (met["distance"] > 60) & (met["facing"] > 0.2)
    if not lit.any():
        return float("nan")
    albedo = light[lit].mean(1) / (AMBIENT + SUN * met["facing"][lit])
    square = (met["place"][lit][:, 1] // 4 * 1000 + met["place"][lit][:, 0] // 4).astype(int)
    count = np.bincount(square)
    return (np.bincount(square, albedo > SNOW)[count > 0] / count[count > 0]).mean()


def measure(pixels, met, world):
    """Names and numbers of six faces."""
    luminance = np.maximum((pixels / 255.0) ** 2 @ LUMINANCE, 1e-4)
    log = np.log(luminance)
    out = {}
    land = met["kind"] == LAND
    for low, high in RINGS:
        ring = land & (met["distance"] >= low) & (met["distance"] < high)
        if ring.sum() < 1000:
            continue
        name = f"{low}-{high}"
        out[f"ln {name}"] = log[ring].mean()
        out[f"grain {name}"] = (log - mean_around(log, ring, 9))[ring].std()
        out[f"dark {name}"] = (luminance[ring] < np.median(luminance[ring]) / 4).mean()
    near = land & (met["distance"] < RINGS[0][1])
    rest = log - mean_around(log, near, 65)
    for shift in (2, 4, 8):
        out[f"likeness {shift}"] = likeness(rest, near, shift)
    for name, kind in (("water", WATER), ("sky", SKY)):
        out[f"{name} saturation"] = saturation(pixels[met["kind"] == kind])
    out["snow above 50"] = snow_share(pixels, met, world)
    return out


def main():
    parse = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parse.add_argument("scree")
    parse.add_argument("samples", type=pathlib.Path)
    parse.add_argument("worlds", nargs="*", default=list(WORLDS))
    parse.add_argument("--ours", type=pathlib.Path, help="folder of faces, instead of making them")
    parse.add_argument("--keep", help="folder for the positions of pixels")
    args = parse.parse_args()
    samples = args.samples / "sss"
    if not samples.is_dir():
        print(f"skipped: {samples} does not exist")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as made:
        for world in args.worlds:
            ours = args.ours or pathlib.Path(made)
            if args.ours is None:
                subprocess.run([args.scree, "render", samples / f"{world}.ter", samples / f"{world}.tgw", "--faces",
                                "--size", str(SIDE), "-q", "-o", ours / f"{world}.png"], check=True)
            met = trace_all(samples, world, args.keep)
            genuine, made_here = (measure(read_faces(folder, world), met, world) for folder in (samples, ours))
            print(f"{world:20}  genuine     ours  difference")
            for name, value in genuine.items():
                print(f"  {name:18}  {value:7.3f}  {made_here[name]:7.3f}  {made_here[name] - value:+9.3f}")


if __name__ == "__main__":
    main()
