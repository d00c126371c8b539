#!/bin/sh
# plants.sh SCREE SOURCE-ROOT OUT-FOLDER [--write]: the places of golden/plants/case.txt in ways that
# must not matter; digests of the tables must be those of expect.txt. What differs stays in OUT-FOLDER.
set -eu
scree=$1 root=$2 out=$3 write=${4:-}
mkdir -p "$out"
golden=$root/golden/plants
expect=$golden/expect.txt

# make WAY OPTIONS...: a line of name, number of plants and SHA-256 for each case.
make() {
    way=$1
    shift
    sed "/^#/d; /^\$/d; s,LIST,$golden/list.json,; s,ROADS,$golden/roads.json," "$golden/case.txt" |
        while read -r name options; do
            table=$out/$name-$way.csv
            # shellcheck disable=SC2086 # options are words
            "$scree" plants "$root/examples/island.ter" "$root/examples/island.srf" -q --force \
                -o "$table" $options "$@" < /dev/null
            echo "$name $(($(wc -l < "$table") - 1)) $(sha256sum < "$table" | cut -c1-64)"
        done
}

what=places ending=csv
. "$root/tests/golden/ways.sh"
compare usual
compare one-thread --threads 1 --tile 13
compare baseline --isa baseline --threads 3 --tile 200
compare everything --no-cull --threads 8
exit $status
