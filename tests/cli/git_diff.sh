#!/bin/sh
# git_diff.sh SCREE EXAMPLE.srf: with the recipe of docs/surface-text.md, git diff shows surface maps
# as text. Skipped without git.
set -eu
scree=$1 example=$2
command -v git >/dev/null || { echo "SKIPPED: no git"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$scree" "$work/bin/scree"
PATH=$work/bin:$PATH HOME=$work GIT_CONFIG_NOSYSTEM=1
export PATH HOME GIT_CONFIG_NOSYSTEM
cd "$work"

git init -q repository
cd repository
echo '*.srf diff=srf' >.gitattributes
git config diff.srf.textconv 'scree convert --stdout --quiet'
cp "$example" island.srf
git add .
git -c user.name=t -c user.email=t@example.invalid commit -q -m one
scree set island.srf 'Dry grass.coverage=0.25' -o island.srf --force
git diff -U0 | sed 1,4d >found
cat >expected <<'EXPECTED'
@@ -27 +27 @@
-            "coverage": 0.55,
+            "coverage": 0.25,
EXPECTED
sed 's/ @@.*/ @@/' found | diff expected - || { echo "git diff says:"; cat found; exit 1; }
