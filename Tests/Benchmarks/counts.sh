#!/usr/bin/env bash
# What a lookup, an open and a change take, counted and not timed: instructions by valgrind, blocks of the heap by the
# program itself. Each has been done some hundred times before it is counted, so that what happens once does not count.
# Fails when a count is more than 10 % above its threshold in thresholds.txt, or a function around a handler takes more
# than 1.5 bare calls of PCRE2, or one for other targets more than 1.1.
#
#   counts.sh [--record]      --record lowers the thresholds to the counts of this run
set -euo pipefail
cd "$(dirname "$0")"
thresholds=thresholds.txt
times=1040
command -v valgrind >/dev/null || { echo "valgrind is missing: apt-get install valgrind" >&2; exit 2; }

# Beside the library's own release build, whose modules are not compiled again.
build=(swift build -c release --scratch-path ../../.build)
"${build[@]}" --product RouteCounts >&2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Without what debuggers read: valgrind 3.19 gives up on that of C.
counts="$work/RouteCounts"
strip --strip-debug -o "$counts" "$("${build[@]}" --show-bin-path)/RouteCounts"

# The program calls two functions that do nothing, where an operation begins and where it ends: what valgrind has
# counted between them becomes a file of its own, numbered from 1 in the order of the operations.
count() {
  local folder="$work/$1" number=0 name blocks instructions
  mkdir "$folder"
  SWIFT_DETERMINISTIC_HASHING=1 valgrind --tool=callgrind --callgrind-out-file="$folder/callgrind" \
    --zero-before=callocations_begin --dump-before=callocations_end \
    "$counts" "$times" > "$folder/blocks" 2> "$folder/log" || { cat "$folder/log" >&2; exit 1; }
  while read -r name blocks; do
    number=$((number + 1))
    instructions=$(awk '/^summary:/ {print $2}' "$folder/callgrind.$number" || true)
    # A program whose ends are not found is not to be taken for one that counts nothing.
    if [ "${instructions:-0}" -lt "$times" ]; then
      echo "$name was not counted" >&2
      exit 1
    fi
    awk -v name="$name" -v times="$times" -v instructions="$instructions" -v blocks="$blocks" \
      'BEGIN { printf "%s %.1f %.2f\n", name, instructions / times, blocks }'
  done < "$folder/blocks"
}
count_each() {
  local run
  for run in "$@"; do count "$run" > "$work/counts.$run"; done
}

# Each process hashes with seeds of its own, and so meets more or fewer collisions: of some runs the least says what
# the code takes. What is counted, and not timed, may run side by side.
echo "counting" >&2
count_each 1 2 3 &
count_each 4 5
wait $!
awk '
  !($1 in instructions) { names[++total] = $1; instructions[$1] = $2; blocks[$1] = $3 }
  $2 < instructions[$1] { instructions[$1] = $2 }
  $3 < blocks[$1] { blocks[$1] = $3 }
  END { for (i = 1; i <= total; i++) printf "%s %.1f %.2f\n", names[i], instructions[names[i]], blocks[names[i]] }
' "$work"/counts.[0-9] > "$work/counts"

if [ "${1:-}" = --record ]; then
  {
    echo "# operation, instructions, blocks of the heap: the least that a run of counts.sh --record has counted"
    echo "# $(swift --version 2>/dev/null | grep -oE 'Swift version [0-9.]+' | head -1), $(uname -m)"
    awk '
      /^#/ { next }
      NR == FNR { instructions[$1] = $2; blocks[$1] = $3; next }
      $1 in instructions && instructions[$1] < $2 { $2 = instructions[$1] }
      $1 in blocks && blocks[$1] < $3 { $3 = blocks[$1] }
      { print }
    ' "$thresholds" "$work/counts"
  } > "$work/thresholds"
  mv "$work/thresholds" "$thresholds"
fi
awk '
  function beside(what, count, most) {
    printf "%s: %.0f instructions, %.2f bare calls (at most %.1f)\n", what, count, count / counted["bare"], most
    if (count > most * counted["bare"]) failed = 1
  }
  /^#/ { next }
  NR == FNR { instructions[$1] = $2; blocks[$1] = $3; next }
  {
    seen[$1] = 1
    counted[$1] = $2
    verdict = "ok"
    if (!($1 in instructions)) verdict = "NO THRESHOLD"
    else if ($2 > instructions[$1] * 1.10 || $3 > blocks[$1] * 1.10 + 0.005) verdict = "ABOVE"
    else if ($2 < instructions[$1] * 0.90 || $3 < blocks[$1] * 0.90) verdict = "ok, below: record it"
    if (verdict !~ /^ok/) failed = 1
    printf "%-11s %10.1f instructions (threshold %10.1f) %8.2f blocks (threshold %8.2f)  %s\n",
      $1, $2, instructions[$1], $3, blocks[$1], verdict
  }
  END {
    for (name in instructions) if (!(name in seen)) { print name " was not counted"; failed = 1 }
    beside("the first function around a handler", counted["transformed"] - counted["function"], 1.5)
    beside("a further one", counted["twice"] - counted["transformed"], 1.5)
    beside("one for other targets", counted["beside"] - counted["function"], 1.1)
    exit failed
  }
' "$thresholds" "$work/counts"
