import SessionStoreSQLite
import SessionTestSupport
import Testing

/// Numbers with which no file can be written.
@Suite struct SQLiteNumberTests {
  enum Number: String, CaseIterable, Codable, Sendable {
    case sizeLimit, busyLimit, sweepInterval, changeInterval

    var options: SQLiteSessionStore.Options {
      switch self {
      case .sizeLimit: .init(sizeLimit: 0)
      case .busyLimit: .init(busyLimit: .seconds(-1))
      case .sweepInterval: .init(sweepInterval: .zero)
      case .changeInterval: .init(changeInterval: .zero)
      }
    }

    var message: String {
      switch self {
      case .sizeLimit:
        "is 0, and so no file has room. Give it more than zero, or nil for no limit."
      case .busyLimit: "is -1.0 seconds, less than no time. Give it zero or more."
      case .sweepInterval, .changeInterval:
        "is 0.0 seconds, and so it never rests. Give it more than zero."
      }
    }
  }

  @Test func `times beyond measure are bounded`() async throws {
    let time = Duration.seconds(Int64.max)
    let made = SQLiteSessionStore.Options(sweepInterval: time, changeInterval: time)
    var changed = SQLiteSessionStore.Options()
    changed.sweepInterval = time
    changed.changeInterval = time
    #expect(made == changed)
    // More would stop the program where the file is opened.
    try #require(max(made.sweepInterval, made.changeInterval) == .seconds(86_400))
    let file = try SessionFile()
    let store = SQLiteSessionStore(path: file.path, options: made)
    try await store.open()
    _ = await store.changes()
  }

  @Test(arguments: Number.allCases)
  func `it stops the program where the store is made`(_ number: Number) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [number] in
      _ = SQLiteSessionStore(path: "x", options: number.options, fileID: "App/Main.swift", line: 7)
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    let message = "SQLiteSessionStore.Options.\(number.rawValue) \(number.message)"
    #expect(text.contains("App/Main.swift:7: Fatal error: \(message)"), "\(text)")
  }
}
