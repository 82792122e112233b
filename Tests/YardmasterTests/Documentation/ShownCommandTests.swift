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

  /// Whether a command goes on until it is interrupted.
  private static func serves(_ example: String) -> Bool {
    example.contains(" serve") || example.contains(" inspect")
  }

  @Test(arguments: examples.filter { !serves($0) })
  func `an example of the help runs`(_ example: String) async throws {
    try await run(example)
  }

  @Test(arguments: examples.filter(serves))
  func `an example of the help that serves can be read`(_ example: String) throws {
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
    var seen: Set<String> = []
    for command in commands {
      if command.hasPrefix("bash .ci/install && ") {
        // The script takes the command out of the README by its number.
        first += 1
        #expect(checks.contains("bash .ci/readme-command \(first)\n"), "\(command)")
      } else if let call = command.firstMatch(of: /^(?:swift run )?(yardmaster .+)/) {
        let call = String(call.1)
        // It would go on until it is told to end.
        if Self.serves(call) {
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

  /// Reads a command that serves, up to what is said of it.
  private func read(_ example: String) throws {
    let words = example.prefix { $0 != "#" }.split(separator: " ").map { String($0) }
    let command = try #require(Command.all.first { $0.name == words.dropFirst().first })
    try #require(words.first == "yardmaster" && Self.serves(example))
    _ = try command.syntax.parse(Array(words.dropFirst(2)))
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
