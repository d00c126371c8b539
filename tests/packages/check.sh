#!/usr/bin/env bash
# check.sh FILES NATIVE: the packages of a release (scripts/release.sh) where a user has them. The program
# for any Linux runs in a folder that holds nothing else; the Debian packages are installed into a bare
# Debian 12, used and purged, and nothing of them stays; lintian has nothing to say; the npm package is
# below 3 MB and bakes by npx; the studio page is in each of them, where `scree studio` or a double click
# finds it; the wheel works in an empty virtual environment. NATIVE is a program of this machine, whose
# bakes, and whose picture of README's first command, all of them must make. What cannot be tried
# here is said, and the exit code is 77 if nothing failed.
set -euo pipefail
files=$(cd "$1" && pwd)
native=$(realpath "$2")
source=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
skipped=
fail() {
    echo "packages: $*" >&2
    exit 1
}
skip() {
    echo "skipped: $*"
    skipped=yes
}

(cd "$files" && sha256sum --check --quiet --strict SHA256SUMS) || fail "SHA256SUMS does not hold"
(cd "$files" && find . -type f ! -name SHA256SUMS | sed 's,^\./,,' | LC_ALL=C sort) >"$work/there"
sed 's/^[0-9a-f]* [ *]//' "$files/SHA256SUMS" | LC_ALL=C sort | cmp - "$work/there" || fail "SHA256SUMS lacks a file"
version=$("$native" --version | sed -n 's/^scree \([0-9.]*\),.*/\1/p')
for kind in windows-x86-64.zip windows-x86-64-dev.zip linux-x86-64.tar.gz site.zip source.tar.gz lgpl-sources.tar; do
    [ -s "$files/scree-$version-$kind" ] || fail "there is no scree-$version-$kind"
done
for file in "scree-$version.tgz" scree-studio.html licenses.txt; do
    [ -s "$files/$file" ] || fail "there is no $file"
