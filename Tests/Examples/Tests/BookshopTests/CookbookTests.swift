import Foundation
import Testing

/// The cookbook shows lines of the shop, whole files that it is deployed with, and nothing else.
@Suite struct CookbookTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The lines of the shop and its tests, without their indentation.
  private static func lines() throws -> Set<String> {
    var lines: Set<String> = []
    for folder in ["Sources", "Tests"] {
      let files = FileManager.default.enumerator(
        at: root.appendingPathComponent(folder),
        includingPropertiesForKeys: nil
      )
      for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
        let text = try String(contentsOf: file, encoding: .utf8)
        for line in text.split(separator: "\n") {
          lines.insert(line.trimmingCharacters(in: .whitespaces))
        }
      }
    }
    return lines
  }

  /// What the cookbook has in fences, each with the word behind its first mark.
  private static func blocks() throws -> [(language: String, lines: [Substring])] {
    let article = root.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/SwitchyardServer/SwitchyardServer.docc/Cookbook.md")
    var blocks: [(language: String, lines: [Substring])] = []
    var isCode = false
    let text = try String(contentsOf: article, encoding: .utf8)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isCode.toggle()
        if isCode { blocks.append((String(line.dropFirst(3)), [])) }
      } else if isCode {
        blocks[blocks.count - 1].lines.append(line)
      }
    }
    return blocks
  }

  @Test func `every line of code in the cookbook is one of the shop`() throws {
    let known = try Self.lines()
    var count = 0
    for block in try Self.blocks() where block.language == "swift" {
      for line in block.lines where !line.isEmpty {
        count += 1
        let text = line.trimmingCharacters(in: .whitespaces)
        #expect(known.contains(text), "\(text)")
      }
    }
    #expect(count > 50)
  }

  @Test func `what else it shows are the files that the shop is deployed with`() throws {
    let shown = try Self.blocks().filter { $0.language != "swift" }
    let files = [("dockerfile", "Dockerfile"), ("ini", "bookshop.service")]
    #expect(shown.map(\.language) == files.map(\.0))
    for (block, (_, name)) in zip(shown, files) {
      let file = Self.root.appendingPathComponent("Deploy/\(name)")
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(block.lines.map { "\($0)\n" }.joined() == text, "\(name)")
    }
  }
}
