#!/bin/sh
# git_difftool.sh SCREE EXAMPLE: the recipes of docs/comparing-maps.md compare revisions. EXAMPLE.ter
# and EXAMPLE.srf are a terrain and its map. Skipped without git.
set -eu
scree=$1 example=$2
. "$(dirname "$0")/git_repository.sh"

cp "$example.ter" island.ter
cp "$example.srf" island.srf
commit_all
scree set island.srf 'Dry grass.coverage=0.25' -o island.srf --force --quiet

expect() {
    grep -q "Rock/Grass/Dry grass: coverage 0.55 -> 0.25" "$1" || { echo "$2 says:"; cat "$1"; exit 1; }
}
git difftool -y -x 'scree diff --terrain island.ter' HEAD -- island.srf >found
expect found "git difftool -x"

git config difftool.scree.cmd 'scree diff "$LOCAL" "$REMOTE" --terrain island.ter'
git difftool -y -t scree HEAD -- island.srf >found
expect found "git difftool -t"

git show HEAD:island.srf >before.srf
status=0
scree diff before.srf island.srf --terrain island.ter --fail area=1% >found || status=$?
expect found "git show"
[ "$status" = 11 ] || { echo "exit status $status, expected 11"; exit 1; }
