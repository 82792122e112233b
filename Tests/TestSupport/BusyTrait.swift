package import Testing

/// Says that a test keeps a processor busy for long, and is not to keep others waiting.
package struct BusyTrait: TestTrait, SuiteTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing body: @Sendable @concurrent () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(BusyExecutor.shared) { try await body() }
  }
}

extension Trait where Self == BusyTrait {
  /// For tests that keep a processor busy for long.
  package static var busy: BusyTrait { BusyTrait() }
}
