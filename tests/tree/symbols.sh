#!/bin/sh
# symbols.sh ARCHIVE...: every symbol a module exports carries the module's prefix (base: err_, mem_,
# ...), no module keeps changeable data, none reads or writes numbers as the locale has them, no fused multiply-add was made of a*b+c, and a kernel built
# for one instruction set exports its table and nothing that another object could pick up.
set -eu
status=0
for archive; do
    module=$(basename "$archive" .a | sed 's/^libscree_//')
    case $module in
    base) prefix='base64_|cpu_|err_|mem_|mercator_|file_|glb_|grow_|job_|path_|json_text|json_read|os_|parallel_|sha_|source_|spot_|stream_|suggest_|text_|warn_' ;;
    out) prefix='out_|sink_' ;;
    bake) prefix='bake_|baked_' ;;
    draw) prefix='canvas_|draw_|legend_|ticks_' ;;
    report) prefix='html_|report_' ;;
    compare) prefix='compare_|diff_|lint_|suite_' ;;
    inputs) prefix='inputs_|materials_' ;;
    api) prefix='api_|scree_' ;;
    render) prefix='render_|cull_|eval_|layer_|limit_|live_|plan_|point_|relief_|splat_|view_' ;;
    *) prefix="${module}_" ;;
    esac
    # Sanitizers and coverage add symbols of their own; those begin with an underscore.
    foreign=$(nm -g --defined-only "$archive" | awk 'NF == 3 { print $3 }' | grep -vE "^($prefix|_)" || true)
    [ -z "$foreign" ] || { echo "$module exports without its prefix:" $foreign; status=1; }
    # Constant tables that hold addresses stand in .data.rel.ro; the rest belongs to
    # stb (tables that are not const, and settings that nothing changes).
    data=$(objdump -t "$archive" | awk '/ O \.t?(data|bss)[.[:space:]]/ && !/ O \.data\.rel\.ro/ { print $NF }' |
        grep -vE '^(_|\.|stb|firstmap|mapping|force_filter|unused_setting)' || true)
    [ -z "$data" ] || { echo "$module keeps changeable data:" $data; status=1; }
    fused=$(objdump -d --no-show-raw-insn "$archive" | grep -cE '[[:space:]](vfn?m(add|sub)|fn?m(add|sub)[[:space:]]|fml[as])' || true)
    # nm prints "noise_rows_ISA.c.o:" or "noise_rows.c.o:" before the symbols of a member.
    leaked=$(nm -g --defined-only "$archive" | awk '/:$/ { rows = /_rows/ } rows && NF == 3 && !($2 ~ /[RD]/ && $3 ~ /_rows_/) && $3 !~ /^__/ { print $3 }')
    [ -z "$leaked" ] || { echo "$module: a kernel exports more than its table:" $leaked; status=1; }
    # What depends on the locale of the program around the library: base/text_number.h stands in for it.
    local=$(nm -u "$archive" | awk '/:$/ { plain = /text_(number|json)/ } !plain && NF == 2 { print $2 }' |
        grep -xE '_*(isoc99_)?(v?s?n?printf|strto(d|f|ld)|atof|s?scanf|json_(dump|load)[a-z_]*|isalnum|isdigit|to(low|upp)er|strcasecmp|strcoll|ctype_.*_loc)(_chk)?' || true)
    case $module in cli | image) ;; *) [ -z "$local" ] || { echo "$module depends on the locale:" $local; status=1; } ;; esac
    [ "$fused" = 0 ] || { echo "$module: $fused fused multiply-adds"; status=1; }
done
exit $status
