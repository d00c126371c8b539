#!/usr/bin/env python3
"""texture.py PLANES.f32 PICTURE.jpg SOFT.npz [--colour PLANES.f32]...

How much the noise of a map looks like Terragen's, and how near its colours are, on the Island of
the Cafu engine's TechDemo (bench/agreement.c). A picture shows no weights, only colours in light, and
JPEG has blurred them. So our weights go the same way as the genuine ones went: they are lit with
the light of the genuine picture, compressed with its tables, and taken apart again by the code that
took the picture apart. What is left on both sides is compared:

  power         in five rings of the spectrum of 32 x 32 texels, in dB against the genuine picture
  likeness      of a texel with those 1 to 48 texels away (autocorrelation), rms over the distances
  histogram     of cover: half the sum of differences (total variation)
  soft          share of texels that are neither covered nor bare, as a ratio
  boundary      edges between covered and bare texels for each covered one, as a ratio
  patches       largest difference of the distributions of sizes (Kolmogorov-Smirnov), each patch
                counted once, and each by its area

Several PLANES are several realisations of the same noise; their means are what counts.
PLANES is what `weights` writes for 1024 texels a side. SOFT.npz holds what the genuine picture was
taken apart into: W, weights [row, column, layer]; U, sunlight [row, column]; cl2, classes. With
--colour PLANES, given for a plane without noise, colours are compared with the genuine ground's, too.
"""
import argparse
import io

import numpy as np
from PIL import Image, JpegImagePlugin
from scipy import ndimage, spatial

SIDE = 1024
LAND = 12.5                      # altitude above which ground is land, in terrain units
LAYERS = 7
UNSEEN = 255                     # class of texels in the dark

# The picture: light per unit albedo, and haze, read off flat wet sand in the sun and in shadow.
HAZE = np.array([0.025, 0.030, 0.0287])
SKY = np.array([0.134, 0.149, 0.260])
SUN = np.array([1.757, 1.402, 0.690])
# Albedo of the layers: DIFC / 256; dry sand as it is seen on flat ground, being near saturation.
ALBEDO = np.array([[26, 30, 38], [8, 24, 3], [242 * 1.2774, 185 * 1.1900, 99 * 0.9510], [93, 64, 24],
                   [24, 40, 16], [55, 88, 40], [98, 96, 26]]) / 256
# Layers that can meet in a texel.
PAIRS = ((0, 1), (0, 4), (0, 5), (0, 6), (1, 4), (1, 5), (4, 5), (5, 6), (2, 3), (1, 2), (1, 3))
# What shadow leaves of the sky's light.
SKY_SEEN = (0.7, 1.0)
LUMA = np.array([0.299, 0.587, 0.114])
CHROMA_WEIGHT, LIGHT_WEIGHT, NEIGHBOURS = 0.9, 16.0, 4

DISTANCES = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48)
WINDOW = 32
RINGS = ((1, 2), (2, 3.5), (3.5, 6), (6, 10), (10, 16))   # cycles a window
COVER_EDGES = (-0.01, 0.02, 0.15, 0.3, 0.5, 0.7, 0.85, 0.98, 1.01)


def shown(light: np.ndarray) -> np.ndarray:
    """8-bit values of light: the picture's tone curve."""
    return 255 * np.sqrt(1 - np.exp(-light))


class Decoder:
    """Takes a picture of the scene apart into weights of layers, given how the ground is lit."""

    def __init__(self) -> None:
        colours, lights, weights = [], [], []
        for first, second in PAIRS:
            for share in np.linspace(0, 1, 9):
                weight = np.zeros(LAYERS)
                weight[first] += 1 - share
                weight[second] += share
                albedo = weight @ ALBEDO
                for sun in np.linspace(0, 1.8, 13):
                    for sky in SKY_SEEN:
                        colours.append(shown(albedo * (SKY * sky + SUN * sun) + HAZE))
                        lights.append(sun)
                        weights.append(weight)
        self.weights = np.array(weights)
        self.tree = spatial.cKDTree(self.place(np.array(colours), np.array(lights)))

    @staticmethod
    def place(rgb: np.ndarray, sun: np.ndarray) -> np.ndarray:
        """Colours and light as points whose distance is how different they look."""
        luma = rgb @ LUMA
        return np.stack([luma, (rgb[..., 2] - luma) * CHROMA_WEIGHT, (rgb[..., 0] - luma) * CHROMA_WEIGHT,
                         sun * LIGHT_WEIGHT], axis=-1)

    def weights_of(self, picture: np.ndarray, sun: np.ndarray, land: np.ndarray) -> np.ndarray:
        """Weights [row, column, layer] of a picture; what is not land is wet sand."""
        distance, found = self.tree.query(self.place(picture[land], sun[land]), k=NEIGHBOURS)
        trust = np.exp(-(distance - distance[:, :1]) / 2)
        trust /= trust.sum(axis=1, keepdims=True)
        out = np.zeros((SIDE, SIDE, LAYERS), np.float32)
        out[..., 3] = 1
        out[land] = np.einsum("nk,nkl->nl", trust, self.weights[found])
        return out


