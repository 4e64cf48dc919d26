#!/usr/bin/env bash
# Gradescope runs this once, when it makes the container. With a folder wheels/ beside it no network is needed.
set -euo pipefail
root="${AUTOGRADER_ROOT:-/autograder}"
here="$root/source"
if [ -z "${ARENA_PYTHON:-}" ]; then
    apt-get update
    apt-get install -y --no-install-recommends python3 python3-venv bubblewrap util-linux
    ARENA_PYTHON=python3
fi
"$ARENA_PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed" >&2; exit 1; }
"$ARENA_PYTHON" -m venv "$root/venv"
if [ -d "$here/wheels" ]; then
    "$root/venv/bin/pip" install --no-index --find-links "$here/wheels" -r "$here/requirements.txt"
else
    "$root/venv/bin/pip" install -r "$here/requirements.txt"
fi
site="$("$root/venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"
cp -r "$here/src/." "$site/"
