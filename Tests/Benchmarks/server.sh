#!/usr/bin/env bash
# The server against a bare libmicrohttpd program with its settings, and against Go's net/http with chi, with one
# header field and with the eleven of a browser; then a minute of load. One client thread of wrk with 64 connections,
# in turn, on the cores that the servers run on.
#
#   server.sh [ROUNDS] [SECONDS]      figures: the medians of the ratios of each round
set -euo pipefail
cd "$(dirname "$0")"
rounds=${1:-9}
seconds=${2:-3}
bash ../../.ci/install libmicrohttpd-dev wrk golang-go golang-github-go-chi-chi-dev
# Beside the library's own release build, whose modules are not compiled again.
build=(swift build -c release --scratch-path ../../.build)
"${build[@]}" --product BareServer
"${build[@]}" --product HelloServer
bin=$("${build[@]}" --show-bin-path)
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$work"' EXIT

cat > "$work/main.go" <<'GO'
package main

import (
	"net/http"

	"github.com/go-chi/chi"
)

func main() {
	router := chi.NewRouter()
	router.Get("/hello", func(response http.ResponseWriter, _ *http.Request) {
		response.Header().Set("Content-Type", "text/plain; charset=utf-8")
		response.Write([]byte("Hello"))
	})
	http.ListenAndServe("127.0.0.1:19082", router)
}
GO
(cd "$work" && GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE="$work/cache" go build -o chi main.go)

servers=()
"$bin/BareServer" 19080 &
servers+=($!)
"$bin/HelloServer" 19081 &
ours=$!
servers+=("$ours")
# As many threads as the others have.
GOMAXPROCS=2 "$work/chi" &
servers+=($!)
sleep 1

# A figure counts only where all is answered with 200, by the programs that were started here.
ask() {
  local pid said
  for pid in "${servers[@]}"; do
    kill -0 "$pid" || { echo "a server has ended" >&2; return 1; }
  done
  # A way that ends in "+" is asked as browsers ask.
  local fields=()
  [ "$1" = "${1%+}" ] || fields=("${browser[@]}")
  said=$(wrk -t1 -c64 -d"$2" "${fields[@]}" "http://127.0.0.1:${1%+}") || return 1
  if grep -E 'Non-2xx|Socket errors' <<< "$said" >&2; then
    echo "$1 did not answer all" >&2
    return 1
  fi
  echo "$said"
}
browser=()
while read -r field; do browser+=(-H "$field"); done <<'FIELDS'
User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0
Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8
Accept-Language: en-US,en;q=0.5
Accept-Encoding: gzip, deflate, br
Referer: http://127.0.0.1/books
Cookie: room=0123456789abcdef0123456789abcdef; theme=dark
Upgrade-Insecure-Requests: 1
Sec-Fetch-Dest: document
Sec-Fetch-Mode: navigate
Sec-Fetch-Site: same-origin
FIELDS
ways=(19080/hello 19081/hello 19082/hello 19081/async 19081/later 19081/queue)
ways+=(19080/hello+ 19081/hello+ 19082/hello+)
for way in "${ways[@]}"; do ask "$way" 1s > /dev/null; done
for _ in $(seq "$rounds"); do
  for way in "${ways[@]}"; do
    said=$(ask "$way" "${seconds}s")
    echo "$way $(awk '/Requests\/sec/ {print $2}' <<< "$said")"
  done
done > "$work/rates"
awk '
  { rate[$1, ++count[$1]] = $2 }
  function median(numerator, denominator,   i, j, n, list, swap) {
    n = count[numerator]
    for (i = 1; i <= n; i++)
      list[i] = rate[numerator, i] / (denominator == "" ? 1 : rate[denominator, i])
    for (i = 1; i < n; i++) for (j = i + 1; j <= n; j++)
      if (list[j] < list[i]) { swap = list[i]; list[i] = list[j]; list[j] = swap }
    return n % 2 ? list[(n + 1) / 2] : (list[n / 2] + list[n / 2 + 1]) / 2
  }
  function line(name, way,   fields) {
    fields = way ~ /\+$/ ? "+" : ""
    printf "%-42s %8.0f  %5.2f  %5.2f\n", name, median(way, ""), median(way, "19080/hello" fields),
      median(way, "19082/hello" fields)
  }
  END {
    printf "%-42s %8s  %5s  %5s\n", "", "rate", "bare", "Go"
    line("bare libmicrohttpd", "19080/hello")
    line("SwitchyardServer, a function", "19081/hello")
    line("Go, net/http with chi", "19082/hello")
    line("SwitchyardServer, async, ends at once", "19081/async")
    line("SwitchyardServer, async, ends later", "19081/later")
    line("SwitchyardServer, on a queue", "19081/queue")
    print "with the fields of a browser"
    line("bare libmicrohttpd", "19080/hello+")
    line("SwitchyardServer, a function", "19081/hello+")
    line("Go, net/http with chi", "19082/hello+")
  }' "$work/rates"

resident() { awk '/VmRSS/ {print $2}' "/proc/$ours/status"; }
echo "a minute of load: $(resident) KB resident before"
for _ in $(seq 6); do
  said=$(ask 19081/hello 10s)
  echo "$(awk '/requests in/ {print}' <<< "$said"); $(resident) KB"
done
