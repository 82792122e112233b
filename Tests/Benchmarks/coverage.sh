#!/usr/bin/env bash
# The files of the libraries that one GET runs through, with a guard and a parameter: whoever follows a request reads
# these. Prints each with the functions that ran and the lines that it has.
set -euo pipefail
cd "$(dirname "$0")"
build=(swift build --scratch-path ../../.build/coverage --product OneRequest
  -Xswiftc -profile-generate -Xswiftc -profile-coverage-mapping)
"${build[@]}" >&2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
program="$("${build[@]}" --show-bin-path)/OneRequest"
LLVM_PROFILE_FILE="$work/raw" "$program"
tools=$(dirname "$(readlink -f "$(command -v swiftc)")")
"$tools/llvm-profdata" merge "$work/raw" -o "$work/profile"
"$tools/llvm-cov" export "$program" -instr-profile "$work/profile" --skip-expansions > "$work/json"
python3 - "$work/json" "$(cd ../.. && pwd)/Sources/" <<'PYTHON'
import json, sys
ran = {}
for function in json.load(open(sys.argv[1]))["data"][0]["functions"]:
    path = function["filenames"][0]
    if function["count"] and path.startswith(sys.argv[2]):
        ran[path] = ran.get(path, 0) + 1
for path in sorted(ran):
    lines = sum(1 for _ in open(path))
    print(f"{path[len(sys.argv[2]):]:60} {ran[path]:4} functions {lines:5} lines")
print(f"{len(ran)} files, {sum(ran.values())} functions")
PYTHON
