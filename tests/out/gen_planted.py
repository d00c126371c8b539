#!/usr/bin/env python3
"""Staging folders as others could send them: any names, any journals, cut, copied and changed ones, links, FIFOs and
folders in the place of files. A command that writes beside them touches nothing but its own output."""
import os
import sys
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from gen_run import *

NAMES = ["mine.txt", "victim", "../victim", "../victim/file", ".git/hooks/post-commit", ".GIT/config", "sub/../a",
         "/etc/passwd", "new.txt", "a/b/c", "", ".", "..", "link/file", "x" * 300]
TARGETS = ["out", "s.srf", "p.png", "h.png", "t-001.png", "land", "land.zip", "x", "sub", "." + "y" * 100]


def entries(rng, where):
    for _ in range(rng.randrange(6)):
        name = rng.choice(NAMES)
        path = os.path.join(where, name)
        info = os.stat(path) if os.path.isfile(path) else None
        size, when = (info.st_size, int(info.st_mtime)) if info else (rng.randrange(99), 0)
        yield rng.choice(("replace", "new", "remove", "mkdir")), size, when, name


def journal_text(rng, where, staging, form):
    root = rng.choice((".", ".", ".", "sub", "..", "../victim", ".git", "victim"))
    text = "scree-journal-1\nroot %d %s\n" % (len(root), root)
    if form == 2:
        number = os.stat(where).st_ino if rng.random() < 0.8 else rng.randrange(1 << 64)
        text = "scree-changes-2\nroot %d %d %s\n" % (number, len(root), root)
    count = 0
    for count, (word, size, when, name) in enumerate(entries(rng, where), 1):
        old = "%s/.scree-old/%d" % (staging, count - 1)
        with open(old, "w") as file:
            file.write("planted")
        text += "%s %s%d %d %d %s\n" % (word, "" if form == 1 else "%d " % os.stat(old).st_ino, size, when,
                                        len(name), name)
    value = 0xcbf29ce484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001b3 % (1 << 64)
    text += "end %d %016x\n" % (count, value) if form == 1 else "end %d\n" % count
    if rng.random() < 0.2:
        at = rng.randrange(len(text))
        text = text[:at] + rng.choice(("", "\0", "9", " ", "\n")) + text[at + rng.randrange(3):]
    return text


def prove(rng, staging):
    """A proof that is near the true one, as somebody who guesses well would have it."""
    info = os.stat(staging + "/.scree-changes")
    when, number = info.st_ctime_ns, info.st_ino
    wrong = rng.randrange(4)
    when += (0, rng.choice((-1, 1)), 4000000, -when % 10 ** 9)[wrong]
    number += wrong == 0
    with open(staging + "/.scree-journal", "w") as file:
        file.write("scree-journal-2 %d %d %d\n" % (number, *divmod(when, 10 ** 9)))
        file.write(rng.choice(("", "", "x")))


def plant(rng, where):
    staging = "%s/.%s.scree-staging" % (where, rng.choice(TARGETS))
    if os.path.lexists(staging):
        return
    if rng.random() < 0.1:
        os.symlink("../victim", staging)
        return
    os.makedirs(staging + "/.scree-old")
    form = rng.choice((0, 1, 2, 2))
    if form > 0:
        with open(staging + ("/.scree-journal" if form == 1 else "/.scree-changes"), "w") as file:
            file.write(journal_text(rng, where, staging, form))
    if form == 2:
        prove(rng, staging)
    for name in (".scree-changes", ".scree-journal", ".scree-journal-new", ".scree-old/0", ".scree-new", "deep",
                 "link"):
        if rng.random() < 0.08:
            path = staging + "/" + name
            if os.path.lexists(path):
                os.remove(path)
            rng.choice((os.mkfifo, os.mkdir, lambda p: os.symlink("../../victim/file", p)))(path)


def case(rng):
    name, _, commands = rng.choice(COMMANDS)
    command = rng.choice(commands)
    for folder in ("away", "work"):
        shutil.rmtree(folder, ignore_errors=True)
    os.makedirs("work/victim")
    shutil.copytree("kept/" + name, "work/here", symlinks=True)
    os.makedirs("work/here/.git/hooks")
    os.mkdir("work/here/sub")
    os.symlink("../victim", "work/here/link")
    for path in ("work/victim/file", "work/here/sub/file", "work/here/.git/config"):
        with open(path, "w") as file:
            file.write("mine")
    restore(name)
    ours = {os.path.relpath(p, name) for p in tree(name)}
    alone(command, name)
    made = {os.path.relpath(p, name): v for p, v in tree(name).items()}
    ours |= made.keys()
    for _ in range(rng.randrange(1, 5)):
        plant(rng, "work/here")
    before = tree("work")
    proven = {p.split("/")[2] for p in before if p.endswith("/.scree-journal")}
    run = start(command, "work/here")
    code, text = end(run)
    after = tree("work")
    assert code in (0, 4), (command, code, text)
    for path in before.keys() | after.keys():
        inner = os.path.relpath(path, "work/here")
        staging, own = (inner + "/.scree-").split("/")[:2]
        if before.get(path) == after.get(path) or (code == 0 and inner in ours and after.get(path) == made.get(inner)):
            continue
        # A staging folder without a journal is one that a killed run left; what else lies in it stays.
        assert staging.endswith(".scree-staging") and staging not in proven and path not in after and \
            own.startswith(".scree-"), (command, path, text)


run_cases(case)
