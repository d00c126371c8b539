#!/bin/sh
# pack.sh: the npm package of what is built in build/wasm, as build/wasm/npm/scree-VERSION.tgz. Equal
# inputs give equal bytes.
set -eu
cd "$(dirname "$0")/.."
out=build/wasm/npm
rm -rf "$out"
mkdir -p "$out"
cp -R wasm/package.json wasm/package-lock.json wasm/.npmrc wasm/tsconfig.json wasm/src wasm/bin "$out/"
cp docs/npm.md "$out/README.md"
cp build/wasm/about/licenses.txt "$out/LICENSES.txt"
cd "$out"
npm ci --no-audit --no-fund --loglevel=error
npx tsc
cp ../wasm/scree_library.wasm dist/scree.wasm
cp ../cli/scree.js dist/scree-cli.cjs
cp ../cli/scree.wasm dist/scree-cli.wasm
chmod 644 dist/*
chmod 755 bin/scree.cjs
npm pack --loglevel=error