done
# The page lies beside the programs, where they look for it.
mkdir "$work/zip" "$work/tar"
python3 -m zipfile -e "$files/scree-$version-windows-x86-64.zip" "$work/zip"
tar -xzf "$files/scree-$version-linux-x86-64.tar.gz" -C "$work/tar"
for folder in "$work"/zip/* "$work"/tar/*; do
    cmp "$files/scree-studio.html" "$folder/scree-studio.html" || fail "$(basename "$folder") has not the page"
done
mkdir "$work/site"
python3 -m zipfile -e "$files/scree-$version-site.zip" "$work/site"
python3 "$source/tests/packages/site.py" "$work/site/scree-$version-site" || fail "the site does not hold"
serves() { # NAME PROGRAM: finds the page that came with it, and serves it as it is
    : >"$work/address"
    "$2" studio --no-browser >"$work/address" 2>"$work/log" &
    local serving=$! found=
    for _ in $(seq 300); do
        [ ! -s "$work/address" ] || break
        sleep 0.1
    done
    if python3 -c '
import sys, urllib.request
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
with opener.open(sys.argv[1], timeout=60) as answer, open(sys.argv[2], "rb") as page:
    sys.exit(answer.read() != page.read())' "$(cat "$work/address")" "$files/scree-studio.html" 2>>"$work/log"; then found=yes; fi
    kill "$serving" 2>/dev/null || true
    wait "$serving" 2>/dev/null || true
    [ -n "$found" ] || fail "$1 does not serve the page: $(tail -n 3 "$work/log")"
    echo "$1: serves the page"
}
serves "the program for any Linux" "$work/tar/scree-$version-linux-x86-64/scree"
if command -v wine >/dev/null; then
    python3 "$source/tests/windows/check_windows.py" studio "$source/scripts/wine.sh" \
        "$work/zip/scree-$version-windows-x86-64/scree.exe" "$source" >"$work/log" 2>&1 ||
        fail "scree.exe and a double click: $(tail -n 5 "$work/log")"
    echo "the program for Windows: a double click opens the page beside it, and it serves"
else
    skip "no wine: a double click on scree.exe"
fi
for package in "$files"/scree_*.deb; do dpkg-deb -x "$package" "$work/deb"; done
cmp "$files/scree-studio.html" "$work/deb/usr/share/scree/scree-studio.html" || fail "the Debian package has not the page"
serves "the Debian package" "$work/deb/usr/bin/scree"
entry=$work/deb/usr/share/applications/scree-studio.desktop
[ -s "$work/deb/usr/share/icons/hicolor/scalable/apps/$(sed -n 's/^Icon=//p' "$entry").svg" ] || fail "its entry for desktops has no icon"
for type in $(sed -n 's/^MimeType=//p' "$entry" | tr ';' ' '); do
    grep -qF "<mime-type type=\"$type\">" "$work/deb/usr/share/mime/packages/scree.xml" || fail "it opens $type, which nothing is"
done
if command -v desktop-file-validate >/dev/null; then
    desktop-file-validate "$entry" >"$work/log" 2>&1 || fail "its entry for desktops: $(cat "$work/log")"
    [ ! -s "$work/log" ] || fail "its entry for desktops: $(cat "$work/log")"
    echo "the entry for desktops: opens terrains and surface maps"
else
    skip "no desktop-file-validate"
fi

use="bake /examples/island.ter /examples/island.srf -o /tmp/out --size 256 -q"
mkdir -p "$work/native"
cp -r "$source/examples/island.ter" "$source/examples/island.srf" "$work/native/"
"$native" bake "$work/native/island.ter" "$work/native/island.srf" -o "$work/native/out" --size 256 -q
same() { # NAME FOLDER
    diff -r "$work/native/out" "$2" >/dev/null || fail "$1 bakes other bytes than $native"
    echo "$1: bakes what the program here bakes"
}

# The first picture that README.md has a newcomer draw, in a folder that holds its heightmap alone.
render=$(sed -n 's/^    scree \(render .*\)/\1/p' "$source/README.md" | head -n 1)
draws() { # NAME FOLDER PROGRAM...
    mkdir -p "$2"
    cp "$source/examples/heightmap.png" "$2/"
    # shellcheck disable=SC2086 # words
    (cd "$2" && "${@:3}" $render -q) || fail "$1 does not draw README's first picture"
    [ -s "$2/land.png" ] || fail "$1 makes no land.png of README's first command"
    cmp "$work/native/drawn/land.png" "$2/land.png" || fail "$1 draws another picture than $native"
    echo "$1: $(sha256sum <"$2/land.png" | cut -c 1-64) is README's first picture"
}
draws "the program here" "$work/native/drawn" "$native"
draws "the program for any Linux" "$work/drawn-linux" "$work/tar/scree-$version-linux-x86-64/scree"
command -v wine >/dev/null &&
    draws "the program for Windows" "$work/drawn-windows" "$source/scripts/wine.sh" "$work/zip/scree-$version-windows-x86-64/scree.exe"

# ---- one file, and no library ----

if [ "$(id -u)" = 0 ]; then
    root=$work/empty
    mkdir -p "$root/tmp"
    tar -xzf "$files/scree-$version-linux-x86-64.tar.gz" -C "$root" --strip-components=1
    # shellcheck disable=SC2086 # words
    chroot "$root" /scree $use
    same "the program without libraries, in an empty root" "$root/tmp/out"
    chroot "$root" /scree --licenses | cmp - "$root/licenses.txt" || fail "it has other notices than its paper"
    chroot "$root" /scree --version | grep -q "^commit " || fail "it does not name its commit"
else
    skip "chroot needs root: the program for any Linux, the Debian packages"
fi

# ---- Debian ----

listed() { # every name in it, but for what apt and dpkg keep for themselves
    (cd "$work/debian" && find . -path ./proc -prune -o -path ./var/lib/apt -prune -o -path ./var/cache -prune \
        -o -path ./var/log -prune -o -path ./var/lib/dpkg -prune -o -path ./tmp -prune -o -print | LC_ALL=C sort)
}
inside() { chroot "$work/debian" env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"; }

if [ "$(id -u)" != 0 ]; then
    :
elif ! "$source/scripts/bare.sh" "$work/debian" >"$work/log" 2>&1; then
    skip "$(tail -n 3 "$work/log")"
else
    # What ours need comes first, so that it can stay when they go.
    for package in "$files"/*.deb; do dpkg-deb -f "$package" Depends; done | tr ',' '\n' |
        sed 's/^ *//; s/[ (|].*//' | grep -v '^$\|scree' | sort -u >"$work/needs"
    # shellcheck disable=SC2046 # words
    inside apt-get install -y -qq --no-install-recommends $(cat "$work/needs") >"$work/log" 2>&1 ||
        fail "$(tail -n 3 "$work/log")"
    listed >"$work/before"
    cp "$files"/*.deb "$work/debian/tmp/"
    inside sh -c 'apt-get install -y -qq --no-install-recommends /tmp/*.deb' >"$work/log" 2>&1 ||
        fail "does not install: $(tail -n 5 "$work/log")"
    cp -r "$source/examples" "$work/debian/"
    # shellcheck disable=SC2086 # words
    inside scree $use
    same "the Debian package" "$work/debian/tmp/out"
    mkdir "$work/debian/drawn"
    cp "$source/examples/heightmap.png" "$work/debian/drawn/"
    inside sh -c "cd /drawn && scree $render -q"
    cmp "$work/native/drawn/land.png" "$work/debian/drawn/land.png" || fail "the Debian package draws another picture than $native"
    echo "the Debian package: draws README's first picture"
    inside python3 -c '
import scree
scene = scree.open("/examples/island.ter", "/examples/island.srf")
assert scene.layers[1].name == "Grass" and scene.heights().shape == (257, 257)' || fail "the Python package does not work"
    for file in usr/include/scree/scree.h usr/share/man/man1/scree.1.gz usr/share/man/man3/libscree.3.gz \
        usr/share/bash-completion/completions/scree usr/share/mime/packages/scree.xml usr/share/doc/libscree0.1/licenses.txt; do
        [ -s "$work/debian/$file" ] || fail "it did not install $file"
    done
    rm -rf "$work/debian/examples" "$work/debian/drawn"
    inside apt-get purge -y -qq scree libscree0.1 libscree-dev python3-scree >"$work/log" 2>&1 ||
        fail "cannot be purged: $(tail -n 5 "$work/log")"
    if inside dpkg -l '*scree*' 2>/dev/null | grep -q '^[^u|+D].*scree'; then fail "something is still installed"; fi
    listed >"$work/after"
    diff "$work/before" "$work/after" || fail "the packages leave files, or took some with them"
    echo "the Debian packages: installed, used, purged without a trace"
fi

if command -v lintian >/dev/null; then
    lintian --fail-on error,warning --allow-root "$files"/*.deb || fail "lintian"
    echo "lintian: has nothing to say"
else
    skip "no lintian"
fi

# ---- npm ----

packed=$files/scree-$version.tgz
[ "$(wc -c <"$packed")" -lt 3000000 ] || fail "the npm package has 3 MB"
if ! command -v npm >/dev/null; then
    skip "no npm"
else
    # From a folder that holds nothing, as `npx scree` does it.
    mkdir "$work/npm"
    (
        cd "$work/npm"
        npx --offline --yes --package="$packed" scree bake "$work/native/island.ter" "$work/native/island.srf" \
            -o out --size 256 -q
    )
    same "the npm package" "$work/npm/out"
    draws "the npm package" "$work/drawn-npm" npx --offline --yes --package="$packed" scree
fi

# ---- Python ----

# An empty environment but for numpy, which no registry gives it here; the library is the wheel's own.
wheel=$(find "$files" -name "scree-$version-py3-none-manylinux_*_x86_64.whl")
[ -s "$wheel" ] || fail "there is no wheel"
if ! /usr/bin/python3 -c 'import ensurepip, numpy, PIL' 2>/dev/null; then
    skip "no python3-venv, python3-numpy or python3-pil"
else
    /usr/bin/python3 -m venv --system-site-packages "$work/venv"
    "$work/venv/bin/pip" install -q --no-index --no-deps --disable-pip-version-check "$wheel"
    (cd "$work/drawn-linux" && env -i PATH=/usr/bin "$work/venv/bin/python" - "$work/native/drawn/land.png" "$work/venv" <<'END') ||
import sys

import numpy as np
import scree
from PIL import Image

assert scree.__file__.startswith(sys.argv[2])
loaded = {line.split()[-1] for line in open("/proc/self/maps") if "libscree" in line or "libgomp" in line}
assert len(loaded) == 2 and all(path.startswith(sys.argv[2]) for path in loaded), f"it has taken another library than its own: {loaded}"
scene = scree.open("heightmap.png", style="alpine", cell_m=4, height_range_m=(0, 300))
assert np.array_equal(scene.render(hero=True, plants=True), np.asarray(Image.open(sys.argv[1]).convert("RGB")))
END
        fail "the wheel does not draw README's first picture"
    echo "the wheel: draws README's first picture with its own library"
fi

# ---- the action ----

sh "$source/tests/action/action.sh" "$native" "$source" "$files"
echo "the action: takes these files"
[ -z "$skipped" ] || exit 77
