#!/usr/bin/env python3
"""check_parts.py SCREE ISLAND.ter ISLAND.srf [mpi|slurm|parallel|make]

A world of tiles baked in parts has the bytes of one run, and what goes wrong on the way is named.
Without a last word: parts one after the other and side by side, one killed, one on a full disk, a
tile replaced between parts. With one: on that engine with four parts, one of which is killed and
started again; skipped (77) where the engine is not installed.
"""
import hashlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from make_tiles import cut, read_ter, write_list, write_ter

SCREE, ISLAND, SURFACE = (Path(word).resolve() for word in sys.argv[1:4])
ENGINE = sys.argv[4] if len(sys.argv) > 4 else ""
OPTIONS = ["--only", "masks,blend", "--size", "600", "--out-tiles", "100", "-q"]  # 6 x 6 tiles


def bake_words(world: Path, out: Path, *more) -> list:
    return [str(SCREE), "bake", str(world), str(SURFACE), "-o", str(out), *OPTIONS, *map(str, more)]


def run(words, code: int = 0, **options) -> subprocess.CompletedProcess:
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, **options)
    assert done.returncode == code, (words, done.returncode, done.stdout, done.stderr)
    return done


def gather(out: Path, code: int = 0) -> str:
    return run([SCREE, "gather", out, "-q"], code).stderr


