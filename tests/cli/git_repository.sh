# git_repository.sh: sourced by tests that use scree from git. They give $scree; it leaves them in a new,
# empty repository, with scree on the PATH and git untouched by anyone's settings. Skips without git.
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

commit_all() {
    git add .
    git -c user.name=t -c user.email=t@example.invalid commit -q -m one
}
