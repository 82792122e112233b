import Foundation

/// A path for a file, in a folder that is there as long as a test runs.
package final class SessionFile: Sendable {
  package let folder: String
  package var path: String { folder + "/sessions.db" }

  package init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/sessions-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Writes bytes over those of the file.
  package func overwrite(_ bytes: [UInt8], at offset: UInt64, suffix: String = "") throws {
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path + suffix))
    try handle.seek(toOffset: offset)
    try handle.write(contentsOf: bytes)
    try handle.close()
  }
}
