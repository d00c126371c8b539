#!/usr/bin/env bash
# determinism.sh [--check | --write] [PRESET...]: the table of docs/determinism.md, of the builds that are
# there (build/PRESET; default: all of them). For each it counts the golden cases, and the kernels and unit
# tests that hold, and compares the files of a bake, of both exports, of meshes and of pictures with those
# of build/release, for each instruction set that can run here. --check compares the table with the one in
# the page, --write puts it there. Something that differs is an exit code of 1 in any case.
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
presets=${*:-release clang-native static mingw wasm aarch64 i386 riscv64 s390x}

start() { # PRESET PROGRAM: how a program of that build is started
    case $1 in
    wasm) echo "node $root/build/$1/$2.js" ;;
    mingw) echo "$root/scripts/wine.sh $root/build/$1/$2.exe" ;;
    aarch64 | s390x | riscv64) echo "qemu-$1-static $root/build/$1/$2" ;;
    *) echo "$root/build/$1/$2" ;;
    esac
}
# Processors that are emulated: golden cases in one way here (the tiers have the other ways), and of those
# at a hundredth of their speed the unit tests of the modules that read, compute and write.
is_emulated() { case $1 in aarch64 | s390x | riscv64) true ;; *) false ;; esac }
is_slow() { case $1 in s390x | riscv64) true ;; *) false ;; esac }
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
make_files() { # FOLDER ISA COMMAND...: files of every kind, in a folder
    local out=$1 isa=$2
    shift 2
    mkdir -p "$out"
    cp examples/island.ter examples/island.srf "$out/"
    (
        cd "$out"
        "$@" bake island.ter island.srf -o baked -q --isa "$isa"
        "$@" convert island.ter heights.png -q
        "$@" bake island.ter island.srf -o tiffs -q --isa "$isa" --format tiff16 --only masks --size 100
        "$@" convert island.ter mesh.glb -q --decimate 4
        "$@" export ror island.ter island.srf -o island.zip -q --isa "$isa"
        "$@" export beamng island.ter island.srf -o level --name island -q --isa "$isa"
        "$@" render island.ter island.srf -o seen.png --size 320x180 -q --isa "$isa"
        "$@" preview island.ter island.srf -o above.png --size 256 -q --isa "$isa"
    ) </dev/null >"$out.log" 2>&1
}
holding() { # PASSED ALL: in words
    if [ "$2" = 0 ]; then echo "-"; elif [ "$1" = "$2" ]; then echo "all"; else echo "$1 OF $2"; fi
}
counted() { # PRESET: kernels and unit tests that hold
    local said only=. labels='^(unit|kernels|windows)$'
    grep -q . "build/$1/tests/CTestTestfile.cmake" 2>/dev/null || { echo "-"; return; }
    if is_slow "$1"; then only='test_(base|os|ter|srf|srf_write|image|png_read|render|probe|row_stream)$|_rows-'; fi
    if [ "$1" = mingw ]; then only='windows/(test_|.*_rows)'; fi
    said=$(ctest --test-dir "build/$1" -L "$labels" -R "$only" -j "$(nproc)" 2>/dev/null || true)
    # shellcheck disable=SC2046 # two numbers
    holding $(echo "$said" | awk '
        /\*\*\*(Skipped|Not Run)/ { skipped++ }
        /\*\*\*Failed|\*\*\*Exception|\*\*\*Timeout/ { failed++ }
        / tests passed, | tests failed out of / { match($0, /out of [0-9]+/); all = substr($0, RSTART + 7, RLENGTH - 7) }
        END { all += 0; print all - failed - skipped, all - skipped }')
}
golden() { # PRESET: cases whose digests are those of golden/
    local all=0 good=0 case once=
    read -r -a command <<<"$(start "$1" tests/golden/golden)"
    if [ "$1" = mingw ]; then read -r -a command <<<"$(start "$1" tests/windows/golden)"; fi
    [ -e "${command[-1]}" ] || { echo "-"; return; }
    if is_emulated "$1"; then once=--once; fi
    for case in golden/*/expect.txt; do
        case=$(basename "$(dirname "$case")")
        [ "$case" != views ] || continue
        all=$((all + 1))
        if "${command[@]}" golden "$work" "$case" $once >"$work/said" 2>&1 </dev/null; then good=$((good + 1))
        else echo "$1: $case" >&2; tail -n 3 "$work/said" >&2; fi
    done
    echo "$good of $all${once:+, each in one way}"
}

make_files "$work/release" baseline "$root/build/release/cli/scree"
{
    echo "| build | golden cases | kernels, unit tests | files of bakes, exports, meshes and pictures, byte for byte those of the first |"
    echo "|---|---|---|---|"
    for preset in $presets; do
        read -r -a command <<<"$(start "$preset" cli/scree)"
        [ -e "${command[-1]}" ] || continue
        equal=
        for isa in baseline x86-64-v3 skylake-avx512; do
            make_files "$work/$preset-$isa" "$isa" "${command[@]}" || { rm -rf "${work:?}/$preset-$isa"; continue; }
            if diff -r "$work/release" "$work/$preset-$isa" >&2; then equal="$equal${equal:+, }$isa"
            else equal="$equal${equal:+, }$isa DIFFERS"; fi
            rm -rf "${work:?}/$preset-$isa"
        done
        echo "| $(name "$preset") | $(golden "$preset") | $(counted "$preset") | ${equal:+equal: }${equal:--} |"
    done
} >"$work/table"
cat "$work/table"
between() { sed -n '/^<!-- determinism.sh/,/^<!-- end/p' "$page" | sed '1d;$d'; }
case $act in
check) between | diff - "$work/table" || { echo "determinism.sh: the table in $page is another" >&2; exit 1; } ;;
write)
    sed -i -e "/^<!-- determinism.sh/r $work/table" -e '/^<!-- determinism.sh/,/^<!-- end/{/^|/d}' "$page"
    ;;
esac
! grep -qE 'DIFFERS| OF ' "$work/table" && awk -F'|' '$3 ~ / of / { split($3, n, " "); if (n[1] != n[3] + 0) exit 1 }' "$work/table"
