#!/usr/bin/env bash
# Builds and tests the examples, and tries what they are deployed with, as far as this machine can.
#
#   bash Tests/Examples/check.sh [arguments for swift build and swift test]
set -euo pipefail
cd "$(dirname "$0")"

swift build --build-tests "$@"
swift test --skip-build "$@"

echo "== the program: ready, a request, SIGTERM"
data=$(mktemp -d)
trap 'kill "${shop:-}" 2>/dev/null || true; rm -rf "$data"' EXIT
folder=$(swift build --show-bin-path "$@")
: > "$data/log"
BOOKSHOP_DATA=$data BOOKSHOP_PORT=0 BOOKSHOP_UNREADY=0 "$folder/BookshopServer" > "$data/log" 2>&1 &
shop=$!
for _ in $(seq 200); do
  port=$(sed -n 's/^The shop is open at port \([0-9]*\).*/\1/p' "$data/log")
  [ -n "$port" ] && break
  sleep 0.1
done
[ -n "$port" ] || { cat "$data/log"; exit 1; }
[ "$(curl -s "http://127.0.0.1:$port/ready")" = ready ]
[ "$(curl -s "http://127.0.0.1:$port/api/books")" = '{"books":[]}' ]
kill -TERM "$shop"
wait "$shop"
grep -q '"route"' "$data/log" || { cat "$data/log"; exit 1; }

echo "== the unit"
if command -v systemd-analyze >/dev/null; then
  sed "s|/usr/local/bin/BookshopServer|/bin/true|" Deploy/bookshop.service > "$data/bookshop.service"
  systemd-analyze verify "$data/bookshop.service"
else
  echo "skipped: there is no systemd-analyze (Debian: systemd)"
fi

echo "== the proxy"
if command -v nginx >/dev/null; then
  sed "s/listen 8443;/listen 127.0.0.1:18443;/" Deploy/nginx.conf > "$data/nginx.conf"
  nginx -t -q -c "$data/nginx.conf" -p "$data" -g "pid $data/pid; error_log stderr;"
else
  echo "skipped: there is no nginx"
fi

echo "== the image"
if command -v docker >/dev/null && docker info >/dev/null 2>&1; then
  docker build -q -f Deploy/Dockerfile ../..
else
  # The packages that it installs are at least those that there are.
  grep -oE 'lib[a-z0-9-]+' Deploy/Dockerfile | sort -u | while read -r package; do
    apt-cache show "$package" >/dev/null || { echo "there is no package $package"; exit 1; }
  done
  echo "not built: there is no docker; its packages exist"
fi
