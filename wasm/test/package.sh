#!/bin/sh
# package.sh NATIVE: packs the npm package, installs it in an empty folder, and compares what it makes
# there with what NATIVE, the program of this system, makes of the same: byte for byte.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
native=$1
[ -x "$native" ] || { echo "$native is not there: cmake --workflow --preset release" >&2; exit 1; }
sh "$root/wasm/pack.sh"
package=$(ls "$root"/build/wasm/npm/scree-*.tgz)
size=$(wc -c <"$package")
echo "$(basename "$package"): $size bytes"
[ "$size" -lt 3000000 ] || { echo "it is not below 3 MB"; exit 1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir user native script
cp "$root/examples/island.ter" "$root/examples/island.srf" user/
cp user/* native/
cd user
npm init -y >/dev/null 2>&1
npm install --no-audit --no-fund --loglevel=error --offline "$package"
[ "$(npx --no-install scree --version | head -n 1)" = "$("$native" --version | head -n 1)" ] || { echo "versions differ"; exit 1; }

make() { # COMMAND...
    "$@" bake island.ter island.srf -o baked -q
    "$@" bake island.ter island.srf -o tiffs -q --format tiff16 --only masks --size 300x200
    "$@" export ror island.ter island.srf -o terrain --folder -q
    "$@" export ror island.ter island.srf -o island.zip -q
    "$@" export beamng island.ter island.srf -o level --name island -q
    "$@" render island.ter island.srf -o seen.png --size 320x180 -q
    "$@" preview island.ter island.srf -o above.png --size 256 -q
    "$@" preview island.ter --style island,water=0 -o styled.png --size 64 -q # two outputs in one folder
    "$@" probe island.ter island.srf --at 900,1250 --json >probed.json
    "$@" info - <island.ter >told.txt
    "$@" convert island.ter island.png -q
    "$@" bake island.ter island.srf -o baked -q --force --size 100
    "$@" verify baked -q
}
make npx --no-install scree
planted() {
    "$@" export ror island.ter island.srf -o planted --folder -q --grip fine --water 3 --start 900E,1250S --title 'A land' --plants plants.json
    "$@" export beamng island.ter island.srf -o bare --name island -q --grip fine --water -2 --start 900E,1250S --title 'A land' --description 'By the sea' --no-plants --hole-layer Snow
}
grown() {
    cp "$root/examples/island-roads.json" roads.json
    "$@" grade island.ter --roads roads.json -o graded.ter -q
    "$@" plants island.ter island.srf -o grown.csv --plants plants.json --water 3 -q
    "$@" plants island.ter island.srf -o grown.geojson --plants plants.json --water 3 -q
    "$@" new island.ter --style island --water 0 --seed 4294967295 -o seeded.srf.json -q
    "$@" convert island.ter mesh.glb --surface island.srf --decimate 4 -q
    "$@" set island.srf Snow.altitude.min=100m --terrain island.ter -o changed.srf -q
    "$@" diff island.srf changed.srf --terrain island.ter --size 64 --fail area=0.1% --json >differs.json || [ $? = 11 ]
}
engine() { # KEY: with the options that scree.test.mjs gives it
    key=$1
    command=$key
    case $key in
    spring) set -- --water 3 --plants plants.json ;;
    godot) set -- --layers 4 --tile-points 128 ;;
    hterrain) command=godot && set -- --plugin hterrain --layers 4 --resample 129 ;;
    unreal) set -- --tile-points 127 ;;
    unity) set -- --layers 3 --size 128 ;;
    web) set -- --resample 100 --size 128 --relief 1 ;;
    farming-simulator) set -- --layers 2 --size 256 ;;
    *) set -- ;;
    esac
    "$native" export "$command" island.ter island.srf -o "engine-$key" --name land -q "$@"
}
engines() {
    for key in $(sed -n 's/.*\.key = "\([^"]*\)".*/\1/p' "$root/engines/engines_profiles.c"); do engine "$key"; done
}
cp "$root/wasm/test/plants.json" ../native/
(cd ../native && make "$native" && planted "$native" && grown "$native" && engines)
for made in baked tiffs terrain island.zip level seen.png above.png styled.png styled.srf.json probed.json told.txt island.png; do
    diff -r "$made" "../native/$made" || { echo "$made: the bytes differ"; exit 1; }
    echo "$made: the bytes of the program of this system"
done
[ -z "$(find . -name '.*scree-staging')" ]

cp "$root"/wasm/test/*.test.mjs .
SCREE_NATIVE_FILES=$work/native SCREE_SOURCE=$root node --test ./
