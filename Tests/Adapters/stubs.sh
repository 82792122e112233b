#!/usr/bin/env bash
# Compiles the stubs, each a module of its own: stubs.sh FOLDER
set -euo pipefail
cd "$(dirname "$0")"
for name in HTTPTypes NIOCore NIOHTTP1 HummingbirdCore Hummingbird Vapor Logging Metrics Tracing ServiceLifecycle; do
  swiftc -swift-version 6 -parse-as-library -I "$1" -enable-upcoming-feature InternalImportsByDefault \
    -emit-module -module-name "$name" -o "$1/$name.swiftmodule" "Stubs/$name.swift"
done
