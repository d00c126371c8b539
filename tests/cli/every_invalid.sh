#!/bin/sh
# every_invalid.sh SCREE INVALID-FOLDER EXAMPLE-BASE: bakes with every input of tests/invalid.
#
# A refused one must end with exit 3 and exactly the one line that the text beside it states, leave
# the output of an earlier run as it was, byte for byte, and no file anywhere else.
set -eu
scree=$1 invalid=$2 example=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

"$scree" bake "$example.ter" "$example.srf" -o out --only beamng -q
print_all() { find . -type f ! -name stderr -exec sha256sum {} + | sort; }
before=$(print_all)

refused=0
failed=0
for expect in "$invalid"/ter/*.txt "$invalid"/srf/*.txt; do
    # A first line "max_points N" means a limit that only the library can be given.
    case $(head -n 1 "$expect") in
    ERR_*) ;;
    *) continue ;;
    esac
    input=${expect%.txt}
    case $expect in
    */ter/*) input=$input.ter terrain=$input surface=$example.srf ;;
    *) input=$input.srf terrain=$example.ter surface=$input ;;
    esac
    offset=$(sed -n '1s/^[A-Z_]* //p' "$expect")
    message=$(sed -n 2p "$expect")
    # What the reader of files calls JSON, the program takes for the text form.
    case $message in
    "is JSON text,"*)
        offset=-
        message='line 1, column 1: "format" is missing, expected "format": "scree-surface-1"'
        ;;
    esac
    # Long names of files keep their tail: compare what follows the name.
    [ "$offset" = - ] || message="byte $offset: $message"
    status=0
    "$scree" bake "$terrain" "$surface" -o out --force >stdout 2>stderr || status=$?
    if [ $status != 3 ] || [ -s stdout ] || [ "$(wc -l <stderr)" != 1 ]; then
        echo "$input: exit $status, expected 3 and one line on stderr:"
        cat stdout stderr
        failed=$((failed + 1))
    fi
    case $(cat stderr) in
    "scree: "*"$(basename "$input"): $message") ;;
    # A terrain in the surface map's place or the other way round: the program says so itself.
    "scree: "*"$(basename "$input"): holds a "*": the terrain comes first, then the surface map") ;;
    *)
        echo "$input: expected ...: $message"
        cat stderr
        failed=$((failed + 1))
        ;;
    esac
    rm -f stdout stderr
    refused=$((refused + 1))
done

if [ "$before" != "$(print_all)" ] || [ "$(ls -A)" != out ]; then
    echo "a refused input changed the folder:"
    ls -AR
    failed=$((failed + 1))
fi
echo "$refused inputs refused"
[ $refused -ge 25 ] && [ $failed = 0 ]
