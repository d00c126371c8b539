#!/usr/bin/env bash
# cross-deps.sh TARGET: builds the libraries of scree for another system, static, into
# build/cross/TARGET. TARGET is wasm, mingw, aarch64, s390x, riscv64, i386 or linux; its compiler must be
# there (scripts/setup.sh TARGET). The sources are Debian's own packages, with Debian's patches, in the
# versions below; each file that comes must have its digest in scripts/cross-deps.sha256. What is there
# already, of the same sources and rules, stays.
# cross-deps.sh --lgpl FOLDER: puts the sources of what the LGPL covers in programs that need no library
# there, as they came: nettle's, libmicrohttpd's, and those of the C library that is installed here.
set -euo pipefail
cd "$(dirname "$0")/.."

# The name of a package, its version, and the folder that cmake/cross/libraries calls it.
packages="
    zlib 1:1.2.13.dfsg-1 zlib
    libpng1.6 1.6.39-2+deb12u5 libpng
    libdeflate 1.14-1 libdeflate
    jansson 2.14-2 jansson
    nettle 3.8.1-2 nettle
    tiff 4.5.0-6+deb12u4 tiff
    libmicrohttpd 0.9.75-6 microhttpd
    libstb 0.0~git20220908.8b5f1f3+ds-1 stb
    cmocka 1.1.5-2.1 cmocka"

target=${1:-}
toolchain=$PWD/cmake/cross/$target.cmake
cross=$PWD/build/cross
case $target in
--lgpl) ;;
wasm | mingw | aarch64 | s390x | riscv64 | i386 | linux) ;;
*)
    echo "cross-deps.sh: expected wasm, mingw, aarch64, s390x, riscv64, i386, linux or --lgpl FOLDER" >&2
    exit 2
    ;;
esac

# The sources: from where this machine has its packages, in lists apart from the machine's.
apt_options=()
find_sources() {
    local apt=$cross/apt
    mkdir -p "$apt/parts" "$apt/lists/partial" "$cross/download"
    rm -f "$apt"/parts/*
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
        [ ! -e "$file" ] || sed -n 's/^deb /deb-src /p' "$file" >"$apt/parts/$(basename "$file" .list).list"
    done
    for file in /etc/apt/sources.list.d/*.sources; do
        [ ! -e "$file" ] || sed 's/^Types:.*/Types: deb-src/' "$file" >"$apt/parts/$(basename "$file")"
    done
    apt_options=(-o Dir::Etc::SourceList=/dev/null -o "Dir::Etc::SourceParts=$apt/parts"
        -o "Dir::State::Lists=$apt/lists" -o Dir::Cache::srcpkgcache= -o Dir::Cache::pkgcache=
        -o APT::Sandbox::User="$(id -un)")
    apt-get "${apt_options[@]}" update -qq
}
fetch() {
    find_sources
    cd "$cross/download"
    while read -r name version _; do
        [ -z "$name" ] || apt-get "${apt_options[@]}" source -qq --download-only "$name=$version" || {
            echo "cross-deps.sh: $name $version is not to be had; where the distribution has another" \
                "version, give it and its digests (scripts/cross-deps.sh, scripts/cross-deps.sha256)" >&2
            exit 1
        }
    done <<<"$packages"
    cd - >/dev/null
}

check() { (cd "$cross/download" && sha256sum --check --strict --quiet "$OLDPWD/scripts/cross-deps.sha256"); }

if [ "$target" = --lgpl ]; then
    folder=$(mkdir -p "${2:?a folder}" && cd "$2" && pwd)
    mkdir -p "$cross/download"
    check >/dev/null 2>&1 || fetch
    check
    cp "$cross"/download/nettle_* "$cross"/download/libmicrohttpd_* "$folder/"
    find_sources
    cd "$folder"
    apt-get "${apt_options[@]}" source -qq --download-only \
        "glibc=$(dpkg-query -W -f '${source:Version}' libc6-dev)"
    exit
fi

out=$cross/$target
key=$(cat scripts/cross-deps.sh scripts/cross-deps.sha256 cmake/cross/libraries/CMakeLists.txt \
    cmake/cross/gcc.cmake cmake/cross/libraries.cmake "$toolchain" | sha256sum | cut -d ' ' -f 1)
if [ "$(cat "$out/made-from" 2>/dev/null)" = "$key" ]; then
    echo "cross-deps: build/cross/$target is there"
    exit 0
fi

mkdir -p "$cross/download"
check >/dev/null 2>&1 || fetch
check

work=$cross/work-$target
rm -rf "$work" "$out"
mkdir -p "$work/source"
while read -r name version folder; do
    [ -z "$name" ] || dpkg-source --no-check -x "$cross/download/${name}_${version#*:}.dsc" \
        "$work/source/$folder" >/dev/null
done <<<"$packages"

export NODE_PATH=/usr/share/nodejs # emscripten of Debian finds its parts there
cmake -G Ninja -S cmake/cross/libraries -B "$work/build" -Wno-dev --log-level=WARNING \
    -DCMAKE_TOOLCHAIN_FILE="$toolchain" -DCMAKE_BUILD_TYPE=Release -DSOURCES="$work/source" \
    -DCMAKE_C_FLAGS_RELEASE="-O2 -DNDEBUG -ffile-prefix-map=$work=." -DCMAKE_INSTALL_PREFIX="$out"
cmake --build "$work/build"
cmake --install "$work/build" >/dev/null

mkdir -p "$out/licenses"
for folder in "$work"/source/*/; do
    cp "$folder/debian/copyright" "$out/licenses/$(basename "$folder").txt"
done
rm -rf "$work"
echo "$key" >"$out/made-from"
echo "cross-deps: made build/cross/$target"
