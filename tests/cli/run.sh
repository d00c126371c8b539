#!/bin/sh
# Runs one case of tests/cli and compares the transcript with what the case says.
# usage: run.sh [--accept] SCREE CLI_INPUTS CASE.txt        (see README.md)
set -u
accept=no
if [ "$1" = --accept ]; then
    accept=yes
    shift
fi
scree=$1 inputs=$2 case=$3

root=$(mktemp -d "${TMPDIR:-/tmp}/scree-cli.XXXXXX") || exit 1
trap 'rm -rf "$root"' EXIT
trap 'exit 1' HUP INT TERM
mkdir "$root/bin" "$root/work"
ln -s "$scree" "$root/bin/scree"
actual=$root/actual
: >"$actual"
PATH=$root/bin:$PATH TERM=dumb LC_ALL=C.UTF-8
SCREE_SOURCE=${SCREE_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}
export PATH TERM LC_ALL SCREE_SOURCE
unset NO_COLOR POSIXLY_CORRECT
(cd "$root/work" && "$inputs") || exit 1

command= kind= expected=$root/expected
: >"$expected"

# Writes one stream of a command as the case wants to see it: whole, ignored or by patterns.
show() { # NUMBER FILE
    if grep -q "^$1\*" "$expected"; then
        echo "$1*"
    elif grep -q "^$1~" "$expected"; then
        sed -n "s/^$1~ //p" "$expected" >"$root/patterns"
        while IFS= read -r pattern; do
            if grep -Eq -e "$pattern" "$2"; then
                printf '%s~ %s\n' "$1" "$pattern"
            else
                printf '%s~ (no line matches %s)\n' "$1" "$pattern"
                sed "s/^/$1| /" "$2"
            fi
        done <"$root/patterns"
    else
        sed "s/^/$1| /" "$2"
    fi
}

# Runs the command that was read last, now that its expectations are known.
finish() {
    [ -n "$kind" ] || return 0
    (cd "$root/work" && exec sh -c "$command") >"$root/out" 2>"$root/err" </dev/null
    code=$?
    if [ "$kind" = setup ]; then
        if [ $code -ne 0 ]; then
            echo "(setup failed with $code)" >>"$actual"
            cat "$root/out" "$root/err" >>"$actual"
        fi
    else
        {
            show 1 "$root/out"
            show 2 "$root/err"
            [ $code -eq 0 ] || echo "? $code"
        } >>"$actual"
    fi
    kind=
    : >"$expected"
}

while IFS= read -r line || [ -n "$line" ]; do
    case $line in
    '$ '*) finish; kind=check; command=${line#'$ '}; printf '%s\n' "$line" >>"$actual" ;;
    '% '*) finish; kind=setup; command=${line#'% '}; printf '%s\n' "$line" >>"$actual" ;;
    '> '*) command="$command
${line#'> '}"; printf '%s\n' "$line" >>"$actual" ;;
    [12]'|'* | [12]'*' | [12]'~ '* | '? '*) printf '%s\n' "$line" >>"$expected" ;;
    *) finish; printf '%s\n' "$line" >>"$actual" ;;
    esac
done <"$case"
finish

if [ $accept = yes ]; then
    cat "$actual" >"$case"
elif ! diff -u --label expected --label actual "$case" "$actual"; then
    exit 1
fi
