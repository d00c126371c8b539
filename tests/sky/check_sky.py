"""check_sky.py SKY_VALUES

The sky clear against its formulas in numpy's doubles: other quadratures, with more places, written from the
papers that render/view_clear.c and render/view_tone.c name.
"""
import subprocess
import sys

import numpy as np

EARTH, TOP = 6360.0, 80.0
AIR = np.array([5.802e-3, 13.558e-3, 33.1e-3])
OZONE = np.array([0.650e-3, 1.881e-3, 0.085e-3])
ANGSTROM = 550.0 / np.array([680.0, 550.0, 440.0])
G, ALBEDO = 0.7, 0.2
WHITE = np.array([0.93, 1.0, 1.08])  # of the sun before the air


def nodes(count):
    x, w = np.polynomial.legendre.leggauss(count)
    return (x + 1) / 2, w / 2


def densities(height):
    height = np.maximum(height, 0.0)
    return np.exp(-height / 8.0), np.exp(-height / 1.2), np.maximum(0.0, 1.0 - np.abs(height - 25.0) / 15.0)


class Day:
    def __init__(self, azimuth, elevation, turbidity):
        a, e = np.radians([azimuth, elevation])
        self.sun = np.array([np.sin(a) * np.cos(e), np.cos(a) * np.cos(e), np.sin(e)])
        self.dust = (turbidity - 1.0) * AIR[1] * 8.0 / 1.2 * ANGSTROM
        self.roots = np.linspace(0.0, 1.0, 14)
        self.more = np.array([self.scattered_again(TOP * root * root * 0.99999) for root in self.roots])

    def taken(self, air, dust, ozone):
        return air[..., None] * AIR + dust[..., None] * self.dust + ozone[..., None] * OZONE

    def sunlight(self, height, sine, count=32):
        """By Gauss and Legendre in the square root of the way."""
        radius = EARTH + np.maximum(height, 0.0)
        half = radius * sine
        way = -half + np.sqrt(half ** 2 + (EARTH + TOP) ** 2 - radius ** 2)
        shade = (sine < 0) & (radius ** 2 - half ** 2 < EARTH ** 2 - 1e-9)
        u, w = nodes(count)
        t = way[..., None] * u ** 2
        h = np.sqrt(radius[..., None] ** 2 + t * t + 2 * half[..., None] * t) - EARTH
        air, dust, ozone = ((part * 2 * u * w).sum(-1) * way for part in densities(h))
        return np.exp(-self.taken(air, dust, ozone)) * ~shade[..., None]

    def ways(self, height, directions, count):
        """Middles of steps on ways from a height, their lengths, heights, and sines of the sun."""
        radius, sine = EARTH + height, directions[..., 2]
        half = radius * sine
        inside = half ** 2 - radius ** 2 + EARTH ** 2
        ground = (sine < 0) & (inside > 0)
        up = -half + np.sqrt(half ** 2 + (EARTH + TOP) ** 2 - radius ** 2)
        way = np.where(ground, np.maximum(-half - np.sqrt(np.maximum(inside, 0)), 0), up)
        edge = np.linspace(0, 1, count + 1) ** 2.5
        t = way[..., None] * (edge[1:] + edge[:-1]) / 2
        h = np.sqrt(radius ** 2 + t * t + 2 * half[..., None] * t) - EARTH
        sun = (radius * self.sun[2] + t * (directions @ self.sun)[..., None]) / (EARTH + h)
        end = (radius * self.sun[2] + way * (directions @ self.sun)) / EARTH
        return way[..., None] * np.diff(edge), h, sun, ground, end

    def left(self, steps, parts):
        depth = self.taken(*parts) * steps[..., None]
        before = np.cumsum(depth, -2) - depth
        return np.exp(-before) * steps[..., None] * -np.expm1(-depth) / np.maximum(depth, 1e-300), np.exp(-depth.sum(-2))

    def scattered_again(self, height):
        s, ws = nodes(8)
        a, wa = nodes(8)
        sine, turn = np.meshgrid(2 * s - 1, np.pi * a, indexing="ij")
        weight = ws[:, None] * wa
        sun_flat, flat = np.hypot(*self.sun[:2]), np.sqrt(1 - sine ** 2)
        ahead = self.sun[:2] / max(sun_flat, 1e-12) if sun_flat > 1e-9 else np.array([0.0, 1.0])
        across = np.array([-ahead[1], ahead[0]])
        directions = np.dstack([*(flat * (np.cos(turn) * ahead[i] + np.sin(turn) * across[i]) for i in range(2)), sine])
        steps, h, sun, ground, end = self.ways(height, directions, 40)
        parts = densities(h)
        seen, last = self.left(steps, parts)
        scatters = parts[0][..., None] * AIR + 0.96 * parts[1][..., None] * self.dust
        light = (seen * scatters * self.sunlight(h, sun, 20)).sum(-2) / 4
        floor = last * ALBEDO * np.maximum(end, 0)[..., None] * self.sunlight(np.zeros_like(end), end)
        light = light + np.where(ground[..., None], floor, 0)
        mean = [(weight[..., None] * what).sum((0, 1)) for what in (light, (seen * scatters).sum(-2))]
        return mean[0] / (1 - mean[1])

    def sky(self, directions):
        steps, h, sun, _, _ = self.ways(0.0, directions, 300)
        parts = densities(h)
        seen, _ = self.left(steps, parts)
        cosine = directions @ self.sun
        air_phase = 3 / (16 * np.pi) * (1 + cosine ** 2)
        dust_phase = 3 / (8 * np.pi) * (1 - G * G) * (1 + cosine ** 2) / ((2 + G * G) * (1 + G * G - 2 * G * cosine) ** 1.5)
        of_air, of_dust = parts[0][..., None] * AIR, 0.96 * parts[1][..., None] * self.dust
        once = np.pi * self.sunlight(h, sun) * (of_air * air_phase[:, None, None] + of_dust * dust_phase[:, None, None])
        place = np.sqrt(np.clip(h, 0, TOP) / TOP)
        again = np.stack([np.interp(place, self.roots, self.more[:, c]) for c in range(3)], -1)
        return WHITE * (seen * (once + (of_air + of_dust) * again)).sum(-2)


