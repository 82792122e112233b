#!/usr/bin/env bash
# Compiles the adapters against stubs that hold the declarations they use: the packages that they are for are not
# fetched here. `run.sh` compiles them against these. A debug build has to be there.
#
#   bash Tests/Adapters/check.sh [MODULES [KEPT]]   the folder with our built modules, if it is another, and one that
#                                                   keeps what is compiled: the documentation is made of it
set -euo pipefail
cd "$(dirname "$0")/../.."
modules=${1:-$(swift build --show-bin-path)/Modules}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The package's name is that of its folder, as SwiftPM has it. The maps are of the C libraries that our modules stand on.
package=$(basename "$PWD" | tr '[:upper:]' '[:lower:]' | tr -c 'a-z0-9\n' _)
flags=(-package-name "$package" -swift-version 6 -warnings-as-errors -parse-as-library -I "$work" -I "$modules"
  -I CPCRE2 -I Sources/CMicroHTTPD)
for feature in ExistentialAny InternalImportsByDefault MemberImportVisibility NonisolatedNonsendingByDefault \
  InferIsolatedConformances; do
  flags+=(-enable-upcoming-feature "$feature")
done

# adapter MODULE CONDITION…: as the trait has it built.
checked=()
adapter() {
  local module=$1 conditions=()
  shift
  checked+=("$module")
  for condition in "$@"; do conditions+=(-D "$condition"); done
  swiftc "${flags[@]}" "${conditions[@]}" -emit-module -module-name "$module" -o "$work/$module.swiftmodule" \
    "Sources/$module/"*.swift
  # Without its trait nothing of it is left.
  swiftc "${flags[@]}" -typecheck -module-name "$module" "Sources/$module/"*.swift
  lines=$(find "Sources/$module" -name '*.swift' -exec cat {} + | wc -l)
  [ "$lines" -le 200 ] || { echo "$module has $lines lines, more than the 200 of an adapter" >&2; exit 1; }
}

# Without a trait nothing is fetched, and nothing pinned.
git clone -q --no-hardlinks . "$work/clone"
(cd "$work/clone" && GIT_ALLOW_PROTOCOL=none swift package --cache-path "$work/cache" resolve)
[ ! -e "$work/clone/Package.resolved" ] || { echo "a build without traits pins packages" >&2; exit 1; }

bash Tests/Adapters/stubs.sh "$work"
adapter SwitchyardHTTPTypes HTTPTypes
adapter SwitchyardHummingbird HTTPTypes Hummingbird
adapter SwitchyardVapor HTTPTypes Vapor
adapter SwitchyardLogging Observability
adapter SwitchyardMetrics Observability
adapter SwitchyardTracing Observability
adapter SwitchyardServerLifecycle Observability
# An adapter is what a trait that brings a package has built, and none of them is left out here.
adapters=$(grep -rlE '^#if (HTTPTypes|Hummingbird|Vapor|Observability)$' Sources | cut -d / -f 2 | sort -u)
[ "$adapters" = "$(printf '%s\n' "${checked[@]}" | sort)" ] \
  || { echo "the adapters are $adapters, and not all of them were compiled" >&2; exit 1; }
if [ -n "${2:-}" ]; then
  mkdir -p "$2"
  cp "$work"/*.swiftmodule "$work"/*.swiftdoc "$2"
fi
# Those that stand on a library of C are empty without their trait, too.
if [ -n "${SWITCHYARD_POSTGRESQL:-}" ]; then
  for module in PostgresConnections SessionStorePostgres; do
    find "Sources/$module" -name '*.swift' -exec swiftc "${flags[@]}" -typecheck -module-name "$module" {} +
  done
fi
echo "the adapters fit their stubs"
