#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SessionStore
import SessionStoreSQLite

#if PostgreSQL
  import SessionStorePostgres
#endif

/// The store that `serve` keeps visitors in, and how it is spoken of.
struct ServedState {
  let store: any VersionedSessionStore
  /// The place, in a line for whoever starts the server.
  let description: String
  private let open: @Sendable () async throws(SessionStoreError) -> Void

  /// Reads the option; nothing is opened yet.
  init(
    _ call: Command.Call,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(ArgumentError) {
    guard let text = call.arguments.value(of: .state) else {
      self.init(path: try Self.defaultPath(environment, call))
      return
    }
    if let word = PostgresWord(text) {
      self = try Self.postgres(word, call)
      return
    }
    switch text.prefix(while: { $0 != ":" }) {
    case "memory" where text == "memory":
      // The bounds of what strangers fill who come twice, and so are kept for two hours: from there
      // on newcomers are answered with 503 until others have expired, and whoever is kept goes on.
      self.init(
        store: MemorySessionStore(limit: 100_000, byteLimit: 256 << 20),
        description: "Visitors are forgotten when it closes.",
        open: { () async throws(SessionStoreError) in }
      )
    case "sqlite" where text.utf8.count > "sqlite:".utf8.count:
      self.init(path: String(text.dropFirst("sqlite:".count)))
    default: throw call.syntax.error(.invalidState(.state, text))
    }
  }

  private init(
    store: any VersionedSessionStore,
    description: String,
    open: @escaping @Sendable () async throws(SessionStoreError) -> Void
  ) {
    self.store = store
    self.description = description
    self.open = open
  }

  private init(path: String) {
    // Strangers that keep no cookie are not to fill a disk.
    let store = SQLiteSessionStore(path: path, options: .init(sizeLimit: 1 << 30))
    self.init(store: store, description: "Visitors are kept in \(path.quoted).") {
      () async throws(SessionStoreError) in
      try await store.open()
    }
  }

  /// Looks whether the store can be used, so that what is wrong is known at the start.
  func check() async throws(SessionStoreError) { try await open() }

  // MARK: - PostgreSQL

  private static func postgres(
    _ word: PostgresWord,
    _ call: Command.Call
  ) throws(ArgumentError) -> ServedState {
    #if PostgreSQL
      let store = PostgresSessionStore(word.address)
      return ServedState(
        store: store,
        description: "Visitors are kept in \(store.name.quoted), for all servers that use it."
      ) { () async throws(SessionStoreError) in try await store.open() }
    #else
      let instead = "\(CommandOption.state.name) sqlite:FILE or memory"
      throw call.syntax.error(.missingTrait(PostgresWord.trait, instead: instead))
    #endif
  }

  // MARK: - The default

  /// Returns a file in the folder for a user's state, by the XDG Base Directory Specification, and
  /// makes the folder.
  private static func defaultPath(
    _ environment: [String: String],
    _ call: Command.Call
  ) throws(ArgumentError) -> String {
    // "All paths must be absolute. If an implementation encounters a relative path it should
    // consider the path invalid and ignore it."
    let absolute = { (name: String) in environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    guard
      let state = absolute("XDG_STATE_HOME") ?? absolute("HOME").map({ $0 + "/.local/state" })
    else { throw call.syntax.error(.noStateFolder(.state)) }
    let folder = state + "/yardmaster"
    do {
      try FileManager.default.createDirectory(
        atPath: folder,
        withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700]
      )
    } catch {
      throw call.syntax.error(.unusableStateFolder(.state, folder))
    }
    return folder + "/reading-room.db"
  }
}

extension CommandOption {
  static let state = CommandOption(
    name: "--state",
    value: "STORE",
    summary: "keeps visitors in sqlite:FILE, postgres:URL or memory, which forgets; a file of the"
      + " user's without it"
  )
}