def files(folder: Path) -> dict:
    """What a bake wrote, without what parts and gathering add."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*"))
            if p.is_file() and p.suffix != ".vrt" and p.parent.name != "parts"}


def assert_whole(out: Path, whole: Path) -> None:
    gather(out)
    assert files(out) == files(whole)
    digests = {run([SCREE, "digest", folder]).stdout.split()[0] for folder in (out, whole)}
    assert len(digests) == 1, digests


def make_world(folder: Path) -> Path:
    heights, numbers = read_ter(ISLAND)
    world = folder / "world"
    world.mkdir()
    for column, row, part in cut(heights, 65):
        write_ter(world / f"island_x{column}_y{row}.ter", part, numbers)
    return world


def first_tile(part: int) -> str:
    """How the names of its files end, of four parts of 6 x 6 tiles."""
    return f"_{9 * (part - 1) % 6}_{9 * (part - 1) // 6}.png"


def kill_one(words: list, part: int) -> None:
    """Starts a part and ends it as a node ends, when it has begun to write its first tiles."""
    out = Path(words[words.index("-o") + 1])
    child = subprocess.Popen(list(map(str, words)), stderr=subprocess.DEVNULL)
    until = time.monotonic() + 60
    while time.monotonic() < until and child.poll() is None and not any(
            (out / "masks").glob(f"*{first_tile(part)}*")):
        time.sleep(0.001)
    child.send_signal(signal.SIGKILL)
    child.wait()


def check_locally(folder: Path, world: Path, whole: Path) -> None:
    # One after the other, of other numbers of threads; more parts than tiles leave some without any.
    for count in (1, 4, 40):
        out = folder / f"parts{count}"
        for part in range(count, 0, -1):
            run(bake_words(world, out, "--part", f"{part}/{count}", "-j", 1 + part % 3))
        assert_whole(out, whole)
        assert_whole(out, whole)  # gathered twice

    # Two processes take the same part at the same time, and all others.
    out = folder / "raced"
    children = [subprocess.Popen(bake_words(world, out, "--part", f"{1 + i % 4}/4", "-j", "1")) for i in range(8)]
    assert [child.wait() for child in children] == [0] * 8
    assert_whole(out, whole)

    # Killed, gathered too early, started again.
    out = folder / "killed"
    for part in (1, 2, 4):
        run(bake_words(world, out, "--part", f"{part}/4"))
    kill_one(bake_words(world, out, "--part", "3/4", "-j", "1"), 3)
    text = gather(out, 3)
    assert "part 3 of 4 " in text and "--part 3/4" in text, text
    run(bake_words(world, out, "--part", "3/4"))
    assert_whole(out, whole)

    # Several: each is named.
    for part in (1, 3):
        (out / "parts" / f"{part}-of-4.json").unlink()
    text = gather(out, 3)
    assert "parts 1, 3 of 4 are missing; run them, the first by --part 1/4" in text, text

    # A full disk: a limit on the size of files stands for it, as the system refuses the write.
    out = folder / "full"
    run(bake_words(world, out, "--part", "2/2"))
    limit = lambda: (signal.signal(signal.SIGXFSZ, signal.SIG_IGN),
                     resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000)))
    text = run(bake_words(world, out, "--part", "1/2"), 4, preexec_fn=limit).stderr
    assert "cannot write: File too large" in text, text
    assert not list(out.rglob("*.part-*"))
    text = gather(out, 3)
    assert "part 1 of 2 is missing; run --part 1/2" in text, text
    run(bake_words(world, out, "--part", "1/2"))
    assert_whole(out, whole)

    # A tile of the world replaced between parts, with the times of the one before.
    out = folder / "replaced"
    run(bake_words(world, out, "--part", "1/2"))
    tile = world / "island_x0_y3.ter"
    kept, times = tile.read_bytes(), (tile.stat().st_atime_ns, tile.stat().st_mtime_ns)
    tile.write_bytes(kept[:-4226] + b"\1\0\1\0" + kept[-4222:])  # a point within
    os.utime(tile, ns=times)
    run(bake_words(world, out, "--part", "2/2"))
    text = gather(out, 3)
    assert re.search(r"part 2 was made of another terrain, or a tile of it changed: part 1 saw SHA-256 "
                     r"[0-9a-f]{12}\.\.\., part 2 [0-9a-f]{12}\.\.\.; run again which are wrong, by --part I/2$",
                     text.strip()), text
    assert text.count("...") == 2 and len(set(re.findall("[0-9a-f]{12}", text))) == 2, text
    assert not (out / "manifest.json").exists()
    tile.write_bytes(kept)
    run(bake_words(world, out, "--part", "2/2"))
    assert_whole(out, whole)

    # What it takes is said before, of the world as of the merged file, and nothing is written.
    before = sorted(folder.rglob("*"))
    said = []
    for terrain in (world, ISLAND):
        plan = [SCREE, "plan", terrain, SURFACE, *OPTIONS, "--time", "2h"]
        text = run(plan).stdout.splitlines()
        assert text[:3] == ["texels   600 x 600 = 360000 of each image", "tiles    36 of each image, 432 files in all",
                            "bytes    5400000 before compression"], text
        assert re.fullmatch(r"time     about [0-9.]+ s here, an estimate by 512 of 600 rows", text[4]), text
        assert re.fullmatch(r"parts    1 \(1/1 to 1/1\), about [0-9.]+ s each", text[5]), text
        document = json.loads(run([*plan, "--json"]).stdout)
        assert document["seconds"] > 0 and document["parts"]["seconds"] > 0, document
        said.append({key: document[key] for key in ("size", "texels", "tiles", "files", "bytes", "sample")})
    assert said[0] == said[1], said
    assert sorted(folder.rglob("*")) == before

    check_verify(folder, world, folder / "checked")
    check_notes(folder)
    check_exports(folder, world)
    check_open_files(folder / "open_files")
    check_damaged(folder)
    check_holes(folder, world)

    # The folder again with another cut: nothing of the tiles before is left.
    larger = bake_words(world, folder / "larger", "--out-tiles", "150")
    run(larger)
    for part in (3, 1, 2):
        run(bake_words(world, out, "--out-tiles", "150", "--part", f"{part}/3"))
        assert not (out / "manifest.json").exists() and not list(out.rglob("*.vrt"))
    assert_whole(out, folder / "larger")

    # What may not be in parts.
    for words, text in ((["--part", "0/4"], "--part"), (["--part", "5/4"], "--part"), (["--part", "x"], "I/N"),
                        (["--part", "auto"], "no scheduler says here"),
                        (["--part", "auto/4"], "JOB_COMPLETION_INDEX is not set"),
                        (["--part", "1/2", "--json"], "--part makes a part"),
                        (["--part", "1/2", "--tile-files", "2"], "--tile-files both")):
        environment = {k: v for k, v in os.environ.items() if not re.match("SLURM|OMPI|PMI|JOB_", k)}
        got = run(bake_words(world, folder / "none", *words), 2, env=environment).stderr
        assert text in got and got.count("\n") == 1, (words, got)
    assert not (folder / "none").exists()
    environment["JOB_COMPLETION_INDEX"] = "3"
    for part in (1, 2, 3):
        run(bake_words(world, folder / "indexed", "--part", f"{part}/4"))
    run(bake_words(world, folder / "indexed", "--part", "auto/4"), env=environment)
    assert_whole(folder / "indexed", whole)
    environment.update(SLURM_ARRAY_TASK_ID="11", SLURM_ARRAY_TASK_COUNT="2", SLURM_ARRAY_TASK_MIN="10")
    run(bake_words(world, folder / "array", "--part", "1/2"))
    run(bake_words(world, folder / "array", "--part", "auto"), env=environment)
    assert_whole(folder / "array", whole)
    # --array=3-9:3, whose second task is 6 and third 9; an empty variable is none.
    environment.update(SLURM_ARRAY_TASK_COUNT="3", SLURM_ARRAY_TASK_MIN="3", SLURM_ARRAY_TASK_MAX="9",
                       SLURM_ARRAY_TASK_STEP="3", JOB_COMPLETION_INDEX="")
    for index in (3, 6, 9):
        environment["SLURM_ARRAY_TASK_ID"] = str(index)
        run(bake_words(world, folder / "stepped", "--part", "auto"), env=environment)
    assert_whole(folder / "stepped", whole)
    for changed, text in (({"SLURM_ARRAY_TASK_ID": "7"}, "number 7"), ({"SLURM_ARRAY_TASK_ID": "12"}, "number 12"),
                          ({"SLURM_ARRAY_TASK_STEP": "1"}, "3,7"), ({"SLURM_ARRAY_TASK_STEP": "0"}, "STEP is '0'"),
                          ({"SLURM_ARRAY_TASK_ID": "x"}, "SLURM_ARRAY_TASK_ID is 'x'"),
                          ({"SLURM_ARRAY_TASK_ID": ""}, "no scheduler says")):
        got = run(bake_words(world, folder / "none", "--part", "auto"), 2, env=environment | changed).stderr
        assert text in got and got.count("\n") == 1, (changed, got)


def check_holes(folder: Path, world: Path) -> None:
    """A world without some of its tiles."""
    holed = folder / "holed"
    shutil.copytree(world, holed)
    for name in ("island_x1_y1.ter", "island_x3_y0.ter"):
        (holed / name).unlink()
    run(bake_words(holed, folder / "holed whole"))
    assert json.loads((folder / "holed whole" / "manifest.json").read_text())["nodata"]["texels"] > 40000
    for part in (2, 3, 1):
        run(bake_words(holed, folder / "holed parts", "--part", f"{part}/3"))
    assert_whole(folder / "holed parts", folder / "holed whole")


def all_files(folder: Path) -> dict:
    """What an export wrote, without the parts' notes."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*"))
            if p.is_file() and p.parent.name != "parts"}


