#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The place from which several servers have their routes.
///
///     let source = RouteSource(in: SQLiteSessionStore(path: "/var/lib/shop/routes.db"))
///
/// It keeps generations in a store with versions: in memory, in a folder (``RouteFolder``), in a
/// file of SQLite, in PostgreSQL or elsewhere; one store may have several sources, and sessions
/// besides. A new generation is *staged* first: each server checks it, and answers. When all have
/// taken it, it is *active*, and all make it theirs.
public struct RouteSource: Sendable {
  let store: any VersionedSessionStore
  let name: String

  /// Makes a source.
  /// - Parameters:
  ///   - store: the store that keeps it.
  ///   - name: a name, where one store has several sources.
  public init(in store: any VersionedSessionStore, named name: String = "routes") {
    self.store = store
    self.name = name
  }

  /// The name of a record in the store.
  func key(_ record: String) -> SessionKey {
    SessionKey(hashing: "switchyard \(name.utf8.count) \(name) \(record)")
  }

  static func generation(_ number: Int) -> String { "generation \(number)" }
  static func whole(_ number: Int) -> String { "whole \(number)" }
  static func server(_ server: SourceState.Server) -> String {
    "server \(server.follower) \(server.name)"
  }
  static let state = "state"

  // MARK: - Records

  func load(_ record: String) async throws(RouteSourceError) -> SessionRecord? {
    do throws(SessionStoreError) {
      return try await store.load(key(record))
    } catch {
      throw RouteSourceError(.store(error))
    }
  }

  /// Writes a record, if it is at the version that is expected.
  func write(
    _ bytes: [UInt8],
    _ record: String,
    expecting version: SessionVersion?,
    expiry: Date = .distantFuture
  ) async throws(RouteSourceError) -> Bool {
    do throws(SessionStoreError) {
      let key = key(record)
      let write = try await store.store(bytes, at: key, expecting: version, expiry: expiry)
      if case .stored = write { return true }
      return false
    } catch {
      throw RouteSourceError(.store(error))
    }
  }

  /// Writes a record in the place of what is there, unless that is to stay.
  func replace(
    _ bytes: [UInt8],
    _ record: String,
    expiry: Date = .distantFuture,
    unless stays: (SessionRecord) -> Bool = { _ in false }
  ) async throws(RouteSourceError) {
    for _ in 0..<Self.tries {
      let present: SessionRecord?
      do throws(RouteSourceError) {
        present = try await load(record)
      } catch {
        guard error.isDamage else { throw error }
        try await remove(record)
        present = nil
      }
      if let present, stays(present) { return }
      if try await write(bytes, record, expecting: present?.version, expiry: expiry) { return }
    }
    throw RouteSourceError(.contended)
  }

  func remove(_ record: String) async throws(RouteSourceError) {
    do throws(SessionStoreError) {
      try await store.remove(key(record))
    } catch {
      throw RouteSourceError(.store(error))
    }
  }

  /// The times that a write is made again because another was quicker.
  private static let tries = 64

  // MARK: - State

  /// Returns the state, and the version that a write of it has to name.
  func state() async throws(RouteSourceError) -> (SourceState, SessionVersion?) {
    guard let record = try await load(Self.state) else { return (SourceState(), nil) }
    let form: SourceState.Form = try Self.decode(record.bytes, Self.state)
    guard form.format == SourceState.format else {
      throw RouteSourceError(
        .record(
          Self.state,
          reason: "it is of form \(form.format), and this version reads \(SourceState.format)."
        )
      )
    }
    let state: SourceState = try Self.decode(record.bytes, Self.state)
    guard state.isPossible else {
      throw RouteSourceError(.record(Self.state, reason: "it is damaged."))
    }
    return (state, record.version)
  }

  /// Changes the state, again on a newer one where another was quicker.
  /// - Parameter change: changes it, and returns whether it is to be written.
  /// - Returns: the state that was written, or that was not to be.
  /// - Throws: `RouteSourceError` where it cannot be written.
  func update(
    _ change: (inout SourceState) -> Bool
  ) async throws(RouteSourceError) -> SourceState {
    for _ in 0..<Self.tries {
      var (state, version) = try await state()
      guard change(&state) else { return state }
      if try await write(Self.encode(state), Self.state, expecting: version) { return state }
    }
    throw RouteSourceError(.contended)
  }

  /// Returns the answers of the servers that are there, by their names; a record that is damaged is
  /// none, and a server that lives writes it anew.
  func answers(
    _ servers: [SourceState.Server]
  ) async throws(RouteSourceError) -> [String: ServerAnswer] {
    var answers: [String: ServerAnswer] = [:]
    for server in servers {
      do throws(RouteSourceError) {
        guard let bytes = try await answer(of: server)?.bytes else { continue }
        answers[server.name] = try Self.decode(bytes, Self.server(server))
      } catch {
        guard error.isDamage else { throw error }
      }
    }
    return answers
  }

  /// Returns the record of a server that is there; `nil` for one without an answer that counts.
  func answer(of server: SourceState.Server) async throws(RouteSourceError) -> SessionRecord? {
    guard let record = try await load(Self.server(server)),
      ServerAnswer.counts(until: record.expiry, at: Date())
    else { return nil }
    return record
  }

  static func encode(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    // Equal values have equal bytes, so that what is there already is not written anew.
    encoder.outputFormatting = .sortedKeys
    // All parts are texts, numbers and lists of these.
    return (try? encoder.encode(value)).map { Array($0) } ?? []
  }

  static func decode<Value: Decodable>(
    _ bytes: [UInt8],
    _ record: String
  ) throws(RouteSourceError) -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(bytes))
    } catch {
      throw RouteSourceError(.record(record, reason: "it is damaged."))
    }
  }
}
