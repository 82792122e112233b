#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Testing

/// What the README and the articles show, for tests to have the very lines.
package enum ShownCode {
  /// The lines of Swift in a file of the package, without comments and white space.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - heading: the section that is meant; nothing for all of the file.
  /// - Returns: the lines.
  /// - Throws: an error where there is no such file or section.
  package static func lines(of path: String, under heading: String? = nil) throws -> [String] {
    let root = "\(#filePath)".split(separator: "/").dropLast(3).joined(separator: "/")
    var text = try String(contentsOfFile: "/\(root)/\(path)", encoding: .utf8)
    if let heading {
      let start = try #require(text.firstRange(of: "\n## \(heading)\n"))
      text = String(text[start.upperBound...])
      text = String(text[..<(try #require(text.firstRange(of: "\n## "))).lowerBound])
    }
    var isCode = false
    var lines: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard !line.hasPrefix("```") else {
        isCode = line == "```swift"
        continue
      }
      let end = line.firstRange(of: "   //")?.lowerBound ?? line.endIndex
      let code = line[..<end].filter { !$0.isWhitespace }
      if isCode, !code.isEmpty, !code.hasPrefix("//"), code != "…" { lines.append(code) }
    }
    return lines
  }

  /// The text of a file without white space, in which such lines are looked for.
  package static func text(ofFile path: StaticString) throws -> String {
    try String(contentsOfFile: "\(path)", encoding: .utf8).filter { !$0.isWhitespace }
  }
}
