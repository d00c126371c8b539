#!/usr/bin/env bash
# determinism.sh [--check | --write] [PRESET...]: the table of docs/determinism.md, of the builds that are
# there (build/PRESET, configured; default: all of them). Each is built whole, of the sources as they are;
# then it counts the golden cases, and the kernels and unit tests that hold, and compares the files of
# bakes, exports, graded ground, meshes and pictures with those of build/release, for each instruction set
# that can run here, and where nothing is emulated with other threads and tiles. --check compares the rows with those in the page, --write puts them there; rows of
# builds that are not named stay. Something that differs is an exit code of 1 in any case.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
page=docs/determinism.md
act=print
case ${1:-} in
--check | --write)
    act=${1#--}
    shift
    ;;
esac
all="release clang-native static mingw wasm aarch64 i386 riscv64 s390x"
presets=${*:-$all}
export OMP_WAIT_POLICY=passive # as the presets' tests have it

start() { # PRESET PROGRAM: how a program of that build is started
    case $1 in
    wasm) echo "node $root/build/$1/$2.js" ;;
    mingw) echo "$root/scripts/wine.sh $root/build/$1/$2.exe" ;;
    aarch64 | s390x | riscv64) echo "qemu-$1-static $root/build/$1/$2" ;;
    *) echo "$root/build/$1/$2" ;;
    esac
}
# Processors that are emulated, at a hundredth of their speed: golden cases in one way; their builds have
# the unit tests that are quick (tests/unit/CMakeLists.txt).
is_emulated() { case $1 in aarch64 | s390x | riscv64) true ;; *) false ;; esac }
name() {
    case $1 in
    release) echo "Linux, x86-64, GCC" ;;
    clang-native) echo "Linux, x86-64, Clang, -march=native" ;;
    static) echo "Linux, x86-64, one program without libraries" ;;
    mingw) echo "Windows, x86-64, GCC of mingw-w64, under wine" ;;
    wasm) echo "WebAssembly, Clang of emscripten, under node" ;;
    aarch64) echo "Linux, arm64 (NEON), GCC, under qemu" ;;
    s390x) echo "Linux, s390x (big-endian), GCC, under qemu" ;;
    riscv64) echo "Linux, riscv64, GCC, under qemu" ;;
    i386) echo "Linux, i386 (SSE2), GCC" ;;
    *) echo "$1" ;;
    esac
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
has_isa() { # ISA COMMAND...: that build has that instruction set, and this machine
    local isa=$1
    shift
    "$@" bake examples/island.ter examples/island.srf -o "$work/none" -q --force --size 16 --isa "$isa" </dev/null >/dev/null 2>&1
}
make_files() { # FOLDER WAY COMMAND...: files of every kind, in a folder; a way is options of a build's evaluation
    local out=$1 way
    read -r -a way <<<"$2"
    shift 2
    mkdir -p "$out"
    cp examples/island.ter examples/island.srf examples/island-roads.json "$out/"
    cat >"$out/world.srf.json" <<'EOF'
{"format": "scree-surface-2", "container": "world", "scene": {"sun": {"heading": 241.526, "altitude": 12.583}},
 "root": {"name": "Rock", "children": [
  {"name": "Lee", "colour": [40, 90, 30], "aspect": {"toward": 30, "spread": 60, "fuzziness": 20, "level": 0.5}},
  {"name": "Ridge", "colour": [200, 200, 200], "position": {"size": 300, "unit": "m", "min": {"at": 3, "fuzziness": 5, "unit": "m"}}}]}}
EOF
    (
        cd "$out" &&
            "$@" bake island.ter island.srf -o baked -q "${way[@]}" &&
            "$@" convert island.ter heights.png -q &&
            "$@" bake island.ter island.srf -o tiffs -q "${way[@]}" --format tiff16 --only masks --size 100 &&
            "$@" bake island.ter world.srf.json -o maps -q "${way[@]}" --only masks --size 320 \
                --maps height,normal,slope,curvature,ao,flow,relief &&
            "$@" convert island.ter mesh.glb -q --decimate 4 &&
            "$@" grade island.ter --roads island-roads.json -o graded.ter -q "${way[@]}" &&
            "$@" export ror island.ter island.srf -o island.zip -q "${way[@]}" &&
            "$@" export beamng island.ter island.srf -o level --name island -q "${way[@]}" &&
            "$@" export godot island.ter world.srf.json -o godot --name world -q "${way[@]}" --resample 64 &&
            "$@" export unity island.ter world.srf.json -o unity --name world -q "${way[@]}" --resample 65 --size 64 &&
            "$@" export web island.ter world.srf.json -o web --name world -q "${way[@]}" --resample 64 --size 64 &&
            "$@" render island.ter island.srf -o seen.png --size 320x180 -q "${way[@]}" &&
            "$@" render island.ter world.srf.json -o sky.png --size 96x54 -q "${way[@]}" &&
            "$@" preview island.ter island.srf -o above.png --size 256 -q "${way[@]}"
    ) </dev/null >"$work/log" 2>&1 || {
        tail -n 3 "$work/log" >&2
        return 1
    }
}
same_files() { # PRESET COMMAND...: the instruction sets that make the files of build/release, threads and tiles
    local preset=$1 isa way equal='' ways=("--threads 1" "--threads 3 --tile 19")
    shift
    is_same() { # WAY COMMAND...
        local same=0
        make_files "$work/$preset" "$@" && diff -r "$work/release-files" "$work/$preset" >&2 || same=1
        rm -rf "${work:?}/$preset"
        return $same
    }
    for isa in baseline x86-64-v3 skylake-avx512; do
        [ "$isa" = baseline ] || has_isa "$isa" "$@" || continue
        equal=$equal${equal:+, }$isa
        is_same "--isa $isa" "$@" || equal="$equal DIFFERS"
    done
    if is_emulated "$preset"; then ways=(); fi
    if [ "$preset" = wasm ]; then ways=("--tile 19"); fi # it has one thread
    for way in "${ways[@]}"; do
        equal="$equal, \`$way\`"
        is_same "$way" "$@" || equal="$equal DIFFERS"
    done
    echo "equal: $equal"
}
holding() { # PASSED ALL: in words
    if [ "$2" = 0 ]; then echo "-"; elif [ "$1" = "$2" ]; then echo "all"; else echo "$1 OF $2"; fi
}
counted() { # PRESET: kernels and unit tests that hold
    local said only=. labels='^(unit|kernels|invalid|windows)$'
    grep -q . "build/$1/tests/CTestTestfile.cmake" 2>/dev/null || { echo "-"; return; }
    if [ "$1" = mingw ]; then only='windows/(test_|.*_rows)'; fi
    said=$(ctest --test-dir "build/$1" -L "$labels" -R "$only" -j "$(nproc)" 2>/dev/null || true)
    # shellcheck disable=SC2046 # two numbers
    holding $(echo "$said" | awk '
        /\*\*\*Skipped/ { skipped++ }
        /\*\*\*/ && !/\*\*\*Skipped/ { failed++; print > "/dev/stderr" }
        / tests passed, | tests failed out of / { match($0, /out of [0-9]+/); all = substr($0, RSTART + 7, RLENGTH - 7) }
        END { all += 0; print all - failed - skipped, all - skipped }')
}
golden() { # PRESET: cases whose digests are those of golden/
    local all=0 good=0 case once=
    read -r -a command <<<"$(start "$1" tests/golden/golden)"
    if [ "$1" = mingw ]; then read -r -a command <<<"$(start "$1" tests/windows/golden)"; fi
    [ -e "${command[-1]}" ] || { echo "-"; return; }
    if is_emulated "$1"; then once=--once; fi
    # Those of this program; golden/ has others.
    for case in $(sed -n '/^set(SCREE_GOLDEN_CASES/,/)/p' tests/golden/cases.cmake | sed 's/^set([A-Z_]*//; s/)$//'); do
        all=$((all + 1))
        if "${command[@]}" golden "$work" "$case" $once >"$work/said" 2>&1 </dev/null; then good=$((good + 1))
        else echo "$1: $case" >&2; tail -n 3 "$work/said" >&2; fi
    done
    echo "$good of $all${once:+, each in one way}"
}

build() { # PRESET: a test whose program is missing or older than its source would say nothing
    local target=all
    if [ "$1" = static ]; then target=scree; fi # a library that is shared cannot be made of those
    cmake --build --preset "$1" --target "$target" >"$work/built" 2>&1 || {
        tail -n 20 "$work/built" >&2
        echo "determinism.sh: build/$1 does not build" >&2
        exit 1
    }
}
for preset in release $presets; do [ ! -e "build/$preset/build.ninja" ] || build "$preset"; done
make_files "$work/release-files" "--isa baseline" "$root/build/release/cli/scree"
{
    for preset in $presets; do
        read -r -a command <<<"$(start "$preset" cli/scree)"
        [ -e "${command[-1]}" ] || continue
        echo "| $(name "$preset") | $(golden "$preset") | $(counted "$preset") | $(same_files "$preset" "${command[@]}") |"
    done
} >"$work/rows"
cat "$work/rows"
between() { sed -n '/^<!-- determinism.sh/,/^<!-- end/p' "$page" | sed '1d;$d'; }
{ # the rows of now, and those in the page of builds that were not asked for
    echo "| build | golden cases | kernels, unit tests | files of bakes, exports, graded ground, meshes and pictures, byte for byte those of the first |"
    echo "|---|---|---|---|"
    for preset in $all; do
        from=$work/rows
        if [[ " $presets " != *" $preset "* ]]; then
            between >"$work/page"
            from=$work/page
        fi
        grep -F "| $(name "$preset") |" "$from" || true
    done
} >"$work/table"
case $act in
check) between | diff - "$work/table" || { echo "determinism.sh: the table in $page is another" >&2; exit 1; } ;;
write)
    sed -i -e "/^<!-- determinism.sh/r $work/table" -e '/^<!-- determinism.sh/,/^<!-- end/{/^|/d}' "$page"
    ;;
esac
! grep -qE 'DIFFERS| OF ' "$work/rows" && awk -F'|' '$3 ~ / of / { split($3, n, " "); if (n[1] != n[3] + 0) exit 1 }' "$work/rows"
