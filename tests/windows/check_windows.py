#!/usr/bin/env python3
"""check_windows.py PART WINE.sh SCREE.exe SOURCE: scree.exe as a user of Windows has it, by wine.

names    outputs that Windows could not open are refused; letters, long paths, drives and '\\' are not
studio   a double click opens the page beside the program; scree studio serves it and saves a map
readme   a new prefix, a folder with blanks and letters: the commands of README.md
same     what it writes is what build/release/cli/scree writes, byte for byte (skipped without)
kills    killed at random instants, two writers at once, a full disk: old or new, whole, or finished
         by the next run. SCREE_KILLS says how many, SCREE_SEED makes others of them."""
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

PART, WINE, EXE, SOURCE = sys.argv[1:5]
NATIVE = os.environ.get("SCREE_NATIVE", SOURCE + "/build/release/cli/scree")
TER, SRF = SOURCE + "/examples/island.ter", SOURCE + "/examples/island.srf"
HEIGHTMAP = SOURCE + "/examples/heightmap.png"
WORK = os.path.realpath(tempfile.mkdtemp(prefix="scree-windows-"))
ENV = dict(os.environ, TERM="dumb", LC_ALL="C.UTF-8")


def run(program, *args, check=0, cwd=WORK, env=ENV):
    done = subprocess.run([*program, *args], cwd=cwd, env=env, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, timeout=600)
    assert check is None or done.returncode == check, (args, done.returncode, done.stderr)
    return done


def scree(*args, **more):
    return run([WINE, EXE], *args, **more)


def native(*args, **more):
    return run([NATIVE], *args, **more)


def tree(path):
    found = {}
    for folder, folders, files in os.walk(path):
        for name in folders:
            found[os.path.relpath(os.path.join(folder, name), path)] = None
        for name in files:
            full = os.path.join(folder, name)
            with open(full, "rb") as file:
                found[os.path.relpath(full, path)] = file.read()
    return found


def equal(one, other):
    a, b = tree(one), tree(other)
    assert a, one
    differing = [n for n in a.keys() | b.keys() if n not in a or n not in b or a[n] != b[n]]
    assert not differing, differing


def need_native():
    if not os.access(NATIVE, os.X_OK):
        print("skipped: there is no", NATIVE)
        sys.exit(77)


def litter(where):
    return [n for _, folders, files in os.walk(where) for n in folders + files
            if "scree-staging" in n or ".part-" in n]


# ---- names ----

def check_names():
    shutil.copy(TER, WORK + "/land.ter")
    shutil.copy(SRF, WORK + "/land.srf")
    for name in ("con", "NUL", "aux.x"):
        done = scree("bake", "land.ter", "land.srf", "-o", name, check=2)
        assert "reserved name" in done.stderr, done.stderr
    for name in ("con.png", "NUL.x.png", "com1.png", "ab:c.png", "what?.png", "a|b.png", 'a".png'):
        done = scree("preview", "land.ter", "land.srf", "-o", name, "--size", "8", check=4)
        assert "Invalid argument" in done.stderr, done.stderr
    assert sorted(os.listdir(WORK)) == ["land.srf", "land.ter"]

    os.mkdir(WORK + "/Ünï ж 漢 🏔")
    scree("preview", "land.ter", "land.srf", "-o", "Ünï ж 漢 🏔\\pic ture.png", "--size", "8", "-q")
    assert os.path.isfile(WORK + "/Ünï ж 漢 🏔/pic ture.png")
    done = scree("info", "Ünï ж 漢 🏔/none.ter", check=3)
    assert "scree: Ünï ж 漢 🏔/none.ter: cannot open: No such file or directory" in done.stderr

    # Deeper than the 260 characters of Win32; and by the drive, with each kind of stroke.
    deep = WORK + "/" + "/".join(["a-folder-with-a-name-of-forty-characters"] * 8)
    os.makedirs(deep)
    scree("bake", "land.ter", "land.srf", "-o", os.path.relpath(deep, WORK) + "/out", "-q", "--size", "32")
    assert os.path.isfile(deep + "/out/manifest.json") and not litter(WORK)
    drive = "Z:" + WORK.replace("/", "\\")
    scree("bake", drive + "\\land.ter", drive + "/land.srf", "-o", drive + "\\out\\", "-q", "--size", "32")
    equal(WORK + "/out", deep + "/out")
    scree("verify", "out\\")
    # A level's name is the last part of its path.
    scree("export", "beamng", "land.ter", "land.srf", "-o", drive + "\\my_level.zip", "-q")
    shutil.move(WORK + "/my_level.zip", WORK + "/by-drive.zip")
    scree("export", "beamng", "land.ter", "land.srf", "-o", "my_level.zip", "-q")
    with open(WORK + "/my_level.zip", "rb") as one, open(WORK + "/by-drive.zip", "rb") as other:
        assert one.read() == other.read()
    # "*" is not a list of files that the C library makes: scree takes it as it stands, for tiles.
    done = scree("info", "*.ter", check=3)
    assert done.stderr.startswith("scree: *.ter: "), done.stderr


