#!/bin/sh
# every_invalid.sh SCREE INVALID-FOLDER EXAMPLE-BASE [tiff]: bakes with every input of tests/invalid,
# those that are TIFF only if asked to.
#
# A refused one must end with exit 3 (2 if an option is missing) and exactly the one line that the
# text beside it states, leave the output of an earlier run as it was, byte for byte, and no file
# anywhere else.
set -eu
scree=$1 invalid=$2 example=$3 tiff=${4:-}
work=$(mktemp -d)
trap 'rm -rf "$work" "$work.answer"' EXIT
cd "$work"

"$scree" bake "$example.ter" "$example.srf" -o out --only beamng -q
print_all() { find . -type f ! -name stderr -exec sha256sum {} + | sort; }
before=$(print_all)

refused=0
failed=0
for expect in "$invalid"/ter/*.txt "$invalid"/srf/*.txt "$invalid"/heights/*.txt; do
    options=$(sed -n '1s/^options: //p' "$expect")
    sed '1{/^options: /d;}' "$expect" >"$work.answer"
    # "max_points N" is a limit that only the library can be given.
    case $options in *max_points*) continue ;; esac
    case $(head -n 1 "$work.answer") in
    SCREE_*) ;;
    *) continue ;;
    esac
    case $expect in
    # No Terragen files, but the program reads more than those: in heights/ are others like them.
    */ter/06-beamng-* | */ter/08-text.txt | */ter/08-other-binary.txt) continue ;;
    "$invalid"/heights/tiff-*) [ "$tiff" = tiff ] || continue ;;
    esac
    input=${expect%.txt}
    case $expect in
    "$invalid"/ter/*) input=$input.ter terrain=$input surface=$example.srf ;;
    "$invalid"/heights/*) input=$input.bin terrain=$input surface=$example.srf ;;
    *) input=$input.srf terrain=$example.ter surface=$input ;;
    esac
    offset=$(sed -n '1s/^[A-Z_]* //p' "$work.answer")
    # The library names options as members of its structs, the program has words of its own for them.
    message=$(sed -n '2{
        s/{cell_m}/--cell METRES/g
        s/{fill_m}/--nodata fill=METRES/g
        s/{keep_missing}/--nodata keep/g
        s/{fill_smooth}/--nodata fill=smooth/g
        s/{height_range_m}/--height-range LO HI/g
        s/{max_height_m}/--max-height METRES/g
        s/{raw}/--raw u16 or --raw f32/g
        s/{raw_width}/--raw-size WxH/g
        s/{square_m}/--square-size METRES/g
        p
    }' "$work.answer")
    exit_code=3
    case $(head -n 1 "$work.answer") in SCREE_BAD_ARGUMENT*) exit_code=2 ;; esac
    # What the reader of files calls JSON, the program takes for the text form.
    case $message in
    "is JSON text,"*)
        offset=-
        message='line 1, column 1: "format" is missing, expected "format": "scree-surface-2"'
        ;;
    esac
    # Long names of files keep their tail: compare what follows the name.
    [ "$offset" = - ] || message="byte $offset: $message"
    status=0
    # shellcheck disable=SC2086 # options are words
    "$scree" bake "$terrain" "$surface" $options -o out --force >stdout 2>stderr || status=$?
    if [ $status != $exit_code ] || [ -s stdout ] || [ "$(wc -l <stderr)" != 1 ]; then
        echo "$input: exit $status, expected $exit_code and one line on stderr:"
        cat stdout stderr
        failed=$((failed + 1))
    fi
    case $(cat stderr) in
    "scree: "*"$(basename "$input"): $message") ;;
    # Who names no terrain of a known kind is told which other kinds there are.
    "scree: "*"$(basename "$input"): $message (or PNG, TIFF, PGM, ASCII grid, HF2, .hgt with its name)") ;;
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
