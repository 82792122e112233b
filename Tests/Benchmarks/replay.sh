#!/usr/bin/env bash
# A replay of a log on GitHub's 130 routes: lines a second on one core, as a ratio to `wc -l` and to an awk that counts
# the paths, in the same run; and whether memory grows with the log. The paths have values drawn from so many that most
# requests are seen again, as in a log, or from so many that none is.
#
#   replay.sh [LINES] [--check]      --check fails where memory grows, or a replay takes longer than awk does
set -euo pipefail
cd "$(dirname "$0")"
lines=1000000
check=
for word in "$@"; do
  if [ "$word" = --check ]; then check=yes; else lines=$word; fi
done
# Beside the library's own release build, whose modules are not compiled again.
build=(swift build --package-path ../.. -c release)
"${build[@]}" --product yardmaster >&2
tool="$("${build[@]}" --show-bin-path)/yardmaster"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 - "$lines" "$work" Sources/RouteTables/GitHubRoutes.swift <<'PYTHON'
import random, re, sys
count, work = int(sys.argv[1]), sys.argv[2]
patterns = re.findall(r'^ *(/[^"\s]*)$', open(sys.argv[3]).read(), re.M)
if len(patterns) != 130: sys.exit(f"{len(patterns)} routes instead of 130")
with open(f"{work}/routes.txt", "w") as file:
    for pattern in patterns: file.write(f"GET {pattern}\n")
agents = ["Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "curl/8.5.0",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15"]
for name, values in [("seen", 300), ("new", 10**9)]:
    draw = random.Random(7)
    with open(f"{work}/{name}.log", "w") as file:
        for number in range(count):
            # A few routes take most, as they do.
            pattern = patterns[min(int(draw.paretovariate(1)) - 1, 10**6) % 130 if draw.random() < 0.7
                else draw.randrange(130)]
            value = min(int(draw.paretovariate(1)), 10**6) % values if name == "seen" else draw.randrange(values)
            path = re.sub(r":\w+", lambda _: f"v{value}", pattern)
            query = draw.choice(["", "", f"?page={number % 90}&per_page=100"])
            file.write(f'203.0.113.{number % 250} - - [10/Oct/2025:13:55:36 +0000] "GET {path}{query} HTTP/1.1" '
                f'200 {draw.randrange(9000)} "-" "{draw.choice(agents)}"\n')
PYTHON

# The seconds of processors that a command takes, the least of three.
seconds() {
  python3 - "$@" <<'PYTHON'
import os, subprocess, sys
least = 1e9
for _ in range(3):
    before = os.times()
    subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    least = min(least, after.children_user - before.children_user + after.children_system - before.children_system)
print(f"{least:.3f}")
PYTHON
}

# The most memory that a replay takes, in KiB.
memory() {
  python3 - "$@" <<'PYTHON'
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
PYTHON
}

failed=
for name in seen new; do
  log=$work/$name.log
  own=$(seconds "$tool" replay "$log" --routes "$work/routes.txt")
  wc=$(seconds wc -l "$log")
  # shellcheck disable=SC2016 # awk's own fields.
  awk=$(seconds awk '{ split($7, parts, "?"); counts[parts[1]]++ } END { print length(counts) }' "$log")
  printf '%-5s %9.0f lines a second, %5.1f times wc -l, %5.2f times awk\n' "$name" \
    "$(echo "$lines / $own" | bc -l)" "$(echo "$own / ($wc + 0.001)" | bc -l)" "$(echo "$own / $awk" | bc -l)"
  [ "$(echo "$own <= $awk" | bc -l)" = 1 ] || failed=yes
done
head -n $((lines / 10)) "$work/new.log" > "$work/short.log"
short=$(memory "$tool" replay "$work/short.log" --routes "$work/routes.txt")
long=$(memory "$tool" replay "$work/new.log" --routes "$work/routes.txt")
echo "memory: $short KiB for $((lines / 10)) lines, $long KiB for $lines"
[ "$long" -le $((short + short / 4 + 2048)) ] || failed=yes
[ -z "$check" ] || [ -z "$failed" ]
