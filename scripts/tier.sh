#!/usr/bin/env bash
# tier.sh NAME                      runs a heavy part of the tests and records that it passed
# tier.sh --changed NAME [SECONDS]  the same if what it depends on has changed since the recorded pass;
#                                   if that took longer than SECONDS, it only says so
#                                   (900 where the record does not say)
# tier.sh --list                    the names
#
# A record is the file .ci/passed/NAME: the SHA-256 over the tracked files that the tier depends on, as
# they were, and the seconds that it took. Commit it with the change, and .ci/run need not run the tier
# again. What a tier needs is installed when it runs. A new tier is a case below: what it depends on
# besides `common`, and what is done.
set -euo pipefail
cd "$(dirname "$0")/.."

list="long wasm mingw aarch64 s390x riscv64 i386 packages studio judges"
modules=$(sed -n 's/^set(SCREE_MODULES \(.*\))$/\1/p' CMakeLists.txt)
common="$modules cli include packaging LICENSE examples golden cmake CMakeLists.txt CMakePresets.json tests/CMakeLists.txt tests/*.h
    tests/golden tests/kernels scripts/tier.sh scripts/cross-deps.sh scripts/cross-deps.sha256"

native() { # the program whose bytes the others must make
    scripts/setup.sh
    cmake --preset release
    cmake --build --preset release --target scree
}
preset() { # of another system
    scripts/setup.sh "$1"
    scripts/cross-deps.sh "$1"
    cmake --workflow --preset "$1"
}

if [ "${1:-}" = --list ]; then
    echo "$list"
    exit
fi
only_changed=
if [ "${1:-}" = --changed ]; then
    only_changed=yes
    shift
fi
name=${1:-}
case $name in
long)
    paths="tests bench docs README.md styles python scripts"
    run() { # what scripts/test.sh leaves
        scripts/setup.sh
        cmake --preset release
        cmake --build --preset release
        ctest --preset release-long
    }
    ;;
wasm)
    paths="wasm LICENSE docs/npm.md"
    run() {
        native
        preset wasm
    }
    ;;
mingw)
    paths="tests scripts/wine.sh README.md"
    run() {
        native
        cmake --build --preset release --target heights_inputs
        preset mingw
    }
    ;;
aarch64 | s390x | riscv64 | i386)
    paths="tests/unit tests/invalid tests/fuzz/corpus bench/planted.c bench/planted.h bench/winners.c bench/winners.h
        scripts/determinism.sh"
    run() { # kernels, unit tests and golden cases hold, and files are those of the native program
        native
        scripts/setup.sh "$name"
        scripts/cross-deps.sh "$name"
        cmake --preset "$name"
        scripts/determinism.sh --check "$name"
    }
    ;;
studio)
    paths="studio wasm tests/invalid scripts/studio.sh scripts/setup.sh"
    run() { scripts/studio.sh; }
    ;;
packages)
    paths="scripts/release.sh scripts/wheel.sh scripts/bare.sh scripts/studio.sh scripts/setup.sh scripts/action.sh action.yml
        tests/packages tests/action tests/install studio wasm python docs README.md CHANGELOG.md"
    run() {
        native
        scripts/setup.sh mingw
        scripts/release.sh
        # What is skipped for want of a tool is said; it is no failure.
        tests/packages/check.sh build/release-files build/release/cli/scree || [ $? = 77 ]
    }
    ;;
judges)
    paths="tests/judges"
    run() { # beside GIS programs and Blender; genuine terrains where they are
        native
        scripts/setup.sh judges
        cmake --build --preset release --target judge_curvature sky_values
        local samples=${SCREE_SAMPLES:-$PWD/../shared/samples}
        tests/judges/curvature.sh build/release/tests/judges/judge_curvature examples/island.ter golden/relief/relief.ter \
            "$samples/assimp_RealisticTerrain.ter" "$samples/cafu/Island.ter"
        /usr/bin/python3 tests/judges/blender_sky.py build/release/tests/sky/sky_values || [ $? = 77 ]
        /usr/bin/python3 tests/judges/judges.py "$PWD/build/release/cli/scree" "$PWD/examples" "$samples"
    }
    ;;
*)
    echo "tier.sh: expected one of: $list" >&2
    exit 2
    ;;
esac

files() { # the tracked ones; of an unpacked archive all
    # shellcheck disable=SC2086 # paths are words
    if git rev-parse --git-dir >/dev/null 2>&1; then git ls-files -z -- $common $paths
    else find $common $paths -name node_modules -prune -o -path wasm/dist -prune -o -type f -print0; fi
}
inputs=$(files | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -d ' ' -f 1)
record=.ci/passed/$name
if [ -n "$only_changed" ]; then
    read -r passed seconds < <(cat "$record" 2>/dev/null) || true
    if [ "${passed:-}" = "$inputs" ]; then
        echo "== $name: nothing that it depends on has changed since it passed"
        exit
    fi
    if [ "${seconds:-900}" -gt "${2:-9999}" ]; then
        echo "== $name: NOT RUN, as there is no time: scripts/tier.sh --changed $name"
        exit
    fi
fi
echo "== $name"
run
mkdir -p .ci/passed
echo "$inputs $SECONDS" >"$record"
echo "== $name passed: $record"