def check_exports(folder: Path, world: Path) -> None:
    """Tiles of an export in parts: the files of one run, texts, textures and report included."""
    def words(engine: str, out: Path, *more) -> list:
        return [SCREE, "export", engine, world, SURFACE, "-o", out, "--name", "isle", "--tile-points", tile, "-q", *more]

    for engine, tile, parts, one in (("godot", 64, 4, "data/terrain3d_00-01.res"), ("unreal", 127, 3, "isle_x1_y0.r16")):
        whole, out = folder / f"{engine} whole", folder / f"{engine} parts"
        run(words(engine, whole, "--no-plants"))
        for part in range(parts, 1, -1):
            run(words(engine, out, "--part", f"{part}/{parts}", "-j", part % 3 + 1))
        text = gather(out, 3)
        assert f"part 1 of {parts} is missing; run --part 1/{parts}" in text and text.count("\n") == 1, text
        # Killed when it has written a file, gathered too early, started again.
        child = subprocess.Popen(list(map(str, words(engine, out, "--part", f"1/{parts}", "-j", 1))), stderr=subprocess.DEVNULL)
        first = out / ("data/terrain3d-02-02.res" if engine == "godot" else "isle_x0_y0.json")
        until = time.monotonic() + 60
        while time.monotonic() < until and child.poll() is None and not first.exists():
            time.sleep(0.001)
        child.send_signal(signal.SIGKILL)
        child.wait()
        assert first.exists()
        if child.returncode != 0:
            text = gather(out, 3)
            assert f"part 1 of {parts} " in text and f"--part 1/{parts}" in text, text
        # Two processes make it at the same time, and once more, which keeps all.
        both = [subprocess.Popen(list(map(str, words(engine, out, "--part", f"1/{parts}", "-j", 1)))) for _ in range(2)]
        assert [process.wait() for process in both] == [0, 0]
        said = run([word for word in words(engine, out, "--part", f"1/{parts}") if word != "-q"]).stderr
        tiles = int(re.search(r"part 1 of \d, (\d+) tiles", said)[1])
        assert f"{tiles} tiles, of which {tiles} were there already" in said, said
        gather(out)
        assert all_files(out) == all_files(whole)
        gather(out)  # twice
        assert all_files(out) == all_files(whole)
        assert not list(out.rglob("*.part-*"))
        # A file that is lost or another.
        kept = (out / one).read_bytes()
        (out / one).unlink()
        text = gather(out, 3)
        part = int(re.search(r"is missing, which part (\d) wrote; run --part \1/", text)[1])
        run(words(engine, out, "--part", f"{part}/{parts}"))
        assert (out / one).read_bytes() == kept
        (out / one).write_bytes(kept[:-1] + b"?")
        assert f"is not what part {part} wrote" in gather(out, 3)
        run(words(engine, out, "--part", f"{part}/{parts}"))
        gather(out)
        # Other options, in one part only; then in all of them, which leaves nothing of those before.
        edit_note(out / f"parts/2-of-{parts}.json", lambda said: said["common"]["document"]["program"].update(model=1))
        assert "part 2 was made with another coverage model than part 1" in gather(out, 3)
        run(words(engine, out, "--relief", "1", "--part", f"2/{parts}"))
        assert "part 2 was made with other options than part 1" in gather(out, 3)
        for number in range(1, parts + 1):
            run(words(engine, out, "--relief", "1", "--part", f"{number}/{parts}"))
        run(words(engine, folder / f"{engine} other", "--relief", "1", "--no-plants"))
        gather(out)
        assert all_files(out) == all_files(folder / f"{engine} other")
        run(words(engine, out, "--part", "1/2"))
        text = gather(out, 3)
        assert f"parts of 2 and parts of {parts} lie here; remove those of one of them, parts/*-of-2.json or " in text, text
    for words, text in ((["godot", "--plugin", "hterrain"], "an export for HTerrain is files of the whole"),
                        (["unreal"], "there is one; make more by --tile-points"),
                        (["unreal", "--tile-points", "127", "--layers", "4"], "merging 11 layers to 4 looks at the whole map"),
                        (["unreal", "--tile-points", "127", "--json"], "--part makes a part"),
                        (["unity"], "not of export unity")):
        got = run([SCREE, "export", words[0], world, SURFACE, "-o", folder / "none", *words[1:], "--part", "1/2"], 2).stderr
        assert text in got and got.count("\n") == 1, (words, got)
    assert not (folder / "none").exists()