# ---- a user's folder ----

def check_readme():
    prefix = WORK + "/prefix"
    env = dict(ENV, WINEPREFIX=prefix)
    scree("--version", env=env)
    maps = prefix + "/drive_c/users/Ünï cödé/my maps"
    os.makedirs(maps)
    shutil.copy(HEIGHTMAP, maps)
    shutil.copy(EXE, maps)
    about = ["--style", "alpine", "--cell", "4", "--height-range", "0", "300"]
    commands = [["preview", "heightmap.png", *about, "-o", "map.png"],
                ["export", "beamng", "heightmap.png", *about, "-o", "my_land.zip"],
                ["export", "ror", "heightmap.png", *about, "-o", "my_terrain.zip"]]
    for command in commands:
        run([WINE, "scree.exe"], *command, cwd=maps, env=env)
    here = WORK + "/here"
    os.mkdir(here)
    shutil.copy(HEIGHTMAP, here)
    os.remove(maps + "/scree.exe")
    assert len(os.listdir(maps)) >= 4 and not litter(maps), os.listdir(maps)
    folder = "C:\\users\\Ünï cödé\\my maps\\"
    run([WINE, EXE], "info", folder + "heightmap.png", *about[2:], cwd=WORK, env=env)
    if os.access(NATIVE, os.X_OK):
        for command in commands:
            native(*command, cwd=here)
        equal(maps, here)
    subprocess.run(["wineserver", "-k"], env=env, check=False)


# ---- the studio page ----

