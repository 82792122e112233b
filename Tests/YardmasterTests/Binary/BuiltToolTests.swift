import Foundation
import TestSupport
import Testing

@testable import yardmaster

private let endings: [(String, Int32)] = [
  ("routes", 0), ("explain /books/1", 0), ("match /a /a", 0), ("validate", 0), ("--version", 0),
  ("validate --help", 0), ("match /a /b", 1), ("explain /%zz", 1), ("explain /x -m /dev/null", 2),
  ("validate --requiring Nobody", 1), ("", 2), ("sail", 2), ("match /:", 2),
  ("routes /no/such/file", 2), ("routes /", 2),
]

@Suite(.serialized, .timeLimit(.minutes(6))) struct `The built tool` {
  @Test(arguments: endings)
  func `ends with the code of what it found`(_ call: String, _ code: Int32) async throws {
    let tool = try BuiltTool()
    let arguments = call.split(separator: " ").map { String($0) }
    let result = try await tool.run(arguments)
    var output = Output()
    let expected = Yardmaster.run(arguments, &output)
    #expect(result.code == code)
    #expect(expected.rawValue == code)
    #expect(result.text == output.text)
    #expect(result.errors == output.errors)
  }

  @Test func `reads standard input and files`() async throws {
    let tool = try BuiltTool()
    let piped = try await tool.run(["routes", "-"], input: Manifests.site)
    let expected = Call("site", "routes", "-", files: Manifests.files).run()
    #expect(piped.text == expected.text)
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).txt")
    try Data(Manifests.site.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(try await tool.run(["routes", file.path]).text == expected.text)
    #expect(try await tool.run(["routes", "--manifest", file.path]).text == expected.text)
  }

  @Test func `reads a line of ten million bytes`() async throws {
    let tool = try BuiltTool()
    let long = String(repeating: "a", count: 10_000_000)
    for manifest in ["GET /\(long)", "# \(long)\nBREW", "[{\"kind\": \"\(long)\"}]"] {
      let result = try await tool.run(["routes", "-"], input: manifest)
      #expect(result.code == 2)
      #expect(result.errors.hasPrefix("standard input:"))
      #expect(result.errors.utf8.count < 500)
    }
  }

  @Test func `stops at a manifest without an end`() async throws {
    let result = try await BuiltTool().run(["routes", "/dev/zero"])
    #expect(result.code == 2)
    let error = "/dev/zero: error: At most 16 MiB are read, and this has more; split it.\n"
    #expect(result.errors == error)
  }

  @Test func `says that its output could not be written`() async throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let tool = try BuiltTool()
    let result = try await tool.runShell(
      "yardmaster routes > /dev/full",
      in: URL(filePath: "/")
    )
    #expect(result.code == 1)
    #expect(result.errors == "yardmaster: error: standard output: No space left on device.\n")
  }

  @Test(arguments: [["routes", "--json"], ["match", "/a", "/b"]])
  func `ends with its code where nobody reads its output any more`(_ call: [String]) throws {
    let output = ChildProgram.pipe()
    try output.fileHandleForReading.close()
    let program = try ChildProgram(
      [BuiltTool().url.path] + call,
      environment: BuiltTool.environment,
      output: output.fileHandleForWriting,
      errors: .standardError
    )
    #expect(program.wait() == .exited(call[0] == "match" ? 1 : 0))
  }

  // The thread sanitizer itself needs larger files than the limit lets it have.
  @Test(.enabled(if: !PropertyRun.isSlow))
  func `leaves no part of a file under its name`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "export-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let tool = try BuiltTool()
    let routes = (0..<200).map { "GET /a/\($0)/:b\n" }.joined()
    try Data(routes.utf8).write(to: folder.appending(path: "many.txt"))
    // A file may have one block here, as on a disk that is full.
    let full = try await tool.runShell(
      "echo old > a; trap '' XFSZ; ulimit -f 1; yardmaster export nginx many.txt -o a",
      in: folder
    )
    #expect(full.code == 1)
    #expect(
      full.errors == """
        yardmaster export: error: The file "a" is not written: File too large. What was there \
        before is as it was; give --output a file in a folder that exists and has room.

        """
    )
    #expect(try await tool.runShell("cat a; ls", in: folder).text == "old\na\nmany.txt\n")
    let written = try await tool.runShell(
      "ln -s a b; yardmaster export nginx many.txt -o b; yardmaster export nginx many.txt > c; "
        + "cmp a c; ls -F",
      in: folder
    )
    #expect(written.text == "a\nb@\nc\nmany.txt\n")
    #expect(written.errors == "")
    let rights = try await tool.runShell(
      "chmod 640 a; yardmaster export nginx many.txt -o a; ls -l a | cut -c1-10",
      in: folder
    )
    #expect(rights.text == "-rw-r-----\n")
  }

  @Test func `has colour on a terminal`() async throws {
    let tool = try BuiltTool()
    for arguments in [["routes"], ["explain", "/books/1"], ["validate"], ["match", "/a", "/%"]] {
      let result = try await tool.run(arguments, onTerminal: true)
      #expect(result.text.contains("\u{1B}["))
      var output = Output(styling: Styling(output: true, errors: true))
      _ = Yardmaster.run(arguments, &output)
      #expect(result.text == output.text)
      #expect(result.errors == output.errors)
    }
    #expect(try await tool.run(["sail"], onTerminal: true).errors.contains("\u{1B}["))
  }

  @Test(arguments: [["NO_COLOR": "1", "TERM": "xterm"], ["TERM": "dumb"]])
  func `has none on a terminal that wants none`(_ environment: [String: String]) async throws {
    let tool = try BuiltTool()
    let plain = try await tool.run(
      ["explain", "/books/1"],
      environment: environment,
      onTerminal: true
    )
    #expect(!plain.text.contains("\u{1B}"))
    #expect(!plain.text.isEmpty)
  }

  @Test func `has colour where the refusal of it is empty`() async throws {
    let environment = ["NO_COLOR": "", "TERM": "xterm"]
    let result = try await BuiltTool()
      .run(["routes"], environment: environment, onTerminal: true)
    #expect(result.text.contains("\u{1B}["))
  }
}
