# heights.sh: sourced by tests of heights that GDAL writes. They give $scree and $inputs, the program
# heights_inputs; it leaves them in a new folder with what that wrote, independently: f.asc and the
# rest, and the truth, f.r32, 32 x 32 floats, north first. Skips without GDAL's programs.
if ! command -v gdal_translate >/dev/null || ! command -v gdalinfo >/dev/null; then
    echo "SKIPPED: no gdal_translate (package gdal-bin)" >&2
    exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export GDAL_PAM_ENABLED=NO # no .aux.xml beside the files
cd "$folder"
"$inputs"
failed=0

gdal() { gdal_translate -q "$@" 2>/dev/null; }

# reads FILE TRUTH.r32 OPTION...: as floats in metres the file is the truth.
reads() {
    file=$1 truth=$2
    shift 2
    "$scree" convert "$file" found.r32 --force -q "$@"
    cmp found.r32 "$truth" || { echo "$file: heights differ"; failed=1; }
}
