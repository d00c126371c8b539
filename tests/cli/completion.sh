#!/bin/sh
# completion.sh SCREE: completes command lines in bash as its users press Tab, and looks
# for each option that is offered in the help. Of zsh and fish only the syntax is checked, where they
# are; which are not is said.
set -eu
scree=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
command -v bash >/dev/null || { echo "SKIPPED: no bash"; exit 77; }
for shell in bash zsh fish; do
    "$scree" completion $shell >"$work/script.$shell"
    test -s "$work/script.$shell"
done
bash -n "$work/script.bash"
for shell in zsh fish; do
    if ! command -v $shell >/dev/null; then
        echo "not checked: no $shell"
    elif [ $shell = zsh ]; then
        zsh -n "$work/script.zsh"
    else
        fish --no-execute "$work/script.fish"
    fi
done

cat >"$work/press.bash" <<'END'
source "$1"
# tab WORD...: what Tab offers for the last word, sorted, on a line.
tab()
{
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    _scree
    printf '%s\n' "${COMPREPLY[@]}" | sort | tr '\n' ' ' | sed 's/ $//'
}
status=0
# offers EXPECTED WORD...
offers()
{
    local expected=$1 found
    shift
    found=$(tab "$@")
    [[ $found == "$expected" ]] && return
    echo "$*: offers '$found', expected '$expected'"
    status=1
}
offers 'bake' scree ba
offers 'verify version' scree ver
offers "$3" scree export ''
offers 'beamng' scree help export b
offers '--force --format' scree bake --fo
offers 'tiff16 tiff32f tiff8' scree bake --format t
offers 'png8' scree bake --format = p
offers 'exr npy png8 raw tiff16 tiff32f tiff8' scree bake --format =
offers 'north-first south-first' scree export beamng --rows ''
offers 'alpine' scree render a.png --style al
offers 'bash fish zsh' scree completion ''
offers '--water' scree export ror a.ter --wat
offers '' scree bake a.ter --wat
offers '' scree bake --size ''
offers '' scree bake --no-c
cd "$2"
offers 'a b.srf' scree bake 'a b'
offers 'a b.srf' scree bake x.ter y.srf -o 'a'
offers 'a b.srf' scree lint --terrain 'a'
exit $status
END
mkdir "$work/files"
: >"$work/files/a b.srf"
engines=$("$scree" help --json | sed -n 's/^ *"name": "export \([a-z0-9-]*\)",$/\1/p' | sort | tr '\n' ' ')
bash "$work/press.bash" "$work/script.bash" "$work/files" "${engines% }"

# Every option that is offered is in the help of its command, and the other way round.
cat >"$work/list.bash" <<'END'
source "$1"
shift
COMP_WORDS=(scree "$@" --) COMP_CWORD=$(($# + 1)) COMPREPLY=()
_scree
printf '%s\n' "${COMPREPLY[@]}" | grep '^--'
END
"$scree" --help | sed -n '/^Commands:/,/^$/p' |
    sed -n 's/^  \(export [a-z0-9-]*\|[a-z]*\).*/\1/p' | grep -v -e completion -e help >"$work/verbs"
grep -q 'export ror' "$work/verbs"
grep -q convert "$work/verbs"
while IFS= read -r verb; do
    # shellcheck disable=SC2086
    bash "$work/list.bash" "$work/script.bash" $verb </dev/null | grep -vx -e --help -e --band | LC_ALL=C sort >"$work/offered"
    # shellcheck disable=SC2086
    "$scree" $verb --help=all </dev/null >"$work/help"
    grep -oE -e '--[a-z-]+' "$work/help" | LC_ALL=C sort -u >"$work/named"
    sed -n 's/^  \(-[a-z], \)\{0,1\}\(--[a-z-]*\).*/\2/p' "$work/help" | grep -vx -e --help | LC_ALL=C sort -u >"$work/explained"
    test -s "$work/explained"
    lacks=$(LC_ALL=C comm -23 "$work/offered" "$work/named")
    [ -z "$lacks" ] || { echo "$verb: help lacks $lacks"; exit 1; }
    lacks=$(LC_ALL=C comm -13 "$work/offered" "$work/explained")
    [ -z "$lacks" ] || { echo "$verb: Tab lacks $lacks"; exit 1; }
done <"$work/verbs"
