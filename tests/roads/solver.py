#!/usr/bin/env python3
"""solver.py SCREE FOLDER: profiles of 50 roads, solved a second time.

The same problem as docs/roads.md states it (Profile), written down in dense matrices and given to the SLSQP of scipy.
Each road is alone, without crown and banking, so that its bed is its profile. Skipped (77) without numpy or scipy.
"""
import json
import os
import subprocess
import sys

try:
    import numpy as np
    from scipy.optimize import LinearConstraint, minimize  # noqa: F401
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

scree, folder = sys.argv[1:3]
os.makedirs(folder, exist_ok=True)
os.chdir(folder)
POINTS, CELL, ROADS, NEAR = 161, 4.0, 50, 0.02
GRADE = {"primary": 0.08, "secondary": 0.10, "residential": 0.12, "service": 0.15, "track": 0.18}
CURVE = {"primary": 1100, "secondary": 700, "residential": 200, "service": 100, "track": 100}
DEPTH = {"primary": 16, "secondary": 14, "residential": 12, "service": 12, "track": 12}
WIDTH = {"primary": 8, "secondary": 7, "residential": 5, "service": 4, "track": 3}
STIFF, TIE = 1.0, 1e-6


def hills(random):
    """Metres, row 0 north."""
    z = np.zeros((POINTS, POINTS))
    y, x = np.mgrid[0:POINTS, 0:POINTS] * CELL
    for _ in range(6):
        length, turn, phase = random.uniform(120, 500), random.uniform(0, 7), random.uniform(0, 7)
        z += random.uniform(0.004, 0.014) * length * np.sin((x * np.cos(turn) + y * np.sin(turn)) * 6.28 / length + phase)
    z[0, 0] = 0  # the file begins with zeros, like no file of text
    return z.astype("<f4")


def road(random):
    """Corners in metres from the north-west, on whole 1/32 m."""
    extent = (POINTS - 1) * CELL
    at, turn, line = random.uniform(150, extent - 150, 2), random.uniform(0, 6.28), []
    for _ in range(random.integers(2, 5)):
        line.append(np.round(at * 32) / 32)
        at = at + random.uniform(30, 90) * np.array([np.cos(turn), np.sin(turn)])
        turn += random.uniform(-0.5, 0.5)
    return np.array(line)


def feet(line, x, z):
    """Of places: metres along the line of its nearest point, and the distance from it."""
    along, apart, start = np.zeros(x.shape), np.full(x.shape, np.inf), 0.0
    for a, b in zip(line, line[1:]):
        length = np.hypot(*(b - a))
        u = (b - a) / length
        t = np.clip((x - a[0]) * u[0] + (z - a[1]) * u[1], 0, length)
        d = np.hypot(x - a[0] - t * u[0], z - a[1] - t * u[1])
        nearer = d < apart
        along[nearer], apart[nearer] = (start + t)[nearer], d[nearer]
        start += length
    return along, apart, start


def between(ground, at):
    """Bilinear, at [n, 2] metres."""
    i = np.minimum((at // CELL).astype(int), POINTS - 2)
    u, v = (at / CELL - i).T
    c, r = i.T
    return ((ground[r, c] * (1 - u) + ground[r, c + 1] * u) * (1 - v) +
            (ground[r + 1, c] * (1 - u) + ground[r + 1, c + 1] * u) * v)


def solve(ground, line, kind):
    """Heights of the knots, how far apart they are, and half of the bed."""
    half = WIDTH[kind] / 2 + CELL * 2 ** 0.5
    z, x = np.mgrid[0:POINTS, 0:POINTS] * CELL
    along, apart, length = feet(line, x, z)
    parts = int(np.ceil(length / max(5.0, CELL * 2 ** 0.5 / 1.5)))
    step, n = length / parts, parts + 1
    on = apart <= half
    k = np.minimum((along[on] / step).astype(int), parts - 1)
    t = along[on] / step - k
    a = np.zeros((on.sum(), n))
    rows = np.arange(len(k))
    a[rows, k], a[rows, k + 1] = 1 - t, t
    weight = CELL * CELL / (2 * half)
    bend = np.zeros((n - 2, n))
    for i in range(n - 2):
        bend[i, i:i + 3] = np.array([1, -2, 1]) / step
    corners = np.cumsum([0.0] + [np.hypot(*(q - p)) for p, q in zip(line, line[1:])])
    s = np.arange(n) * step
    knots = np.stack([np.interp(s, corners, line[:, 0]), np.interp(s, corners, line[:, 1])], 1)
    middle = between(ground, knots)
    h = weight * a.T @ a + STIFF / step * bend.T @ bend + TIE * np.eye(n)
    g = weight * a.T @ ground[on] + TIE * middle
    rise = np.diff(np.eye(n), axis=0)
    bounds = [(rise, GRADE[kind] * step), (bend, step / CURVE[kind])]
    c = np.vstack([np.vstack([-m, m]) for m, _ in bounds] + [-np.eye(n), np.eye(n)])
    d = np.concatenate([np.full(2 * len(m), b) for m, b in bounds] + [middle + DEPTH[kind], DEPTH[kind] - middle])
    first = np.full(n, middle.mean())
    found = minimize(lambda y: 0.5 * y @ h @ y - g @ y, first, jac=lambda y: h @ y - g, method="SLSQP",
                     constraints={"type": "ineq", "fun": lambda y: c @ y + d, "jac": lambda y: c},
                     options={"maxiter": 500, "ftol": 1e-13})
    if not found.success or (c @ found.x + d).min() < -1e-6:
        return None
    return found.x, step, on, along


random = np.random.default_rng(7)
compared = bound = tried = 0
worst = 0.0
while compared < ROADS:
    tried += 1
    assert tried < 4 * ROADS, f"only {compared} of {tried} roads have a solution"
    ground, line, kind = hills(random), road(random), random.choice(sorted(GRADE))
    solved = solve(ground.astype(float), line, kind)
    if solved is None:
        continue
    ground.tofile("ground.r32")
    points = [[x, (POINTS - 1) * CELL - z] for x, z in line.tolist()]
    with open("roads.json", "w", encoding="utf-8") as file:
        json.dump({"format": "scree-roads-1", "roads": [{"class": kind, "crown": 0, "points": points}]}, file)
    told = subprocess.run([scree, "grade", "ground.r32", "--raw", "f32", "--cell", str(CELL),
                           "--height-range", "0", "1", "--roads", "roads.json", "--no-banking",
                           "-o", "graded.r32", "--force", "--json"], check=True, capture_output=True)
    report = json.loads(told.stdout)["details"]
    assert report["steep_m"] == 0, report
    heights, step, on, along = solved
    graded = np.fromfile("graded.r32", "<f4").reshape(POINTS, POINTS)
    expected = np.interp(along[on], np.arange(len(heights)) * step, heights)
    # At a road's end the wheel leaves the bed: what breaks there is smoothed, no part of the profile.
    within = (along[on] > CELL * 2 ** 0.5) & (along[on] < (len(heights) - 1) * step - CELL * 2 ** 0.5)
    off = np.abs(graded[on] - expected)[within].max()
    assert off <= NEAR, f"{kind} road {points}: {off:.4f} m from the second solution"
    worst = max(worst, off)
    bound += np.abs(np.diff(heights)).max() > 0.999 * GRADE[kind] * step
    compared += 1
assert bound >= 10, f"only {bound} profiles are as steep as they may be"
print(f"{compared} roads, {bound} of them as steep as they may be; at most {1000 * worst:.2f} mm apart")
