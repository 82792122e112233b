import Dispatch
import Foundation
import TestSupport
package import Testing

/// A server of PostgreSQL for tests, on a socket in a temporary folder.
package final class PostgresServer: Sendable {
  package let folder: String

  /// Whether there is a server to start.
  package static let isInstalled = (try? run("there")) != nil

  /// Makes an empty cluster, and starts it.
  package init() throws {
    folder =
      FileManager.default.temporaryDirectory.path + "/postgres-\(UUID().uuidString.prefix(8))"
    // Its processes may end in any way, and the machine does not.
    try Self.run("make", folder, "fsync = off")
  }

  deinit { try? Self.run("remove", folder) }

  /// The address of a database; one is there from the beginning.
  package func address(_ database: String = "postgres") -> String {
    "postgres:///\(database)?host=\(folder)&user=shop"
  }

  package func start() throws { try Self.run("start", folder) }

  package func stop() throws { try Self.run("stop", folder) }

  /// Ends the server at once, as a crash does.
  package func crash() throws { try Self.run("crash", folder) }

  /// Runs a statement by `psql`, which may write, and returns what it prints.
  @discardableResult
  package func sql(_ text: String, in database: String = "postgres") throws -> String {
    let output = try ChildProgram.output(
      of: ["psql", address(database), "-X", "-q", "-A", "-t"]
        + ["-c", "SET default_transaction_read_only = off", "-c", text]
    )
    guard let output else { throw ChildProgram.Failure("psql has failed: \(text)") }
    return output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Does something that waits for a program on a thread of Dispatch: tests that wait for one another
  /// share no more threads than there are processors.
  package static func aside<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { waiting in
      DispatchQueue.global().async {
        waiting.resume(with: Swift.Result { try body() })
      }
    }
  }

  private static func run(_ words: String...) throws {
    let script =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
      + "/../PostgreSQL/server.sh"
    let ending = try ChildProgram(["bash", script] + words).wait()
    guard ending == .exited(0) else {
      throw ChildProgram.Failure("server.sh \(words.joined(separator: " ")): \(ending)")
    }
  }
}

/// Starts a server for the tests of a suite, one for all.
package struct PostgresTrait: SuiteTrait, TestScoping {
  @TaskLocal package static var current: PostgresServer?
  /// Whether tests that need no server go on where none is installed.
  let isOptional: Bool

  package func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing body: @Sendable @concurrent () async throws -> Void
  ) async throws {
    if isOptional && !PostgresServer.isInstalled { return try await body() }
    let server = try await PostgresServer.aside { try PostgresServer() }
    try await Self.$current.withValue(server) { try await body() }
  }
}

extension Trait where Self == PostgresTrait {
  /// For a suite that asks a server of its own.
  package static var postgres: PostgresTrait { PostgresTrait(isOptional: false) }
  /// For a suite that tries several stores, and one of a server only where that is installed.
  package static var postgresWhereInstalled: PostgresTrait { PostgresTrait(isOptional: true) }
}

extension Trait where Self == ConditionTrait {
  /// Skips tests where no server is installed, and says so.
  package static var ifInstalled: ConditionTrait {
    .enabled(
      if: PostgresServer.isInstalled,
      "PostgreSQL is not installed: apt-get install postgresql"
    )
  }
}
