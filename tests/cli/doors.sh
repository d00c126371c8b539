#!/bin/sh
# doors.sh SCREE SOURCE-ROOT MAKE_GROUNDS: what README.md and docs/tutorial.md tell people to type is
# run as it stands there, in folders with nothing but the files that they are said to have: every line
# that begins with "scree". What the lines promise must be there afterwards.
set -eu
scree=$1 root=$2 make_grounds=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$scree" "$work/bin/scree"
PATH=$work/bin:$PATH
# lines FILE [HEADING]: the commands of a page, or of one of its sections, with what continues them.
lines() {
    awk -v heading="## ${2:-}" '
        /^## / { on = ($0 == heading) }
        (on || heading == "## ") && /^    scree / { sub(/^    /, ""); print }' "$1"
}
# run WHERE COMMANDS: each in turn; a failing one ends the test. The studio runs until somebody ends it:
# cli/studio has tests of its own.
run() {
    cd "$work/$1"
    while IFS= read -r line; do
        case $line in "scree studio "*) continue ;; esac
        sh -c "$line" >said 2>&1 </dev/null || { echo "$1: $line: ended with $?"; cat said; exit 1; }
    done <"$work/$2"
}
# wants COUNT FILE: so many lines were found in the page.
wants() {
    [ "$(wc -l <"$work/$2")" = "$1" ] || { echo "expected $1 commands:"; cat "$work/$2"; exit 1; }
}
is_zip() {
    [ "$(head -c 2 "$1")" = PK ] && [ "$(wc -c <"$1")" -gt 1000000 ] || { echo "$1: no zip"; exit 1; }
}
is_png() {
    scree info "$1" --cell 1 --height-range 0 1 2>&1 | grep -q "$2" ||
        { echo "$1: is not a PNG of $2"; exit 1; }
}

# The heightmap is what the script makes: the samples, as a PNG has other bytes with another compressor.
mkdir "$work/made"
cd "$work/made"
"$make_grounds" mountains mountains.ter
scree convert mountains.ter made.png --resample 513 -q
scree convert made.png made.r16 --cell 4 --height-range 0 300 -q
scree convert "$root/examples/heightmap.png" kept.r16 --cell 4 --height-range 0 300 -q
cmp made.r16 kept.r16

# The three doors.
mkdir "$work/heightmap" "$work/terragen" "$work/level" "$work/more" "$work/tutorial"
cp "$root/examples/heightmap.png" "$work/heightmap"
lines "$root/README.md" 'I have a heightmap' >"$work/commands"
wants 3 commands
run heightmap commands
test "$(head -c 4 land.png | tail -c 3)" = PNG
is_zip my_land.zip
is_zip my_terrain.zip

# The real place needs the sample that README.md's files are, and is left out without it.
lines "$root/README.md" 'I want a real place' >"$work/commands"
wants 1 commands
sample=${SCREE_SAMPLES:-}/andorra
if [ -e "$sample/andorra.osm.pbf" ] && command -v python3 >/dev/null; then
    mkdir "$work/place"
    cp "$sample/andorra.osm.pbf" "$work/place"
    python3 -m zipfile -e "$sample/N42E001.hgt.zip" "$work/place"
    run place commands
    is_zip andorra.zip
else
    echo "without the sample andorra: 'I want a real place' is not run"
fi

cp "$root/examples/island.ter" "$work/terragen/MyLand.ter"
cp "$root/examples/island.srf" "$work/terragen/MyLand.srf"
lines "$root/README.md" 'I have Terragen files' >"$work/commands"
wants 2 commands
run terragen commands
test "$(head -c 4 map.png | tail -c 3)" = PNG
is_zip myland.zip

cd "$work/level"
scree export beamng ../heightmap/heightmap.png --style temperate --cell 4 --height-range 0 300 \
    -o my_level -q
cp my_level/theTerrain.ter before.ter
lines "$root/README.md" 'I have a level' >"$work/commands"
wants 2 commands
run level commands
grep -q '^Desert\|^Sand\|^Dune' said || { echo "no sand in the desert:"; cat said; exit 1; }
cmp my_level/theTerrain.ter before.ter
# ... and without --dry-run the level gets it.
sed -n '2s/ --dry-run//p' "$work/commands" >"$work/for-good"
wants 1 for-good
run level for-good
if cmp -s my_level/theTerrain.ter before.ter; then echo "the level did not change"; exit 1; fi

# The list of other commands.
cp "$work/terragen/MyLand.ter" "$work/terragen/MyLand.srf" "$work/more"
cp "$root/examples/island-roads.json" "$work/more/roads.json"
cd "$work/more"
cp MyLand.srf old.srf
scree set old.srf Snow.altitude.min=150m --terrain MyLand.ter -o new.srf -q
lines "$root/README.md" 'What else it does' | sed 's/--html report.html/& || test $? = 10/' >"$work/commands"
[ "$(wc -l <"$work/commands")" -ge 8 ]
run more commands
test -s report.html -a -s baked/manifest.json -a -s map.srf.json

# Every command of README is in one of these.
lines "$root/README.md" | grep -vc '^scree export beamng SURFACE' >"$work/all"
[ "$(cat "$work/all")" = $((3 + 1 + 2 + 2 + $(wc -l <"$work/commands"))) ] ||
    { echo "README.md has commands that no section of this test runs"; exit 1; }

# The tutorial, from the PNG of 2049 x 2049 on.
cp "$root/examples/heightmap.png" "$work/tutorial"
sed -n '/^    {$/,/^    }$/s/^    //p' "$root/docs/tutorial.md" >"$work/tutorial/roads.json"
lines "$root/docs/tutorial.md" >"$work/commands"
wants 12 commands
run tutorial commands
is_png heights.png '2049 x 2049'
is_png graded.png '2049 x 2049'
if cmp -s heights.png graded.png; then echo "the ground did not change"; exit 1; fi
is_zip my_land.zip
is_zip my_terrain.zip
grep -q 220 map.srf.json
