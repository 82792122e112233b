#!/usr/bin/env bash
# Looking URLs and paths up in lists of patterns of URLs, beside one bare call of PCRE2.
#
#   lists.sh [--rounds 15] [--quick] [--check]
#
#   --quick    no list of more than 1,000 patterns, and short rounds
#   --check    fails where a criterion is missed by more than a quarter
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# Beside the library's own release build, whose modules are not compiled again.
build=(swift build --package-path "$here" -c release --scratch-path "$here/../../.build")
"${build[@]}" --product ListBenchmarks >&2
"$("${build[@]}" --show-bin-path)/ListBenchmarks" "$@"
