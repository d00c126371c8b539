#!/bin/sh
# doc_example.sh SCREE SOURCE-ROOT: the test file that docs/testing-your-maps.md builds up is run as it
# says there, on the example island.
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
