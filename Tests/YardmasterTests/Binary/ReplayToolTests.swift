import Foundation
import Testing

@testable import yardmaster

/// Logs as files, pipes and gzip, read by the tool as it was built.
@Suite(.timeLimit(.minutes(5))) struct ReplayToolTests {
  /// Has a shell run a command in a folder with a log and a manifest.
  private func run(_ command: String) async throws -> BuiltTool.Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "replay-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(Logs.access.utf8).write(to: folder.appending(path: "access.log"))
    try Data(Logs.few.utf8).write(to: folder.appending(path: "few.txt"))
    return try await BuiltTool().runShell(command, in: folder)
  }

  private func requests(_ result: BuiltTool.Result) -> Int? {
    result.text.firstMatch(of: /requests +([0-9]+)\n/).flatMap { Int($0.1) }
  }

  @Test(arguments: [
    "yardmaster replay access.log -r few.txt",
    "yardmaster replay - -r few.txt < access.log",
    "cat access.log | yardmaster replay - -r few.txt",
    "gzip access.log; yardmaster replay access.log.gz -r few.txt",
    "gzip access.log; mv access.log.gz access.log; yardmaster replay access.log -r few.txt",
    "gzip -c access.log | (dd bs=1 count=1; sleep 0.1; cat) 2>/dev/null | yardmaster replay - -r few.txt",
  ]) func `a log is read whatever way it comes`(_ command: String) async throws {
    let result = try await run(command)
    #expect(result.code == 0)
    #expect(requests(result) == 7)
    #expect(result.errors == "")
  }

  @Test func `members of gzip that follow one another are one log, and logs add up`() async throws {
    let result = try await run(
      "(gzip -c access.log; gzip -c access.log) > two.gz; yardmaster replay two.gz access.log -r few.txt"
    )
    #expect(result.code == 0)
    #expect(requests(result) == 21)
  }

  @Test func `gzip that breaks off is an error and no report`() async throws {
    let result = try await run(
      "gzip access.log; head -c 200 access.log.gz > cut.gz; yardmaster replay cut.gz -r few.txt"
    )
    #expect(result.code == 2)
    #expect(result.text == "")
    #expect(
      result.errors
        == "cut.gz: error: The compressed data breaks off at byte 200. Read all of it, or compress it again.\n"
    )
  }

  @Test func `a folder is no log`() async throws {
    let result = try await run("yardmaster replay . -r few.txt")
    #expect(result.code == 2)
    #expect(result.errors == ".: error: Is a directory.\n")
  }

  @Test func `progress is shown on a terminal alone, and goes`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "replay-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = folder.appending(path: "long.log")
    let part = Data(String(repeating: Logs.access, count: 2_000).utf8)
    try Data().write(to: log)
    let file = try FileHandle(forWritingTo: log)
    for _ in 0..<40 { try file.write(contentsOf: part) }
    try file.close()
    let tool = try BuiltTool()
    let shown = try await tool.run(["replay", log.path], onTerminal: true)
    #expect(shown.code == 0)
    #expect(shown.errors.isEmpty || shown.errors.hasSuffix("\r\u{1B}[K"))
    let piped = try await tool.run(["replay", log.path])
    #expect(piped.errors == "")
  }
}
