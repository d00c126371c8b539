#!/usr/bin/env python3
"""check_others.py SCREE CLI_INPUTS FAULTS.so: two runs at once, what killed runs left, what others
planted, inputs that would be replaced, and few file descriptors."""
import fcntl
import os
import sys
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from out_run import *

BAKE = ("bake", TER, SRF, "-q", "--force", "-j", "1", "--size", "4", "--depth", "1", "-o")
BUSY = "another scree is writing to it; wait until it has finished"


def changes(root, *entries, number=0):
    """What a journal is of, as out/out_journal.c has it; number: the folder's."""
    text = b"scree-changes-2\nroot %d %d %s\n" % (number, len(root), root)
    for word, old, size, when, name in entries:
        text += b"%s %d %d %d %d %s\n" % (word, old, size, when, len(name), name)
    return text + b"end %d\n" % len(entries)


def prove(staging, text):
    """Makes it a journal that was written here."""
    with open(staging + "/.scree-changes", "wb") as file:
        file.write(text)
    info = os.stat(staging + "/.scree-changes")
    with open(staging + "/.scree-journal", "w") as file:
        file.write("scree-journal-2 %d %d %d\n" % (info.st_ino, *divmod(info.st_ctime_ns, 10 ** 9)))


def two_at_once():
    """Of runs that race, each has all or nothing; who comes late is told so."""
    for first in (True, False):
        name = "race%d" % first
        os.mkdir(name)
        if not first:
            scree(*BAKE, "out", cwd=name, check=0)
        runs = [subprocess.Popen([SCREE, *BAKE, "out", "--only", only], env=ENV, cwd=name,
                                 stderr=subprocess.PIPE, text=True)
                for only in ("masks", "preview", "masks", "preview")]
        results = [(run.communicate()[1], run.returncode) for run in runs]
        assert any(code == 0 for _, code in results), results
        for text, code in results:
            assert code == 0 or (code == 4 and text.count("\n") == 1), results
        scree("verify", "out", TER, SRF, cwd=name, check=0)
        assert not litter(name)
    # The folder between its making and its lock is anybody's: one that clears takes it away.
    os.mkdir("snatched")
    env = dict(ENV, LD_PRELOAD=FAULTS, SCREE_SNATCH=".scree-staging")
    for command in (BAKE + ("out",), ("convert", TER, "out.r16", "-q")):
        done = subprocess.run([SCREE, *command], env=env, cwd="snatched", capture_output=True, text=True,
                              timeout=120)
        assert done.returncode == 0, done
    assert not litter("snatched")
    # One that has the lock and does not end.
    os.mkdir("held")
    os.mkdir("held/.out.scree-staging")
    lock = os.open("held/.out.scree-staging", os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    for command in (BAKE + ("out",), ("export", "ror", TER, SRF, "-o", "out", "-q"),
                    ("convert", TER, "out.r16", "-q")):
        if command[0] == "convert":
            os.rename("held/.out.scree-staging", "held/.out.r16.scree-staging")
        done = scree(*command, cwd="held")
        if command[0] == "export":
            continue  # a zip has another name
        assert done.returncode == 4 and BUSY in done.stderr, done
        assert done.stderr.count("\n") == 1
    os.close(lock)
    scree("convert", TER, "out.r16", "-q", cwd="held", check=0)
    assert not litter("held")


def late():
    """What an earlier bake left is found out when nobody else can write any more."""
    os.mkdir("late")
    scree(*BAKE, "out", cwd="late", check=0)
    scree(*BAKE[:2], ROOT + "/tree.srf", *BAKE[3:], "next", "--depth", "9", cwd="late", check=0)
    os.mkdir("late/.out.scree-staging")
    lock = os.open("late/.out.scree-staging", os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    env = dict(ENV, LD_PRELOAD=FAULTS, SCREE_FAULT_CALLS=ROOT + "/waits")
    run = subprocess.Popen([SCREE, *BAKE, "out"], env=env, cwd="late")
    while not os.path.exists("waits") or "mkdirat" not in read_calls("waits"):
        assert run.poll() is None
    os.rename("late/out", "late/before")
    os.rename("late/next", "late/out")
    os.rmdir("late/.out.scree-staging")
    os.close(lock)
    assert run.wait() == 0
    assert sorted(os.listdir("late/out/masks")) == sorted(os.listdir("late/before/masks"))


def damaged_journals():
    """A journal that no run has written, and one that was cut: refused in a line, nothing moved."""
    good = changes(b"out", (b"replace", 0, 4, 0, b"notes.txt"))
    bad = [b"", b"x", good[:-1], good[:-5], good + b"\n", good.replace(b"end 1", b"end 2"), good]
    bad += [changes(root, (b"replace", 0, 4, 0, b"a")) for root in (b"..", b"a/b", b"/tmp", b"", b".git", b".GIT")]
    bad += [changes(b"out", (word, 0, 4, 0, name)) for word in (b"replace", b"new", b"remove", b"mkdir")
            for name in (b"../victim", b"/etc/x", b"a/../../victim", b".", b"..", b"a//b", b"", b"a/", b"a\0b",
                         b".git", b".git/hooks/x", b"a/.GiT/b")]
    bad += [changes(b"out", (b"write", 0, 4, 0, b"a")), good.replace(b"changes-2", b"changes-3"),
            changes(b"out", *[(b"new", 0, 4, 0, b"a")] * 3).replace(b"end 3", b"end 2")]
    for number, text in enumerate(bad):
        name = "bad%d" % number
        os.makedirs(name + "/out")
        os.makedirs(name + "/.out.scree-staging/.scree-old")
        for path in ("victim", "out/notes.txt", ".out.scree-staging/.scree-old/0"):
            with open(name + "/" + path, "w") as file:
                file.write(path)
        prove(name + "/.out.scree-staging", text)
        before = tree(name)
        done = scree(*BAKE, "out", cwd=name)
        assert done.returncode == 4 and "remove it" in done.stderr, (text, done)
        assert tree(name) == before, text
        done = scree("digest", "out", cwd=name)
        assert done.returncode == 3 and tree(name) == before, (text, done)


def proven():
    """What a journal of here may undo lies in its two folders, and is the old or the new file."""
    os.makedirs("plant/out")
    staging = "plant/.out.scree-staging"
    os.makedirs(staging + "/.scree-old")
    os.mkdir("plant/other")
    os.symlink("../other", "plant/out/link")
    for path in ("out/mine", "other/file", staging[6:] + "/.scree-old/1", staging[6:] + "/.scree-old/2",
                 staging[6:] + "/.scree-old/4", staging[6:] + "/.scree-old/5"):
        with open("plant/" + path, "w") as file:
            file.write(path)
    old = {n: os.stat(staging + "/.scree-old/%d" % n).st_ino for n in (1, 2, 4, 5)}
    text = changes(b"out", (b"new", 0, 999, 0, b"mine"), (b"replace", old[1], 10, 0, b"mine"),
                   (b"remove", old[2], 0, 0, b"link/file2"), (b"new", 0, 10, 0, b"link/file"),
                   (b"remove", old[4], 0, 0, b"back"), (b"remove", old[5] + 1, 0, 0, b"exchanged"),
                   number=os.stat("plant/out").st_ino)
    prove(staging, text)
    done = scree("digest", "out", cwd="plant")
    assert done.returncode == 3, done
    # The first two are one file that is neither old nor new; below a link nothing is done.
    assert sorted(os.listdir("plant/out")) == ["back", "link", "mine"], (os.listdir("plant/out"), done)
    with open("plant/out/mine") as file:
        assert file.read() == "out/mine"
    assert os.listdir("plant/other") == ["file"], os.listdir("plant/other")
    # Touched after it was proven, or of another folder: nothing is done.
    for spoil in ("touch", "folder"):
        shutil.rmtree("plant/out")
        os.mkdir("plant/out")
        prove(staging, text if spoil == "touch" else text.replace(b"root ", b"root 1"))
        if spoil == "touch":
            prove(staging, text.replace(b"root %s" % text.split()[2], b"root %d" % os.stat("plant/out").st_ino))
            os.utime(staging + "/.scree-changes", ns=(0, 0))
        before = tree("plant")
        done = scree("digest", "out", cwd="plant")
        assert done.returncode == 3 and tree("plant") == before, done
        assert "its journal was not written here" in done.stderr, done


def swapped():
    """A folder in an abandoned staging folder that becomes a link just after it was looked at: it is
    not followed."""
    os.makedirs("swap/victim")
    with open("swap/victim/file", "w") as file:
        file.write("mine")
    for name in (".y.scree-staging", ".x.scree-staging"):
        os.makedirs("swap/" + name + "/.scree-new/d")
        env = dict(ENV, LD_PRELOAD=FAULTS, SCREE_SWAP=name + "/.scree-new/d")
        done = subprocess.run([SCREE, *BAKE, "y"], env=env, cwd="swap", capture_output=True, text=True)
        assert os.path.exists("swap/away") and done.returncode in (0, 4), done
        assert os.listdir("swap/victim") == ["file"], done
        os.rmdir("swap/away")
        scree(*BAKE, "y", cwd="swap", check=0)
        assert not litter("swap")


def not_ours():
    """A staging folder of somebody else is left alone, and said."""
    if os.geteuid() != 0:
        return
    os.makedirs("theirs/.out.scree-staging/deep")
    os.makedirs("theirs/.other.scree-staging/deep")
    for name in (".out", ".other"):
        os.chown("theirs/%s.scree-staging" % name, 12345, 12345)
    done = scree(*BAKE, "out", cwd="theirs")
    assert done.returncode == 4 and "cannot be cleared" in done.stderr, done
    assert len(litter("theirs")) == 2 and os.path.isdir("theirs/.other.scree-staging/deep")


def not_made_by_us():
    """What lies in a staging folder and no run has put there outlives every run, and is named where it is in the way."""
    os.makedirs("mine/out")
    for folder in (".o", ".out", ".new", ".z.zip", ".o.r16"):
        os.mkdir("mine/%s.scree-staging" % folder)
        with open("mine/%s.scree-staging/x" % folder, "w") as file:
            file.write("precious")
    os.mkdir("mine/.dead.scree-staging")
    os.makedirs("mine/.new.scree-staging/.scree-new/masks")  # and what a killed run left beside it
    kept = without(tree("mine"), ".dead")
    scree("preview", TER, SRF, "-o", "p.png", "-q", "--size", "2", cwd="mine", check=0)
    os.remove("mine/p.png")
    now = tree("mine")
    assert [p for p in kept if p not in now] == [
        "mine/.new.scree-staging/.scree-new", "mine/.new.scree-staging/.scree-new/masks"], now
    for command in (BAKE + ("out",), BAKE + ("new",),
                    ("export", "ror", ROOT + "/hills.ter", ROOT + "/tree.srf", "-o", "z.zip", "--size", "64"),
                    ("convert", TER, "o.r16", "-q")):
        done = scree(*command, cwd="mine")
        assert done.returncode == 4 and done.stderr.count("\n") == 1, (command, done)
        assert "it holds what scree did not put there; look at it and remove it" in done.stderr, (command, done)
        assert tree("mine") == now, (command, done)
    # Put there while a run works: that run and the next leave it.
    os.mkdir("meanwhile")
    env = dict(ENV, LD_PRELOAD=FAULTS, SCREE_BESIDE="theirs")
    for command in (BAKE + ("out",), BAKE + ("out",), ("convert", TER, "out.r16", "-q")):
        done = subprocess.run([SCREE, *[a for a in command if a != "-q"]], env=env, cwd="meanwhile", capture_output=True, text=True)
        left = litter("meanwhile")
        assert done.returncode == 0 and "look at it and remove it" in done.stderr, (command, done)
        assert len(left) == 1 and os.listdir("meanwhile/" + left[0]) == ["theirs"], (command, left)
        scree("preview", TER, SRF, "-o", "p.png", "-q", "--force", "--size", "2", cwd="meanwhile", check=0)
        assert os.listdir("meanwhile/" + left[0]) == ["theirs"], (command, left)
        shutil.rmtree("meanwhile/" + left[0])


def inputs_stay():
    """No output replaces an input, by whatever name."""
    os.mkdir("in")
    for name, source in (("t.ter", "hills.ter"), ("s.srf", "tree.srf"), ("map.zip", "tree.srf"),
                         ("models.zip", "tree.srf")):
        shutil.copy(ROOT + "/" + source, "in/" + name)
    with open("in/map.json", "w") as file:
        file.write('{"materials": {}}')
    os.link("in/s.srf", "in/hard.zip")
    before = tree("in")
    ror = ("export", "ror", "t.ter")
    tries = [ror + ("map.zip", "-o", "map.zip"), ror + ("s.srf", "-o", "hard.zip"),
             ("export", "beamng", "t.ter", "map.zip", "-o", "map.zip", "--resample", "128"),
             ("set", "s.srf", "#1.altitude.min=1m", "--terrain", "t.ter", "-o", "t.ter"),
             ("convert", "s.srf", "hard.zip", "--terrain", "t.ter"),
             ("convert", "t.ter", "t.ter"), ("preview", "t.ter", "s.srf", "-o", "s.srf"),
             ("render", "t.ter", "s.srf", "-o", "t.ter")]
    os.link("in/t.ter", "in/t.srf")
    tries.append(("set", "s.srf", "#1.altitude.min=1m", "--terrain", "t.ter", "-o", "t.srf"))
    before = tree("in")
    for command in tries:
        done = scree(*command, "--force", "-q", cwd="in")
        assert done.returncode == 2 and done.stderr.count("\n") == 1, (command, done)
        assert tree("in") == before, command
    # A texture in the folder that is written to.
    os.mkdir("in/land")
    shutil.copy("in/s.srf", "in/land/notes")
    command = ror + ("s.srf", "-o", "land", "--folder", "--force", "-q", "--size", "64")
    scree(*command, cwd="in", check=0)
    stem = [n for n in os.listdir("in/land") if n.endswith("-ds.png")][0]
    layer = stem.split("-", 2)[2][:-len("-ds.png")]
    os.mkdir("in/textures")
    os.link("in/land/" + stem, "in/textures/%s.png" % layer)
    before = tree("in")
    done = scree(*command, "--textures", "textures", cwd="in")
    assert done.returncode == 2 and tree("in") == before, done
    done = scree(*ror, "s.srf", "-o", "models.zip", "--ground-models", "models.zip", "--force", cwd="in")
    assert done.returncode in (2, 3) and tree("in") == before, done


def stale_input():
    """An input that an earlier bake wrote and this one does not make is not removed either."""
    os.mkdir("stale")
    scree(*BAKE, "out", cwd="stale", check=0)
    shutil.copy("stale/out/manifest.json", "stale/m.json")
    os.link(SRF, "stale/out/s.srf")
    with open("stale/m.json") as file:
        text = file.read()
    with open(SRF, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    with open("stale/out/manifest.json", "w") as file:
        file.write(text.replace('"files": [', '"files": [{"file": "s.srf", "sha256": "%s"},' % digest))
    scree("bake", TER, "out/s.srf", "-q", "--force", "--size", "4", "--only", "preview", "-o", "out",
          cwd="stale", check=0)
    assert os.path.exists("stale/out/s.srf") and not os.path.exists("stale/out/blend.png")


def few_descriptors():
    """So few open files that something fails: one line, exit 4 or 3, and nothing is left."""
    os.mkdir("few")
    scree(*BAKE, "out", cwd="few", check=0)
    before = tree("few")
    for limit in range(4, 22):
        done = subprocess.run(["sh", "-c", "ulimit -n %d; exec \"$@\"" % limit, "sh", SCREE,
                               *BAKE, "out", "--depth", "2"], env=ENV, cwd="few", capture_output=True,
                              text=True)
        assert done.returncode in (0, 3, 4, 127) or "ERROR" in done.stderr, (limit, done)
        assert not litter("few"), (limit, done, litter("few"))
        if done.returncode == 0:
            scree("verify", "out", TER, SRF, cwd="few", check=0)
            shutil.rmtree("few")
            os.mkdir("few")
            scree(*BAKE, "out", cwd="few", check=0)
            before = tree("few")
        else:
            assert tree("few") == before, limit


def few_threads():
    """No memory for threads: it is said before there is anything."""
    os.mkdir("threads")
    def export(shell, **env):
        done = subprocess.run(["sh", "-c", shell + "; exec \"$@\"", "sh", SCREE, "export", "ror", ROOT + "/hills.ter",
                               SRF, "-o", "r.zip", "--size", "64", "-j", "4", "--force", "-q"],
                              env=dict(ENV, **env), cwd="threads", capture_output=True, text=True)
        assert not litter("threads"), (shell, env, done)
        return done

    for limit in (40000, 60000, 80000):
        done = export("ulimit -v %d" % limit)
        assert done.returncode == 0 or "AddressSanitizer" in done.stderr or done.stderr.count("\n") == 1, (limit, done)
    export(":", OMP_STACKSIZE="100000G")  # OpenMP ends the program by itself, with words and a code of its own
    assert export(":").returncode == 0


def bad_picture():
    """A picture that the disk does not tell of is no missing one."""
    os.makedirs("pictures/textures")
    with open("pictures/textures/Base.png", "w") as file:
        file.write("x")
    done = subprocess.run([SCREE, "export", "ror", ROOT + "/hills.ter", ROOT + "/tree.srf", "-o", "o.zip", "--size",
                           "64", "--textures", "textures"],
                          env=dict(ENV, LD_PRELOAD=FAULTS, SCREE_BAD_STAT="Base.png"), cwd="pictures",
                          capture_output=True, text=True)
    assert done.returncode == 3 and "Base.png: cannot read: Input/output error" in done.stderr, done
    assert os.listdir("pictures") == ["textures"]


def verify_writes_nothing():
    """A verify makes no file anywhere: the first call that would is never reached."""
    os.mkdir("temp")
    os.mkdir("check")
    scree(*BAKE, "out", cwd="check", check=0)
    before = tree("check")
    env = dict(ENV, TMPDIR=ROOT + "/temp", LD_PRELOAD=FAULTS, SCREE_FAULT="kill:1")
    done = subprocess.run([SCREE, "verify", "out", TER, SRF], env=env, cwd="check")
    assert done.returncode == 0 and os.listdir("temp") == [] and tree("check") == before, done


def through_links():
    """A folder is written through a link to it; in place of a file a link is replaced."""
    os.makedirs("links/real")
    os.symlink("real", "links/out")
    scree(*BAKE, "out", cwd="links", check=0)
    scree(*BAKE, "out", "--only", "preview", cwd="links", check=0)
    assert os.path.islink("links/out") and os.path.exists("links/real/preview.png")
    os.symlink("real/preview.png", "links/p.png")
    before = tree("links/real")
    scree("preview", TER, SRF, "-o", "p.png", "-q", "--force", cwd="links", check=0)
    assert not os.path.islink("links/p.png") and tree("links/real") == before
    # A link in place of a folder of the output would lead out of it.
    os.mkdir("links/else")
    os.symlink("../else", "links/real/masks")
    done = scree(*BAKE, "out", "--only", "masks", cwd="links")
    assert done.returncode == 4 and os.listdir("links/else") == [], done


def mounted():
    """Where another file system begins nothing can be exchanged or renamed into: staging is inside."""
    os.makedirs("mount/out")
    script = """mount -t %s out && "$@" && echo mine > out/mine && "$@" --only masks &&
        ls -A out && cat out/mine && ! ls -A | grep staging"""
    for kind in ("tmpfs none", "none --bind ."):
        if kind != "tmpfs none":
            script = script.replace("mount -t %s out", "mkdir other && mount --bind other out")
        done = subprocess.run(["unshare", "-rm", "sh", "-c", script.replace("%s", kind), "sh", SCREE, *BAKE,
                               "out"], env=ENV, cwd="mount", capture_output=True, text=True)
        if "unshare" in done.stderr or "mount" in done.stderr.split(":")[0]:
            print("  (cannot mount here: %s)" % done.stderr.strip())
            return
        assert done.returncode == 0, done
        assert done.stdout.split() == ["manifest.json", "masks", "mine", "mine"], done


run(two_at_once, late, damaged_journals, proven, swapped, not_ours, not_made_by_us, inputs_stay, stale_input,
    few_descriptors, few_threads, bad_picture, verify_writes_nothing, through_links, mounted)
