#!/usr/bin/env bash
# Deploys the bookshop as the files in Deploy say: makes the image of the Dockerfile and serves from it, and has a systemd
# of its own run the unit. No image is fetched: those that the Dockerfile begins with are made of Debian's packages and of
# the Swift that there is. Takes root, some 15 minutes, and 3 GB of room for as long.
#
#   bash Tests/Examples/deploy.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
for tool in buildah mmdebstrap systemd-nspawn swift curl ip; do
  command -v "$tool" >/dev/null || {
    echo "skipped: there is no $tool (Debian: buildah mmdebstrap systemd-container curl iproute2)"
    exit 0
  }
done
unshare --net --mount true 2>/dev/null || { echo "skipped: images, and a systemd, take root"; exit 0; }

work=$(mktemp -d)
chmod 755 "$work"
export BUILDAH_ISOLATION=chroot STORAGE_DRIVER=overlay
images() { buildah --root "$work/images" --runroot "$work/run" "$@"; }
finish() {
  images umount --all >/dev/null 2>&1 || true
  images rm --all >/dev/null 2>&1 || true
  # What is mounted below would not be removed with it, but emptied.
  grep -qF " $work/" /proc/mounts || rm -rf "$work"
}
trap finish EXIT
toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")

echo "== the images that it begins with"
mmdebstrap --quiet --variant=minbase --include=ca-certificates bookworm "$work/base.tar"
base=$(images from scratch)
images add -q "$base" "$work/base.tar" / >/dev/null
rm "$work/base.tar"
images commit -q "$base" docker.io/library/debian:bookworm-slim >/dev/null
# As swift.org makes its own, but that the toolchain is not copied: it is there while something runs.
images run --network host "$base" -- sh -c 'apt-get -qq update && apt-get -qq install -y --no-install-recommends \
  binutils git libc6-dev libcurl4-openssl-dev libedit2 libgcc-12-dev libncurses-dev libpython3-dev libsqlite3-0 \
  libstdc++-12-dev libxml2-dev libz3-dev pkg-config tzdata zlib1g-dev' >/dev/null
images config --env "PATH=$toolchain/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" "$base"
images commit -q "$base" docker.io/library/swift:6.3-bookworm >/dev/null

echo "== the image of the Dockerfile"
images bud -q --format docker --pull-never --network host -v "$toolchain:$toolchain:ro" -t bookshop \
  -f Tests/Examples/Deploy/Dockerfile . >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
shop=$(images from --pull-never localhost/bookshop)
said() { images inspect --type image --format "$1" localhost/bookshop; }
[ "$(said '{{.Docker.Config.StopSignal}}')" = SIGTERM ]
# What the image says is run, as the user that it says, in a network where its port is free.
mapfile -t command <<<"$(said '{{range .Docker.Config.Cmd}}{{println .}}{{end}}')"
mapfile -t health <<<"$(said '{{range .Docker.Config.Healthcheck.Test}}{{println .}}{{end}}')"
[ "${health[0]}" = CMD ]
printf '%q ' buildah --root "$work/images" --runroot "$work/run" run "$shop" -- "${command[@]}" >"$work/run.sh"
printf '%q ' buildah --root "$work/images" --runroot "$work/run" run "$shop" -- "${health[@]:1}" >"$work/health.sh"
cat > "$work/serve" <<'SERVE'
set -euo pipefail
ip link set lo up
if bash "$1/health.sh"; then
  echo "it is well before it runs"
  exit 1
fi
bash "$1/run.sh" &
running=$!
trap 'kill "$running" 2>/dev/null || true' EXIT
for _ in $(seq 100); do
  [ "$(curl -s http://127.0.0.1:8080/ready)" != ready ] || break
  sleep 0.1
done
[ "$(curl -s http://127.0.0.1:8080/api/books)" = '{"books":[]}' ]
bash "$1/health.sh"
# Not by root, and with its data in its own folder.
server=$(ss -Hltnp 'sport = :8080' | sed -n 's/.*pid=\([0-9]*\).*/\1/p')
[ "$(stat -c %u "/proc/$server")" != 0 ]
[ -e "/proc/$server/cwd/books.db" ]
kill -TERM "$server"
wait "$running"
SERVE
unshare --net bash "$work/serve" "$work" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
grep -q '"route"' "$work/log" || { cat "$work/log"; exit 1; }

echo "== the unit"
images run --network host --user root "$shop" -- sh -c 'apt-get -qq update && apt-get -qq install -y \
  --no-install-recommends systemd systemd-sysv dbus curl' >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
root=$(images mount "$shop")
cp Tests/Examples/Deploy/bookshop.service "$root/etc/systemd/system/"
systemctl -q --root "$root" enable bookshop.service
# Asks while the system is up, writes down what it has found, and turns it off.
cat > "$root/etc/systemd/system/trial.service" <<'UNIT'
[Unit]
After=bookshop.service
[Service]
Type=oneshot
ExecStart=/bin/bash /trial
ExecStopPost=systemctl --no-block poweroff
[Install]
WantedBy=multi-user.target
UNIT
systemctl -q --root "$root" enable trial.service
cat > "$root/trial" <<'TRIAL'
exec >/found 2>&1
set -euxo pipefail
ready() {
  for _ in $(seq 100); do
    [ "$(curl -s http://127.0.0.1:8080/ready)" != ready ] || return 0
    sleep 0.1
  done
  systemctl status bookshop
  return 1
}
pid() { systemctl show -P MainPID bookshop; }
ready
# By a user of its own, with its data where the unit says.
[ "$(stat -c %u "/proc/$(pid)")" != 0 ]
[ -s /var/lib/private/bookshop/books.db ]
register() {
  curl -s -o /dev/null -w '%{http_code}' -H 'Content-Type: application/json' -d '{"name":"ada"}' \
    http://127.0.0.1:8080/api/users
}
[ "$(register)" = 201 ]
# One that fails comes back, and with what it had.
kill -KILL "$(pid)"
sleep 1
ready
[ "$(register)" = 409 ]
# One that is told to end does so by itself, in the time that it has.
systemctl stop bookshop
[ "$(systemctl show -P Result bookshop)" = success ]
[ "$(systemctl show -P ExecMainStatus bookshop)" = 0 ]
echo "as it should"
TRIAL
timeout 300 systemd-nspawn -q --register=no --keep-unit --private-network -D "$root" --boot >"$work/log" 2>&1 </dev/null ||
  { tail -n 40 "$work/log"; exit 1; }
tail -n 1 "$root/found" | grep -qx 'as it should' || { cat "$root/found"; exit 1; }
echo "the bookshop is deployed as its files say"
