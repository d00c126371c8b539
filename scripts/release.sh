#!/usr/bin/env bash
# release.sh: makes what a release page needs in build/release-files: a zip for Windows, a tarball for
# any Linux on x86-64, Debian packages, the npm package, a Python wheel, the studio page, the documents as a site, licenses.txt, the sources of
# scree and of what the LGPL covers, what is in them (SPDX), and SHA256SUMS of all; then the notes of the
# release and the recipes for package managers beside them. The time in them is the commit's, so that two
# runs give the same bytes. What it takes is installed if it is missing (scripts/setup.sh).
set -euo pipefail
cd "$(dirname "$0")/.."
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC
if [ -n "$(git status --porcelain --untracked-files=no)" ]; then
    echo "release.sh: files differ from the commit that the release would name; commit them first" >&2
    exit 1
fi
version=$(sed -n 's/^project(scree VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
out=build/release-files
rm -rf "$out"
mkdir -p "$out"

scripts/setup.sh packages
for target in mingw linux; do scripts/cross-deps.sh "$target"; done
for preset in mingw static; do
    cmake --preset "$preset" >/dev/null
    cmake --build --preset "$preset" --target scree
done
cmake --build --preset mingw --target scree_shared

# The page, the npm package.
rm -rf build/studio/scree-studio.html build/wasm/npm
scripts/studio.sh --no-test
cmake --build --preset wasm --target scree
sh wasm/pack.sh
page=build/studio/scree-studio.html
packed=build/wasm/npm/scree-$version.tgz
for file in "$page" "$packed"; do
    [ -s "$file" ] || { echo "release.sh: $file was not made" >&2; exit 1; }
done

# The documents as a site that opens from the disk.
rm -rf build/site
scripts/site.py build/site

# The page is in the Debian packages, too.
cmake --preset packages >/dev/null
cmake --build --preset packages
(cd build/packages && rm -f ./*.deb && cpack)

# The notices of everything that is linked into any of them; each has its own, too (scree --licenses).
for file in LICENSE image/font/LICENSE packaging/licenses/*.txt; do
    printf '==== %s\n\n' "${file#packaging/licenses/}"
    cat "$file"
    echo
done >"$out/licenses.txt"

# What the LGPL asks for: the sources of the libraries that it covers, and of the programs, from which
# anyone can link them again with other versions of these.
git archive --format=tar --prefix="scree-$version/" HEAD | gzip -9n >"$out/scree-$version-source.tar.gz"
rm -rf build/release-work
scripts/cross-deps.sh --lgpl build/release-work/lgpl-sources
tar --sort=name --owner=0 --group=0 --numeric-owner --mode=a=rX,u+w --mtime="@$SOURCE_DATE_EPOCH" \
    -C build/release-work -cf "$out/scree-$version-lgpl-sources.tar" lgpl-sources

# folder NAME PRESET PROGRAM: the program, its papers and the example.
folder() {
    local to=build/release-work/$1
    rm -rf build/release-work
    mkdir -p "$to/docs/formats" "$to/examples"
    cp "build/$2/cli/$3" README.md LICENSE CHANGELOG.md "build/$2/about/licenses.txt" "$to/"
    # Beside the program, where a double click on scree.exe and scree studio look for it.
    cp "$page" "$to/"
    cp docs/*.md docs/scree.1 "$to/docs/"
    cp docs/formats/*.md "$to/docs/formats/"
    cp examples/island.ter examples/island.srf examples/heightmap.png "$to/examples/"
    find build/release-work -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
}
zip_it() { # NAME: what is in build/release-work, as NAME.zip
    (cd build/release-work && find . -type f | sort | python3 -c '
import os, sys, time, zipfile
when = time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))[:6]
with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as made:
    for name in sys.stdin.read().split("\n")[:-1]:
        entry = zipfile.ZipInfo(name[2:], when)
        entry.external_attr = 0o644 << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        with open(name, "rb") as file:
            made.writestr(entry, file.read(), compresslevel=9)
' "$OLDPWD/$out/$1.zip")
}
folder "scree-$version-windows-x86-64" mingw scree.exe
x86_64-w64-mingw32-strip build/release-work/*/scree.exe
touch -d "@$SOURCE_DATE_EPOCH" build/release-work/*/scree.exe
zip_it "scree-$version-windows-x86-64"

# For programs of others on Windows: the library, what links it, its headers.
dev=build/release-work/scree-$version-windows-x86-64-dev
rm -rf build/release-work
mkdir -p "$dev/bin" "$dev/lib"
cp build/mingw/api/libscree.dll "$dev/bin/"
cp build/mingw/api/libscree.dll.a "$dev/lib/"
{
    printf 'LIBRARY libscree.dll\nEXPORTS\n'
    x86_64-w64-mingw32-objdump -p build/mingw/api/libscree.dll | sed -n 's/^\t\[ *[0-9]*\].* \(scree_[a-z0-9_]*\)$/\1/p' | sort -u
} >"$dev/lib/libscree.def"
grep -q '^scree_plan_create$' "$dev/lib/libscree.def"
cp -r include "$dev/"
cp LICENSE build/mingw/about/licenses.txt docs/library.md "$dev/"
x86_64-w64-mingw32-strip "$dev/bin/libscree.dll"
zip_it "scree-$version-windows-x86-64-dev"

rm -rf build/release-work
mkdir -p build/release-work
cp -r build/site "build/release-work/scree-$version-site"
zip_it "scree-$version-site"

folder "scree-$version-linux-x86-64" static scree
strip build/release-work/*/scree
touch -d "@$SOURCE_DATE_EPOCH" build/release-work/*/scree
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -C build/release-work -c \
    "scree-$version-linux-x86-64" | gzip -9n >"$out/scree-$version-linux-x86-64.tar.gz"
rm -rf build/release-work
cp build/packages/*.deb "$out/"
cp "$packed" "$page" "$out/"
scripts/wheel.sh "$out"
scripts/sbom.py "$out" >build/release-work.json
mv build/release-work.json "$out/scree-$version.spdx.json"
(cd "$out" && sha256sum -- * >SHA256SUMS)
ls -l "$out"

# The notes are the version's part of CHANGELOG.md, and the digest that a step of a workflow can ask for.
notes=build/release-notes.md
sed -n "/^## ${version//./\\.}\\b/,/^## /{/^## /d;p}" CHANGELOG.md >"$notes"
[ -s "$notes" ] || { echo "release.sh: CHANGELOG.md has no part for $version" >&2; exit 1; }
printf '\nSHA-256 of SHA256SUMS: `%s`\n' "$(sha256sum <"$out/SHA256SUMS" | cut -d ' ' -f 1)" >>"$notes"
rm -rf build/release-recipes
scripts/recipes.py "$out" build/release-recipes
home=$(cat packaging/home)
cat <<END

Made: $out, $notes, build/release-recipes. What is left:
1. tests/packages/check.sh $out build/release/cli/scree    (as a whole, with its setup: scripts/tier.sh packages)
2. git tag v$version and push it
3. upload every file of $out to $home/releases/new?tag=v$version, with $notes as its text
4. offer build/release-recipes to the package managers (docs/building.md)
END
