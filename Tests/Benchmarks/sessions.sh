#!/usr/bin/env bash
# What the stores of sessions cost: one load and store, in milliseconds and as a ratio to the bare calls of the C library
# in the same run.
#
#   sessions.sh [ROUNDS] [--check]      --check fails where the ratio is more than 1.3
set -euo pipefail
cd "$(dirname "$0")"
# Beside the library's own release build, whose modules are not compiled again.
build=(swift build -c release --scratch-path ../../.build)
"${build[@]}" --product SessionCosts >&2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$("${build[@]}" --show-bin-path)/SessionCosts" "$work" "$@"
