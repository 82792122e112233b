#!/usr/bin/env bash
# Fuzzes what takes bytes from elsewhere, with assertions on and the address sanitizer. Installs nothing.
#
#   run.sh [--seconds N] [--jobs N] [TARGET …]   each target for N seconds (60), as many at a time as there are jobs (1)
#   run.sh --replay [TARGET …]                   each file of the committed corpora once
#   run.sh --coverage [TARGET …]                 the lines that the corpora reach, for each module
#   run.sh --merge [TARGET …]                    keeps of what was found what reaches more, in the committed corpora
#
# What is found is kept in .build/corpora; what stops the program in .build/artifacts, and is repeated by the command
# that is printed.
set -euo pipefail
cd "$(dirname "$0")"
all=(canonical pattern urlpattern match dispatch machine navigation head server)
form=fuzz seconds=60 jobs=1
while [ $# -gt 0 ]; do
  case $1 in
    --seconds) seconds=$2; shift 2 ;;
    --jobs) jobs=$2; shift 2 ;;
    --replay | --coverage | --merge) form=${1#--}; shift ;;
    -*) echo "no option $1" >&2; exit 2 ;;
    *) break ;;
  esac
done
[ $# -gt 0 ] || set -- "${all[@]}"
for target in "$@"; do
  [[ " ${all[*]} " == *" $target "* ]] || { echo "no target $target; there are ${all[*]}" >&2; exit 2; }
done

# The backtracer can hang on a crash.
export SWIFT_BACKTRACE=enable=no
flags=(-c release --package-path ..)
if [ "$form" = coverage ]; then
  flags+=(--scratch-path "$PWD/.build/coverage" -Xswiftc -sanitize=fuzzer)
  flags+=(-Xswiftc -profile-generate -Xswiftc -profile-coverage-mapping)
else
  flags+=(--scratch-path "$PWD/.build" -Xswiftc "-sanitize=fuzzer,address")
fi
flags+=(-Xswiftc -enable-testing -Xswiftc -assert-config -Xswiftc Debug)
# The other linker stops at the debug information of the sanitizers.
flags+=(-Xswiftc -Xclang-linker -Xswiftc -fuse-ld=lld)
# Of the package of all that lies beside the tests, the program that is fuzzed.
export SWITCHYARD_FUZZING=1
swift build "${flags[@]}" >&2
program=$(swift build "${flags[@]}" --show-bin-path)/Fuzz

# options TARGET: what the fuzzer is told of all inputs of a target.
options() {
  local length=512
  case $1 in
    dispatch | navigation) length=1024 ;;
    server) length=2048 ;;
  esac
  echo "-max_len=$length -timeout=60 -rss_limit_mb=2048 -print_final_stats=1"
  [ ! -f "Dictionaries/$1.dict" ] || echo "-dict=Dictionaries/$1.dict"
}

# play TARGET ARGUMENT…: runs the fuzzer; where it stops at an input, says how to repeat that.
play() {
  local target=$1 log=.build/logs/$1.log artifacts=.build/artifacts/$1/
  shift
  mkdir -p .build/logs "$artifacts"
  # The index of a router or a list keeps addresses with marks in them, which the search for leaks does not take for such.
  case $target in dispatch | head | server | urlpattern) export ASAN_OPTIONS=detect_leaks=0 ;; esac
  # shellcheck disable=SC2046
  if FUZZ_TARGET=$target "$program" $(options "$target") -artifact_prefix="$artifacts" "$@" \
    > "$log" 2>&1
  then
    printf '%-11s %s executions, %s a second, %s edges\n' "$target" \
      "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -1)" \
      "$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log" | tail -1)" \
      "$(sed -n 's/.* cov: \([0-9]*\).*/\1/p' "$log" | tail -1)"
  else
    grep -aE 'Fatal error|ERROR|SUMMARY' "$log" | head -20 || tail -20 "$log"
    local input
    input=$(sed -n "s/.*Test unit written to //p" "$log" | tail -1)
    [ -z "$input" ] || printf '%s failed; to repeat: cd %s && %s FUZZ_TARGET=%s %s %s\n' "$target" "$PWD" \
      "ASAN_OPTIONS=${ASAN_OPTIONS:-} SWIFT_BACKTRACE=enable=no" "$target" "$program" "$input"
    return 1
  fi
}

# one TARGET: what the form asks for.
one() {
  local found=.build/corpora/$1 kept=Corpora/$1
  mkdir -p "$found" "$kept"
  case $form in
    fuzz) play "$1" -max_total_time="$seconds" "$found" "$kept" ;;
    replay | coverage) LLVM_PROFILE_FILE=.build/profiles/$1.profraw play "$1" -runs=0 "$kept" ;;
    merge)
      rm -rf ".build/merged/$1" && mkdir -p ".build/merged/$1"
      play "$1" -merge=1 ".build/merged/$1" "$kept" "$found"
      ;;
  esac
}

rm -rf .build/profiles
failed=0
for target in "$@"; do
  while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n || failed=1; done
  one "$target" &
done
while [ -n "$(jobs -p)" ]; do wait -n || { [ $? -eq 127 ] && break; failed=1; }; done

if [ "$form" = coverage ]; then
  tools=$(dirname "$(readlink -f "$(command -v swift)")")
  "$tools/llvm-profdata" merge -o .build/profiles/all.profdata .build/profiles/*.profraw
  for module in RoutePatterns URLPatterns Switchyard NavigationTree SwitchyardHTTP SwitchyardServer; do
    "$tools/llvm-cov" report "$program" -instr-profile .build/profiles/all.profdata \
      "../../Sources/$module" \
      | awk -v name="$module" '/^TOTAL/ { printf "%-16s %s of %s lines\n", name, $10, $8 }'
  done
fi
exit $failed
