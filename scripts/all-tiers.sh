#!/usr/bin/env bash
# all-tiers.sh: everything, whatever is recorded: what every change must pass, the sanitizers
# with all that they can run, then every tier.
set -euo pipefail
cd "$(dirname "$0")/.."
SCREE_TIERS=none .ci/run
.ci/run asan-all tsan-all
for tier in $(scripts/tier.sh --list); do
    scripts/tier.sh "$tier"
done
