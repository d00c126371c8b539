#!/usr/bin/env python3
"""One call on files fails, with any reason and anywhere: the command says so and all is as it was, or its output is
whole; and the same command then makes it."""
import os
import sys
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from gen_run import *

REASONS = ("ENOSPC", "EIO", "EDQUOT", "EINTR", "EACCES", "EPERM", "ENOMEM", "EMFILE")
known = {}


def calls_of(name, command, env):
    """The calls of a whole run, and what it makes."""
    key = (name, command, len(env))
    if key not in known:
        restore(name)
        code, text = end(start(command, name, **env, SCREE_FAULT_CALLS=ROOT + "/calls"))
        assert code == 0, (command, text)
        known[key] = (read_calls("calls"), tree(name))
        os.remove("calls")
    return known[key]


def fail(rng):
    name, _, commands = rng.choice(COMMANDS)
    command = rng.choice(commands) + (() if name in ("set", "convert") else ("-j", "1"))
    env = {"LD_PRELOAD": FAULTS, "SCREE_FAULT_MORE": "1"}
    if rng.random() < 0.4:
        env["SCREE_NO_EXCHANGE"] = "1"
    calls, new = calls_of(name, command, env)
    number = rng.randrange(len(calls)) if rng.random() < 0.5 else -1 - rng.randrange(min(60, len(calls)))
    number %= len(calls)
    where = (command, len(env), number, calls[number])
    restore(name)
    old = tree(name)
    fault = "%s:%d" % (rng.choice(REASONS), number + 1)
    code, text = end(start(command, name, **env, SCREE_FAULT=fault))
    assert not drop_kept(name) or code == 0, (where, fault, text)
    now = without(tree(name), "scree-staging")
    assert code in (0, 1, 2, 3, 4), (where, fault, code, text)
    if code == 0 and calls[number] in ("unlinkat", "openat"):  # an empty folder of the earlier output may stay
        for path in [p for p, what in now.items() if p not in new and what[0] == "folder" and not os.listdir(p)]:
            os.rmdir(path)
            del now[path]
    assert now == (new if code == 0 else old), (where, fault, code, text)
    assert code == 0 or text.count("\n") - text.count("warning") == 1, (where, fault, code, text)
    # Only what could not be removed, or looked for, is left.
    assert not litter(name) or calls[number] in ("unlinkat", "mkdirat", "openat", "fstatat"), (where, fault, text)
    alone(command, name)
    assert tree(name) == new and not litter(name), (where, fault)


run_cases(fail)
