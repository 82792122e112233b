import Foundation
import Testing

@testable import yardmaster

private let folder = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// What the README and the help show to be typed works as it stands there.
@Suite(.timeLimit(.minutes(6))) struct ShownCommandTests {
  static let examples =
    Yardmaster.help.split(separator: "\n").drop { $0 != "examples:" }.dropFirst()
    .map { $0.trimmingCharacters(in: .whitespaces) } + Command.all.flatMap(\.examples)

  /// Those that go on until they are told to end.
  private static let lasting = ["serve", "inspect"]
  /// Those that change what servers share, or show it.
  private static let sharing = ["publish", "status", "rollback"]

  private static func isLasting(_ command: String) -> Bool {
    (lasting + sharing).contains { command.hasPrefix("yardmaster \($0)") }
  }

  @Test(arguments: examples.filter { !isLasting($0) })
  func `an example of the help runs`(_ example: String) async throws {
    try await run(example)
  }

  @Test(arguments: examples.filter { isLasting($0) })
  func `an example of the help that is for servers can be read`(_ example: String) throws {
    try read(example)
  }

  @Test func `each command of the README is run here or with all that has to hold`() async throws {
    let readme = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
    let checks = try String(contentsOf: folder.appending(path: ".ci/run"), encoding: .utf8)
    var isShell = false
    var first = 0
    var commands = readme.matches(of: /`(bash [^`]+)`/).map { String($0.1) }
    for line in readme.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isShell = line == "```sh"
      } else if isShell {
        commands.append(String(line))
      }
    }
    #expect(commands.count >= 9)
    // What servers share is made in a folder that has the examples, one command after another.
    let place = FileManager.default.temporaryDirectory.appending(path: "shared-\(UUID())")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }
    try FileManager.default.createSymbolicLink(
      at: place.appending(path: "Tests"),
      withDestinationURL: folder.appending(path: "Tests")
    )
    var seen: Set<String> = []
    for command in commands {
      if command.hasPrefix("bash .ci/install && ") {
        // The script takes the command out of the README by its number.
        first += 1
        #expect(checks.contains("bash .ci/readme-command \(first)\n"), "\(command)")
      } else if let call = command.firstMatch(of: /^(?:swift run )?(yardmaster .+)/) {
        let call = String(call.1)
        if Self.sharing.contains(where: { call.hasPrefix("yardmaster \($0)") }) {
          let result = try await BuiltTool().runShell(call, in: place)
          #expect(result.code == 0 && result.errors.isEmpty, "\(call): \(result.errors)")
        } else if Self.isLasting(call) {
          try read(call)
        } else {
          // As they stand there, in the folder of the README.
          try await expect(call, in: folder)
        }
        seen.insert(String(call.split(separator: " ")[1]))
      } else {
        #expect(checks.contains(command), "\(command)")
      }
    }
    #expect(seen == Set(Command.all.map(\.name)))
  }

  /// Reads a command that is for servers, up to what is said of it.
  private func read(_ command: String) throws {
    let words = command.prefix { $0 != "#" }.split(separator: " ").map { String($0) }
    try #require(words.count > 1 && words[0] == "yardmaster")
    let known = try #require(Command.all.first { $0.name == words[1] })
    _ = try known.syntax.parse(Array(words.dropFirst(2)))
  }

  /// Has a shell run a command in a folder with some manifests.
  private func run(_ command: String) async throws {
    let place = FileManager.default.temporaryDirectory.appending(path: "shown-\(UUID())")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }
    let site = Manifests.site + "GET /admin/all all @Admin\n"
    let files = [
      ("routes.txt", site), ("routes.json", Manifests.listing),
      ("openapi.json", Manifests.document),
    ]
    for (name, text) in files {
      try Data(text.utf8).write(to: place.appending(path: name))
    }
    try Data(Logs.access.utf8).write(to: place.appending(path: "access.log"))
    try Data(Logs.old.utf8).write(to: place.appending(path: "old.txt"))
    let packed = try #require(Data(base64Encoded: Logs.packed))
    try packed.write(to: place.appending(path: "access.log.1.gz"))
    try await expect(command, in: place)
  }

  private func expect(_ command: String, in place: URL) async throws {
    let result = try await BuiltTool().runShell(command, in: place)
    // Some find nothing, or something: no call is wrong.
    #expect([0, 1].contains(result.code), "\(command)")
    let remarks = result.errors.split(separator: "\n")
    #expect(remarks.allSatisfy { $0.contains(": note: ") }, "\(command)")
  }
}
