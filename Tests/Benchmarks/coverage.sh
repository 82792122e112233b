#!/usr/bin/env bash
# The files of the libraries that one GET runs through in process, with a guard and a parameter: whoever follows a
# request reads these. Prints each with the functions that ran and the lines that it has. What only the first request
# runs is left out.
set -euo pipefail
cd "$(dirname "$0")"
build=(swift build --scratch-path ../../.build/coverage --product OneRequest
  -Xswiftc -profile-generate -Xswiftc -profile-coverage-mapping)
"${build[@]}" >&2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
program="$("${build[@]}" --show-bin-path)/OneRequest"
# Those of the compiler, whose format others do not read.
PATH=$(swiftc -print-target-info | sed -n 's/ *"runtimeResourcePath": "\(.*\)\/lib\/swift",*/\1/p')/bin:$PATH
for times in 2 3; do
  LLVM_PROFILE_FILE="$work/raw" "$program" "$times"
  llvm-profdata merge "$work/raw" -o "$work/profile"
  llvm-cov export "$program" -instr-profile "$work/profile" --skip-expansions > "$work/$times.json"
done
python3 - "$work" "$(cd ../.. && pwd)/Sources/" <<'PYTHON'
import json, sys
work, sources = sys.argv[1:]

def counts(times):
    found = {}
    for function in json.load(open(f"{work}/{times}.json"))["data"][0]["functions"]:
        path = function["filenames"][0]
        if path.startswith(sources):
            key = path[len(sources):], function["name"]
            found[key] = found.get(key, 0) + function["count"]
    return found

before, ran = counts(2), {}
for (path, name), count in counts(3).items():
    if count > before.get((path, name), 0):
        ran[path] = ran.get(path, 0) + 1
for path in sorted(ran):
    lines = sum(1 for _ in open(sources + path))
    print(f"{path:60} {ran[path]:4} functions {lines:5} lines")
print(f"{len(ran)} files, {sum(ran.values())} functions")
PYTHON
