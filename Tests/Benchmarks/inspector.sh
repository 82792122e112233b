#!/usr/bin/env bash
# An inspector on a server of 10,000 routes: how long its pages take to open, and how far it slows the server at 1,000
# requests a second with a live page open. Fails where a page takes more than a second, or where half of the responses
# take more than 5 % longer than those of the same server without it, with no more than 50 requests a second traced. What
# it is where all are is said besides, and the processor time of a request: that is a few microseconds, and differs by as
# much as a half from round to round.
#
#   inspector.sh [ROUNDS] [SECONDS]      of the load, one server and the other in turn; the median of the ratios counts
#
# With chromium and playwright, as `.ci/browser` installs them, the pages are opened in a browser, too.
set -euo pipefail
cd "$(dirname "$0")"
rounds=${1:-5}
seconds=${2:-8}
routes=10000
rate=1000
bash ../../.ci/install libmicrohttpd-dev nghttp2-client curl
# Beside the library's own release build, whose modules are not compiled again.
build=(swift build -c release --scratch-path ../../.build)
"${build[@]}" --product InspectedServer >&2
server="$("${build[@]}" --show-bin-path)/InspectedServer"
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$work"' EXIT

start() {  # start NAME PORT MODE
  "$server" "$2" "$routes" "$3" > "$work/$1" &
  declare -g "$1=$!"
  for _ in $(seq 600); do
    grep -q '^ready$' "$work/$1" && return
    kill -0 "${!1}" || break
    sleep 0.1
  done
  echo "the server $1 did not start" >&2
  exit 1
}
start plain 19090 plain
start inspected 19091 50
start whole 19092 whole
grep '^/' "$work/plain" > "$work/paths"

# Keep-alive connections, the paths in turn; at the rate in all.
load() {  # load PORT SECONDS
  sed "s,^,http://127.0.0.1:$1," "$work/paths" > "$work/urls"
  h2load --h1 -c 10 --rps $((rate / 10)) -D "$2" -i "$work/urls" --log-file "$work/log" > "$work/said"
  # A figure counts only where the rate was kept, and all is answered with 200.
  awk -v least=$((rate * $2 * 98 / 100)) '
    $2 != 200 { print "a request was answered with " $2; exit failed = 1 }
    END { if (!failed && NR < least) { print "the rate was not kept: " NR " requests"; failed = 1 } exit failed }
  ' "$work/log" >&2
}

# Opens an inspector with its key, once for all that is asked of it.
base=http://127.0.0.1:19091/_switchyard
enter() {  # enter NAME PORT
  door="http://127.0.0.1:$2$(sed -n 's/^inspector //p' "$work/$1")"
  curl -fsSL -c "$work/$1.cookies" -o "$work/page" "$door"
}
enter whole 19092
enter inspected 19091
get() { curl -fsS -b "$work/inspected.cookies" "$@"; }

