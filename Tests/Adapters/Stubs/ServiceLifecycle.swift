// The declarations of swift-service-lifecycle that the adapters use.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public protocol Service: Sendable {
  func run() async throws
}

public func cancelWhenGracefulShutdown<T: Sendable>(
  _ operation: @Sendable @escaping () async throws -> T
) async rethrows -> T {
  try await operation()
}
