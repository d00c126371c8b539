#!/bin/sh
# git_diff.sh SCREE EXAMPLE.srf: with the recipe of docs/surface-text.md, git diff shows surface maps
# as text. Skipped without git.
set -eu
scree=$1 example=$2
. "$(dirname "$0")/git_repository.sh"

echo '*.srf diff=srf' >.gitattributes
git config diff.srf.textconv 'scree convert --stdout --quiet'
cp "$example" island.srf
commit_all
scree set island.srf 'Dry grass.coverage=0.25' -o island.srf --force
git diff -U0 | sed 1,4d >found
cat >expected <<'EXPECTED'
@@ -35 +35 @@
-            "coverage": 0.55,
+            "coverage": 0.25,
EXPECTED
sed 's/ @@.*/ @@/' found | diff expected - || { echo "git diff says:"; cat found; exit 1; }
