#!/usr/bin/env bash
# Shows that the promises of .github/SECURITY.md hold: each trial in its short form, which belongs to every change, or in
# its long one. Installs nothing.
#
#   run.sh [--long] [NAME …]      NAME of a trial; by default all that have the form; a failure says how to repeat it
set -euo pipefail
cd "$(dirname "$0")"
long=false
if [ "${1:-}" = --long ]; then long=true; shift; fi
all=(differential relations differences lists guards access exchanges soak soak-thread crowded-server server-faults session-crashes fleets edges fuzz mutants)
known=("${all[@]}" interleavings store-faults)
# Among the ordinary tests there is a part of these.
if $long; then all=("${known[@]}"); fi
[ $# -gt 0 ] || set -- "${all[@]}"
for name in "$@"; do
  [[ " ${known[*]} " == *" $name "* ]] || { echo "no trial $name; there are ${known[*]}" >&2; exit 2; }
done

# either SHORT LONG: the figure of the form that is run.
either() { if $long; then echo "$2"; else echo "$1"; fi; }

# Beside the library's own release build, whose modules are not compiled again. Not where all that is run is built in ways
# of its own.
build=(swift build --package-path .. -c release --scratch-path "$PWD/../../.build")
for name in "$@"; do
  case $name in
    soak-thread | interleavings | store-faults | fuzz | mutants) ;;
    *) "${build[@]}" >&2; break ;;
  esac
done
programs=$("${build[@]}" --show-bin-path)
# With PostgreSQL where it is installed, and the library built with it.
postgres=()
if [ -n "${SWITCHYARD_POSTGRESQL:-}" ] && bash ../PostgreSQL/server.sh there; then
  postgres=(--postgres "$PWD/../PostgreSQL/server.sh")
fi
for name in "$@"; do
  printf '== %s (%ss)\n' "$name" "$SECONDS"
  case $name in
    differential) "$programs/Differential" --draws "$(either 1000000 100000000)" ;;
    relations)
      "$programs/Relations" --patterns "$(either 300 5000)" --sets "$(either 200 2000)" \
        --shuffles "$(either 100 1000)" ;;
    differences) "$programs/Differences" --draws "$(either 5000 1000000)" ;;
    lists) "$programs/Lists" --draws "$(either 1000000 100000000)" ;;
    guards) "$programs/Guards" --draws "$(either 200000 10000000)" ;;
    access) "$programs/Access" --draws "$(either 300 20000)" ;;
    # So many that each kind of table is among the batches.
    exchanges) "$programs/Exchanges" --draws "$(either 2000000 12000000)" ;;
    # Without what malloc keeps for each thread, as that comes and goes with threads: what leaks with each dispatch is
    # many times as much in both forms.
    soak)
      # Where the system does not tell what is resident, the rest is tried without it. In the short form the stacks of
      # some threads that come late are much of what is resident, and nothing of what is allocated.
      growth=()
      [ ! -r /proc/self/statm ] || growth=(--growth "$(either 3 1)" --resident "$(either 10 1)")
      GLIBC_TUNABLES=glibc.malloc.tcache_count=0:glibc.malloc.arena_max=2 \
        "$programs/Soak" --opens "$(either 2000000 100000000)" ${growth[@]+"${growth[@]}"} ;;
    soak-thread)
      swift build --package-path .. -c release --sanitize=thread --scratch-path "$PWD/../.build/thread" --product Soak >&2
      TSAN_OPTIONS=halt_on_error=1 ../.build/thread/release/Soak --opens "$(either 300000 10000000)" ;;
    crowded-server) if $long; then "$programs/CrowdedServer" --long; else "$programs/CrowdedServer"; fi ;;
    # Servers in front that are not installed are left out, and named.
    edges)
      folder=$(mktemp -d)
      trap 'rm -rf "$folder"' EXIT
      "$programs/EdgeCases" "$folder" --cases "$(either 12000 1020000)"
      python3 edges.py "$folder"
      rm -rf "$folder" ;;
    session-crashes)
      "$programs/SessionCrashes" --requests "$(either 20000 1000000)" --pause "$(either 300 5000)"
      if [ ${#postgres[@]} -gt 0 ]; then
        "$programs/SessionCrashes" --requests "$(either 4000 1000000)" --pause "$(either 300 5000)" "${postgres[@]}"
        # What a crash may cost where commits do not wait for the disk.
        "$programs/SessionCrashes" --requests "$(either 4000 100000)" --pause "$(either 300 5000)" "${postgres[@]}" \
          --commit off
      fi ;;
    fleets)
      "$programs/Fleets" --routes "$(either 2000 10000)" --changes "$(either 30 600)" \
        --large "$(either 10000 100000)" ${postgres[@]+"${postgres[@]}"} ;;
    server-faults) "$programs/ServerFaults" --rounds "$(either 1 20)" ;;
    interleavings)
      SWITCHYARD_CASES=34650 swift test --package-path ../.. --filter Interleaved ;;
    # Each time with new files, and a new server: an engine that ends in the middle or hangs, a cut network, a full disk,
    # tables of the future, clocks set back, deployments that differ, rows that are damaged.
    store-faults)
      swift build --build-tests --package-path ../.. >&2
      faults='killed in the middle|cut is an error|hangs|full disk|full store|another form|newer version|damaged|keeps the rules'
      for ((round = 1; round <= $(either 1 20); round++)); do
        bash ../../.ci/test --skip-build --filter "SessionStore.*($faults)|SharedStoreTests"
      done ;;
    fuzz) if $long; then bash ../Fuzzing/run.sh --seconds 60; else bash ../Fuzzing/run.sh --replay; fi ;;
    # Nothing is built for the check: it reads what mutants are made of, and that each answer has its mutant still.
    mutants) if $long; then python3 ../Mutants/mutants.py --sample 150; else python3 ../Mutants/mutants.py --check; fi ;;
  esac
done