def edit_note(note: Path, edit) -> None:
    """Changes what a part notes, with the key that it then has."""
    said = json.loads(note.read_text())
    edit(said)
    common = json.dumps(said["common"], indent=2, ensure_ascii=False) + "\n"
    said["key"] = hashlib.sha256(common.encode()).hexdigest()
    note.write_text(json.dumps(said, indent=2, ensure_ascii=False) + "\n")


def edit_notes(out: Path, edit) -> None:
    """Changes what both parts note."""
    for number in (1, 2):
        edit_note(out / "parts" / f"{number}-of-2.json", edit)


def check_damaged(folder: Path) -> None:
    """Notes of an export that nobody could have made are refused, whatever their key; nothing is written."""
    def at(*way, to):
        def edit(said: dict) -> None:
            for key in way[:-1]:
                said = said[key]
            said[way[-1]] = to
        return edit

    def pieces(key: str, to):
        def edit(said: dict) -> None:
            for piece in said["pieces"]:
                piece[key] = to(piece[key])
        return edit

    document, terrain = ("common", "document"), ("common", "document", "terrain")
    material = (*document, "materials", 0)
    outer = {"file": "../outer.png", "bytes": 5, "sha256": hashlib.sha256(b"outer").hexdigest()}
    (folder / "outer.png").write_bytes(b"outer")
    whole = "parts/1-of-2.json says what no export has"
    plan = "parts/1-of-2.json does not say what was exported"
    tiles = "does not list the tiles that it has"
    cases = [(lambda said: None, ""), (at(*document, "name", to='a"b\n[x]'), plan), (at(*document, "name", to="../x"), plan),
             (at(*document, "name", to=""), plan), (at(*document, "engine", to="web"), plan),
             (at(*document, "engine", to="unreal"), whole),
             (at(*material, "file", to="../../x"), whole), (at(*material, "file", to=""), whole),
             (at(*material, "identifier", to='"\n]\nx='), whole), (at(*material, "layers", to=[0, 1]), plan),
             (lambda said: at(*material, "file", to=said["common"]["document"]["materials"][1]["file"])(said), whole),
             (at(*terrain, "points", to=2), whole), (at(*terrain, "tiles", to=5), whole),
             (at(*terrain, "tile", to=1 << 20), whole), (at(*terrain, "texels", to=1 << 20), whole),
             (at("common", "side_m", to="nan"), whole), (at("common", "side_m", to="5.0"), whole),
             (at("common", "highest_m", to="1e400"), whole), (at("common", "lowest_m", to="99999.0"), whole),
             (at("common", "colours", 0, to=[0, 0, 1 << 40]), plan),
             (pieces("sums", lambda sums: [-5] * len(sums)), tiles), (pieces("sums", lambda sums: ["1"] * len(sums)), tiles),
             (pieces("sums", lambda sums: [128 * 128 * (1 << 24) + 1] + sums[1:]), tiles),
             (pieces("dropped", lambda lost: [0, 0, 256]), tiles), (pieces("dropped", lambda lost: [0, 128 * 128 + 1, 0]), tiles),
             (pieces("files", lambda listed: [outer]), tiles), (pieces("files", lambda listed: [*listed, outer]), tiles)]
    made = folder / "damaged"
    for number in (1, 2):
        run([SCREE, "export", "godot", ISLAND, SURFACE, "-o", made, "--name", "isle", "--tile-points", "128", "-q",
             "--part", f"{number}/2"])
    before = all_files(made)
    notes = {path: path.read_bytes() for path in (made / "parts").iterdir()}
    for number, (edit, text) in enumerate(cases[1:] + cases[:1]):
        for path, content in notes.items():
            path.write_bytes(content)
        edit_notes(made, edit)
        said = gather(made, 3 if text else 0)
        assert text in said and said.count("\n") == (1 if text else 0), (number, text, said)
        assert not text or all_files(made) == before, number
    # A part takes no file of another place for its own.
    for path, content in notes.items():
        path.write_bytes(content)
    said = json.loads((made / "parts/1-of-2.json").read_text())
    for piece in said["pieces"]:
        piece["files"] = [outer]
    (made / "parts/1-of-2.json").write_text(json.dumps(said))
    words = [SCREE, "export", "godot", ISLAND, SURFACE, "-o", made, "--name", "isle", "--tile-points", "128", "--part", "1/2"]
    text = run(words).stderr
    assert "part 1 of 2, 2 tiles, of which 0 were there already" in text, text
    assert (folder / "outer.png").read_bytes() == b"outer"
    # Nor numbers that it cannot have.
    for member, edit in (("sums", lambda sums: ["1"] * len(sums)), ("tile", float)):
        edit_notes(made, pieces(member, edit))
        text = run(words).stderr
        assert "of which 0 were there already" in text, (member, text)


