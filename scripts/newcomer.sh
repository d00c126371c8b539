#!/usr/bin/env bash
# newcomer.sh: the commands of README.md, Build it, word for word, in a clone of this commit on a bare
# Debian 12 (scripts/bare.sh) with git, without any environment. It fails if a command does, and if one
# skips more than six tests: a processor without AVX-512 takes five. Where no such system can be made, it
# says why, and the exit code is 77.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/debian
scripts/bare.sh "$root"
unshare --mount --pid --fork true 2>"$work/said" || { echo "newcomer.sh: $(cat "$work/said")"; exit 77; }

inside() { # COMMAND: in the clone, with what a running system mounts; all of it ends with the command
    unshare --mount --pid --fork --kill-child sh -ec '
        mount -t proc proc "$0/proc"
        mount -t sysfs -o ro sys "$0/sys"
        mount -t tmpfs -o mode=1777 shm "$0/dev/shm"
        mount -t devpts -o newinstance,ptmxmode=666 pts "$0/dev/pts"
        exec chroot "$0" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
            sh -c "cd /root/scree 2>/dev/null; $1"' "$root" "$1"
}
try() { # COMMAND
    local name=${1%%  *} begun=$SECONDS skipped
    echo "== newcomer: $name"
    inside "$1" </dev/null 2>&1 | tee "$work/said"
    skipped=$(grep -c '(Skipped)$' "$work/said" || true)
    echo "== newcomer: $name took $((SECONDS - begun)) s; tests skipped: $skipped"
    [ "$skipped" -le 6 ] || { echo "newcomer.sh: $skipped tests are skipped, expected at most 6" >&2; exit 1; }
}

inside 'DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends git' >"$work/said" 2>&1 ||
    { tail -n 5 "$work/said" >&2; exit 1; }
[ -z "$(git status --porcelain)" ] || echo "newcomer.sh: what is not committed has no part in this"
git clone --quiet --no-hardlinks . "$root/root/scree"

commands=$(sed -n '/^## Build it/,/^## /s/^    \([^ ].*\)/\1/p' README.md)
[ "$(wc -l <<<"$commands")" = 2 ] || { echo "newcomer.sh: README.md does not have two commands under Build it" >&2; exit 1; }
while read -r command; do try "$command"; done <<<"$commands"

made=$root/root/scree/made
for file in island.png island-map.png island-ror.zip island-beamng.zip island/preview.png island/manifest.json island/blend.png; do
    [ -s "$made/$file" ] || { echo "newcomer.sh: scripts/example.sh did not make $file" >&2; exit 1; }
done
inside 'build/example/cli/scree --version' | grep -q "^commit $(git -C "$root/root/scree" rev-parse --short=12 HEAD);" ||
    { echo "newcomer.sh: the program does not name its commit" >&2; exit 1; }