def tone(light, contrast=1.0):
    inset = np.array([[0.842479062253094, 0.0784335999999992, 0.0792237451477643],
                      [0.0423282422610123, 0.878468636469772, 0.0791661274605434],
                      [0.0423756549057051, 0.0784336, 0.879142973793104]])
    outset = np.array([[1.19687900512017, -0.0980208811401368, -0.0990297440797205],
                       [-0.0528968517574562, 1.15190312990417, -0.0989611768448433],
                       [-0.0529716355144438, -0.0980434501171241, 1.15107367264116]])
    low, high = -12.47393, 4.026069
    grey = (np.log2(0.18) - low) / (high - low)
    x = (np.log2(np.maximum(light @ inset.T, 2.0 ** -20)) - low) / (high - low)
    x = np.clip(grey + contrast * (x - grey), 0, 1)
    x = np.polyval([15.5, -40.14, 31.96, -6.868, 0.4298, 0.1191, -0.00232], x)
    x = np.clip(LOOK_SLOPE * x, 0, 1) ** LOOK_POWER
    grey = x @ np.array([0.2126, 0.7152, 0.0722])
    x = grey[:, None] + LOOK_SATURATION / contrast ** 0.75 * (x - grey[:, None])
    return np.clip(x @ outset.T, 0, 1) ** 2


LOOK_SLOPE, LOOK_POWER, LOOK_SATURATION = 1.22, 2.0, 1.12


def ask(program, lines):
    out = subprocess.run([program], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True).stdout
    return [np.array(line.split(), dtype=float) for line in out.splitlines()]


def words(*values):
    return " ".join(f"{v:.17g}" for v in values)


def within(what, off, most_median, most):
    median, worst = np.median(off), off.max()
    print(f"{what}: median {100 * median:.2f} %, worst {100 * worst:.2f} %")
    if not (median <= most_median and worst <= most):
        sys.exit(f"{what}: more than {100 * most_median:g} and {100 * most:g} % off")


def directions_of(random, count):
    """All over the sky, every fourth near the horizon."""
    sine = random.random(count)
    sine[::4] = sine[::4] ** 3
    sine[0], sine[1] = 0.0, 1.0
    turn, flat = 2 * np.pi * random.random(count), np.sqrt(1 - sine ** 2)
    return np.stack([flat * np.sin(turn), flat * np.cos(turn), sine], -1)