def make_noted(folder: Path) -> Path:
    """A world of two tiles of more than 2 MiB, whose survey parts note for each other."""
    _, numbers = read_ter(ISLAND)
    folder.mkdir()
    rows, columns = np.mgrid[0:1025, 0:2049]
    heights = (3000 * np.sin(columns / 150.0) * np.cos(rows / 90.0) + columns).astype("<i2")
    for column in range(2):
        write_ter(folder / f"hills_x{column}_y0.ter", heights[:, 1024 * column:1024 * column + 1025], numbers)
    return folder


def notes_of(out: Path) -> list:
    return sorted((out / "parts").glob("survey-*"))


def check_notes(folder: Path) -> None:
    """What parts note of a world for each other."""
    world = make_noted(folder / "noted")
    out = folder / "noted_parts"
    run(bake_words(world, out, "--part", "1/2"))
    assert len(notes_of(out)) == 62, notes_of(out)  # two tiles in one block, 61 bands of 17 rows

    # What fails before it begins to write leaves nothing; a folder that was there stays as it is.
    for words in (["--part", "1/2", "--layers", "3"], ["--part", "1/2", "--out-tiles", "0"]):
        run(bake_words(world, folder / "failed", *words), 2)
        assert not (folder / "failed").exists(), words
    missing = bake_words(world, folder / "failed", "--part", "1/2")
    missing[3] = str(folder / "none.srf")
    assert "none.srf" in run(missing, 3).stderr
    assert not (folder / "failed").exists()
    before = sorted(out.rglob("*"))
    run(bake_words(world, out, "--part", "2/2", "--layers", "3"), 2)
    assert sorted(out.rglob("*")) == before

    # Tiles that change places between parts: those contents elsewhere are another terrain.
    names = [path.name for path in sorted(world.iterdir())]
    swapped, out = folder / "swapped", folder / "swapped_parts"
    shutil.copytree(world, swapped)
    write_list(swapped / "world.json", [(names[0], 0, 0), (names[1], 1, 0)], shared_edges=False)
    run(bake_words(swapped, out, "--part", "1/2"))
    before = notes_of(out)
    write_list(swapped / "world.json", [(names[0], 1, 0), (names[1], 0, 0)], shared_edges=False)
    run(bake_words(swapped, out, "--part", "2/2"))
    assert len(notes_of(out)) == 2 * len(before) - 1, notes_of(out)  # the survey is shared, ranges are not
    text = gather(out, 3)
    assert "part 2 was made of a world whose tiles lie elsewhere than part 1; run again" in text, text
    assert not (out / "manifest.json").exists()
    run(bake_words(swapped, out, "--part", "1/2"))
    run(bake_words(swapped, folder / "swapped_whole"))
    assert_whole(out, folder / "swapped_whole")

    # A folder of the user's with a folder "parts" is none for parts.
    theirs = folder / "theirs"
    (theirs / "parts").mkdir(parents=True)
    (theirs / "masks").mkdir()
    for name in ("parts/survey-2024.csv", "masks/mine.png"):
        (theirs / name).write_text("mine")
    text = run(bake_words(world, theirs, "--part", "1/2"), 4).stderr
    assert "--force" in text and text.count("\n") == 1, text
    assert sorted(str(p.relative_to(theirs)) for p in theirs.rglob("*") if p.is_file()) == [
        "masks/mine.png", "parts/survey-2024.csv"]


