#!/bin/sh
# replay.sh PYTHON SCRIPT ARG...: runs a script that needs numpy; skipped without.
set -eu
"$1" -c 'import numpy' 2>/dev/null || { echo "SKIPPED: no Python with numpy"; exit 77; }
python=$1
shift
exec "$python" -B -W ignore "$@"
