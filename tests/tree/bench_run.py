"""usage: bench_run.py SOURCE
bench/run goes on when a program it compares with fails, and says so; its own must not fail."""
import contextlib
import importlib.machinery
import importlib.util
import io
import os
import sys
import tempfile

sys.dont_write_bytecode = True
path = os.path.join(sys.argv[1], "bench/run")
loader = importlib.machinery.SourceFileLoader("bench_run", path)
bench = importlib.util.module_from_spec(importlib.util.spec_from_loader("bench_run", loader))
loader.exec_module(bench)

with tempfile.TemporaryDirectory() as work:
    at = lambda name: os.path.join(work, name)
    # A peer that fails in its second round.
    later = ["sh", "-c", f'test ! -e "{at("met")}" && : > "{at("met")}"']
    commands = {
        "ours": (["true"], at("ours")),
        "wrong": (["false"], at("wrong")),
        "missing": ([at("no such program")], at("missing")),
        "later": (later, at("later")),
        "peer": (["true"], at("peer")),
    }
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        found = bench.take_turns(commands, 2, ("wrong", "missing", "later", "peer"))
    assert list(found) == ["ours", "peer"], found
    lines = said.getvalue().splitlines()
    assert lines == [
        "wrong failed (status 1: false): left out",
        f"missing failed (cannot be started: {at('no such program')}): left out",
        f"later failed (status 1: {' '.join(later)}): left out",
    ], lines
    try:
        bench.take_turns({"ours": (["false"], at("ours"))}, 1)
        raise AssertionError("a failure of its own was passed over")
    except SystemExit as end:
        assert end.code == "bench/run: ours: status 1: false", end.code
