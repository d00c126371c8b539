#!/bin/sh
# lint_ids.sh SOURCE-ROOT: docs/lint.md has a section for each finding of compare/, under the right
# severity, and no other.
set -eu
cd "$1"
table() {
    sed -n 's/^ *RULE(LINT_[A-Z_]*, "\([a-z-]*\)", SCREE_LINT_\([A-Z]*\)).*$/\1 \2/p' compare/lint.h
}
sections() {
    awk '/^### / { id = $2; getline; sub(/\..*/, ""); print id, toupper($0) }' docs/lint.md
}
[ -n "$(table)" ]
code=$(table | sort)
text=$(sections | sort)
if [ "$code" != "$text" ]; then
    echo "compare/lint.h:"
    echo "$code"
    echo "docs/lint.md:"
    echo "$text"
    exit 1
fi
