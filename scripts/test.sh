#!/bin/sh
# test.sh: sets up, builds scree with GCC and runs its tests, but for those that take long.
set -eu
cd "$(dirname "$0")/.."
scripts/setup.sh tests
cmake --workflow --preset release
echo "test.sh: passed. The tests that take long are left: ctest --preset release-long"
