#!/bin/sh
# golden_claims.sh SCREE SOURCE-ROOT: the golden cases are run by scree test, too; the digests that it
# finds there are those of golden/*/expect.txt, worked out here by sha256sum.
set -eu
scree=$1
cd "$2"
"$scree" test tests/golden/cases.test
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
for case in island island-coarse island-fine island-vertices relief relief-vertices; do
    get() { sed -n "s/^$1 //p" "golden/$case/case.txt"; }
    depth=$(get depth)
    # The names of materials are in the manifest of any bake with this depth.
    "$scree" bake "golden/$case/$(get terrain)" "golden/$case/$(get surface)" -o "$folder/$case" \
        --only masks --size 40 --depth "${depth:-1000}" -q
    sed -n '/^  "materials"/,/^  "blend"/s/^      "name": "\(.*\)",$/\1/p' \
        "$folder/$case/manifest.json" >"$folder/names"
    sed -n 's/^weight8-/weight-/p' "golden/$case/expect.txt" |
        awk '{ print $1 " " $2 "x" $3 " " $4 " " $5 }' | paste -d ' ' - "$folder/names" >"$folder/lines"
    digest=$(sha256sum "$folder/lines" | cut -d ' ' -f 1)
    grep -q "^$case: digest = $digest\$" tests/golden/cases.test || {
        echo "$case: expect.txt makes the digest $digest, which tests/golden/cases.test has not:"
        cat "$folder/lines"
        failed=1
    }
done
exit $failed
