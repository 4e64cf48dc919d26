#!/bin/sh
# Builds the bot, tests it, and sees that it keeps to the protocol. Arguments go to `arena check`.
set -eu
cd "$(dirname "$0")"
@BUILD@
@TEST@
arena check . "$@"
