#!/bin/sh
# doc_example.sh SCREE SOURCE-ROOT: the test file that docs/testing-your-maps.md builds up is run as it
# says there, on the example island; and so are the steps of the job for pull requests, in a
# repository whose branch changes a map. Without git the job is left out and the test is skipped.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/maps"
cp "$2/examples/island.ter" "$2/examples/island.srf" "$folder/maps"
doc=$2/docs/testing-your-maps.md
sed -n '/^       # What this file is about/,/^       pin: digest/{s/^       //;p;}' "$doc" \
    >"$folder/maps/island.test"
cd "$folder"
grep -q '^pin: digest = 0' maps/island.test
status=0
"$1" test maps/island.test >said || status=$?
[ "$status" = 10 ] && grep -q ' 7 claims, 2 failed;' said || { cat said; exit 1; }
"$1" test maps/island.test --accept beach --accept pin
"$1" test maps/island.test
# A change of coverage is found.
"$1" set maps/island.srf Snow.altitude.min=130m --terrain maps/island.ter -o maps/island.srf --force -q
status=0
"$1" test maps/island.test --format github >said || status=$?
cat said
[ "$status" = 10 ] && grep -q '^::error file=maps/island.test,line=6,' said
# The page shows what is really said.
sed -n '/^maps.island.test:6:/{N;p;}' said >shown
[ "$(wc -l <shown)" = 2 ]
while IFS= read -r line; do
    grep -qF "       $line" "$doc" || { echo "not in the page: $line"; exit 1; }
done <shown

# ---- the job ----

command -v git >/dev/null || { echo "SKIPPED: no git for the job"; exit 77; }
# step NAME: what the step of that name runs.
step() {
    awk -v name="    - name: $1" '
        index($0, name) { on = 1; next }
        on && /^          - / { exit }
        on && sub(/^ *run: /, "") { inside = 1; if ($0 != "|") print; next }
        inside
        /^[^ ]/ { on = 0 }' "$doc"
}
mkdir -p job/scree/build/release/cli job/game
ln -s "$1" job/scree/build/release/cli/scree
cp -R maps job/game
cp "$2/examples/island.srf" job/game/maps
cd job/game
git init -q
git -c user.name=a -c user.email=a@b.example add maps
git -c user.name=a -c user.email=a@b.example commit -qm before
git update-ref refs/remotes/origin/main HEAD
GITHUB_BASE_REF=main
export GITHUB_BASE_REF
# run NAME EXPECTED: the step as a job runs it, and how it must end.
run() {
    status=0
    step "$1" >../step
    [ -s ../step ] || { echo "no step: $1"; exit 1; }
    sh -e ../step >../said 2>&1 || status=$?
    [ "$status" = "$2" ] || { echo "$1 ended with $status:"; cat ../step ../said; exit 1; }
}
run 'Test the maps' 0
run 'Show what changed' 0
rm ./*.html
"$1" set maps/island.srf Snow.altitude.min=130m --terrain maps/island.ter -o maps/island.srf --force -q
run 'Test the maps' 10
grep -q '^::error file=maps/island.test,line=6,' ../said
run 'Show what changed' 0
grep -q 'altitude.min' report.html && test -s claims.html
