#!/bin/sh
# test.sh: sets up, builds scree with GCC and runs all its tests.
set -eu
cd "$(dirname "$0")/.."
scripts/setup.sh tests
cmake --workflow --preset release
