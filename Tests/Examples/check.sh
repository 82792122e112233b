#!/usr/bin/env bash
# Builds and tests the examples, and tries what they are deployed with, as far as this machine can.
#
#   bash Tests/Examples/check.sh [arguments for swift build and swift test]
set -euo pipefail
cd "$(dirname "$0")"

swift build --build-tests "$@"
swift test --skip-build "$@"

echo "== the program: ready, a request"
data=$(mktemp -d)
trap 'kill "${shop:-}" 2>/dev/null || true; kill "$(cat "$data/pid" 2>/dev/null)" 2>/dev/null || true; rm -rf "$data"' EXIT
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

echo "== the proxy, in front of it"
if command -v nginx >/dev/null; then
  chmod 755 "$data"
  # Not a socket of a file, whose clients have no address. Another port where somebody has this one.
  for _ in $(seq 20); do
    front=$((RANDOM % 10000 + 20000))
    sed -e "s/listen 8443;/listen 127.0.0.1:$front;/" -e "s/127.0.0.1:8080/127.0.0.1:$port/" \
      -e "s|^http {|http { access_log off;|" Deploy/nginx.conf > "$data/nginx.conf"
    ! nginx -q -c "$data/nginx.conf" -p "$data" -g "pid $data/pid; error_log $data/error.log;" 2>"$data/faults" || break
  done
  for _ in $(seq 50); do
    [ ! -s "$data/pid" ] || break
    sleep 0.1
  done
  [ -s "$data/pid" ] || { cat "$data/faults"; exit 1; }
  # status TARGET: what is answered to it, as it is written.
  status() {
    curl -s --request-target "$1" -o /dev/null -w '%{http_code}' "http://127.0.0.1:$front"
  }
  [ "$(status /api/books)" = 200 ]
  # sign_in ORIGIN: what is answered to the form, as browsers send it that do not say where it is from.
  sign_in() {
    curl -s -H "Origin: $1" -d token=wrong -w '%{http_code}' "http://127.0.0.1:$front/login"
  }
  own=$(sign_in "http://127.0.0.1:$front")
  other=$(sign_in http://evil.example)
  # Both are 403: the one for its token, the other before it is read.
  case $own in *'Nobody has this token'*403) ;; *) echo "the own form: $own"; exit 1 ;; esac
  case $other in *'Nobody has this token'*) echo "the form of another site is read"; exit 1 ;; *403) ;; *) echo "$other"; exit 1 ;; esac
  # They are there, for those who are let in.
  for page in metrics ready; do curl -fs -o /dev/null "http://127.0.0.1:$port/$page"; done
  # What is not for strangers is reached by no spelling of it.
  for page in metrics ready; do
    for target in "/$page" "/$page/" "//$page" "/./$page" "/x/../$page" "/%$(printf %02x "'$page")${page:1}" \
      "/x%2fy/../$page" "/x%2Fy/..%2F../$page" "/%2f/../$page" "/x%5cy/../$page" "/x\\y/../$page" "/$page?a=b" \
      "/$page/?/a" "/$page%2f" "http://shop.example/$page/"; do
      found=$(status "$target")
      case $found in 400 | 403 | 404) ;; *) echo "$target is answered with $found"; exit 1 ;; esac
    done
  done
else
  echo "skipped: there is no nginx"
fi

echo "== SIGTERM"
kill -TERM "$shop"
wait "$shop"
grep -q '"route"' "$data/log" || { cat "$data/log"; exit 1; }

echo "== the units"
if command -v systemd-analyze >/dev/null; then
  # What it does not know it passes over, and says so: that is a fault here.
  verify() { [ -z "$(systemd-analyze verify "$1" 2>&1 | tee "$data/faults")" ]; }
  cp Deploy/*.service "$data"
  sed -i -E 's#/usr/local/bin/(BookshopServer|yardmaster)#/bin/true#' "$data"/*.service
  for unit in bookshop room@1; do
    verify "$data/$unit.service" || { cat "$data/faults"; exit 1; }
  done
  # It does find faults: a key that there is not, and a value.
  sed 's/^StateDirectory=/StateDirectry=/' "$data/bookshop.service" > "$data/key.service"
  sed 's/^TimeoutStopSec=.*/TimeoutStopSec=soon/' "$data/bookshop.service" > "$data/value.service"
  for unit in key value; do
    ! verify "$data/$unit.service" || { echo "a wrong unit is not found: $unit"; exit 1; }
  done
else
  echo "skipped: there is no systemd-analyze (Debian: systemd)"
fi

echo "== the image"
if command -v docker >/dev/null && docker info >/dev/null 2>&1; then
  docker build -q -f Deploy/Dockerfile ../..
else
  # The packages that it installs are at least those that there are.
  grep -oE '(lib|nettle)[a-z0-9-]+' Deploy/Dockerfile | sort -u | while read -r package; do
    apt-cache show "$package" >/dev/null || { echo "there is no package $package"; exit 1; }
  done
  echo "not built: there is no docker; its packages exist"
fi
