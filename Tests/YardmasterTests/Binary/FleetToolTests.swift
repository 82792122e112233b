import Foundation
import PostgresTestSupport
import SessionStoreSQLite
import SwitchyardFleet
import TestSupport
import Testing

@testable import SwitchyardFleet

#if PostgreSQL
  import SessionStorePostgres
#endif

/// Processes of the tool that publish, beside servers that follow.
@Suite(.postgresWhereInstalled) struct FleetToolTests {
  private static let routes = "GUARD /* card\nGET /a page\nGET /login login public:door\n"

  /// A folder, and in it a source that the servers of a test follow.
  private final class Place: Sendable {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "fleet-\(UUID().uuidString)"
    )
    let kind: String
    private let database: String?

    init(_ kind: String) throws {
      self.kind = kind
      database = PostgresTrait.current?.address()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var path: String { folder.path + "/routes" }
    var word: String { kind == "postgres" ? database ?? "" : "\(kind):\(path)" }
    var source: RouteSource {
      #if PostgreSQL
        if kind == "postgres", let database {
          return RouteSource(in: PostgresSessionStore(database, onEvent: { _ in }))
        }
      #endif
      return kind == "sqlite"
        ? RouteSource(in: SQLiteSessionStore(path: path)) : RouteSource(in: RouteFolder(path: path))
    }

    func write(_ name: String, _ text: String) throws -> String {
      let file = folder.appending(path: name)
      try Data(text.utf8).write(to: file)
      return file.path
    }
  }

  private static func handlers(_ keys: String...) -> RouteHandlers {
    var handlers = RouteHandlers()
    handlers.guard("card") { _ in .allow }
    for key in keys { handlers.request(key) { _ in .text("page") } }
    return handlers
  }

  private static func wait(for condition: () async throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(120)
    while try await !condition() {
      try #require(ContinuousClock.now < end)
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  private static var kinds: [String] {
    #if PostgreSQL
      ["folder", "sqlite"] + (PostgresServer.isInstalled ? ["postgres"] : [])
    #else
      ["folder", "sqlite"]
    #endif
  }

  @Test(.busy, arguments: kinds)
  func `routes are published, shown and taken back, by processes beside one another`(_ kind: String)
    async throws
  {
    let place = try Place(kind)
    let tool = QuietTool(url: try BuiltTool().url, folder: place.folder)
    // A database is there, with no routes yet.
    let missing = try await tool.run(["status", place.word])
    #expect(missing.code == (kind == "postgres" ? 0 : 2))
    #expect(kind == "postgres" || missing.errors.contains("There are no shared routes at"))
    let servers = ["one", "two"].map { name in
      let router = Router(.server)
      let handlers = Self.handlers("page", "login", "more")
      return (name, router, SharedRoutes(of: router, handlers: handlers))
    }
    let tasks = servers.map { name, _, shared in
      let source = place.source
      return Task { try? await shared.follow(source, as: name) }
    }
    defer { for task in tasks { task.cancel() } }
    try await Self.wait { try await place.source.status().servers.count == 2 }
    // Whom servers follow is a source, though nobody has published yet.
    let empty = try await tool.run(["status", place.word])
    #expect(empty.code == 0 && empty.text.hasPrefix("active   none\nserver   one: "), "\(empty)")
    let nowhere = try await tool.run(["rollback", place.word])
    #expect(nowhere.code == 1 && nowhere.errors.contains("is published yet"), "\(nowhere.errors)")

    let first = try place.write("first.txt", Self.routes)
    let published = try await tool.run(["publish", place.word, first, "--note", "the first"])
    #expect(
      published.text == "Generation 1 is active: 3 added, 0 removed.\n",
      "\(published.errors)"
    )
    try await Self.wait { servers.allSatisfy { $0.2.generation == 1 && $0.1.routes.count == 3 } }
    try await Self.wait { try await place.source.status().isCurrent }
    let status = try await tool.run(["status", place.word])
    #expect(
      status.text == """
        active   1, the first
        server   one: generation 1, 3 routes
        server   two: generation 1, 3 routes

        """
    )
    #expect(status.code == 0)

    // A key that the servers do not have, and a map that would be open.
    let unknown = try place.write("unknown.txt", Self.routes + "GET /b book\n")
    let refused = try await tool.run(["publish", place.word, unknown])
    #expect(refused.code == 1 && refused.errors.contains("[handler]"), "\(refused.errors)")
    let open = try place.write("open.txt", "GET /a page\n")
    #expect(try await tool.run(["publish", place.word, open]).code == 1)
    for (_, router, shared) in servers {
      #expect(shared.generation == 1 && router.routes.count == 3)
    }

    // Several processes at once: each is the next of another.
    try await withThrowingTaskGroup(of: QuietTool.Result.self) { group in
      for number in 0..<3 {
        let more = try place.write("more\(number).txt", Self.routes + "GET /more\(number) more\n")
        group.addTask { try await tool.run(["publish", place.word, more]) }
      }
      for try await result in group { #expect(result.code == 0, "\(result.errors)") }
    }
    let third = try await place.source.status().active
    #expect(third >= 4)
    try await Self.wait { servers.allSatisfy { $0.2.generation == third } }
    #expect(servers.allSatisfy { $0.1.routes.count == 4 })

    let again = try await tool.run(["publish", place.word, first])
    #expect(again.code == 0)
    let unchanged = try await tool.run(["publish", place.word, first])
    #expect(unchanged.code == 0 && unchanged.text.hasPrefix("Nothing"))
    let last = try await place.source.status().active

    let back = try await tool.run(["rollback", place.word, "\(third)"])
    #expect(back.code == 0, "\(back.errors)")
    try await Self.wait { servers.allSatisfy { $0.2.generation > last } }
    #expect(servers.allSatisfy { $0.1.routes.count == 4 })
    let gone = try await tool.run(["rollback", place.word, "900"])
    #expect(gone.code == 1 && gone.errors.contains("900"))

    let json = try await tool.run(["status", place.word, "--json"])
    let read = try JSONDecoder().decode(FleetStatus.self, from: Data(json.text.utf8))
    #expect(read.servers.map(\.name) == ["one", "two"] && read.refused != nil)
  }

  @Test func `it is told that somebody more patient is waited for, and for how long`()
    async throws
  {
    let place = try Place("folder")
    let routes = try place.write("routes.txt", Self.routes)
    let tool = QuietTool(url: try BuiltTool().url, folder: place.folder)
    // As a publisher leaves it that has ended.
    _ = try await place.source.update { state in
      state.last = 1
      state.staged = SourceState.Staged(number: 1, checksum: "", patience: 1)
      return true
    }
    let status = try await tool.run(["status", place.word])
    #expect(status.text.contains("\nstaged   1, with a patience of 1 s\n"), "\(status)")
    let result = try await tool.run(["publish", place.word, routes, "--patience", "1"])
    #expect(result.text == "Generation 2 is active: 3 added, 0 removed.\n", "\(result)")
    // One and a half times that, and a second.
    #expect(result.errors == "Waiting for generation 1 of somebody else, for at most 3 s.\n")
  }

  /// What the system was asked for is told by strace, with the files that descriptors stand for.
  @Test(.enabled(if: SystemCalls.canBeTold, "no strace, or it may not look"))
  func `the disk has the name of a folder that a publication makes`() async throws {
    let place = try Place("folder")
    let routes = try place.write("routes.txt", Self.routes)
    let file = place.folder.appending(path: "calls")
    let tool = QuietTool(url: try BuiltTool().url, folder: place.folder, SystemCalls.words(file))
    let result = try await tool.run(["publish", place.word, routes])
    #expect(result.code == 0, "\(result.errors)")
    let calls = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    let made = try #require(calls.range(of: "mkdir(\"\(place.path)\""), "\(calls)")
    #expect(calls[made.upperBound...].contains("<\(place.folder.path)>"), "\(calls)")
  }

  @Test(.busy, arguments: ["status", "publish", "rollback"])
  func `a database that is not there is told in one line, without its password`(_ command: String)
    async throws
  {
    let place = try Place("postgres")
    let tool = QuietTool(url: try BuiltTool().url, folder: place.folder)
    let address = "postgres://shop:secret@127.0.0.1:9/shop"
    let routes = command == "publish" ? [try place.write("routes.txt", Self.routes)] : []
    let result = try await tool.run([command, address] + routes)
    #if PostgreSQL
      #expect(result.code == 1 && result.errors.contains("cannot be read or written"))
    #else
      #expect(result.code == 2 && result.errors.contains("Build it with --traits PostgreSQL"))
    #endif
    #expect(result.errors.filter(\.isNewline).count == 1, "\(result.errors)")
    #expect(!result.errors.contains("secret") && !result.text.contains("secret"))
  }
}

/// The calls of the system that say what the disk has.
private enum SystemCalls {
  private static let strace = InstalledProgram("strace")