class Scene:
    """The genuine picture, and what was made of it."""

    def __init__(self, picture: str, soft: str) -> None:
        self.file = Image.open(picture)
        data = np.load(soft)
        self.weights = data["W"].astype(np.float32)
        self.light = data["U"].astype(np.float32)
        self.seen = data["cl2"] != UNSEEN
        self.decoder = Decoder()

    def photograph(self, weights: np.ndarray) -> np.ndarray:
        """Weights [layer, row, column] in the genuine light, through the genuine JPEG tables."""
        albedo = np.einsum("lyx,lc->yxc", weights, ALBEDO)
        lit = shown(albedo * (SKY + SUN * self.light[..., None]) + HAZE)
        packed = io.BytesIO()
        sampling = JpegImagePlugin.get_sampling(self.file)
        Image.fromarray(np.clip(lit + 0.5, 0, 255).astype(np.uint8)).save(
            packed, "JPEG", qtables=self.file.quantization, subsampling=sampling if sampling >= 0 else 2)
        return np.asarray(Image.open(packed).convert("RGB")).astype(float)


class Ground:
    """Altitude in terrain units and gradient of every texel, and the light of the sun on it."""

    def __init__(self, planes: np.ndarray) -> None:
        self.altitude, self.gradient = planes[LAYERS], planes[LAYERS + 1]

    def sunlight(self, scale: float = 0.55) -> np.ndarray:
        """Lambert's light, 1 on flat ground, for the sun that goes best with the picture when slopes
        are taken `scale` times as steep as altitudes over points."""
        south, east = np.gradient(self.altitude.astype(float) / scale)
        azimuth, elevation = np.radians(-1.397), np.radians(37.5)
        towards = np.sin(azimuth) * east - np.cos(azimuth) * south
        steep = scale * scale * (east ** 2 + south ** 2)
        light = (np.sin(elevation) - np.cos(elevation) * scale * towards) / np.sqrt(1 + steep)
        return np.clip(light / np.sin(elevation), 0, None)


def likeness(cover: np.ndarray, region: np.ndarray) -> np.ndarray:
    """Autocorrelation of cover within a region at DISTANCES, the mean of both axes."""
    size = (2 * SIDE, 2 * SIDE)
    inside = np.fft.irfft2(np.abs(np.fft.rfft2(region.astype(float), s=size)) ** 2)
    values = np.where(region, cover - cover[region].mean(), 0)
    products = np.fft.irfft2(np.abs(np.fft.rfft2(values, s=size)) ** 2) / np.maximum(inside, 1)
    return np.array([(products[0, d] + products[d, 0]) / (2 * products[0, 0]) for d in DISTANCES])


