#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files of the folder `Tests/Reliability/Attacks`: what routers have been attacked with.
enum AttackFile {
  /// The lines of a file, without those that are comments.
  static func lines(of name: String) throws -> [Substring] {
    var folder = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    while folder.popLast() != nil {
      let path = folder.joined(separator: "/") + "/Tests/Reliability/Attacks/" + name
      guard let data = FileManager.default.contents(atPath: path) else { continue }
      return String(decoding: data, as: UTF8.self)
        .split(separator: "\n")
        .filter { !$0.hasPrefix("#") }
    }
    throw MissingAttackFile(name: name)
  }
}

/// An error for a file that is not where it is looked for: in a folder above this file.
private struct MissingAttackFile: Error {
  let name: String
}
