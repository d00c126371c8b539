# Read by plants.sh and views.sh, which have set expect, out, write, ending and what, and a function
# make WAY OPTIONS...: it makes files OUT/NAME-WAY.ENDING and prints a line of digests for each.
# compare WAY OPTIONS... says in $status whether the lines are those of the file $expect.

if [ "$write" = --write ]; then
    make usual > "$expect"
    echo "wrote $expect"
    exit
fi
status=0
compare() {
    make "$@" > "$out/$1.txt"
    if cmp -s "$expect" "$out/$1.txt"; then
        rm -f "$out"/*-"$1.$ending"
    else
        echo "$what differ from $expect ($*):"
        diff "$expect" "$out/$1.txt" || true
        status=1
    fi
}
