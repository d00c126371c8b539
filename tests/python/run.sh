#!/bin/sh
# run.sh PYTHON SOURCE WORK SCREE LIBRARY: tests python/scree; skipped without numpy.
set -eu
"$1" -c 'import numpy' 2>/dev/null || { echo "SKIPPED: no Python with numpy"; exit 77; }
export PYTHONPATH="$2/python" PYTHONDONTWRITEBYTECODE=1 SCREE_LIBRARY="$5"
exec "$1" "$2/tests/python/test_python.py" "$2" "$3" "$4"
