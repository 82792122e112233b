import Foundation
import TestSupport
import Testing

@testable import yardmaster

@Suite struct `Calls of the tool that are drawn` {
  private static let cases = PropertyRun.cases(default: 600)

  /// Words that calls are made of; some mean something, and most do not where they stand.
  private static let words: [String] = commands + names + choices + others

  /// What serves until it is interrupted, and what writes where its words say.
  private static let excluded: Set<String> = ["serve", "inspect", "publish", "rollback"]
  private static let commands: [String] = Command.all.map(\.name).filter { !excluded.contains($0) }
  private static let options: [CommandOption] = Command.all.flatMap(\.syntax.options)
  private static let choices: [String] = options.flatMap(\.choices)
  private static let names: [String] = options.flatMap { option -> [String] in
    // What writes a file has a place to write it, and takes none of the other words for one.
    if writing.contains(option.name) { return ["\(option.name)=", "\(option.name)=\(written)"] }
    return [option.name, option.short ?? "-x", "\(option.name)="]
  }
  private static let writing: Set<String> = ["--matrix", "--output"]
  private static let written =
    FileManager.default.temporaryDirectory.path + "/drawn-\(UUID().uuidString)"
  private static let others: [String] = [
    "", "-", "--", "---", "=", "--=", "-=", "--json=1", "--color=mauve", "--limit=nesting=1",
    "match-steps=99999999999999999999", "/", "/a", "/:id(\\d+)", "/:", "(", "/a%zz", "/日本/1",
    "site.txt", "app.txt", "listing.json", "faulty.txt", "no\u{1B}where", "\u{202E}", "\u{0}",
    "é", "👩‍👩‍👧", "bash", "zsh", "GET", "Private", "https://a.example:99999/", "app://books/1",
    String(repeating: "x", count: 10_000), "1e9", "-1", "0x10", "\n", " ", "'", "\"", "$(x)",
  ]

  @Test(.busy) func `end with a code, a text or an error, and command no terminal`() {
    defer { try? FileManager.default.removeItem(atPath: Self.written) }
    var generator = PropertyRun.generator(for: "drawn calls", cases: Self.cases)
    for _ in 0..<Self.cases {
      var arguments = (0..<generator.below(6)).map { _ in generator.pick(Self.words) }
      if generator.below(8) > 0 { arguments.insert(generator.pick(Self.commands), at: 0) }
      let widths: [Int?] = [nil, 20, 40, 80]
      let width: Int? = generator.pick(widths)
      let call = Call("", files: Manifests.files)
      let files = ManifestFiles(call.files.mapValues { Array($0.utf8) })
      var output = Output(width: width)
      let code = Yardmaster.run(arguments, &output, files: files)
      switch code {
      case .success: break
      case .findings: #expect(!(output.text + output.errors).isEmpty, "\(arguments)")
      case .usage:
        #expect(!output.errors.isEmpty, "\(arguments)")
        #expect(output.errors.utf8.count < 3_000, "\(arguments)")
      }
      // Colour was asked for.
      let text = (output.text + output.errors).replacing(/\u{1B}\[[0-9]+m/, with: "")
      for scalar in text.unicodeScalars where scalar != "\n" {
        let category = scalar.properties.generalCategory
        #expect(category != .control && category != .format, "\(arguments)")
      }
    }
  }
}
