#!/bin/sh
# lint_ids.sh SOURCE-ROOT: docs/lint.md has a section for each finding of compare/, under the right
# severity, and no other.
set -eu
cd "$1"
table() {
    sed -n 's/^ *\[LINT_[A-Z_]*\] = {"\([a-z-]*\)", SCREE_LINT_\([A-Z]*\)},$/\1 \2/p' compare/lint_findings.c
}
sections() {
    awk '/^### / { id = $2; getline; sub(/\..*/, ""); print id, toupper($0) }' docs/lint.md
}
rules=$(grep -c '^    LINT_[A-Z_]*,$' compare/lint.h)
found=$(table | wc -l)
status=0
[ "$found" -eq "$rules" ] || {
    echo "$found ids in the table and $rules rules in compare/lint.h"
    status=1
}
code=$(table | sort)
text=$(sections | sort)
if [ "$code" != "$text" ]; then
    echo "compare/lint_findings.c:"
    echo "$code"
    echo "docs/lint.md:"
    echo "$text"
    status=1
fi
exit $status
