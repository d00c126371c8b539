"""every_surface.py SCREE SOURCE-ROOT: surface maps and their text, wrong and odd ones included, through
every command that takes one.

No command may end by a signal, a sanitizer or with 1 or 4; a refused map means exit 3, nothing on
standard output and no file. Files of tests/invalid/srf go through all commands; those of the fuzz corpora,
which are many, through one of them each, in turn, and through all with SCREE_EVERY=1.
"""

import concurrent.futures
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import threading

SCREE, SOURCE = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).absolute()

# Words of each command: {f} is the file, {t} a terrain, {g} a good map, {s} a suite about the file, {b} a
# BeamNG terrain.
COMMANDS = [words.split() for words in (
    "info {f}",
    "info {f} --json",
    "lint {f} --terrain {t}",
    "bake {t} {f} -o out --size 9 --depth 3",
    "bake {t} {f} -o out --dry-run",
    "preview {t} {f} -o out.png --size 9",
    "render {t} {f} -o out.png --size 12x8",
    "export ror {t} {f} -o out --folder --start 99999E,0S",  # refused once all is read: it draws for long
    "export beamng {t} {f} -o out --dry-run",
    "export beamng {f} --into {b} --max-height 90 --square-size 30 --dry-run",
    "probe {t} {f} --at 3E,3S",
    "diff {f} {g} --terrain {t} --size 9",
    "diff {g} {f}",
    "test {s}",
    "convert {f} out.srf.json",
    "convert {f} out.srf",
    "set {f} #0.coverage=0.5 -o out.srf",
)]
ALLOWED = {0, 2, 3, 10, 12}
PER_FILE = 1


def write_inputs(work):
    points = 129
    samples = [(x * x + 7 * y) % 4000 for y in range(points) for x in range(points)]
    (work / "t.ter").write_bytes(
        b"TERRAGENTERRAIN SIZE" + struct.pack("<HH", points - 1, 0) + b"XPTS" +
        struct.pack("<HH", points, 0) + b"YPTS" + struct.pack("<HH", points, 0) +
        b"ALTW" + struct.pack("<hh", 512, 0) + struct.pack("<%dh" % len(samples), *samples) +
        b"\0\0EOF ")
    (work / "b.ter").write_bytes(struct.pack("<BI", 9, 8) + bytes(3 * 64) +
                                 struct.pack("<I", 1) + b"\x04Rock")
    shutil.copy(SOURCE / "examples/island.srf", work / "good.srf")


def gather():
    """Each file and the numbers of the commands it goes through."""
    tasks = []
    every = range(len(COMMANDS))
    for path in sorted((SOURCE / "tests/invalid/srf").glob("*.srf")):
        tasks.append((path, every))
    for folder in ("srf", "srf_text"):
        for path in sorted((SOURCE / "tests/fuzz/corpus" / folder).iterdir()):
            number = len(tasks)
            some = [(number * PER_FILE + i) % len(COMMANDS) for i in range(PER_FILE)]
            tasks.append((path, every if os.environ.get("SCREE_EVERY") == "1" else some))
    return tasks


def run(words, folder, what):
    done = subprocess.run([SCREE, *words], cwd=folder, capture_output=True, check=False, timeout=300,
                          env=dict(os.environ, TMPDIR=str(folder), OMP_NUM_THREADS="1"))
    made = sorted(entry.name for entry in folder.iterdir() if entry.name != "s.test")
    problem = None
    if done.returncode not in ALLOWED:
        problem = f"exit status {done.returncode}"
    elif done.returncode in (2, 3) and (made or (done.stdout and words[0] != "info")):
        problem = f"refused, and yet there is {made or 'standard output'}"
    elif done.returncode in (2, 3) and not all(line.startswith(b"scree: ") for line in done.stderr.splitlines()):
        problem = "lines that are not scree's"
    for name in made:
        path = folder / name
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    if problem is None:
        return done.returncode
    return f"{what}: {' '.join(words)}: {problem}\n{done.stderr.decode(errors='replace')[-2000:]}"


def main():
    root = pathlib.Path(tempfile.mkdtemp())
    own = threading.local()
    write_inputs(root)

    def task(item):
        path, numbers = item
        if not hasattr(own, "folder"):
            own.folder = pathlib.Path(tempfile.mkdtemp(dir=root))
        # A test file holds names of files, so the names of the tree must be plain there.
        (own.folder / "s.test").write_text(
            f'terrain "{root}/t.ter"\nsurface "{path}"\nsize 9\nweight(#0) >= 0\n')
        places = {"f": path, "t": root / "t.ter", "g": root / "good.srf", "s": "s.test", "b": root / "b.ter"}
        return [run([word.format(**places) for word in COMMANDS[i]], own.folder, path.name) for i in numbers]

    counts, failed = {}, []
    try:
        tasks = gather()
        with concurrent.futures.ThreadPoolExecutor(min(4, os.cpu_count() or 1)) as pool:
            for results in pool.map(task, tasks):
                for result in results:
                    if isinstance(result, int):
                        counts[result] = counts.get(result, 0) + 1
                    else:
                        failed.append(result)
        left = sorted(entry.name for entry in root.iterdir() if not entry.is_dir())
        assert left == ["b.ter", "good.srf", "t.ter"], left
    finally:
        shutil.rmtree(root)
    for text in failed[:20]:
        print(text)
    print(f"{len(tasks)} files; runs by exit status: {dict(sorted(counts.items()))}; {len(failed)} failed")
    good = not failed and len(tasks) > 300 and counts.get(0, 0) > 100 and counts.get(3, 0) > 100
    return 0 if good else 1


sys.exit(main())
