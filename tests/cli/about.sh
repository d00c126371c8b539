#!/bin/sh
# What the program says of itself: about.sh SCREE SOURCE. --licenses has a notice of every library that
# releases are linked with; the commit is that of a clone, of a clone with changes, of an archive, and
# none of a folder that has neither.
set -eu
scree=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "about: $*" >&2
    exit 1
}

"$scree" --licenses >"$work/said"
has() { "$scree" --version | grep -q "with .*$1.*; without\|; with [^;]*$1[^;]*$"; }
for name in $(sed -n '/^packages="/,/"$/s/^ *[a-z0-9.]* [^ ]* \([a-z]*\)"*$/\1/p' "$source/scripts/cross-deps.sh"); do
    case $name in
    cmocka) continue ;; # in tests alone
    tiff) has TIFF || continue ;;
    microhttpd)
        has serving || continue
        name=libmicrohttpd
        ;;
    esac
    file=$source/packaging/licenses/$name.txt
    [ -s "$file" ] || fail "there is no $file"
    grep -qxF "$(head -n 1 "$file")" "$work/said" || fail "--licenses does not name $name"
    echo "$name" >>"$work/names"
done
[ "$(wc -l <"$work/names")" -ge 6 ] || fail "cross-deps.sh lists few libraries: $(cat "$work/names")"
for text in 'Copyright (c) 2026 The scree authors' 'Bitstream Vera Fonts Copyright' \
    '                       Version 3, 29 June 2007' 'GNU LESSER GENERAL PUBLIC LICENSE'; do
    grep -qF -- "$text" "$work/said" || fail "--licenses lacks: $text"
done

"$scree" --version | sed -n 2p | grep -Eqx \
    '(commit [0-9a-f]{12}(-changed)?|of an unknown commit); with(out)? [A-Za-z, ]+(; without [A-Za-z, ]+)?' ||
    fail "$("$scree" --version)"

commit() { # of the folder given, as its build would have it
    cmake -D SOURCE="$1" -D OUT="$work/commit.h" -P "$1/cmake/ScreeCommit.cmake"
    sed -n 's/^#define SCREE_COMMIT "\(.*\)"$/\1/p' "$work/commit.h"
}
expect() { [ "$1" = "$2" ] || fail "'$1', expected '$2'"; }
mkdir -p "$work/bare/cmake"
cp "$source/cmake/ScreeCommit.cmake" "$work/bare/cmake/"
# shellcheck disable=SC2016 # as it is in the repository
echo '$Format:%H$' >"$work/bare/cmake/commit.txt"
expect "$(commit "$work/bare")" "of an unknown commit"
command -v git >/dev/null || exit 0
cp -r "$work/bare" "$work/clone"
cd "$work/clone"
echo 'cmake/commit.txt export-subst' >.gitattributes
git init -q .
git add .
git -c user.name=a -c user.email=a@localhost commit -qm one
hash=$(git rev-parse --short=12 HEAD)
expect "$(commit "$work/clone")" "commit $hash"
mkdir "$work/archive"
git archive HEAD | tar -x -C "$work/archive"
expect "$(commit "$work/archive")" "commit $hash"
echo >>cmake/ScreeCommit.cmake
expect "$(commit "$work/clone")" "commit $hash-changed"