# The nanoseconds that all threads of a process have run for.
ran() { awk '{ sum += $1 } END { printf "%.0f", sum }' /proc/"$1"/task/*/schedstat; }

failed=0
load 19091 2
number=$(get "$base" | grep -oE 'requests/[0-9]+' | head -1 | grep -oE '[0-9]+')
target=$(sed -n 3p "$work/paths")
pages=("/" "/requests/$number" /routes "/routes?q=ba&page=2" /coverage "/coverage?only=bare"
  "/explain?url=$target" "/explain?url=/nothing/of/this" /matrix.svg)
echo "the pages of an inspector of $routes routes, in milliseconds: first, then the median of nine more"
for page in "${pages[@]}"; do
  for _ in $(seq 10); do
    get -o "$work/page" -w '%{time_total} %{size_download}\n' "$base${page%/}" || exit 1
  done > "$work/times"
  awk -v page="$page" '
    NR == 1 { first = $1 * 1000 } NR > 1 { times[NR - 1] = $1 * 1000 }
    END {
      n = NR - 1
      for (i = 1; i < n; i++) for (j = i + 1; j <= n; j++)
        if (times[j] < times[i]) { swap = times[i]; times[i] = times[j]; times[j] = swap }
      # The drawing waits until the matrix is made, which the pages do not.
      late = (first > 1000 && page !~ /svg/) || times[n] > 1000
      printf "%-34s %8.1f %8.1f %9d bytes  %s\n", page, first, times[int((n + 1) / 2)], $2, late ? "TOO LONG" : "ok"
      exit late
    }' "$work/times" || failed=1
done

if [ -x ../../.build/browser/bin/python ] && command -v chromium > /dev/null; then
  echo "in Chromium, until the page has loaded, in milliseconds: three times"
  ../../.build/browser/bin/python - "$base" "$door" "${pages[@]:0:8}" <<'PYTHON' || failed=1
import sys
from playwright.sync_api import sync_playwright

late = False
with sync_playwright() as play:
    browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    for path in sys.argv[3:]:
        times = []
        for _ in range(3):
            page = browser.new_context().new_page()
            page.goto(sys.argv[2], wait_until="load")
            page.goto(sys.argv[1] + path.rstrip("/"), wait_until="load")
            entry = "performance.getEntriesByType('navigation')[0].loadEventEnd"
            page.wait_for_function(entry + " > 0")
            times.append(page.evaluate(entry))
            page.context.close()
        late = late or max(times) > 1000
        print("%-34s %s" % (path, " ".join("%8.1f" % time for time in times)))
    browser.close()
sys.exit(late)
PYTHON
fi

# A page that is open: all that it is sent is read.
get -N "$base/events" > "$work/events" 2> /dev/null &
events=$!
curl -sSN -b "$work/whole.cookies" http://127.0.0.1:19092/_switchyard/events > "$work/all" &
for port in 19090 19091 19092; do load "$port" 1; done
for _ in $(seq "$rounds"); do
  port=19090
  for name in plain inspected whole; do
    before=$(ran "${!name}")
    load "$port" "$seconds"
    port=$((port + 1))
    after=$(ran "${!name}")
    # Requests, nanoseconds of each, and the median and the slowest hundredth of the times that a client waits.
    sort -n -k3 "$work/log" | awk -v name=$name -v ran=$((after - before)) '
      { times[NR] = $3 }
      END { print name, NR, ran / NR, times[int(NR / 2)], times[int(NR * 0.99)] }' >> "$work/figures"
  done
done
kill -0 "$events" || { echo "the live page was cut off" >&2; exit 1; }
sent=$(grep -c '^event: requests' "$work/events" || true)
awk -v sent="$sent" -v rate=$rate '
  $1 == "plain" { cost = $3; p50 = $4; p99 = $5 }
  $1 == "inspected" { ratio[++n] = $3 / cost; own += $3; bare += cost; half[n] = $4 / p50; last[n] = $5 / p99 }
  $1 == "whole" { whole[n] = $3 / cost; slow[n] = $4 / p50; slowest[n] = $5 / p99 }
  function median(list,   i, j, swap) {
    for (i = 1; i < n; i++) for (j = i + 1; j <= n; j++)
      if (list[j] < list[i]) { swap = list[i]; list[i] = list[j]; list[j] = swap }
    return n % 2 ? list[(n + 1) / 2] : (list[n / 2] + list[n / 2 + 1]) / 2
  }
  END {
    printf "at %d requests a second, with a live page that was sent %d events\n", rate, sent
    printf "processor time of a request: %.1f and %.1f microseconds\n", bare / n / 1000, own / n / 1000
    late = median(half) > 1.05 || sent == 0
    printf "with the inspector %.3f of it (median of %d), where all requests are traced %.3f\n",
      median(ratio), n, median(whole)
    printf "time until the response: median %.3f (bar 1.05), 99 of a hundred %.3f of those without  %s\n",
      median(half), median(last), late ? "TOO SLOW" : "ok"
    printf "where all requests are traced: median %.3f, 99 of a hundred %.3f\n", median(slow), median(slowest)
    exit late
  }' "$work/figures" || failed=1
exit $failed
