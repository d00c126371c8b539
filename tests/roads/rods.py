"""Terrains of Rigs of Rods as the game has them: ground and strips, from docs/formats/ror.md alone."""
import numpy as np


def read_ground(where, name):
    """Metres [row, column], row 0 north, and the side of the world in metres."""
    with open(f"{where}/{name}.otc", encoding="utf-8") as file:
        keys = dict(line.split("=", 1) for line in file.read().splitlines())
    points = int(keys["PageSize"])
    raw = np.fromfile(f"{where}/{name}.raw", "<u2").reshape(points, points) / 65535 * int(keys["WorldSizeY"])
    return raw, float(keys["WorldSizeX"])


def step_of(where, name):
    """Metres between two numbers of the file."""
    with open(f"{where}/{name}.otc", encoding="utf-8") as file:
        return int(dict(line.split("=", 1) for line in file.read().splitlines())["WorldSizeY"]) / 65535


def ground_at(raw, side, x, z):
    """OGRE's triangles: diagonals in turn by row from the south."""
    n = raw.shape[0]
    u, v = np.clip(np.asarray(x, float), 0, side) / side * (n - 1), np.clip(np.asarray(z, float), 0, side) / side * (n - 1)
    i, j = np.minimum(u.astype(int), n - 2), np.minimum(v.astype(int), n - 2)
    e, s = u - i, v - j
    nw, ne, sw, se = raw[j, i], raw[j, i + 1], raw[j + 1, i], raw[j + 1, i + 1]
    odd = np.where(e < s, sw + e * (se - sw) + (1 - s) * (nw - sw), ne + (1 - e) * (nw - ne) + s * (se - ne))
    even = np.where(1 - s > e, nw + e * (ne - nw) + s * (sw - nw), se + (1 - e) * (sw - se) + (1 - s) * (ne - se))
    return np.where((n - 2 - j) % 2 == 1, odd, even)


def turned(degrees):
    """The matrices of turns about x, y and z, whose quaternions the game multiplies in this order."""
    x, y, z = np.radians(degrees).T
    zero, one = np.zeros(len(x)), np.ones(len(x))

    def matrix(*rows):
        return np.moveaxis(np.array([list(row) for row in rows]), 2, 0)
    about_x = matrix((one, zero, zero), (zero, np.cos(x), -np.sin(x)), (zero, np.sin(x), np.cos(x)))
    about_y = matrix((np.cos(y), zero, np.sin(y)), (zero, one, zero), (-np.sin(y), zero, np.cos(y)))
    about_z = matrix((np.cos(z), -np.sin(z), zero), (np.sin(z), np.cos(z), zero), (zero, zero, one))
    return about_x @ about_y @ about_z


class Strip:
    """Sections in the order of the file: middle, left and right edge, axes (columns), width, border, its height, kind."""

    def __init__(self, rows):
        self.rows = rows
        numbers = np.array([[float(w) for w in row[:9]] for row in rows])
        self.kind = [row[9] for row in rows]
        self.middle, self.axes = numbers[:, :3], turned(numbers[:, 3:6])
        self.width, self.border, self.rise = numbers[:, 6:].T
        half = self.axes[:, :, 2] * self.width[:, None] / 2
        self.left, self.right = self.middle - half, self.middle + half

    def triangles(self):
        """[n, corner, 3]: of the game's addQuad(own left, last left, last right, own right)."""
        own, last = slice(1, None), slice(None, -1)
        return np.concatenate([np.stack([self.left[own], self.left[last], self.right[last]], 1),
                               np.stack([self.left[own], self.right[last], self.right[own]], 1)])

    def wheel(self, share):
        """Where a wheel goes, so far of the way from the left to the right edge: corners of its path on the triangles."""
        path = []
        for left, right, ahead in zip(self.left, self.right, self.left[1:]):
            across = share * (right - left)
            path += [left + across, left + (1 - share) * (ahead - left) + across]
        return np.array(path + [self.left[-1] + share * (self.right[-1] - self.left[-1])])

    def edges(self, apart):
        """Places along both edges, so far apart at most."""
        for edge in (self.left, self.right):
            for a, b in zip(edge, edge[1:]):
                t = np.linspace(0, 1, max(2, int(np.ceil(np.hypot(*(b - a)[[0, 2]]) / apart)) + 1))
                yield a + t[:, None] * (b - a)


def joined(strips):
    """A strip goes on where one before it ends: a long road has several."""
    found = []
    for strip in strips:
        if found and np.hypot(*(strip.middle[0] - found[-1].middle[-1])[[0, 2]]) < 0.01:
            found[-1] = Strip(found[-1].rows + strip.rows[1:])
        else:
            found.append(strip)
    return found


def read_strips(path):
    """Objects of the game's parser."""
    found, inside = [], False
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    for line in lines:
        if line.startswith((";", "/")) or not line:
            continue
        if line == "begin_procedural_roads":
            rows, inside = [], True
        elif line == "end_procedural_roads":
            found.append(Strip(rows))
            inside = False
        else:
            words = [word.strip() for word in line.split(",")]
            assert inside and len(words) == 10, line
            assert words[9] in ("flat", "bridge", "bridge_no_pillars"), line
            rows.append(words)
    assert not inside
    return found


def above(strip, raw, side, steps=8):
    """How high the strip's triangles are above the ground, at places all over them."""
    k = np.array([(i, j) for i in range(steps + 1) for j in range(steps + 1 - i)]) / steps
    weights = np.stack([k[:, 0], k[:, 1], 1 - k.sum(1)], 1)
    places = np.einsum("wc,tcx->twx", weights, strip.triangles())
    return places[..., 1] - ground_at(raw, side, places[..., 0], places[..., 2])
