#!/bin/bash -eu
# build.sh: the fuzzers for OSS-Fuzz, each with its seeds, and the libraries that the image runs without.
cd "$SRC/scree"
cmake -S . -B build/oss-fuzz -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DSCREE_FUZZ=ON -DSCREE_FUZZ_ENGINE="$LIB_FUZZING_ENGINE" \
    -DSCREE_OPENMP=OFF -DSCREE_SERVE=OFF -DSCREE_BENCH=OFF -DSCREE_INSTALL=OFF
cmake --build build/oss-fuzz --target fuzzers
mkdir -p "$OUT/lib"
for program in build/oss-fuzz/tests/fuzz/fuzz_*; do
    [ -f "$program" ] && [ -x "$program" ] || continue
    name=$(basename "$program")
    cp "$program" "$OUT/"
    ldd "$program" | sed -n 's/.* => \(\/[^ ]*\) .*/\1/p' | grep -vE '/lib(c|m|dl|rt|pthread|gcc_s)\.so' | xargs -r cp -Lut "$OUT/lib"
    # shellcheck disable=SC2016 # the loader's own word
    patchelf --set-rpath '$ORIGIN/lib' "$OUT/$name"
    seeds=tests/fuzz/corpus/${name#fuzz_}
    case $name in
    fuzz_heights_*) seeds=tests/fuzz/corpus/heights ;;
    fuzz_zlib_rle) seeds=tests/fuzz/corpus/png ;;
    esac
    [ ! -d "$seeds" ] || (cd "$seeds" && python3 -m zipfile -c "$OUT/${name}_seed_corpus.zip" ./*)
done
