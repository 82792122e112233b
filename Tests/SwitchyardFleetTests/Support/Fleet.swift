import Foundation
import PostgresTestSupport
import SessionStoreSQLite
import SwitchyardFleet
import Testing

@testable import SwitchyardFleet

#if PostgreSQL
  import SessionStorePostgres
#endif

/// A store that a fleet has its routes from, opened anew for each server.
enum StoreKind: String, CaseIterable, Sendable {
  case memory, folder, sqlite, postgres

  /// Those that can be tried here: PostgreSQL where it is installed, and its suite has one.
  static let there = allCases.filter { kind in
    #if PostgreSQL
      kind != .postgres || PostgresServer.isInstalled
    #else
      kind != .postgres
    #endif
  }
}

/// Servers that follow one source.
final class Fleet: Sendable {
  let folder: TestFolder
  let kind: StoreKind
  private let memory = MemorySessionStore()
  private let database: String?
  /// The source, as the test itself sees it.
  let source: RouteSource

  init(_ kind: StoreKind) throws {
    self.kind = kind
    folder = try TestFolder()
    database = PostgresTrait.current?.address()
    source = try Self.source(kind, folder.path, memory, database)
  }

  /// The source, as another process has it.
  func anotherSource() throws -> RouteSource {
    try Self.source(kind, folder.path, memory, database)
  }

  private static func source(
    _ kind: StoreKind,
    _ path: String,
    _ memory: MemorySessionStore,
    _ database: String?
  ) throws -> RouteSource {
    switch kind {
    case .memory: return RouteSource(in: memory)
    case .folder: return RouteSource(in: RouteFolder(path: path + "/routes"))
    case .sqlite: return RouteSource(in: SQLiteSessionStore(path: path + "/routes.db"))
    case .postgres:
      #if PostgreSQL
        // The tests of a suite share a database, in which each has its own.
        let store = PostgresSessionStore(try #require(database), onEvent: { _ in })
        return RouteSource(in: store, named: path)
      #else
        throw CancellationError()
      #endif
    }
  }

  func publisher(patience: Duration = .seconds(120)) throws -> RoutePublisher {
    RoutePublisher(try anotherSource(), patience: patience)
  }

  /// A server, which ends with its task.
  func server(
    _ name: String,
    _ handlers: RouteHandlers = .plain()
  ) throws -> (Stand, Task<Void, Never>) {
    let stand = Stand(handlers)
    let source = try anotherSource()
    return (stand, Task { try? await stand.shared.follow(source, as: name) })
  }

  /// Waits until a condition holds; the test fails after a while.
  static func wait(_ what: String, for condition: () async throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(120)
    while try await !condition() {
      try #require(ContinuousClock.now < end, "\(what)")
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  func waitForServers(_ count: Int) async throws {
    try await Self.wait("\(count) servers") {
      try await source.status().servers.count { $0.status != nil } == count
    }
  }
}

extension RouteSource {
  /// Has a generation staged, as a publisher that has ended since has left it.
  func stage(_ number: Int, checksum: String = "", patience: Double) async throws {
    _ = try await update { state in
      state.last = number
      state.staged = SourceState.Staged(number: number, checksum: checksum, patience: patience)
      return true
    }
  }
}
