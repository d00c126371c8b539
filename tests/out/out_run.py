"""What the checks of this folder share. Each is called with SCREE CLI_INPUTS FAULTS.so, and "few" for
fewer of everything, works in a fresh folder, and fails by an assertion."""
import atexit
import hashlib
import os
import shutil
import stat
import subprocess
import sys
import tempfile

SCREE, INPUTS, FAULTS = (os.path.abspath(a) for a in sys.argv[1:4])
EVERY = os.environ.get("SCREE_EVERY_FAULT") == "1"  # no call left out, however many there are
MOST = 60  # calls of one command tried otherwise, spread over all; the first and last among them
FEW = "few" in sys.argv[4:]

ENV = {k: v for k, v in os.environ.items() if not k.startswith("SCREE_FAULT")}
ENV.update(OMP_WAIT_POLICY="passive", LC_ALL="C.UTF-8", TERM="dumb")
ENV["ASAN_OPTIONS"] = ENV.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0:detect_leaks=0"
ENV["TSAN_OPTIONS"] = ENV.get("TSAN_OPTIONS", "") + ":ignore_noninstrumented_modules=1"


def scree(*args, fault=None, calls=None, exchange=True, cwd=None, check=None, origin="fsync"):
    env = dict(ENV, LD_PRELOAD=FAULTS)
    if fault:
        env["SCREE_FAULT"] = fault
    if calls:
        env["SCREE_FAULT_CALLS"] = os.path.abspath(calls)
    if origin:
        env["SCREE_FAULT_FROM"] = origin
    if not exchange:
        env["SCREE_NO_EXCHANGE"] = "1"
    done = subprocess.run([SCREE, *args], env=env, cwd=cwd, capture_output=True, text=True,
                          timeout=120)
    assert check is None or done.returncode == check, (args, fault, done.returncode, done.stderr)
    return done


def tree(path):
    """Everything at path: kinds, rights of folders, contents."""
    found = {}
    for folder, folders, files in os.walk(path):
        for name in folders + files:
            full = os.path.join(folder, name)
            info = os.lstat(full)
            if stat.S_ISLNK(info.st_mode):
                found[full] = ("link", os.readlink(full))
            elif stat.S_ISDIR(info.st_mode):
                found[full] = ("folder", stat.S_IMODE(info.st_mode))
            elif not stat.S_ISREG(info.st_mode):
                found[full] = ("other",)
            else:
                with open(full, "rb") as file:
                    found[full] = ("file", hashlib.sha256(file.read()).hexdigest())
    return found


def without(found, inner):
    """But for what is below the staging folders."""
    return {k: v for k, v in found.items() if inner not in k}


def restore(name):
    """The folder `name` as it is in kept/, with the times of its files."""
    shutil.rmtree(name, ignore_errors=True)
    shutil.copytree("kept/" + name, name, symlinks=True)


def litter(where="."):
    return [n for n in os.listdir(where) if "scree-staging" in n or ".part-" in n]


def drop_kept(where):
    """Removes what a run has kept that could not look for what others added; whether there was any."""
    kept = [n for n in os.listdir(where) if ".scree-kept-" in n]
    for name in kept:
        shutil.rmtree(where + "/" + name)
    return kept != []


def chosen(count, most):
    most = min(most, 8) if FEW else most
    if EVERY or count <= most:
        return range(1, count + 1)
    return sorted({1 + i * (count - 1) // (most - 1) for i in range(most)})


def read_calls(path):
    with open(path) as file:
        return file.read().split()


def try_all(name, command, follow, exchange=True, kinds=("EIO", "kill"), origin="fsync",
            at_once=False, good=0, most=MOST,
            repeats=True):
    """Lets every call of command fail and be its last, in the folder `name`, which kept/ has as it
    is before. After an error the folder is old, or new if the command says that it is; after a kill
    it is so at_once, or at the latest when `follow` has run, another command that looks at it. The
    same command again then leaves nothing but the new one, if it repeats itself."""
    restore(name)
    old = tree(name)
    if os.path.exists("calls"):
        os.remove("calls")
    scree(*command, exchange=exchange, calls="calls", check=good, cwd=name, origin=origin)
    new = tree(name)
    calls = read_calls("calls")
    # Killed before a call is killed after the one before it; the last has none after it.
    numbers = set(chosen(len(calls), most))
    renames = [i + 1 for i, call in enumerate(calls) if call.startswith("rename")]
    if not FEW and len(renames) <= 24:
        numbers.update(renames)  # whatever else is left out
    tries = [(kind, number) for number in sorted(numbers) for kind in kinds]
    if FEW:  # each call in one way, by turns
        tries = [(kinds[i % len(kinds)], number) for i, number in enumerate(sorted(numbers))]
    tries.append(("after", len(calls)))
    assert new != old and not litter(name), (command, litter(name))
    for kind, number in tries:
        restore(name)
        where = (command, exchange, kind, number, calls[number - 1])
        done = scree(*command, fault="%s:%d" % (kind, number), exchange=exchange, cwd=name,
                     origin=origin)
        if kind in ("kill", "after"):
            assert done.returncode == -9, (where, done)
            if at_once:
                assert without(tree(name), "scree-staging") in (old, new), where
            scree(*follow, cwd=name)
            assert without(tree(name), "scree-staging") in (old, new), where
        else:
            assert done.returncode in (good, 4), (where, done)
            assert not drop_kept(name) or done.returncode == good, (where, done)
            now = tree(name)
            if done.returncode == 4:
                assert done.stderr.count("\n") - done.stderr.count("warning") == 1, (where, done)
            assert without(now, "scree-staging") == (new if done.returncode == good else old), \
                (where, done)
            # Only what could not be removed is left.
            assert not litter(name) or calls[number - 1] in ("unlinkat", "mkdirat"), (where, done)
        done = scree(*command, cwd=name, exchange=exchange)
        assert done.returncode == good, (where, done.stderr)
        assert not litter(name), (where, litter(name))
        assert not repeats or tree(name) == new, where
    return len(calls)


ROOT = tempfile.mkdtemp(prefix="scree-out.")
atexit.register(shutil.rmtree, ROOT, ignore_errors=True)
os.chdir(ROOT)
atexit.register(os.chdir, "/")
subprocess.run([INPUTS], check=True)
os.mkdir("kept")
TER, SRF = ROOT + "/ramp.ter", ROOT + "/flat.srf"


def run(*checks):
    for check in checks:
        print(check.__name__, flush=True)
        check()