def check_sky(program, setting, random):
    day, directions = Day(*setting), directions_of(random, 40)
    answers = ask(program, [f"air {words(*setting)}", *(f"sky {words(*d)}" for d in directions)])
    name = "{:g} degrees high, turbidity {:g}".format(*setting[1:])
    found, true = np.array(answers[1:]), day.sky(directions)
    within("sky, " + name, np.abs(found / true - 1).max(1), 0.03, 0.05)
    sun = WHITE * day.sunlight(np.zeros(1), day.sun[2:])[0]
    within("sun, " + name, np.abs(answers[0][:3] / sun - 1), 0.002, 0.01)
    s, ws = nodes(8)
    turn = 2 * np.pi * (np.arange(12) + 0.5) / 12
    flat = np.sqrt(1 - s)  # s: the sine's square
    around = np.stack([np.outer(flat, np.sin(turn)), np.outer(flat, np.cos(turn)), np.outer(np.sqrt(s), np.ones(12))], -1)
    level = (day.sky(around.reshape(-1, 3)).reshape(8, 12, 3) * ws[:, None, None] / 12).sum((0, 1))
    within("light of the sky on the ground, " + name, np.abs(answers[0][3:] / level - 1), 0.03, 0.03)


def check_haze(program, random):
    """What the air leaves of the ground's light, along ways up and down."""
    lines, true = ["air 200 30 3"], []
    dust = 2.0 * AIR[1] * 8.0 / 1.2 * ANGSTROM
    u, w = nodes(30)
    for _ in range(60):
        way, low, high = 10.0 ** random.uniform(0, 1.7), 2 * random.random(), 3 * random.random()
        height = low + (high - low) * u
        depth = way * ((AIR * np.exp(-height / 8.0)[:, None] + dust * np.exp(-height / 1.2)[:, None]) * w[:, None]).sum(0)
        true.append(np.exp(-depth))
        lines.append("haze " + words(1000 * way, 1000 * low, 1000 * high, 0.6, 0.8, 0.0))
    found = np.array(ask(program, lines)[1:])[:, 3:]
    within("air before the ground (share of its light)", np.abs(found - np.array(true)).max(1), 1e-5, 1e-4)
    sky = ask(program, [lines[0], "sky 0.6 0.8 0", "haze " + words(1e6, 0, 0, 0.6, 0.8, 0.0)])
    within("much air is the sky at the horizon", np.abs(sky[2][:3] / sky[1] - 1), 1e-5, 1e-5)


def check_tone(program, random):
    light = 2.0 ** random.uniform(-14, 6, (3000, 1)) * random.uniform(0.02, 1, (3000, 3))
    light[:4] = [[0, 0, 0], [1e-9, 0, 0], [1e6, 1e6, 1e6], [0, 0, 50]]
    light = light.astype(np.float32)
    for contrast in (1.0, 1.5):
        found = np.array(ask(program, ["tone " + words(*one, contrast) for one in light]))
        true = tone(light.astype(float), contrast)
        within("tone curve, of a pixel's code", np.abs(np.sqrt(found) - np.sqrt(true)).max(1), 1e-5, 1e-3)


def check_water(program):
    """Fresnel's equations by their angles, as textbooks have them: Snell's law first."""
    above = np.radians(np.linspace(0.0, 89.9, 400))
    below = np.arcsin(np.sin(above) / 1.333)
    across = ((np.cos(above) - 1.333 * np.cos(below)) / (np.cos(above) + 1.333 * np.cos(below))) ** 2
    along = ((1.333 * np.cos(above) - np.cos(below)) / (1.333 * np.cos(above) + np.cos(below))) ** 2
    found = np.concatenate(ask(program, ["water " + words(c) for c in np.cos(above)]))
    within("what water sends back", np.abs(found / ((across + along) / 2) - 1), 1e-5, 1e-4)


def main():
    random = np.random.default_rng(38)
    for setting in ((315, 40, 2.5), (90, 7, 2.5), (180, 75, 1.2), (20, 20, 6), (250, 2, 3)):
        check_sky(sys.argv[1], setting, random)
    check_haze(sys.argv[1], random)
    check_tone(sys.argv[1], random)
    check_water(sys.argv[1])


if __name__ == "__main__":
    main()
