#!/bin/sh
# shrinks.sh SCREE SURFACE: a terrain that another process shortens or writes to at any moment of a
# run ends it with exit 3 and one line, or comes too late: then the output is that of the whole file.
# No signal, no output and no staging folder is left. SCREE_SHRINK_ROUNDS=N tries each verb N times.
set -eu
scree=$1 surface=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$surface" "$folder/a.srf"
cd "$folder"

# 2897 x 2897 points, just above 16 MiB, which bake and info leave in the file; no two rows alike.
{
    printf 'TERRAGENTERRAIN SIZE\120\013\0\0SCAL\0\0\040\101\0\0\040\101\0\0\040\101ALTW\100\0\0\0'
    seq 1000000 4000000 | tr '\n' x | head -c 16785218
} >whole.ter

# Runs of a second at most: how long after the start the file changes, in hundredths.
moments="0 2 5 9 14 20 30 45"
failed=0 late=0 met=0

# same_of_changed COMMAND...: a program that starts late reads the file as it is by then.
same_of_changed() {
    mv new first
    mkdir new
    same=no
    "$@" >again 2>&1 && cmp -s out again && diff -r first new >differs && [ ! -s said ] && same=yes
    rm -rf first again
    [ $same = yes ]
}

# try NAME COMMAND...: $out is what it would leave, in $folder/new.
try() {
    name=$1
    shift
    rm -rf new expected
    mkdir new
    cp whole.ter big.ter
    "$@" >expected.out
    mv new expected
    round=0
    while [ $round -lt "${SCREE_SHRINK_ROUNDS:-2}" ]; do
        tried=$((tried + 1)) round=$((round + 1))
        rm -rf new
        mkdir new
        cp whole.ter big.ter
        moment=$(echo $moments | cut -d ' ' -f $((tried % 8 + 1)))
        (
            sleep "$(printf '0.%02d' "$moment")"
            case $((tried % 3)) in
            0) truncate -s 4096 big.ter ;;
            1) truncate -s 16785000 big.ter ;;
            2) printf '!' >>big.ter ;;
            esac
        ) &
        status=0
        "$@" >out 2>said || status=$?
        wait
        good=yes
        if [ $status = 0 ]; then
            late=$((late + 1))
            cmp -s out expected.out && diff -r expected new >differs && [ ! -s said ] || good=no
            [ $good = yes ] || same_of_changed "$@" && good=yes
        else
            met=$((met + 1))
            [ $status = 3 ] && [ "$(wc -l <said)" = 1 ] && [ "$(ls -A new)" = "" ] || good=no
        fi
        [ "$(ls -A | grep -v -c -x -e a.srf -e big.ter -e differs -e expected -e expected.out -e new -e out \
            -e said -e whole.ter)" = 0 ] || good=no
        [ $good = yes ] && continue
        echo "$name, changed after $moment hundredths of a second: exit $status"
        cat said
        ls -AR . | head -40
        failed=1
    done
}
tried=${SCREE_SHRINK_FROM:-0}
try bake "$scree" bake big.ter a.srf -o new/out -q --size 700 --only masks,preview --depth 1 -j 1
try info "$scree" info big.ter
try preview "$scree" preview big.ter a.srf -o new/x.png -q --size 64 -j 1
try probe "$scree" probe big.ter a.srf --at 100E,100S -q
try convert "$scree" convert big.ter new/x.png -q
try render "$scree" render big.ter a.srf -o new/x.png -q --size 32x24 -j 1
echo "$met runs met a change, $late were done before"
[ $failed = 0 ] && [ $met -ge 1 ]
