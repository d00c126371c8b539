#!/bin/sh
# studio.sh [--no-test]: the studio, one HTML file that opens from the disk: build/studio/scree-studio.html.
# Installs what is missing (Debian, Ubuntu; npm), builds the library as WebAssembly, checks the page's
# types, bundles it, and tries it in Chromium.
set -eu
cd "$(dirname "$0")/.."
test=yes
[ "${1:-}" != --no-test ] || test=

scripts/setup.sh studio
scripts/cross-deps.sh wasm
cmake --preset wasm
cmake --build --preset wasm --target scree_library scree_program golden_library golden_page
(
    cd studio
    npm ci --no-audit --no-fund --loglevel=error
    npx tsc
    node build.mjs
)
size=$(wc -c <build/studio/scree-studio.html)
[ "$size" -lt 4000000 ] || { echo "studio.sh: the page has $size bytes, not below 4 MB" >&2; exit 1; }
[ -n "$test" ] || exit 0
# Whose bytes the page must make.
cmake --preset release
cmake --build --preset release --target scree
node --test studio/test/
