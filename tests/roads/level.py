"""How level the carriageways of a network are where nothing banks them, decided by the roads alone (docs/roads.md).

Each road that is no bridge and no tunnel is looked at every 2 m. Left out is what has a cross fall by the rules:

- bends: where the circle through the places 12 m before and behind, on over the joint with the road that goes on most
  nearly straight, asks for a bank of more than the crown; and the run-in, until less than 2.5 % are left;
- junctions: their plates, as wide as the widest bed that ends there, and the run-in of the road;
- where the bed touches that of another road whose class is as good or better: it lies on that road's surface.

Banks and crowns of roads that set their own are not known here.
"""
from collections import defaultdict

import numpy as np
from scipy.spatial import cKDTree

PACE, REACH, ALONG, SIDE = 2.0, 12.0, 2.0, 0.4
BANK, CROWN, LEVEL = 0.07, 0.02, 0.025
BEND = {"highway": 240, "primary": 118, "secondary": 76, "residential": 20, "service": 7.5, "track": 7.5, "path": 0}
RUN_IN = {"highway": 60, "primary": 40, "secondary": 30, "residential": 15, "service": 10, "track": 10, "path": 5}
SHOULDER = {"highway": 2, "primary": 1.5, "secondary": 1, "residential": 0.5, "service": 0.5, "track": 0.5, "path": 0.25}
ORDER = list(BEND)      # the better first


def without_repeats(line):
    return line[np.concatenate([[True], np.hypot(*np.diff(line, axis=0).T) > 0])]


class Network:
    def __init__(self, roads):
        self.roads = roads
        self.lines = [without_repeats(road[4]) for road in roads]
        self.arms = defaultdict(list)       # of a place: (road, point, direction) of all that leave it
        for number, line in enumerate(self.lines):
            for i, place in enumerate(line):
                self.arms[self.key(place)] += [(number, i, way) for way in (-1, 1) if 0 <= i + way < len(line)]

    @staticmethod
    def key(place):
        return tuple(np.round(place * 2).astype(int))

    def beyond(self, number, end):
        """Points from an end of a road on, for as long as a bend is measured and run in."""
        i, way = (0, -1) if end == 0 else (len(self.lines[number]) - 1, 1)
        out, length = [self.lines[number][i]], 0.0
        while length < 60:
            if not 0 <= i + way < len(self.lines[number]):
                here = self.arms[self.key(self.lines[number][i])]
                back = self.lines[number][i - way] - self.lines[number][i]
                best = None
                for road, point, turn in here:
                    ahead = self.lines[road][point + turn] - self.lines[road][point]
                    straight = -np.dot(back, ahead) / np.hypot(*back) / np.hypot(*ahead)
                    own = road == number and point == i
                    goes_on = len(here) == 2 or (self.roads[road][0] == self.roads[number][0] and straight > 0.7)
                    if not own and goes_on and (best is None or straight > best[0]):
                        best = straight, road, point, turn
                if best is None:
                    break
                _, number, i, way = best
            length += np.hypot(*(self.lines[number][i + way] - self.lines[number][i]))
            i += way
            out.append(self.lines[number][i])
        return out

    def junctions(self):
        """Places, and half of the widest carriageway of each."""
        some = [(np.array(key) / 2, max(self.roads[arm[0]][2] for arm in arms) / 2) for key, arms in self.arms.items() if len(arms) > 2]
        return np.array([place for place, _ in some]), np.array([half for _, half in some])


def run_in(bank, s, fall):
    for i in range(1, len(bank)):
        bank[i] = max(bank[i], bank[i - 1] - fall * (s[i] - s[i - 1]))
    for i in range(len(bank) - 2, -1, -1):
        bank[i] = max(bank[i], bank[i + 1] - fall * (s[i + 1] - s[i]))


def places(network, number):
    """Of a road: places, directions, and banks that bends ask for."""
    kind, line = network.roads[number][0], network.lines[number]
    before = network.beyond(number, 0)[::-1]
    whole = without_repeats(np.array(before + list(line[1:-1]) + network.beyond(number, 1)))
    corners = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(whole, axis=0).T))])
    start = np.hypot(*np.diff(np.array(before), axis=0).T).sum()
    end = start + np.hypot(*np.diff(line, axis=0).T).sum()

    def at(s):
        return np.stack([np.interp(s, corners, whole[:, i]) for i in (0, 1)], 1)
    s = np.arange(0, corners[-1], PACE)
    a, b, c = at(s - REACH), at(s), at(s + REACH)
    size = np.hypot(*(b - a).T) * np.hypot(*(c - b).T) * np.hypot(*(c - a).T)
    bend = 2 * np.abs(np.cross(b - a, c - b)) / np.maximum(size, 1e-3)
    bank = np.minimum(BANK * BEND[kind] * bend, BANK)
    bank[bank <= CROWN] = 0
    run_in(bank, s, BANK / RUN_IN[kind])
    own = (s >= start) & (s <= end)
    ahead = at(s[own] + ALONG) - at(s[own] - ALONG)
    return b[own], ahead / np.maximum(np.hypot(*ahead.T), 1e-9)[:, None], bank[own]


def level(height_at, cell, roads):
    """Metres of carriageway that nothing banks, metres of them whose cross fall is at most 4 %, and metres of all."""
    network, found = Network(roads), []
    for number, (kind, _, width, is_open, line) in enumerate(roads):
        if is_open or np.hypot(*np.diff(line, axis=0).T).sum() < 5:
            continue
        at, ahead, bank = places(network, number)
        off = SIDE * width * np.stack([-ahead[:, 1], ahead[:, 0]], 1)
        middle = height_at(*at.T)
        sides = [height_at(*np.clip(at + side * off, 0, None).T) for side in (-1, 1)]
        cross = np.maximum(*[np.abs(side - middle) for side in sides]) / (SIDE * width)
        bed = width / 2 + max(SHOULDER[kind], cell * 2 ** 0.5)
        found += [(*place, number, ORDER.index(kind), bed, RUN_IN[kind], b, c) for place, b, c in zip(at, bank, cross)]
    x, y, road, rank, bed, run, bank, cross = np.array(found).T
    at, free = np.stack([x, y], 1), bank <= LEVEL

    junction, plate = network.junctions()
    apart = cKDTree(at).sparse_distance_matrix(cKDTree(junction), (run + bed).max() + plate.max(), output_type="ndarray")
    i, k = apart["i"], apart["j"]
    margin = np.maximum([SHOULDER[ORDER[int(one)]] for one in rank], cell * 2 ** 0.5)
    free[i[apart["v"] < plate[k] + margin[i] + run[i]]] = False

    some = np.nonzero(free)[0]
    apart = cKDTree(at[some]).sparse_distance_matrix(cKDTree(at), 2 * bed.max(), output_type="ndarray")
    i, k = some[apart["i"]], apart["j"]
    free[i[(road[i] != road[k]) & (rank[k] <= rank[i]) & (apart["v"] < bed[i] + bed[k])]] = False
    return PACE * free.sum(), PACE * (free & (cross <= 0.04)).sum(), PACE * len(free)
