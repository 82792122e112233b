import Foundation
import SessionStoreSQLite
import Testing

@testable import yardmaster

/// Sources of shared routes in a folder or a file, and what is none.
@Suite struct `A source of shared routes` {
  /// A folder of a test.
  private final class Place {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "source-\(UUID())")

    var path: String { folder.path }

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func path(_ name: String) -> String { folder.appending(path: name).path }

    func write(_ bytes: [UInt8], _ name: String) throws {
      try Data(bytes).write(to: folder.appending(path: name))
    }

    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
    }
  }

  /// A file of SQLite with no tables, and the `user_version` 7: a page of 512 bytes.
  private static var otherDatabase: [UInt8] {
    var page = [UInt8](repeating: 0, count: 512)
    page.replaceSubrange(0..<16, with: Array("SQLite format 3\0".utf8))
    // The size of the page, forms, fractions, changes, pages, and the form of the tables.
    for (place, byte) in [
      (16, 2), (18, 1), (19, 1), (21, 64), (22, 32), (23, 32), (27, 1), (31, 1), (47, 4), (59, 1),
      (63, 7), (95, 1), (100, 13), (105, 2),
    ] as [(Int, UInt8)] {
      page[place] = byte
    }
    return page
  }

  @Test func `a folder in which there is none is told, as one that is missing`() throws {
    let place = try Place()
    let path = place.path
    let result = Call("", "status", "folder:\(path)").run()
    #expect(result.code == 2)
    #expect(
      result.errors == """
        yardmaster status: error: There are no shared routes at \(path.quoted). Correct the path, \
        or publish some.

        """
    )
    #expect(try place.names() == [])
  }

  @Test func `a file without a byte is told, and stays so`() throws {
    let place = try Place()
    try place.write([], "empty.db")
    for command in ["status", "rollback"] {
      let result = Call("", command, "sqlite:\(place.path("empty.db"))").run()
      #expect(result.code == 2)
      #expect(result.errors.contains("There are no shared routes at"), "\(result.errors)")
    }
    #expect(FileManager.default.contents(atPath: place.path("empty.db")) == Data())
    #expect(try place.names() == ["empty.db"])
  }

  @Test func `a file with sessions alone is told`() async throws {
    let place = try Place()
    let path = place.path("sessions.db")
    try await SQLiteSessionStore(path: path).open()
    let result = Call("", "status", "sqlite:\(path)").run()
    #expect(result.code == 2)
    #expect(result.errors.contains("There are no shared routes at"), "\(result.errors)")
    #expect(try place.names().contains("sessions.db"))
  }

  @Test func `a database of another program is told, and another file asked for`() throws {
    let place = try Place()
    try place.write(Self.otherDatabase, "other.db")
    let path = place.path("other.db")
    let result = Call("", "status", "sqlite:\(path)").run()
    #expect(result.code == 1)
    #expect(
      result.errors == """
        yardmaster status: error: The shared routes in \(path) cannot be read or written (its \
        user_version is 7, and this program knows 1). It is of another program or version; name \
        another file or database.

        """
    )
    #expect(FileManager.default.contents(atPath: path) == Data(Self.otherDatabase))
    #expect(try place.names() == ["other.db"])
  }

  @Test func `before the first generation there is nothing to go back to`() throws {
    let place = try Place()
    let source = "folder:\(place.path)"
    for call in [
      Call("", "rollback", source), Call("", "rollback", source, "0"),
      Call("", "rollback", source, "3"),
    ] {
      let result = call.run()
      #expect(result.code == 1)
      #expect(result.errors.contains("is published yet"), "\(result.errors)")
    }
    #expect(try place.names() == [])
  }

  /// Which of the maps wins is a matter of their order alone, as in an app.
  @Test func `is gone back in with the precedence that its routes were published with`() throws {
    let place = try Place()
    let source = "folder:\(place.path("routes"))"
    let files = [
      "first": "GUARD /* card\nMAP /* catch\nMAP /a a\n",
      "second": "GUARD /* card\nMAP /a a\nMAP /* catch\n",
    ]
    for name in ["first", "second"] {
      let result = Call("", "publish", source, name, "--allow-warnings", files: files).run()
      #expect(result.code == 0, "\(result.errors)")
    }
    let back = Call("", "rollback", source).run()
    #expect(back.text == "Generation 3 is active: 1 added, 1 removed.\n", "\(back.errors)")
    let same = Call("", "publish", source, "first", "--allow-warnings", files: files).run()
    #expect(same.text.hasPrefix("Nothing is to be published"))
    // Where the most specific map wins, their order says nothing.
    let other = Call("", "rollback", source, "--precedence=most-specific").run()
    #expect(other.code == 0 && other.text.hasPrefix("Nothing is to be published"))
    #expect(try place.names() == ["routes"])
  }
}
