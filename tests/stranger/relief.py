"""relief.py SCREE EXAMPLES FOLDER: maps of relief and normals beside a second evaluation, from docs/model.md alone.

What --maps relief and normal have of a part of the example island at an eighth of a terrain unit a texel; weights,
noise and ground are those of model.py. Exit 77 without numpy.
"""
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

sys.dont_write_bytecode = True
import model  # noqa: E402 (exits with 77 without numpy)
from model import clamp01, f, np, u32, u64  # noqa: E402

FINE = 8                        # texels a unit
COLUMN, ROW, SIDE = 900, 700, 192


def texture(layer):
    """ORIG and NEGA of the bumps, or zeros."""
    settings = dict(model.chunks(dict(model.chunks(layer.term.get("BMTX", b""))).get("SETT", b"")))
    origin = np.frombuffer(settings.get("ORIG", bytes(16)), "<f4")[:2]
    return origin, any(settings.get("NEGA", b""))


def number(layer, tag, usual):
    return np.frombuffer(layer.term[tag], "<f4")[0] if tag in layer.term else f(usual)


def share(cell, finest):
    return min(max(cell / finest - 1, 0.0), 1.0)


def fractal(origin, negative, x, y, finest):
    """Heights in terrain units; slopes are differences of them, over 2^-12 units."""
    bits = (origin + f(0)).view(u32)
    seed, z = model.scramble(int(bits[0]) | int(bits[1]) << 32), np.zeros((len(y), len(x)))
    for k in range(16):
        seed, shifts = (seed + 2 * model.GOLDEN64 & model.MASK,
                        [model.scramble(seed + n * model.GOLDEN64 & model.MASK) for n in (1, 2)])
        cell = 2.0 ** -k
        if share(cell, finest) > 0:
            size = f(-0.3 if negative else 0.3) * f(cell)
            z += share(cell, finest) * model.octave(x, y, 32 - k, *shifts, size).astype(float)
    return z


def main():
    scree, examples, folder = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    ter, root = model.read_ter(examples / "island.ter"), model.read_surface(examples / "island.srf")
    units = 256
    size = units * FINE
    subprocess.run([scree, "bake", examples / "island.ter", examples / "island.srf", "-o", folder, "--force", "-q",
                    "--only", "preview", "--format", "npy", "--maps", "relief,normal", "--size", str(size), "--region",
                    f"{COLUMN},{ROW},{SIDE}x{SIDE}"], check=True)
    x = np.array([((2 * i + 1) * units << 32) // (2 * size) for i in range(COLUMN, COLUMN + SIDE)], u64)
    y = np.array([((2 * (size - 1 - j) + 1) * units << 32) // (2 * size) for j in range(ROW, ROW + SIDE)], u64)
    layers, _, weights, _ = model.evaluate(ter, root, {}, x, y, Fraction(1, FINE))
    _, sx, sy = model.terrain(ter, 0, x, y)
    g = np.sqrt(sx * sx + sy * sy)
    height, east, north = np.zeros(g.shape), np.zeros(g.shape), np.zeros(g.shape)
    step = 1 << 20              # of positions: 2^-12 units
    for layer, weight in zip(layers, weights):
        mimic = clamp01(number(layer, "MTER", 0.8 if layer is root else 0.3))
        amount = weight * number(layer, "BMAM", 1) * (1 - mimic * (1 - np.minimum(g, 1)))
        origin, negative = texture(layer)

        def at(dx, dy):
            return fractal(origin, negative, x + u64(dx & model.MASK), y + u64(dy & model.MASK), 1 / FINE)

        height += amount * at(0, 0)
        east += amount * (at(step, 0) - at(-step, 0)) * 2 ** 11
        north += amount * (at(0, step) - at(0, -step)) * 2 ** 11
    scal = ter.scal
    height, east, north = height * scal[2], east * scal[2] / scal[0], north * scal[2] / scal[1]
    length = np.sqrt(1 + g * g)
    stretch = length / np.maximum(1 - (sx * east + sy * north) / length, 0.25)
    ex, ey = sx + east * stretch, sy + north * stretch
    normal = np.stack([-ex, -ey, np.ones_like(ex)], 2) / np.sqrt(1 + ex * ex + ey * ey)[..., None]
    found = np.load(folder / "maps" / "relief.npy").astype(float)
    bare = np.stack([-sx, -sy, np.ones_like(sx)], 2) / length[..., None]
    import PIL.Image
    turned = np.asarray(PIL.Image.open(folder / "maps" / "normal.png").convert("RGB")) / 127.5 - 1
    like = np.corrcoef(found.ravel(), height.ravel())[0, 1]
    turns = [np.corrcoef((turned - bare)[..., c].ravel(), (normal - bare)[..., c].ravel())[0, 1] for c in range(3)]
    off, off_normal = abs(found - height).max(), abs(turned - normal)
    print("relief: correlation %.6f, at most %.6f m off, deviation %.3f m" % (like, off, height.std()))
    print("normals: correlation of what relief turns %.4f %.4f %.4f, %.4f off in the mean" %
          (*turns, off_normal.mean()))
    assert height.std() > 0.05 and abs(normal - bare).mean() > 0.02, "there is hardly any relief"
    assert like > 0.9999 and min(turns) > 0.99 and off < 1e-3 * height.std() + 1e-4 and off_normal.mean() < 0.004


main()
