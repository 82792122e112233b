#!/usr/bin/env bash
# What the stores of sessions cost: one load and store, in milliseconds and as a ratio to the bare calls of the C library
# in the same run, with PostgreSQL also to the same calls awaited; one request whose state is remembered, loaded, or
# behind what another server has stored; several tasks on one session; and how soon another server hears of a write.
# PostgreSQL is left out, and named, where it is not installed or SWITCHYARD_POSTGRESQL is not set.
#
#   sessions.sh [ROUNDS] [--check]      --check fails where the median with SQLite is more than 1.3 times that of the bare
#                                       calls, that with PostgreSQL more than 0.6 ms, or that of hints more than 20 ms
set -euo pipefail
cd "$(dirname "$0")"
# Beside the library's own release build, whose modules are not compiled again.
build=(swift build -c release --scratch-path ../../.build)
"${build[@]}" --product SessionCosts >&2
work=$(mktemp -d)
server=../PostgreSQL/server.sh
trap 'bash "$server" remove "$work/server" 2>/dev/null || true; rm -rf "$work"' EXIT
postgres=()
if [ -z "${SWITCHYARD_POSTGRESQL:-}" ]; then
  echo "without PostgreSQL: SWITCHYARD_POSTGRESQL is not set" >&2
elif bash "$server" there; then
  chmod 755 "$work"
  bash "$server" make "$work/server"
  postgres=(--postgres "postgres:///postgres?host=$work/server&user=shop")
fi
"$("${build[@]}" --show-bin-path)/SessionCosts" "$work" "$@" ${postgres[@]+"${postgres[@]}"}
