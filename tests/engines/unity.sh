#!/bin/sh
# unity.sh SCREE SOURCE: the Editor script of an export compiles under Mono against declarations of
# what it takes of Unity, with the rules of newer versions and without.
set -eu
scree=$1 source=$2
command -v mcs >/dev/null || { echo "SKIPPED: no mcs (Debian: mono-mcs)"; exit 77; }
folder=$(mktemp -d "${TMPDIR:-/tmp}/scree-unity.XXXXXX")
trap 'rm -rf "$folder"' EXIT
"$scree" export unity "$source/examples/island.ter" "$source/examples/island.srf" -o "$folder/land" -q \
    --layers 2 --resample 33
for version in OLD UNITY_7000_0_OR_NEWER; do
    mcs -target:library -warnaserror+ "-define:$version" "-out:$folder/$version.dll" \
        "$folder/land/Editor/ScreeTerrainImporter.cs" "$source/tests/engines/UnityStubs.cs"
    test -s "$folder/$version.dll"
done
echo "both compile"
