import Foundation
import Testing

/// The cookbook shows lines of the shop, and no others.
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

  @Test func `every line of code in the cookbook is one of the shop`() throws {
    let article = Self.root.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/SwitchyardServer/SwitchyardServer.docc/Cookbook.md")
    let known = try Self.lines()
    var isCode = false
    var count = 0
    for line in try String(contentsOf: article, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix("```") {
        isCode.toggle()
        continue
      }
      guard isCode else { continue }
      count += 1
      let text = line.trimmingCharacters(in: .whitespaces)
      #expect(known.contains(text), "\(text)")
    }
    #expect(count > 50)
  }
}
