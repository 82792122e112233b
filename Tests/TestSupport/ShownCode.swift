#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
package import Testing

/// What the README and the articles show, for tests to have the very lines.
package enum ShownCode {
  /// The lines of Swift in a file of the package, without comments and white space.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - heading: the section that is meant; `nil` for all of the file.
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

  /// Expects each line that a file of the package shows to stand in that of a test.
  ///
  /// - Parameters:
  ///   - path: the file that shows them.
  ///   - heading: the section that is meant; `nil` for all of the file.
  ///   - test: the file of the test.
  ///   - places: what the test has in another form than the text, by that of the text.
  ///   - location: the place to blame.
  /// - Returns: the lines.
  /// - Throws: an error where there is no such file or section.
  package static func expectLines(
    of path: String,
    under heading: String? = nil,
    in test: StaticString = #filePath,
    replacing places: [String: String] = [:],
    at location: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    let here = try text(ofFile: test)
    let lines = try lines(of: path, under: heading)
    for line in lines {
      let line = places.reduce(line) { $0.replacing($1.key, with: $1.value) }
      // By itself, or a failure would show all of the file.
      let isHere = here.contains(line)
      #expect(isHere, "\(line)", sourceLocation: location)
    }
    return lines
  }

  /// The text of a file without white space, in which such lines are looked for.
  package static func text(ofFile path: StaticString) throws -> String {
    try String(contentsOfFile: "\(path)", encoding: .utf8).filter { !$0.isWhitespace }
  }
}
