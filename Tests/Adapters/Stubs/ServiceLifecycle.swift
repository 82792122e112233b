// The declarations of swift-service-lifecycle that the adapters use.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public protocol Service: Sendable {
  func run() async throws
}

public func cancelWhenGracefulShutdown<Value: Sendable>(
  _ operation: @Sendable @escaping () async throws -> Value
) async rethrows -> Value {
  try await operation()
}
