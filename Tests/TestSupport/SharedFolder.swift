#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The test data that lie in a folder `shared` beside the package.
package enum SharedFolder {
  /// The text of a file, or `nil`, with a printed word, where the folder is absent.
  ///
  /// `SWITCHYARD_SHARED` names the folder where it lies elsewhere.
  package static func text(of path: String) -> String? {
    guard let folder, let data = FileManager.default.contents(atPath: folder + "/" + path) else {
      print("skipped: there is no shared/\(path) beside the package")
      return nil
    }
    return String(decoding: data, as: UTF8.self)
  }

  private static var folder: String? {
    if let named = ProcessInfo.processInfo.environment["SWITCHYARD_SHARED"] { return named }
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    while parts.popLast() != nil {
      let root = parts.joined(separator: "/")
      let shared = root + "/../shared"
      // A package may lie within another.
      if FileManager.default.fileExists(atPath: root + "/Package.swift"),
        FileManager.default.fileExists(atPath: shared)
      {
        return shared
      }
    }
    return nil
  }
}
