#!/usr/bin/env bash
# bare.sh FOLDER: makes a Debian 12 of its fewest packages in FOLDER, to be entered by chroot, with lists of
# packages already read. They come from where this machine has its own, by the same proxy and keys. What
# debootstrap made is kept packed below build/ for the next time. Where none can be made (it takes root,
# debootstrap and a list of Debian 12), it says why, and the exit code is 77.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
root=$1
kept=$here/build/bare/bookworm.tar
cannot() {
    echo "bare.sh: no bare Debian 12 can be made here: $*"
    exit 77
}
[ "$(id -u)" = 0 ] || cannot "that needs root"
# shellcheck disable=SC2016 # apt's own
sources=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' 2>/dev/null |
    grep -E ' bookworm(-[a-z]+)? ' | sort -u) || cannot "this machine has no list of its packages (apt-get update)"

if [ ! -e "$kept" ]; then
    command -v debootstrap >/dev/null || cannot "debootstrap is missing"
    eval "$(apt-config shell http_proxy Acquire::http::Proxy https_proxy Acquire::https::Proxy)"
    [ -z "${http_proxy:-}" ] || export http_proxy
    [ -z "${https_proxy:-}" ] || export https_proxy
    mkdir -p "$here/build/bare"
    made=$(mktemp -d)
    trap 'rm -rf "$made"' EXIT
    chmod 755 "$made"
    debootstrap --variant=minbase bookworm "$made" "$(awk '$2 == "bookworm" { print $1; exit }' <<<"$sources")" \
        >"$kept.log" 2>&1 || cannot "$(tail -n 3 "$kept.log")"
    tar -C "$made" -cf "$kept.part" .
    mv "$kept.part" "$kept"
    rm -rf "$made"
fi
mkdir -p "$root"
tar -C "$root" -xf "$kept"

# Where this machine has its packages from.
sed 's/^/deb /' <<<"$sources" >"$root/etc/apt/sources.list"
apt-config dump | grep -E '^Acquire::(https?|Check|Retries|ForceIP)' >"$root/etc/apt/apt.conf.d/00machine" || true
for scheme in http https; do
    if proxy=$(printenv "${scheme}_proxy"); then echo "Acquire::$scheme::Proxy \"$proxy\";"; fi
done >>"$root/etc/apt/apt.conf.d/00machine"
for file in apt/auth.conf apt/auth.conf.d apt/trusted.gpg.d ssl/certs/ca-certificates.crt resolv.conf hosts; do
    [ -e "/etc/$file" ] || continue
    mkdir -p "$root/etc/$(dirname "$file")"
    cp -rL "/etc/$file" "$root/etc/$(dirname "$file")/"
done
chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin apt-get update -qq
