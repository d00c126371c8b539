#!/usr/bin/env bash
# determinism.sh [PRESET...]: the table of docs/determinism.md, of the builds that are there (build/PRESET;
# default: all of them). For each it counts the golden cases, the kernels and the unit tests that hold,
# and compares the files of a bake, of both exports and of pictures with those of build/release, for
# each instruction set that can run here.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
presets=${*:-release clang-native mingw wasm aarch64 s390x riscv64 i386}

start() { # PRESET PROGRAM: how a program of that build is started
    case $1 in
    wasm) echo "node $root/build/$1/$2.js" ;;
    mingw) echo "wine $root/build/$1/$2.exe" ;;
    aarch64 | s390x | riscv64) echo "qemu-$1-static $root/build/$1/$2" ;;
    *) echo "$root/build/$1/$2" ;;
    esac
}
# Processors that are emulated at a hundredth of their speed: golden cases in one way, and of the unit tests
# those of the modules that read, compute and write.
is_slow() { case $1 in s390x | riscv64) true ;; *) false ;; esac }
name() {
    case $1 in
    release) echo "Linux, x86-64, GCC" ;;
    clang-native) echo "Linux, x86-64, Clang, -march=native" ;;
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
        "$@" export ror island.ter island.srf -o island.zip -q --isa "$isa"
        "$@" export beamng island.ter island.srf -o level --name island -q --isa "$isa"
        "$@" render island.ter island.srf -o seen.png --size 320x180 -q --isa "$isa"
        "$@" preview island.ter island.srf -o above.png --size 256 -q --isa "$isa"
    ) </dev/null >"$out.log" 2>&1
}
counted() { # PRESET LABEL: passed of all
    local said
    grep -q "$2" "build/$1/CTestTestfile.cmake" "build/$1/tests/CTestTestfile.cmake" 2>/dev/null || { echo "-"; return; }
    local only=.
    if is_slow "$1"; then only='test_(base|os|ter|srf|srf_write|image|png_read|render|probe|row_stream)$|_rows-'; fi
    said=$(ctest --test-dir "build/$1" -L "^$2\$" -R "$only" -E 'agreement' -j "$(nproc)" 2>/dev/null || true)
    echo "$said" | awk '
        /\*\*\*Skipped/ { skipped++ }
        / tests passed, / { split($0, of, " out of "); all = of[2]; failed = $4 }
        END { if (all == "") print "-"; else print all - failed - skipped " of " all - skipped }'
}
golden() { # PRESET: cases whose digests are those of golden/
    local all=0 good=0 case once=
    if is_slow "$1"; then once=--once; fi
    for case in golden/*/expect.txt; do
        case=$(basename "$(dirname "$case")")
        [ "$case" != views ] || continue
        all=$((all + 1))
        # shellcheck disable=SC2046,SC2086 # a command is words
        if $(start "$1" tests/golden/golden) golden "$work" "$case" $once >/dev/null 2>&1 </dev/null; then good=$((good + 1)); fi
    done
    echo "$good of $all"
}

make_files "$work/release" baseline "$root/build/release/cli/scree"
echo "| build | golden cases | kernels | unit tests | files of bakes, exports and pictures |"
echo "|---|---|---|---|---|"
for preset in $presets; do
    [ -e "build/$preset/tests/CTestTestfile.cmake" ] || continue
    read -r -a command <<<"$(start "$preset" cli/scree)"
    equal=
    for isa in baseline x86-64-v3 skylake-avx512; do
        make_files "$work/$preset-$isa" "$isa" "${command[@]}" || { rm -rf "${work:?}/$preset-$isa"; continue; }
        if diff -r "$work/release" "$work/$preset-$isa" >/dev/null; then equal="$equal${equal:+, }$isa"
        else equal="$equal${equal:+, }$isa DIFFERS"; fi
    done
    echo "| $(name "$preset") | $(golden "$preset") | $(counted "$preset" kernels) | $(counted "$preset" unit) | ${equal:+equal: }${equal:--} |"
done
