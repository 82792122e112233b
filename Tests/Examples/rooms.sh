#!/usr/bin/env bash
# Serves the demo by two processes on one store behind nginx, and walks through it: each request goes to another process,
# one of which is killed and comes back. The store is PostgreSQL where it is installed and the tool has it, else a file.
#
#   bash Tests/Examples/rooms.sh TOOL
set -euo pipefail
cd "$(dirname "$0")"
tool=$1
data=$(mktemp -d)
server=../PostgreSQL/server.sh
processes=()
finish() {
  kill "${processes[@]}" 2>/dev/null || true
  [ ! -e "$data/pid" ] || kill "$(cat "$data/pid")" 2>/dev/null || true
  [ ! -e "$data/server" ] || bash "$server" remove "$data/server"
  rm -rf "$data"
}
trap finish EXIT
chmod 755 "$data"

if [ -n "${SWITCHYARD_POSTGRESQL:-}" ] && bash "$server" there; then
  bash "$server" make "$data/server" "fsync = off"
  state="postgres:///postgres?host=$data/server&user=shop"
else
  state="sqlite:$data/visitors.db"
fi
echo "on $state"

# start NUMBER [PORT]: serves, and waits for it; the port is in the file of that number.
start() {
  "$tool" serve --port "${2:-0}" --state "$state" > "$data/$1.log" 2>&1 &
  processes[$1]=$!
  for _ in $(seq 200); do
    sed -n 's|^The Reading Room is open at http://127.0.0.1:\([0-9]*\)/$|\1|p' "$data/$1.log" > "$data/$1.port"
    [ ! -s "$data/$1.port" ] || return 0
    sleep 0.1
  done
  cat "$data/$1.log"
  exit 1
}
port() { cat "$data/$1.port"; }

start 1
start 2
front="unix:$data/front.sock"
ask() { curl -sS --max-time 20 --unix-socket "$data/front.sock" -b "$data/cookies" -c "$data/cookies" "$@"; }
if command -v nginx >/dev/null; then
  sed -e "s/127.0.0.1:8081/127.0.0.1:$(port 1)/; s/127.0.0.1:8082/127.0.0.1:$(port 2)/" \
    -e "s|listen 8080;|listen $front;|" -e "s|^http {|http { access_log $data/access.log;|" \
    Deploy/rooms.conf > "$data/nginx.conf"
  nginx -q -c "$data/nginx.conf" -p "$data" -g "pid $data/pid; error_log $data/error.log;"
else
  echo "skipped: there is no nginx"
  exit 0
fi

# expect WHAT TEXT …: a request whose answer has a text in it.
expect() {
  local text=$1
  shift
  # A form is answered with a redirect, which has no text.
  ask --fail "$@" > "$data/answer"
  [ -z "$text" ] || grep -qF "$text" "$data/answer" || { echo "no \"$text\" in the answer to $*"; head -c 600 "$data/answer"; exit 1; }
}
token() { grep -oE 'name="token" value="[0-9a-f]+"' "$data/answer" | head -1 | grep -oE '[0-9a-f]{32}'; }
key() { grep -oE 'name="key" value="[a-z0-9-]+"' "$data/answer" | head -1 | cut -d'"' -f4; }

expect "All news" http://room/today/news
expect "Moby-Dick" http://room/books/2
expect "Card number" http://room/login
expect "" http://room/login -d "card=1871&token=$(token)"
expect "Your name" http://room/welcome
expect "" http://room/welcome -d "name=Ada&token=$(token)"
for round in $(seq 10); do
  # Tabs, sign-in and name are there, whichever server is asked.
  expect 'href="/today/news"' http://room/books/2
  expect '<span class="who">Ada</span>' http://room/books/2
  case $round in
    3)
      # An order is sent twice, as where an answer was lost, and made once.
      form="token=$(token)&key=$(key)"
      for _ in 1 2; do expect "" http://room/books/2/order -d "$form"; done
      expect "Moby-Dick" http://room/profile/orders/1 ;;
    5)
      kill -KILL "${processes[1]}"
      wait "${processes[1]}" 2>/dev/null || true ;;
    8) start 1 "$(port 1)" ;;
  esac
done
expect "Moby-Dick" http://room/profile/orders/1
ask -o /dev/null -w '%{http_code}\n' http://room/profile/orders/2 | grep -q 404
echo "two servers, one killed and started again: tabs, sign-in and the order were there each time"