  /// Whether it is there, and may look at what it starts.
  static let canBeTold =
    strace.isInstalled
    && (try? ChildProgram(words(URL(filePath: "/dev/null")) + ["true"]).wait()) == .exited(0)

  /// The words before those of a program whose calls are written to a file.
  static func words(_ file: URL) -> [String] {
    [strace.path, "-f", "-y", "-o", file.path, "-e", "trace=/^(mkdir|fsync)"]
  }
}

/// The tool, waited for without a thread of those that the servers of the test need.
private struct QuietTool: Sendable {
  struct Result: Sendable {
    let code: Int32
    let text: String
    let errors: String
  }

  let url: URL
  let folder: URL
  /// The words of the program that runs it, if one does.
  let runner: [String]

  init(url: URL, folder: URL, _ runner: [String] = []) {
    (self.url, self.folder, self.runner) = (url, folder, runner)
  }

  func run(_ arguments: [String]) async throws -> Result {
    let files = ["output", "errors"].map { folder.appending(path: "\($0)-\(UUID().uuidString)") }
    for file in files { _ = FileManager.default.createFile(atPath: file.path, contents: nil) }
    let outputs = try files.map { try FileHandle(forWritingTo: $0) }
    let ending = try await withCheckedThrowingContinuation { waiting in
      Thread.detachNewThread {
        let ending = Swift.Result {
          try ChildProgram(
            runner + [url.path] + arguments,
            environment: BuiltTool.environment,
            output: outputs[0],
            errors: outputs[1]
          ).wait()
        }
        waiting.resume(with: ending)
      }
    }
    guard case .exited(let code) = ending else {
      throw ChildProgram.Failure("\(arguments) ended by itself: \(ending)")
    }
    let texts = try files.map { file in
      String(decoding: try FileHandle(forReadingFrom: file).readToEnd() ?? Data(), as: UTF8.self)
    }
    return Result(code: code, text: texts[0], errors: texts[1])
  }
}
