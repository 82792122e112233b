#!/usr/bin/env bash
# Looking routes up, at every size, beside the floors in C and routers of Go and PHP; then what dispatches, views, worst
# cases, threads and changes take. Installs nothing: a peer that is not there is left out, and it is said how to get it.
#
#   routes.sh [--rounds 9] [--quick] [--sizes 100,1000,10000,100000] [--limit SECONDS] [--check[=TOLERANCE]]
#     [--json FILE] [--plot FILE] [--tables FOLDER]
#
#   --quick    short rounds, and no table above 1,000 routes
#   --limit    how long anything may take to be made ready before it is left out; 60 by default
#   --check    fails where a bar is missed, or missed by more than a part of it. What would fail is measured again, once.
#              A bar that is not reached yet is held at 1.5 of what was recorded (Criteria.swift), and named
#   --plot     draws the figures of this run, as in lookup.svg
#   --tables   takes routes_NAME.txt, paths_NAME.txt and expected_NAME.txt of a folder for NAME github, 100 and so on
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
peers=()

left_out() { echo "left out: $1; to have it: apt-get install $2" >&2; }

gocode=/usr/share/gocode/src/github.com
if command -v go >/dev/null && [ -d "$gocode/julienschmidt/httprouter" ] && [ -d "$gocode/go-chi/chi" ]; then
  (cd "$here/Peers" && GOFLAGS='' GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE="$work/cache" \
    go build -o "$work/go-routes" main.go)
  peers+=(--peer "httprouter (Go)=$work/go-routes httprouter" --peer "chi (Go)=$work/go-routes chi")
else
  left_out "httprouter and chi (Go)" \
    "golang-go golang-github-julienschmidt-httprouter-dev golang-github-go-chi-chi-dev"
fi
php="php -d pcre.jit=1 -d include_path=/usr/share/php $here/Peers/main.php"
if command -v php >/dev/null && [ -e /usr/share/php/FastRoute/autoload.php ]; then
  peers+=(--peer "FastRoute (PHP)=$php fastroute")
else
  left_out "FastRoute (PHP)" "php-cli php-nikic-fast-route"
fi
if command -v php >/dev/null && [ -e /usr/share/php/Symfony/Component/Routing/autoload.php ]; then
  peers+=(--peer "Symfony (PHP)=$php symfony")
else
  left_out "Symfony's routing (PHP)" "php-cli php-symfony-routing"
fi

# Beside the library's own release build, whose modules are not compiled again.
build=(swift build --package-path "$here" -c release --scratch-path "$here/../../.build")
"${build[@]}" --product RouteBenchmarks >&2
"$("${build[@]}" --show-bin-path)/RouteBenchmarks" "${peers[@]}" "$@"
