#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Testing

/// Texts that outputs are compared with, in a folder beside the tests.
///
/// With `SWITCHYARD_RECORD=1` in the environment they are written anew; what then differs is for a review to see.
enum Snapshot {
  private static let folder =
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
    .joined(separator: "/") + "/Snapshots"

  private static var isRecording: Bool {
    ProcessInfo.processInfo.environment["SWITCHYARD_RECORD"] == "1"
  }

  /// The names of all that are kept.
  static func names() throws -> Set<String> {
    Set(
      try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { $0.hasSuffix(".txt") }
        .map { String($0.dropLast(4)) }
    )
  }

  /// The text of another file of the folder; none where there is no such file.
  static func text(of name: String) -> String {
    FileManager.default.contents(atPath: "\(folder)/\(name)")
      .map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Compares a text with the one that is kept under a name.
  static func expect(
    _ text: String,
    is name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let path = "\(folder)/\(name).txt"
    if isRecording {
      try Data(text.utf8).write(to: URL(filePath: path))
      return
    }
    let kept = FileManager.default.contents(atPath: path).map {
      String(decoding: $0, as: UTF8.self)
    }
    let hint: Comment = "SWITCHYARD_RECORD=1 swift test --filter YardmasterTests records it anew"
    #expect(text == kept, hint, sourceLocation: sourceLocation)
  }
}
