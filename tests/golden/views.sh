#!/bin/sh
# views.sh SCREE PNG_DIGEST SOURCE-ROOT OUT-FOLDER [--write]: every picture of golden/views/case.txt
# in ways that must not matter; digests of samples must be those of expect.txt. What was found stays
# in OUT-FOLDER.
set -eu
scree=$1 digest=$2 root=$3 out=$4 write=${5:-}
mkdir -p "$out"
island="$root/examples/island.ter $root/examples/island.srf"
expect=$root/golden/views/expect.txt

# make WAY OPTIONS...: the pictures of the case, as lines of digests. Each has WAY in its file's name.
make() {
    way=$1
    shift
    sed "/^#/d; /^\$/d; s,ROADS,$root/golden/views/roads.json," "$root/golden/views/case.txt" | while read -r name verb options; do
        # shellcheck disable=SC2086 # options are words
        "$scree" "$verb" $island -q --force -o "$out/$name-$way.png" $options "$@" < /dev/null
        "$digest" "$out/$name-$way.png" "$name"
    done
}

what=pictures ending=png
. "$root/tests/golden/ways.sh"
compare usual
compare one-thread --threads 1 --tile 13
compare baseline --isa baseline --threads 3
compare everything --no-cull --tile 200 --threads 2
# A set of instructions that this machine has not got is refused, with 2.
if "$scree" preview $island -q --force -o "$out/try.png" --size 8 --isa x86-64-v3 2> /dev/null; then
    compare v3 --isa x86-64-v3
fi
exit $status
