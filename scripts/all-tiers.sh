#!/usr/bin/env bash
# all-tiers.sh: everything, whatever is recorded: what every change must pass, then every tier.
set -euo pipefail
cd "$(dirname "$0")/.."
SCREE_TIERS=none .ci/run
for tier in $(scripts/tier.sh --list); do
    scripts/tier.sh "$tier"
done
