#!/usr/bin/env bash
# Compiles the stubs, each a module of its own: stubs.sh FOLDER
set -euo pipefail
folder=$(cd "$1" && pwd)
cd "$(dirname "$0")"
for name in HTTPTypes NIOCore NIOHTTP1 HummingbirdCore Hummingbird Vapor Logging Metrics Tracing ServiceLifecycle; do
  swiftc -swift-version 6 -parse-as-library -I "$folder" -enable-upcoming-feature InternalImportsByDefault \
    -emit-module -module-name "$name" -o "$folder/$name.swiftmodule" "Stubs/$name.swift"
done
