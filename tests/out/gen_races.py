#!/usr/bin/env python3
"""Two or three commands that replace one output at the same time: the result is that of those which ended with 0,
one after the other, and never a mixture."""
import itertools
import os
import sys
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from gen_run import *

known = {}


def state_after(name, commands):
    """The tree when the commands have run one after the other."""
    key = (name, commands)
    if key not in known:
        restore(name)
        for command in commands:
            alone(command, name)
        known[key] = tree(name)
    return known[key]


def race(rng):
    name, _, commands = rng.choice(COMMANDS)
    chosen = [rng.choice(commands) for _ in range(rng.choice((2, 2, 3)))]
    slow = {} if rng.random() < 0.7 else {"LD_PRELOAD": FAULTS, "SCREE_NO_EXCHANGE": "1"}
    restore(name)
    runs = []
    for command in chosen:
        runs.append(start(command, name, **slow))
        time.sleep(rng.random() ** 3 * 0.05)
    results = [end(run) for run in runs]
    now = tree(name)
    assert not litter(name), (chosen, results, litter(name))
    for code, text in results:
        assert code == 0 or (code == 4 and text.count("\n") == 1), (chosen, results)
    done = [command for command, (code, _) in zip(chosen, results) if code == 0]
    assert done, (chosen, results)
    orders = set(itertools.permutations(done))
    assert any(now == state_after(name, order) for order in orders), (chosen, results, sorted(now))


run_cases(race)
