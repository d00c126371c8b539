"""Wheels on both tracks of roads: where the ground has a step under them."""
import numpy as np


def jolts(before, here, behind, most=0.05):
    """How many places have a step of more than 5 cm over half a metre before and behind, of how many, and the greatest."""
    step = np.abs(before - 2 * here + behind)
    return np.array([(step > most).sum(), len(step), step.max(initial=0)])


def add(all_, more):
    return np.array([all_[0] + more[0], all_[1] + more[1], max(all_[2], more[2])])


def drive(roads, height_at, end, most):
    """Both tracks of all roads on the ground, as far as it goes to the east and the north."""
    found = np.zeros(3)
    for _, _, width, is_open, line in roads:
        for a, b in zip(line, line[1:]):
            length = np.hypot(*(b - a))
            if is_open or length < 1:
                continue
            u, s = (b - a) / length, np.arange(0.5, length - 0.49, 0.5)
            for side in (-0.4, 0.4):
                at = a + side * width * np.array([u[1], -u[0]])
                on = (at + (s + 0.5)[:, None] * u < end).all(1) & (at + (s - 0.5)[:, None] * u < end).all(1)
                found = add(found, jolts(*[height_at(*(at + (s[on] + k)[:, None] * u).T) for k in (-0.5, 0, 0.5)], most))
    return found