def check_open_files(folder: Path) -> None:
    """Near the limit of open files: 30 tiles in a row of each mask, of which bands of rows end in the middle."""
    folder.mkdir()
    tall = [SCREE, "bake", ISLAND, SURFACE, "--only", "masks", "--size", "4500x300", "--out-tiles", "150", "-q"]

    def limited(words: list, code: int) -> str:
        done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256)))
        assert done.returncode == code, (words, done)
        return done.stderr

    for more in ([], ["-n"]):
        text = limited([*tall, "-o", folder / "whole", *more], 2)
        assert "files would be written at the same time, and this process may have 224 open; raise that limit, or " \
            "make the bake in parts, of which --part 1/1 is all" in text and text.count("\n") == 1, text
        assert not any(folder.iterdir())
    # By rows of tiles that a band completes, files are ended one after the other.
    small = [SCREE, "bake", ISLAND, SURFACE, "--only", "masks", "--size", "2048x64", "--out-tiles", "16", "-q"]
    assert limited([*small, "-o", folder / "small"], 0) == ""
    limited([*tall, "-o", folder / "cut", "--part", "1/1"], 0)
    run([*tall, "-o", folder / "whole"])
    assert_whole(folder / "cut", folder / "whole")


def check_verify(folder: Path, world: Path, out: Path) -> None:
    """Some tiles of a bake again: of a part, or a share by a seed."""
    def verify(*words, code: int = 0) -> str:
        return run([SCREE, "verify", out, world, SURFACE, *words], code).stderr

    run(bake_words(world, out, "--part", "1/2"))
    # Before the other part is there: this one, and none that was not made.
    assert "has parts of a bake that are not gathered; run scree gather" in verify(code=3)
    assert "216 files in 18 of 36 tiles are what world and" in verify("--part", "1/2")
    assert "parts/2-of-2.json is not there, so part 2 of 2 was not made" in verify("--part", "2/2", code=3)
    assert "parts/1-of-4.json is not there" in verify("--part", "1/4", code=3)
    note = out / "parts/1-of-2.json"
    kept, tile = note.read_bytes(), out / "masks/00-rock_2_1.png"
    right = tile.read_bytes()
    tile.write_bytes((out / "masks/01-grass_2_1.png").read_bytes())
    found = run([SCREE, "verify", out, world, SURFACE, "--part", "1/2"], 10)
    assert found.stdout.splitlines() == [found.stdout.strip()] and "00-rock_2_1.png: texel" in found.stdout, found
    assert "1 of 216 files in 18 of 36 tiles differ" in found.stderr, found
    tile.write_bytes(right)
    noted = json.loads(kept)
    noted["pieces"][0]["files"][0]["sha256"] = "0" * 64
    note.write_text(json.dumps(noted))
    found = run([SCREE, "verify", out, world, SURFACE, "--part", "1/2"], 10).stdout
    assert found.count("\n") == 1 and "is right, and parts/1-of-2.json lists another SHA-256" in found, found
    for change, said in (({"complete": False}, "part 1 of 2 has not come to its end"),
                         ({"key": "0" * 64}, "parts/1-of-2.json was changed: its \"key\" does not match its contents"),
                         ({"tiles": [0, 17]}, "parts/1-of-2.json has other tiles than its number gives it"),
                         ({"pieces": []}, "has no materials, or no files or too many"),
                         ({"format": "scree-part-engine-1"}, "its parts are not of a bake")):
        note.write_text(json.dumps(json.loads(kept) | change))
        assert said in verify("--part", "1/2", code=3), said
    note.write_bytes(kept)
    run(bake_words(world, out, "--part", "2/2"))
    assert "216 files in 18 of 36 tiles are what world and" in verify("--part", "2/2")
    gather(out)
    assert "433 files are what world and" in verify()
    assert "108 files in 9 of 36 tiles are what world and" in verify("--part", "2/4")
    said = verify("--share", "5%")
    assert re.search(r"24 files in 2 of 36 tiles, chosen by seed \d+, are what", said), said
    # Of nine damaged tiles a part finds its own, and a seed always the same.
    wrong = [out / "masks" / name.name for name in (out / "masks").glob("00-*_[0-5]_3.png")]
    assert len(wrong) == 6
    for name in wrong:
        name.write_bytes((out / "masks" / name.name.replace("_3.png", "_0.png")).read_bytes())
    assert "108 files in 9 of 36 tiles are what" in verify("--part", "2/4")
    found = run([SCREE, "verify", out, world, SURFACE, "--part", "3/4"], 10)
    assert len(found.stdout.splitlines()) == 6 and "_3.png: texel" in found.stdout, found
    assert "6 of 108 files in 9 of 36 tiles differ" in found.stderr, found
    words = [SCREE, "verify", out, world, SURFACE, "--share", "0.5", "--seed", "12", "--json"]
    first, second = (json.loads(run(words, 10).stdout) for _ in range(2))
    assert first == second and first["some"] == {"tiles": 18, "of": 36, "seed": 12}, first
    assert 0 < len(first["differences"]) < 6, first
    wrong[0].unlink()
    assert f"{wrong[0].name}: is missing" in run([SCREE, "verify", out, world, SURFACE, "--share", "100%"], 10).stdout
    # What cannot be.
    assert "part 1 of 100 has no tiles: nothing was compared; choose at most 36 parts" in \
        verify("--part", "1/100", code=2)
    (folder / "uncut").mkdir()
    run([SCREE, "bake", world, SURFACE, "-o", folder / "uncut", "-q", "--only", "preview"])
    text = run([SCREE, "verify", folder / "uncut", world, SURFACE, "--part", "1/2"], 3).stderr
    assert "has no tiles that stand alone" in text and "--part and --share" in text and text.count("\n") == 1, text
    assert "is not the terrain that" in run([SCREE, "verify", folder / "uncut", ISLAND, SURFACE], 3).stderr
    shutil.rmtree(out)


