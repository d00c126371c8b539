#!/usr/bin/env bash
# action.sh: what action.yml runs. Takes SHA256SUMS and the file for this system from SCREE_RELEASES, an
# https address or a folder (default: this version's release at packaging/home), checks both, and puts the
# program in the PATH of the steps that follow.
# SCREE_SUMS: the SHA-256 that SHA256SUMS must have. The runner says the rest: RUNNER_OS, RUNNER_ARCH,
# RUNNER_TEMP, GITHUB_PATH, GITHUB_OUTPUT.
set -euo pipefail

fail() {
    echo "::error::scree: $*"
    exit 1
}
digest() { # of a file
    if command -v sha256sum >/dev/null; then sha256sum <"$1"; else shasum -a 256 <"$1"; fi | cut -d ' ' -f 1
}

releases=${SCREE_RELEASES:-}
releases=${releases%/}
if [ -z "$releases" ]; then
    home=$(cat "$SCREE_ACTION/packaging/home")
    version=$(sed -n 's/^project(scree VERSION \([0-9.]*\).*/\1/p' "$SCREE_ACTION/CMakeLists.txt")
    releases=$home/releases/download/v$version
fi
case $releases in
*/OWNER/*) fail "packaging/home names no account: give the address of a release's files as 'releases'" ;;
https://*) ;;
*://*) fail "$releases: only https is taken, or a folder" ;;
*) [ -d "$releases" ] || fail "$releases: no such folder" ;;
esac
work=$(mktemp -d "${RUNNER_TEMP:-${TMPDIR:-/tmp}}/scree.XXXXXX")
trap '[ -z "${work:-}" ] || rm -rf "$work"' EXIT
take() { # NAME
    case $releases in
    https://*) curl --fail --silent --show-error --location --proto =https --retry 3 -o "$work/$1" "$releases/$1" ||
        fail "cannot download $releases/$1" ;;
    *) cp -- "$releases/$1" "$work/$1" || fail "cannot read $releases/$1" ;;
    esac
}

take SHA256SUMS
if [ -n "${SCREE_SUMS:-}" ]; then
    [ "$(digest "$work/SHA256SUMS")" = "$SCREE_SUMS" ] ||
        fail "SHA256SUMS has the SHA-256 $(digest "$work/SHA256SUMS"), and 'sums' says $SCREE_SUMS: nothing was installed"
fi

case ${RUNNER_OS:-}-${RUNNER_ARCH:-} in
Linux-X64) kind=-linux-x86-64.tar.gz ;;
Windows-X64) kind=-windows-x86-64.zip ;;
*) kind=.tgz ;; # of npm, for any system with node
esac
# Lines as sha256sum writes them; one version, and no name that leads elsewhere.
lines=$(tr -d '\r' <"$work/SHA256SUMS" | grep -E "^[0-9a-f]{64} [ *]scree-[0-9]+(\.[0-9]+)*${kind//./\\.}\$" || true)
[ -n "$lines" ] || fail "SHA256SUMS names no scree-VERSION$kind"
[ "$(printf '%s\n' "$lines" | wc -l)" -eq 1 ] || fail "SHA256SUMS names several scree-VERSION$kind"
wanted=${lines%% *}
name=${lines#* ?}
version=${name#scree-}
version=${version%"$kind"}
take "$name"
[ "$(digest "$work/$name")" = "$wanted" ] ||
    fail "$name has the SHA-256 $(digest "$work/$name"), and SHA256SUMS says $wanted: nothing was installed"

folder=${RUNNER_TEMP:-${TMPDIR:-/tmp}}/scree-$version
rm -rf "$folder"
mkdir -p "$folder"
program=$folder/scree
case $kind in
*.tar.gz) tar -xzf "$work/$name" -C "$folder" --strip-components=1 ;;
*.zip)
    unzip -q "$work/$name" -d "$work/unpacked"
    mv "$work/unpacked/${name%.zip}"/* "$folder/"
    ;;
*)
    npm install --global --prefix "$folder" --offline --no-audit --no-fund --loglevel=error "$work/$name"
    [ "${RUNNER_OS:-}" = Windows ] || folder=$folder/bin
    program=$folder/scree
    ;;
esac
said=$("$program" --version | sed -n 1p | tr -d '\r')
case $said in
"scree $version, "*) ;;
*) fail "$name says '$said'" ;;
esac
echo "$said"
echo "$folder" >>"${GITHUB_PATH:-/dev/null}"
printf 'version=%s\nfolder=%s\n' "$version" "$folder" >>"${GITHUB_OUTPUT:-/dev/null}"