def power(cover: np.ndarray, region: np.ndarray) -> np.ndarray:
    """Power in RINGS, over overlapping windows that lie in the region by four fifths."""
    hann = np.outer(np.hanning(WINDOW), np.hanning(WINDOW))
    cycles = np.fft.fftfreq(WINDOW) * WINDOW
    distance = np.hypot(cycles[:, None], cycles[None])
    total = np.zeros((WINDOW, WINDOW))
    for row in range(0, SIDE - WINDOW, WINDOW // 2):
        for column in range(0, SIDE - WINDOW, WINDOW // 2):
            place = np.s_[row:row + WINDOW, column:column + WINDOW]
            inside = region[place]
            if inside.mean() < 0.8:
                continue
            part = cover[place]
            values = np.where(inside, part - part[inside].mean(), 0) * hann
            total += np.abs(np.fft.fft2(values)) ** 2 / inside.mean()
    return np.array([total[(distance >= low) & (distance < high)].mean() for low, high in RINGS])


def patches(cover: np.ndarray, region: np.ndarray) -> tuple[float, float, np.ndarray]:
    """Share covered by more than half, edges a texel, and the sizes of patches."""
    covered = (cover > 0.5) & region
    edges = 0
    for axis in (0, 1):
        here, there = (np.take(covered, range(SIDE - 1), axis), np.take(covered, range(1, SIDE), axis))
        both = np.take(region, range(SIDE - 1), axis) & np.take(region, range(1, SIDE), axis)
        edges += int(((here != there) & both).sum())
    labels, _ = ndimage.label(covered, np.ones((3, 3)))
    return covered.sum() / region.sum(), edges / region.sum(), np.bincount(labels.ravel())[1:]


def farthest(ours: np.ndarray, theirs: np.ndarray, by_area: bool) -> float:
    """Largest difference of two distributions of sizes."""
    sizes = np.unique(np.concatenate([ours, theirs]))

    def share(values: np.ndarray) -> np.ndarray:
        ordered = np.sort(values)
        weight = np.concatenate([[0], np.cumsum(ordered if by_area else np.ones(len(ordered)))])
        return weight[np.searchsorted(ordered, sizes, "right")] / weight[-1]

    return float(np.abs(share(ours) - share(theirs)).max())


def measure(cover: np.ndarray, region: np.ndarray) -> dict:
    """Everything about the cover of one region."""
    share, edges, sizes = patches(cover, region)
    inside = cover[region]
    return {"mean": inside.mean(), "likeness": likeness(cover, region), "power": power(cover, region),
            "histogram": np.histogram(inside, COVER_EDGES)[0] / len(inside),
            "soft": ((inside > 0.15) & (inside < 0.85)).mean(), "boundary": edges / max(share, 1e-6),
            "share": share, "sizes": sizes}


def compare(ours: dict, theirs: dict) -> dict:
    """The numbers that goals are set for."""
    return {"power dB": 10 * np.log10(ours["power"] / theirs["power"]),
            "likeness rms": np.sqrt(np.mean((ours["likeness"] - theirs["likeness"]) ** 2)),
            "histogram": 0.5 * np.abs(ours["histogram"] - theirs["histogram"]).sum(),
            "soft": ours["soft"] / theirs["soft"], "boundary": ours["boundary"] / theirs["boundary"],
            "patches by number": farthest(ours["sizes"], theirs["sizes"], False),
            "patches by area": farthest(ours["sizes"], theirs["sizes"], True),
            "mean": ours["mean"] / theirs["mean"], "share": ours["share"] / theirs["share"]}


def regions(ground: Ground, seen: np.ndarray) -> dict:
    """Where each kind of grass has only its noise: the region, and its layers."""
    altitude, gradient = ground.altitude, ground.gradient
    return {"deep grass": ((altitude > 13.5) & (altitude < 19) & (gradient < 0.3) & seen, [4]),
            "high grass": ((altitude > 20) & (altitude < 29) & (gradient < 0.7) & seen, [5, 6])}


def box(albedo: np.ndarray, size: int, mask: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Means over size x size texels of what the mask holds, and where it holds three quarters of
    them."""
    blocks = SIDE // size

    def sums(values: np.ndarray) -> np.ndarray:
        return values.reshape(blocks, size, blocks, size, -1).sum(axis=(1, 3))

    held = sums(mask[..., None].astype(float))
    return sums(albedo * mask[..., None]) / np.maximum(held, 1), held[..., 0] >= 0.75 * size * size


def colour_error(scene: Scene, planes: np.ndarray, mask: np.ndarray, size: int) -> float:
    """How far colours are from the genuine ground's without its light: rms over boxes of size x size
    texels and channels, in 8-bit values of gamma 2."""
    genuine = np.einsum("yxl,lc->yxc", scene.weights, ALBEDO)
    ours = np.einsum("lyx,lc->yxc", planes[:LAYERS], ALBEDO)
    (a, held), (b, _) = box(ours, size, mask), box(genuine, size, mask)
    difference = 255 * (np.sqrt(np.clip(a, 0, 1)) - np.sqrt(np.clip(b, 0, 1)))[held]
    return float(np.sqrt((difference ** 2).mean()))


def colours(scene: Scene, planes: np.ndarray, ground: Ground) -> None:
    """Prints the error of colours."""
    for size in (1, 4, 8, 16):
        line = f"colour, boxes of {size:2}"
        for name, low in (("all", 9.0), ("land", LAND)):
            line += f"  {name} {colour_error(scene, planes, scene.seen & (ground.altitude > low), size):5.1f}"
        print(line)


def read_planes(path: str) -> np.ndarray:
    """[layer, row, column], then altitude and gradient."""
    return np.fromfile(path, np.float32).reshape(LAYERS + 2, SIDE, SIDE)


def statistics(scene: Scene, planes: np.ndarray) -> dict:
    """What compare() says of each region."""
    ground = Ground(planes)
    decoded = scene.decoder.weights_of(scene.photograph(planes[:LAYERS]), ground.sunlight(), ground.altitude > 9)
    result = {}
    for name, (region, layers) in regions(ground, scene.seen).items():
        genuine = measure(scene.weights[..., layers].sum(-1).astype(float), region)
        result[name] = compare(measure(decoded[..., layers].sum(-1).astype(float), region), genuine)
    return result


def show(name: str, results: list[dict]) -> None:
    """Prints one line a statistic: the mean, and every realisation."""
    print(name)
    for key in results[0]:
        values = np.array([np.atleast_1d(result[key]) for result in results])
        means = " ".join(f"{value:7.3f}" for value in values.mean(axis=0))
        print(f"  {key:18}{means}" + ("    each: " + " ".join(f"{v:.3f}" for v in values[:, 0])
                                      if values.shape[1] == 1 and len(values) > 1 else ""))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("planes", nargs="*")
    parser.add_argument("--picture", required=True)
    parser.add_argument("--soft", required=True)
    parser.add_argument("--colour", action="append", default=[], metavar="PLANES")
    args = parser.parse_args()
    scene = Scene(args.picture, args.soft)
    results: dict[str, list[dict]] = {}
    for path in args.planes:
        for name, values in statistics(scene, read_planes(path)).items():
            results.setdefault(name, []).append(values)
    for name, list_ in results.items():
        show(name, list_)
    for path in args.colour:
        planes = read_planes(path)
        print(path)
        colours(scene, planes, Ground(planes))


if __name__ == "__main__":
    main()
