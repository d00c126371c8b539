#!/bin/sh
# action.sh SCREE SOURCE [RELEASE-FILES]: scripts/action.sh with a release that is made up here, or one
# that scripts/release.sh made, as a runner of GitHub's would run it; and what it must refuse.
set -eu
scree=$1 source=$2 files=${3:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "test: $*" >&2
    cat "$work/said" >&2
    exit 1
}

# What action.yml hands over is what the script asks for.
for name in $(grep -o 'SCREE_[A-Z]*:' "$source/action.yml" | tr -d :); do
    grep -q "\$$name\|\${$name:" "$source/scripts/action.sh" "$source/action.yml" || fail "nobody reads $name"
done
for name in $(grep -o 'SCREE_[A-Z]*' "$source/scripts/action.sh" | sort -u); do
    grep -q "$name:" "$source/action.yml" || fail "action.yml lacks $name"
done
if grep -n '://[a-z]' "$source/action.yml"; then fail "action.yml names an address"; fi

version=$("$scree" --version | sed -n 's/^scree \([0-9.]*\),.*/\1/p')
name=scree-$version-linux-x86-64
if [ -z "$files" ]; then
    files=$work/release
    mkdir -p "$files/$name"
    # The program as it was built needs its libraries here, which is no matter of this test.
    cp "$scree" "$files/$name/scree"
    tar -C "$files" -czf "$files/$name.tar.gz" "$name"
    rm -r "${files:?}/$name"
    echo other >"$files/scree-$version-windows-x86-64.zip"
    (cd "$files" && sha256sum -- *.tar.gz *.zip >SHA256SUMS)
fi

run() { # RELEASES SUMS
    rm -rf "$work/temp"
    mkdir "$work/temp"
    : >"$work/path"
    : >"$work/output"
    env SCREE_ACTION="$source" SCREE_RELEASES="$1" SCREE_SUMS="$2" RUNNER_OS=Linux RUNNER_ARCH=X64 RUNNER_TEMP="$work/temp" \
        GITHUB_PATH="$work/path" GITHUB_OUTPUT="$work/output" bash "$source/scripts/action.sh" >"$work/said" 2>&1
}
refused() { # TEXT RELEASES SUMS
    if run "$2" "$3"; then fail "took what it must refuse: $1"; fi
    grep -q "^::error::scree: .*$1" "$work/said" || fail "does not say: $1"
    if [ -n "$(ls -A "$work/temp")" ] || [ -s "$work/path" ]; then fail "left something: $1"; fi
}

sums=$(sha256sum <"$files/SHA256SUMS" | cut -d ' ' -f 1)
for given in "$sums" ''; do
    run "$files/" "$given" || fail "refused a good release"
    [ "$(cat "$work/path")" = "$work/temp/scree-$version" ] || fail "PATH: $(cat "$work/path")"
    grep -qx "version=$version" "$work/output" || fail "no version among the outputs"
    PATH="$(cat "$work/path"):$PATH" scree info "$source/examples/island.ter" >"$work/info"
    grep -q island "$work/info" || fail "the program does nothing"
done

bad=$work/bad
again() {
    rm -rf "$bad"
    mkdir "$bad"
    cp "$files/SHA256SUMS" "$files/$name.tar.gz" "$bad/"
}
again
refused "SHA256SUMS has the SHA-256 .* nothing was installed" "$bad" "$(printf %064d 0)"
printf x >>"$bad/$name.tar.gz"
refused "$name.tar.gz has the SHA-256 .* nothing was installed" "$bad" "$sums"
again
rm "$bad/$name.tar.gz"
refused "cannot read" "$bad" "$sums"
again
sed "s/ [ *]*$name/  ..\/$name/" "$files/SHA256SUMS" >"$bad/SHA256SUMS"
refused "names no scree-VERSION" "$bad" ''
again
sed -n "s/\(.*\)$version-linux\(.*\)/&\n\19.9.9-linux\2/p" "$files/SHA256SUMS" >"$bad/SHA256SUMS"
refused "names several" "$bad" ''
again
sed "s/\(.*\)$version-linux\(.*\)/\19.9.9-linux\2/" "$files/SHA256SUMS" >"$bad/SHA256SUMS"
mv "$bad/$name.tar.gz" "$bad/scree-9.9.9-linux-x86-64.tar.gz"
if run "$bad" ''; then fail "took a release under another version's name"; fi
[ ! -s "$work/path" ] || fail "put another version in PATH"
refused "only https" "http://localhost/files" "$sums"
refused "no such folder" "$work/nowhere" "$sums"
refused "names no account" "" "$sums"

# Without 'releases': this version's release of the account in packaging/home, by a curl that notes it.
mkdir -p "$work/tree/packaging" "$work/tree/scripts" "$work/bin"
cp "$source/CMakeLists.txt" "$work/tree/"
cp "$source/scripts/action.sh" "$work/tree/scripts/"
echo "https://github.com/somebody/scree" >"$work/tree/packaging/home"
cat >"$work/bin/curl" <<'END'
#!/bin/sh
while [ "$1" != -o ]; do shift; done
echo "$3" >>"$ASKED"
cp "$FILES/$(basename "$3")" "$2"
END
chmod +x "$work/bin/curl"
mkdir -p "$work/temp"
rm -rf "$work/temp/"*
env PATH="$work/bin:$PATH" ASKED="$work/asked" FILES="$files" SCREE_ACTION="$work/tree" SCREE_RELEASES= SCREE_SUMS= \
    RUNNER_OS=Linux RUNNER_ARCH=X64 RUNNER_TEMP="$work/temp" bash "$work/tree/scripts/action.sh" >"$work/said" 2>&1 ||
    fail "refused the default release"
address=https://github.com/somebody/scree/releases/download/v$version
printf '%s\n' "$address/SHA256SUMS" "$address/$name.tar.gz" | cmp - "$work/asked" || fail "asked elsewhere: $(cat "$work/asked")"
echo "1 passed, 0 failed"