# ---- engines ----

def needs(*programs: str) -> None:
    for program in programs:
        if shutil.which(program) is None:
            print(f"SKIPPED: no {program} here")
            sys.exit(77)


def check_mpi(folder: Path, world: Path, whole: Path) -> None:
    needs("mpirun")
    words = ["mpirun", "-n", "4", "--oversubscribe", "--allow-run-as-root"]
    out = folder / "out"
    environment = dict(os.environ, OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_btl="self,vader",
                       OMPI_MCA_plm_rsh_agent="")
    if subprocess.run([*words, "true"], env=environment, timeout=120).returncode != 0:
        print("SKIPPED: mpirun starts no processes on this machine")
        sys.exit(77)
    child = subprocess.Popen(words + bake_words(world, out, "--part", "auto", "-j", "1"), env=environment,
                             stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    # One of the four dies as soon as it runs; mpirun then ends the others.
    killed = 0
    until = time.monotonic() + 60
    while not killed and time.monotonic() < until and child.poll() is None:
        killed = kill_child_of(child.pid, "scree")
    child.wait()
    assert killed, "none of four was there to be killed"
    gather(out, 3)
    run(words + bake_words(world, out, "--part", "auto", "-j", "1"), env=environment)
    assert_whole(out, whole)


def kill_child_of(parent: int, name: str) -> int:
    """Kills one descendant of that name; its id, or 0."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            text = (entry / "stat").read_text()
        except OSError:
            continue
        parents[int(entry.name)] = (int(text[text.rindex(")") + 2:].split()[1]), text[text.index("(") + 1:text.rindex(")")])
    for process, (above, called) in parents.items():
        if called != name:
            continue
        while above in parents and above != parent:
            above = parents[above][0]
        if above == parent:
            os.kill(process, signal.SIGKILL)
            return process
    return 0


def check_parallel(folder: Path, world: Path, whole: Path) -> None:
    needs("parallel")
    out = folder / "out"
    kill_one(bake_words(world, out, "--part", "2/4", "-j", "1"), 2)
    run(["parallel", "-j", "2", "--retries", "2", " ".join(bake_words(world, out, "--part", "{}/4", "-j", "1")), ":::",
         *range(1, 5)])
    assert_whole(out, whole)


def check_make(folder: Path, world: Path, whole: Path) -> None:
    needs("make")
    out = folder / "out"
    words = " ".join(bake_words(world, out, "--part", "$*/4", "-j", "1"))
    (folder / "Makefile").write_text(
        f"parts := $(addprefix part.,1 2 3 4)\n{out}/manifest.json: $(parts)\n\t{SCREE} gather {out} -q\n"
        f".PHONY: $(parts)\n$(parts): part.%:\n\t{words}\n")
    kill_one(bake_words(world, out, "--part", "4/4", "-j", "1"), 4)
    run(["make", "-j2", "-C", folder])
    assert_whole(out, whole)


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        world, whole = make_world(folder), folder / "whole"
        run(bake_words(world, whole))
        if ENGINE == "slurm":
            from slurm_here import check_slurm
            check_slurm(folder, world, whole, sys.modules[__name__])
        else:
            {"": check_locally, "mpi": check_mpi, "parallel": check_parallel, "make": check_make}[ENGINE](
                folder, world, whole)


if __name__ == "__main__":
    main()
