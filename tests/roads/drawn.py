"""Which pixels of a map from above lie on roads, and whether they have their colours, by distances in numpy."""
import json

import numpy as np

# docs/roads.md, Classes, and docs/model.md, Pictures
WIDTH = {"highway": 11, "primary": 8, "secondary": 7, "residential": 5, "service": 4, "track": 3, "path": 2}
RGB = {"asphalt": (72, 72, 76), "concrete": (150, 148, 142), "gravel": (140, 128, 110), "dirt": (118, 96, 72)}
ORDER = ("path", "track", "service", "residential", "secondary", "primary", "highway")   # the later above


def surface_of(road):
    return road.get("surface", "dirt" if road["class"] in ("track", "path") else "asphalt")


def on_roads(path, size, side_m, bridges=True):
    """For each pixel the surface that covers all of it, as a number of RGB; -1: no road comes near; -2: neither."""
    texel = side_m / size
    x, y = np.meshgrid((np.arange(size) + 0.5) * texel, side_m - (np.arange(size) + 0.5) * texel)
    found = np.full((size, size), -1)
    with open(path, encoding="utf-8") as file:
        roads = [one for one in json.load(file)["roads"] if not one.get("tunnel")]
    for road in sorted(roads, key=lambda one: (bool(one.get("bridge")), ORDER.index(one["class"]))):
        if road.get("bridge") and not bridges:
            continue
        half = road.get("width", WIDTH[road["class"]]) / 2
        away = np.full((size, size), np.inf)
        for a, b in zip(np.array(road["points"], float), np.array(road["points"], float)[1:]):
            t = np.clip(((x - a[0]) * (b - a)[0] + (y - a[1]) * (b - a)[1]) / np.dot(b - a, b - a), 0, 1)
            away = np.minimum(away, np.hypot(x - a[0] - t * (b - a)[0], y - a[1] - t * (b - a)[1]))
        surface = surface_of(road)
        lined = half >= 3 and surface in ("asphalt", "concrete")
        end = min(np.hypot(x - p[0], y - p[1]).min() for p in (road["points"][0], road["points"][-1]))
        assert end < 2 * texel                          # both ends are on the map
        unsure = away < half + texel / 2 + 1e-6
        if road.get("bridge"):                          # it ends straight
            for p in (road["points"][0], road["points"][-1]):
                unsure |= np.hypot(x - p[0], y - p[1]) < half + texel
        inside = away < half - texel / 2 - 1e-6 - (0.4 if lined else 0)
        if road.get("bridge"):
            for p in (road["points"][0], road["points"][-1]):
                inside &= np.hypot(x - p[0], y - p[1]) > half + texel
        found[unsure] = -2
        found[inside] = list(RGB).index(surface)
    return found


def is_lit_road(picture, found):
    """How far apart, of their mean, the light is that the channels of a road's pixels tell: a road has one light."""
    apart = []
    for number, name in enumerate(RGB):
        pixels = picture[found == number][:, :3].astype(float)
        own = (np.array(RGB[name]) / 255) ** 2
        light = -np.log(1 - np.minimum(pixels / 255, 0.999) ** 2) / (1.6 * own)
        if len(light) > 0:
            apart.append(np.ptp(light, axis=1) / light.mean(axis=1))
    return np.concatenate(apart) if apart else np.zeros(0)
