#!/usr/bin/env bash
# A server of PostgreSQL for tests and measurements, on a socket in a folder and on no port.
#
#   server.sh there            fails, and says so, where PostgreSQL is not installed
#   server.sh make FOLDER [SETTING …]
#                              makes an empty cluster in a new folder, with more lines of its configuration, and starts it
#   server.sh start FOLDER     starts it again
#   server.sh stop FOLDER      ends it in order
#   server.sh crash FOLDER     ends it at once, as a crash does
#   server.sh remove FOLDER    ends it, and deletes all of it
#
# Its address is postgres:///postgres?host=FOLDER&user=shop.
set -euo pipefail
command=${1:-there}
folder=${2:-}
# The newest version, where Debian has them; else those that a shell finds.
programs=$(find /usr/lib/postgresql -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -1)
[ -n "$programs" ] || programs=$(dirname "$(command -v initdb || echo nowhere/initdb)")
[ -x "$programs/pg_ctl" ] || { echo "PostgreSQL is not installed: apt-get install postgresql" >&2; exit 3; }

# PostgreSQL refuses to run as root.
as=()
[ "$(id -u)" -ne 0 ] || as=(setpriv --reuid=postgres --regid=postgres --clear-groups)
control() { "${as[@]}" "$programs/pg_ctl" --silent -D "$folder/data" "$@" >/dev/null </dev/null; }
start() { control -w -t 60 -l "$folder/log" start || { tail -5 "$folder/log" >&2; exit 1; }; }

case $command in
  there) ;;
  make)
    mkdir -m 755 "$folder"
    [ "$(id -u)" -ne 0 ] || chown postgres "$folder"
    "${as[@]}" "$programs/initdb" -D "$folder/data" -A trust -U shop -E UTF8 --locale=C -k --no-sync >/dev/null
    printf "%s\n" "listen_addresses = ''" "unix_socket_directories = '$folder'" "max_connections = 200" "${@:3}" \
      >> "$folder/data/postgresql.conf"
    start ;;
  start) start ;;
  stop) control -w -m fast stop ;;
  crash) control -w -m immediate stop ;;
  remove)
    control -w -m immediate stop 2>/dev/null || true
    rm -rf "$folder" ;;
  *) echo "server.sh does not know $command" >&2; exit 2 ;;
esac
