import Foundation

/// A value that threads share.
final class Shared<Value>: @unchecked Sendable {
  // Touched within the lock alone.
  private var value: Value
  private let lock = NSLock()

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}

/// What has happened, in order.
final class Journal: Sendable {
  private let lines = Shared<[String]>([])

  var entries: [String] { lines.withLock { $0 } }

  func callAsFunction(_ line: String) { lines.withLock { $0.append(line) } }

  /// What has happened so far, which is then forgotten.
  func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}
