#!/bin/sh
# symbols.sh ARCHIVE...: every symbol a module exports carries the module's prefix (base: err_, mem_,
# ...), no module keeps changeable data, and no fused multiply-add was made of a*b+c.
set -eu
status=0
for archive; do
    module=$(basename "$archive" .a | sed 's/^libscree_//')
    case $module in
    base) prefix='err_|mem_|file_|text_|warn_' ;;
    compare) prefix='compare_|lint_' ;;
    render) prefix='render_|eval_|splat_|tiles_|view_|plan_' ;;
    *) prefix="${module}_" ;;
    esac
    # Sanitizers and coverage add symbols of their own; those begin with an underscore.
    foreign=$(nm -g --defined-only "$archive" | awk 'NF == 3 { print $3 }' | grep -vE "^($prefix|_)" || true)
    [ -z "$foreign" ] || { echo "$module exports without its prefix:" $foreign; status=1; }
    # Constant tables that hold addresses stand in .data.rel.ro; stb's own tables are not const.
    data=$(objdump -t "$archive" | awk '/ O \.t?(data|bss)[.[:space:]]/ && !/ O \.data\.rel\.ro/ { print $NF }' |
        grep -vE '^(_|\.|stb|firstmap|mapping)' || true)
    [ -z "$data" ] || { echo "$module keeps changeable data:" $data; status=1; }
    fused=$(objdump -d --no-show-raw-insn "$archive" | grep -cE '[[:space:]](vfn?m(add|sub)|fn?m(add|sub)[[:space:]]|fml[as])' || true)
    [ "$fused" = 0 ] || { echo "$module: $fused fused multiply-adds"; status=1; }
done
exit $status
