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
trap 'rm -rf "$work" "$work.stdout" "$work.stderr"' EXIT
cd "$work"

"$scree" bake "$example.ter" "$example.srf" -o out --only beamng -q
print_all() { find . -type f ! -name stderr -exec sha256sum {} + | sort; }
before=$(print_all)

refused=0
failed=0
for expect in "$invalid"/ter/*.txt "$invalid"/srf/*.txt "$invalid"/heights/*.txt; do
    # Options, if there is a line of them; the code and the byte; the message.
    {
        IFS= read -r answer
        options=
        case $answer in "options: "*) options=${answer#options: } && IFS= read -r answer ;; esac
        IFS= read -r message || true
    } <"$expect"
    # "max_points N" is a limit that only the library can be given.
    case $options in *max_points*) continue ;; esac
    case $answer in
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
    offset=${answer#* }
    # The library names options as members of its structs, the program has words of its own for them.
    case $message in *"{"*)
        message=$(echo "$message" | sed '
            s/{cell_m}/--cell METRES/g
            s/{fill_m}/--nodata fill=METRES/g
            s/{keep_missing}/--nodata keep/g
            s/{fill_smooth}/--nodata fill=smooth/g
            s/{height_range_m}/--height-range LO HI/g
            s/{max_height_m}/--max-height METRES/g
            s/{raw}/--raw u16 or --raw f32/g
            s/{raw_width}/--raw-size WxH/g
            s/{square_m}/--square-size METRES/g')
        ;;
    esac
    exit_code=3
    case $answer in SCREE_BAD_ARGUMENT*) exit_code=2 ;; esac
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
    "$scree" bake "$terrain" "$surface" $options -o out --force >"$work.stdout" 2>"$work.stderr" || status=$?
    said= more=
    { IFS= read -r said && ! IFS= read -r more && [ -z "$more" ]; } <"$work.stderr" || status="$status, lines"
    if [ "$status" != $exit_code ] || [ -s "$work.stdout" ]; then
        echo "$input: exit $status, expected $exit_code and one line on stderr:"
        cat "$work.stdout" "$work.stderr"
        failed=$((failed + 1))
    fi
    case $said in
    "scree: "*"${input##*/}: $message") ;;
    # Who names no terrain of a known kind is told which other kinds there are.
    "scree: "*"${input##*/}: $message (or PNG, TIFF, PGM, ASCII grid, HF2, .hgt with its name)") ;;
    # A terrain in the surface map's place or the other way round: the program says so itself.
    "scree: "*"${input##*/}: holds a "*": the terrain comes first, then the surface map") ;;
    *)
        echo "$input: expected ...: $message"
        cat "$work.stderr"
        failed=$((failed + 1))
        ;;
    esac
    refused=$((refused + 1))
done

if [ "$before" != "$(print_all)" ] || [ "$(ls -A)" != out ]; then
    echo "a refused input changed the folder:"
    ls -AR
    failed=$((failed + 1))
fi
echo "$refused inputs refused"
[ $refused -ge 25 ] && [ $failed = 0 ]