def start(folder, env, *words):
    """What Explorer starts has none of this program's files."""
    subprocess.run([WINE, "start", "/wait", "scree.exe", *words], cwd=folder, env=env, check=False, timeout=120,
                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def check_double_click():
    """Wine's start gives a program a console of its own, as Explorer does. What opens pages here is a
    batch file that writes down which."""
    env = dict(ENV, WINEPREFIX=WORK + "/prefix")
    folder = WORK + "/prefix/drive_c/Ünï cödé"
    scree("--version", env=env)
    os.makedirs(folder)
    shutil.copy(EXE, folder)
    opened = WORK + "/opened.txt"
    with open(WORK + "/open.bat", "w", encoding="ascii", newline="\r\n") as file:
        file.write("@chcp 65001 > NUL\n@echo %1> Z:" + opened.replace("/", "\\") + "\n")
    for key, value in ((r"HKCR\.html", "scree-test"), (r"HKCR\scree-test\shell\open\command",
                       "cmd.exe /c Z:" + WORK.replace("/", "\\") + '\\open.bat "%1"')):
        run([WINE, "reg"], "add", key, "/ve", "/d", value, "/f", env=env)
    start(folder, env)  # there is no page yet
    assert not os.path.exists(opened)
    with open(folder + "/scree-studio.html", "w", encoding="ascii") as file:
        file.write("<!doctype html>")
    done = run([WINE, "scree.exe"], cwd=folder, env=env, check=2)  # in a console, or in none
    assert "no command given" in done.stderr, done.stderr
    start(folder, env, "--version")
    assert not os.path.exists(opened)
    start(folder, env)
    for _ in range(100):
        if os.path.exists(opened) and os.path.getsize(opened) > 0:
            break
        time.sleep(0.1)
    with open(opened, "rb") as file:
        text = file.read().decode("utf-8", "replace")
    assert text.strip().startswith('"C:\\') and text.strip().endswith('\\scree-studio.html"'), text
    subprocess.run(["wineserver", "-k"], env=env, check=False)


def read(name):
    with open(WORK + "/" + name, "rb") as file:
        return file.read()


OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def ask(url, method="GET", data=None, **headers):
    request = urllib.request.Request(url, data=data, method=method, headers=headers)
    try:
        with OPENER.open(request, timeout=60) as answer:
            return answer.status, answer.read(), answer.headers
    except urllib.error.HTTPError as error:
        return error.code, error.read(), error.headers


def check_studio():
    check_double_click()
    if "serving" not in scree("--version").stdout.partition("without")[0]:
        print("scree studio: not tried, this build does not serve")
        return
    page = WORK + "/page.html"
    with open(page, "w", encoding="ascii") as file:
        file.write("<!doctype html><title>page</title>")
    shutil.copy(TER, WORK + "/land.ter")
    shutil.copy(SRF, WORK + "/land.srf")
    with subprocess.Popen([WINE, EXE, "studio", "land.ter", "land.srf", "--no-browser", "--page", "page.html"],
                          cwd=WORK, env=ENV, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as serving:
        try:
            line = serving.stdout.readline()
            found = re.fullmatch(r"(http://127\.0\.0\.1:\d+)/[0-9a-f]{32}/\n", line)
            assert found, (line, serving.poll())
            url = line.strip()
            assert ask(found[1] + "/")[0] in (403, 404)
            code, body, headers = ask(url)
            assert code == 200 and body == read("page.html") and "Content-Security-Policy" in headers
            assert ask(url + "terrain")[1] == read("land.ter")
            code, map_bytes, headers = ask(url + "surface")
            assert code == 200 and map_bytes == read("land.srf")
            # Another value of the same length in a map of the same form, as the page would save it.
            scree("set", "land.srf", "Grass.coverage=0.25", "-o", "changed.srf")
            changed = read("changed.srf")
            assert changed != map_bytes
            assert ask(url + "surface", "PUT", changed)[0] == 403  # from nowhere
            assert read("land.srf") == map_bytes
            code, text, _ = ask(url + "surface", "PUT", changed, Origin=found[1])
            assert code in (200, 204), (code, text)
            assert read("land.srf") == changed and not litter(WORK)
        finally:
            serving.kill()


# ---- the same bytes ----

COMMANDS = [
    ("bake", TER, SRF, "-o", "bake"),
    ("bake", TER, SRF, "-o", "fine", "--size", "512", "--depth", "1", "--tile-files", "3", "--threads", "3"),
    ("bake", TER, SRF, "-o", "tiff", "--format", "tiff8", "--only", "masks"),
    ("export", "ror", TER, SRF, "-o", "island.zip"),
    ("export", "ror", TER, SRF, "-o", "island-ror", "--folder"),
    ("export", "beamng", TER, SRF, "-o", "level.zip"),
    ("preview", TER, SRF, "-o", "preview.png", "--legend", "--contours", "20"),
    ("render", TER, SRF, "-o", "render.png", "--size", "320x200"),
    ("convert", TER, "island.glb"),
    ("convert", TER, "island.tif"),
    ("convert", SRF, "island.srf.json"),
    ("new", TER, "--style", "tundra", "-o", "tundra.srf.json"),
    ("export", "godot", TER, SRF, "-o", "godot"),
    ("plants", TER, SRF, "-o", "plants.glb"),
]


def check_same():
    need_native()
    for folder in ("windows", "native"):
        os.mkdir(WORK + "/" + folder)
    for command in COMMANDS:
        one = scree(*command, cwd=WORK + "/windows")
        other = native(*command, cwd=WORK + "/native")
        assert one.stdout == other.stdout, command
        assert one.stderr == other.stderr, (one.stderr, other.stderr)
    equal(WORK + "/windows", WORK + "/native")
    for command in (("info", TER, SRF), ("info", "--json", TER), ("lint", SRF, "--terrain", TER),
                    ("probe", TER, SRF, "--at", "300E,300S"), ("digest", TER, SRF)):
        one, other = scree(*command, check=None), native(*command, check=None)
        assert (one.returncode, one.stdout, one.stderr) == (other.returncode, other.stdout, other.stderr), command


# ---- interrupted ----

def state_of(command, name):
    """What a run leaves, apart."""
    folder = WORK + "/" + name
    os.mkdir(folder)
    scree(*command, cwd=folder)
    return tree(folder)


def kill_one(command, before, after, seconds, number, where):
    folder = WORK + "/killed"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(WORK + "/old-" + where, folder)
    process = subprocess.Popen([WINE, EXE, *command], cwd=folder, env=ENV, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    time.sleep(random.uniform(0, seconds * 1.1))
    process.send_signal(signal.SIGKILL)
    process.wait()
    found = tree(folder)
    staged = {n for n in found if "scree-staging" in n}
    rest = {n: found[n] for n in found.keys() - staged}
    kind = "old" if rest == before else "new" if rest == after else "between"
    if kind == "between":  # under a journal, which the next run undoes
        assert any(".scree-journal" in n for n in staged), (where, number, sorted(found))
    scree(*command, cwd=folder)
    assert tree(folder) == after, (where, number, kind)
    return kind + (" with staging" if staged else "")


def check_kills():
    random.seed(int(os.environ.get("SCREE_SEED", "1")))
    kills = int(os.environ.get("SCREE_KILLS", "12"))
    force = ("--force", "-q")
    sides = {
        "bake": (("bake", TER, SRF, "-o", "out", "--size", "64", *force),
                 ("bake", TER, SRF, "-o", "out", "--size", "32", "--depth", "1", *force)),
        "zip": (("export", "ror", TER, SRF, "-o", "out.zip", "--size", "128", *force),
                ("export", "ror", TER, SRF, "-o", "out.zip", "--size", "64", *force)),
    }
    for where, (command, earlier) in sides.items():
        before = state_of(earlier, "old-" + where)
        start = time.monotonic()
        shutil.copytree(WORK + "/old-" + where, WORK + "/new-" + where)
        scree(*command, cwd=WORK + "/new-" + where)
        seconds = time.monotonic() - start
        after = tree(WORK + "/new-" + where)
        assert before != after
        kinds = [kill_one(command, before, after, seconds, i, where) for i in range(kills)]
        print(where, {k: kinds.count(k) for k in sorted(set(kinds))})
    check_two_writers(sides["bake"])
    check_full_disk(sides["bake"])


def check_two_writers(side):
    """One writes, the other waits or is refused; what is there is one of the two, whole."""
    results = set()
    for number in range(4):
        folder = WORK + "/two-%d" % number
        os.mkdir(folder)
        both = [subprocess.Popen([WINE, EXE, *command], cwd=folder, env=ENV, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.PIPE, text=True) for command in side]
        for process in both:
            text = process.communicate(timeout=300)[1]
            assert process.returncode in (0, 4), text
            assert process.returncode == 0 or "another" in text, text
            results.add(process.returncode)
        assert any(p.returncode == 0 for p in both)
        assert tree(folder) in (tree(WORK + "/old-bake"), tree(WORK + "/new-bake")), number
    print("two writers:", results)


def check_full_disk(side):
    """A disk of 256 KiB, which the earlier output fits on; skipped where none can be mounted."""
    disk = WORK + "/disk"
    os.mkdir(disk)
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk],
                             capture_output=True).returncode == 0
    if not mounted:
        print("full disk: not tried, nothing can be mounted here")
        return
    try:
        scree(*side[1], "--only", "masks", cwd=disk)
        before = tree(disk)
        done = scree("bake", TER, SRF, "-o", "out", "--force", "-q", "--size", "700", cwd=disk, check=4)
        assert "cannot write" in done.stderr, done.stderr
        assert tree(disk) == before, sorted(tree(disk))
        done = scree("export", "ror", TER, SRF, "-o", "new.zip", "-q", cwd=disk, check=4)
        assert "cannot write" in done.stderr, done.stderr
        assert tree(disk) == before, sorted(tree(disk))
        print("full disk: as it was")
    finally:
        subprocess.run(["umount", disk], check=False)


try:
    {"names": check_names, "readme": check_readme, "studio": check_studio, "same": check_same, "kills": check_kills}[PART]()
    print("1 passed, 0 failed")
finally:
    shutil.rmtree(WORK, ignore_errors=True)
