#!/usr/bin/env bash
# wheel.sh FOLDER: puts the Python package with its library into FOLDER, a wheel for Linux on x86-64. The
# library needs the C library alone, and the wheel's name says from which version on. The
# time in it is the commit's, so that two runs give the same bytes.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$(mkdir -p "$1" && cd "$1" && pwd)
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)} LC_ALL=C TZ=UTC
umask 022

# What is linked is that of the preset static. OpenMP's runtime cannot be in a shared library, so it lies beside.
library=build/wheel/library
scripts/cross-deps.sh linux
cmake --preset static -B "$library" "-DOpenMP_gomp_LIBRARY=$(gcc -print-file-name=libgomp.so)" \
    "-DCMAKE_INSTALL_RPATH=\$ORIGIN" -DCMAKE_BUILD_WITH_INSTALL_RPATH=ON >/dev/null
cmake --build "$library" --target scree_shared
package=build/wheel/package
rm -rf "$package"
mkdir -p "$package"
cp -r python/pyproject.toml python/scree "$package/"
rm -rf "$package/scree/__pycache__"
cp "$library/about/licenses.txt" "$package/scree/"
soname=$(objdump -p "$library/api/libscree.so" | sed -n 's/^ *SONAME *//p')
strip -o "$package/scree/$soname" "$library/api/libscree.so"
strip -o "$package/scree/libgomp.so.1" "$(realpath "$(gcc -print-file-name=libgomp.so)")"

other=$(objdump -p "$package"/scree/*.so.* | sed -n 's/^ *NEEDED *//p' | grep -v '^libgomp\.so\.1$\|^lib[cm]\.so\.6$' || true)
[ -z "$other" ] || { echo "wheel.sh: the library needs $other, which a wheel cannot count on" >&2; exit 1; }
oldest=$(objdump -T "$package"/scree/*.so.* | sed -n 's/.*GLIBC_2\.\([0-9]*\).*/\1/p' | sort -n | tail -n 1)
(cd "$package" && /usr/bin/python3 -c '
import sys
from setuptools import build_meta
print(build_meta.build_wheel(sys.argv[1], {"--build-option": sys.argv[2:]}))' \
    "$out" --python-tag=py3 "--plat-name=manylinux_2_${oldest}_x86_64" >../wheel.log 2>&1) ||
    { tail -n 5 "$package/../wheel.log" >&2; exit 1; }
tail -n 1 "$package/../wheel.log"
