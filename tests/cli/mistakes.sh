#!/bin/sh
# mistakes.sh SCREE CLI_INPUTS SOURCE-ROOT: the rows of mistakes.txt, what people type and what they
# are told: the exit code, one line on standard error and no other, nothing on standard output, and no
# file made. There are at least sixty, and no two are told the same. Of exports for engines alone there
# are sixty, and some of each way to bake for an engine. "layer" stands for a bake of a map whose second
# layer has what follows, beside small pictures; of those there are eighty.
set -eu
scree=$1 inputs=$2 root=$3
table=$root/tests/cli/mistakes.txt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/in"
ln -s "$scree" "$work/bin/scree"
PATH=$work/bin:$PATH TERM=dumb LC_ALL=C.UTF-8
export PATH TERM LC_ALL
cd "$work/in"
"$inputs"
cp "$root/examples/heightmap.png" h.png
maps=$work/maps
mkdir "$maps" "$maps/level"
cp h.png "$maps/h.png"
cp hills.ter tree.srf "$maps"
: >"$maps/empty.png"
# 4 x 4 pixels: greys of 10 and 20, a red, a palette of two colours, a grey that is seen through.
picture() { echo "$2" | base64 -d >"$maps/$1.png"; }
picture grey iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAAAAACMmsGiAAAAD0lEQVR4nGPg4hIRYUAlAAkkAPGjx+s8AAAAAElFTkSuQmCC
picture colour iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAAEElEQVR4nGP4z8AARwzEcQCukw/x0F8jngAAAABJRU5ErkJggg==
picture palette iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAMAAACeL25MAAAABlBMVEUAAAAJWgmTPo86AAAADklEQVR4nGNgYARCVAIAAGAACZs7M4MAAAAASUVORK5CYII=
picture alpha iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAQAAAAD+Fb1AAAAD0lEQVR4nGPgTIFABtwMAHfsBtHk9GqgAAAAAElFTkSuQmCC
head -c 60 "$maps/grey.png" >"$maps/cut.png"
cp "$maps/grey.png" "$maps/legend.png"
echo 10=Forest >"$maps/legend.txt"
: >empty.srf
mkdir level hills
: >hills/mine.txt
ls -lAR >../before
# What the program lists is named {styles}, {exports} and {engines} in the table, and how many it leaves out N.
list() { tr '\n' ' ' | sed 's/ $//; s/ /, /g'; }
styles=$(scree new --list | sed 's/ .*//' | list)
exports=$(scree help --json | sed -n 's/^ *"name": "export \([a-z0-9-]*\)",$/\1/p' | list)
engines=$(sed -n 's/.*\.key = "\([^"]*\)".*/\1/p' "$root/engines/engines_profiles.c" | list)
count=0 failed=0
while IFS= read -r row; do
    case $row in '#'* | '') continue ;; esac
    code=${row%%" | "*}
    rest=${row#*" | "}
    command=${rest%%" | "*}
    message=${rest#*" | "}
    case $message in *"{styles}"* | *"{exports}"* | *"{engines}"*) message=$(echo "$message" | sed "s/{styles}/$styles/; s/{exports}/$exports/; s/{engines}/$engines/") ;; esac
    case $command in "layer "*)
        printf '{"format": "scree-surface-2", "root": {"name": "Ground", "children": [{"name": "Moss", "coverage": 1, %s}]}}\n' \
            "${command#layer }" >"$maps/m.srf.json"
        command="bake hills.ter ../maps/m.srf.json -o out --size 32"
        ;;
    esac
    found=0
    (eval "scree $command") >../out 2>../err </dev/null || found=$?
    said= more=
    { IFS= read -r said && ! IFS= read -r more && [ -z "$more" ]; } <../err || found="$found and other than one line"
    [ "$said" = "scree: $message" ] || said=$(echo "$said" | sed 's/ and [0-9]* more, not of/ and N more, not of/
        s/^scree: ..\/maps\/m.srf.json: /scree: /
        s/^scree: line 1, column [0-9]*: /scree: /
        s/expected name, colour, .*/expected {keys}/')
    if [ "$found" != "$code" ] || [ -s ../out ] || [ "$said" != "scree: $message" ]; then
        echo "scree $command: ended with $found:"
        cat ../out ../err
        failed=$((failed + 1))
    fi
    count=$((count + 1))
done <"$table"
ls -lAR >../after
cmp -s ../before ../after || { echo "something was made:"; diff ../before ../after || true; exit 1; }
twice=$(sed -n '/^[^#]/s/^[^|]* | [^|]* | //p' "$table" | sort | uniq -d)
[ -z "$twice" ] || { echo "told twice: $twice"; exit 1; }
rows() { # so many rows of a command like this
    grep -c -E -e "^[0-9] \\| [^|]*$1" "$table"
}
of_limits=$(grep -c '^[0-9] | layer ' "$table")
[ "$of_limits" -ge 80 ] || { echo "$of_limits mistakes of limits and masks"; exit 1; }
of_engines=$(rows "export ($(echo "$exports" | sed 's/ror, beamng, //; s/, /|/g')) ")
[ "$of_engines" -ge 60 ] || { echo "$of_engines mistakes of exports for engines"; exit 1; }
for option in --grid --pack --layers --format --maps --rows --name --size --resample --tile-points; do
    [ "$(rows ".*$option( |=|\$)")" -ge 3 ] || { echo "few mistakes of $option"; exit 1; }
done
echo "$count mistakes, $of_engines of exports for engines, $of_limits of limits and masks, $failed told otherwise"
[ "$count" -ge 60 ] && [ "$failed" = 0 ]
