#!/usr/bin/env bash
# What a lookup, an open and a change take, counted and not timed: instructions by valgrind, blocks of the heap by the
# program itself. Each is the difference of two runs of different length, so that what happens once does not count.
# Fails when a count is more than 10 % above its threshold in thresholds.txt.
#
#   counts.sh [--record]      --record writes the counts of this run as thresholds
set -euo pipefail
cd "$(dirname "$0")"
thresholds=thresholds.txt
few=260
many=1300
command -v valgrind >/dev/null || { echo "valgrind is missing: apt-get install valgrind" >&2; exit 2; }

swift build -c release --product RouteCounts >&2
counts="$(swift build -c release --show-bin-path)/RouteCounts"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

instructions() {
  SWIFT_DETERMINISTIC_HASHING=1 valgrind --tool=callgrind --callgrind-out-file=/dev/null \
    "$counts" "$1" "$2" 2>&1 >/dev/null |
    awk '/Collected/ {print $NF}'
}
blocks() { SWIFT_DETERMINISTIC_HASHING=1 "$counts" "$1" "$2"; }

# Each by itself, so that a program that fails ends the script, and is not taken for one that counts nothing.
names=$("$counts")
for name in $names; do
  echo "counting $name" >&2
  first=$(instructions "$name" "$few")
  last=$(instructions "$name" "$many")
  if [ "${first:-0}" -le 0 ] || [ "${last:-0}" -le "$first" ]; then
    echo "$name was not counted" >&2
    exit 1
  fi
  held=$(blocks "$name" "$few")
  more=$(blocks "$name" "$many")
  awk -v name="$name" -v times=$((many - few)) -v first="$first" -v last="$last" \
    -v held="$held" -v more="$more" \
    'BEGIN { printf "%s %.1f %.2f\n", name, (last - first) / times, (more - held) / times }'
done > "$work/counts"

if [ "${1:-}" = --record ]; then
  {
    echo "# operation, instructions, blocks of the heap: written by counts.sh --record"
    echo "# $(swift --version 2>/dev/null | grep -oE 'Swift version [0-9.]+' | head -1), $(uname -m)"
    cat "$work/counts"
  } > "$thresholds"
fi
awk '
  /^#/ { next }
  NR == FNR { instructions[$1] = $2; blocks[$1] = $3; next }
  {
    seen[$1] = 1
    verdict = "ok"
    if (!($1 in instructions)) verdict = "NO THRESHOLD"
    else if ($2 > instructions[$1] * 1.10 || $3 > blocks[$1] * 1.10 + 0.005) verdict = "ABOVE"
    else if ($2 < instructions[$1] * 0.90 || $3 < blocks[$1] * 0.90) verdict = "ok, below: record it"
    if (verdict !~ /^ok/) failed = 1
    printf "%-8s %10.1f instructions (threshold %10.1f) %8.2f blocks (threshold %8.2f)  %s\n",
      $1, $2, instructions[$1], $3, blocks[$1], verdict
  }
  END {
    for (name in instructions) if (!(name in seen)) { print name " was not counted"; failed = 1 }
    exit failed
  }
' "$thresholds" "$work/counts"
