import SessionStoreSQLite
import SwitchyardFleet
import SwitchyardLocks
import SwitchyardSystem

#if PostgreSQL
  import SessionStorePostgres
#endif

/// The place that a call publishes routes to, and a publisher for it.
struct SharedSource {
  /// The operand of the commands that have one.
  static let operand = CommandSyntax.Operand(name: "SOURCE")
  private static let forms = ["folder:FOLDER", "sqlite:FILE", "postgres:URL"]

  /// The lines of help that say what a source is.
  static let help = """
    SOURCE is folder:FOLDER or sqlite:FILE, for servers on this machine, or
    postgres:URL, for those of several. They follow it as the documentation of
    SwitchyardFleet shows. For a FOLDER, call it as the user of these.
    """

  let source: RouteSource
  /// The folder or file that it lies in; `nil` for a database.
  private let path: String?

  /// Reads the source of a call.
  /// - Parameters:
  ///   - call: the call, whose first operand it is.
  ///   - isNew: whether it is made where it is not there.
  /// - Throws: `ArgumentError` for another word, a path with nothing at it, or PostgreSQL where the
  ///   tool is built without it.
  init(_ call: Command.Call, isNew: Bool) throws(ArgumentError) {
    let word = call.arguments.operands.first ?? ""
    if let word = PostgresWord(word) {
      source = RouteSource(in: try Self.store(word, call))
      self.path = nil
      return
    }
    let kind = word.prefix { $0 != ":" }
    let path = String(word.dropFirst(kind.count + 1))
    // A path with a NUL would name another file to C.
    guard !path.isEmpty, !path.utf8.contains(0), ["folder", "sqlite"].contains(kind) else {
      throw call.syntax.error(.invalidOperand("SOURCE", word, choices: Self.forms))
    }
    guard isNew || Self.isThere(path, kind) else {
      throw call.syntax.error(.missingSource(path))
    }
    // What is published is there after a loss of power as well.
    let store: any VersionedSessionStore =
      kind == "sqlite"
      ? SQLiteSessionStore(path: path, options: .init(synchronous: .full))
      : RouteFolder(path: path)
    source = RouteSource(in: store)
    self.path = path
  }

  /// Whether there may be a source at a path: not in a file without a byte.
  ///
  /// SQLite writes the first page before all else, and to look into such a file would make tables
  /// in it. One of SQLite that has bytes and no tables gets them by a look all the same.
  private static func isThere(_ path: String, _ kind: Substring) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && (kind == "folder" || status.st_size > 0)
  }

  /// The error of a folder or file in which nobody has published or followed routes; `nil` for a
  /// database, which is there before its first routes.
  func missing(_ call: Command.Call) -> ArgumentError? {
    path.map { call.syntax.error(.missingSource($0)) }
  }

  private static func store(
    _ word: PostgresWord,
    _ call: Command.Call
  ) throws(ArgumentError) -> any VersionedSessionStore {
    #if PostgreSQL
      // A server that cannot be reached is told by what is asked of it.
      return PostgresSessionStore(word.address, onEvent: { _ in })
    #else
      let instead = "folder:FOLDER or sqlite:FILE"
      throw call.syntax.error(.missingTrait(PostgresWord.trait, instead: instead))
    #endif
  }

  /// Waits for what is asked of the source, and returns it, or nothing where it was refused, which
  /// is told.
  func ask<Answer: Sendable>(
    _ output: inout Output,
    _ name: String,
    _ body: @escaping @Sendable (RouteSource) async throws -> Answer
  ) throws -> Answer? {
    let answer = Locked<Answer?>(nil)
    let source = source
    do {
      try Serving.wait {
        let given = try await body(source)
        answer.withLock { $0 = given }
      }
    } catch let error as PublicationError where !error.isUnchanged {
      output.error("\(name): error: \(error)")
    } catch let error as GenerationRefusal {
      output.error("\(name): error: \(error)")
    } catch let error as RouteSourceError {
      output.error("\(name): error: \(error)")
    }
    return answer.withLock { $0 }
  }
}

extension SharedSource {
  /// Returns what tells at once that a generation of somebody else is waited for.
  static func tellingWait(_ styling: Styling) -> @Sendable (_ number: Int, _ seconds: Int) -> Void {
    { number, seconds in
      var output = Output(styling: styling)
      output.error("Waiting for generation \(number) of somebody else, for at most \(seconds) s.")
      output.flush()
    }
  }

  /// Publishes routes, and tells what has come of it.
  func publish(
    _ call: Command.Call,
    _ output: inout Output,
    _ body: @escaping @Sendable (RouteSource) async throws -> RouteGeneration
  ) throws -> ExitCode {
    do {
      let generation = try ask(&output, call.syntax.command, body)
      guard let generation else { return .findings }
      output.line(
        "Generation \(generation.number) is active: \(generation.added.count) added, "
          + "\(generation.removed.count) removed.",
        .good
      )
    } catch let error as PublicationError where error.isUnchanged {
      output.line("\(error)")
    }
    return .success
  }
}
