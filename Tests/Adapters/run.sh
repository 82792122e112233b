#!/usr/bin/env bash
# The adapters against the real packages: compiles the sources that `check.sh` compiles against stubs, compares these
# with the packages, asks servers of Hummingbird and Vapor with our routes, and looks at what backends of logs, metrics
# and traces receive. Nothing is fetched from elsewhere: FOLDER has the packages as bare repositories with tags, each as
# OWNER/NAME.git.
#
#   bash Tests/Adapters/run.sh FOLDER [TABLES]
#
# With TABLES, a folder with routes_NAME.txt and paths_NAME.txt, the throughput beside Hummingbird's own router is
# measured as well; that takes `wrk`.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=${1:-}
tables=${2:-}
if [ -z "$folder" ]; then
  echo "skipped: the live run of the adapters needs a folder with their packages: bash Tests/Adapters/run.sh FOLDER"
  exit 0
fi
[ -d "$folder" ] || { echo "there is no folder $folder" >&2; exit 1; }
folder=$(cd "$folder" && pwd)
compgen -G "$folder/*/*.git" > /dev/null || { echo "there is no OWNER/NAME.git in $folder" >&2; exit 1; }
export SWITCHYARD_STRICT=1 GIT_ALLOW_PROTOCOL=file

# A copy, as mirrors and what was resolved are written beside a package.
work=.build/adapters/Live
mkdir -p "$work"
rm -rf "$work/Sources" "$work/Package.resolved" "$work/.swiftpm"
cp -r Tests/Adapters/Live/. "$work"
for repository in "$folder"/*/*.git; do
  name=$(basename "$(dirname "$repository")")/$(basename "$repository" .git)
  for address in "https://github.com/$name.git" "https://github.com/$name"; do
    (cd "$work" && swift package config set-mirror --original "$address" --mirror "file://$repository" >/dev/null)
  done
done
(cd "$work" && swift build -c release)
built=$(cd "$work" && swift build -c release --show-bin-path)
echo "== stubs"
stubs=$(mktemp -d)
trap 'rm -rf "$stubs"' EXIT
bash Tests/Adapters/stubs.sh "$stubs"
python3 Tests/Adapters/stubs.py "$stubs" "$work/.build"
echo "== observability"
"$built/ObservabilityTrial"
for server in Hummingbird Vapor; do
  echo "== $server"
  python3 Tests/Adapters/live.py "$server" "$built/${server}Host" Tests/Reliability/Attacks/targets.tsv
done
echo "== an app with our routes besides"
python3 Tests/Adapters/one_file.py "$work/Sources" "$built"
[ -z "$tables" ] || python3 Tests/Adapters/throughput.py "$built/HummingbirdHost" "$tables"
