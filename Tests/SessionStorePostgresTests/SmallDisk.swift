#if PostgreSQL
  import Foundation
  import TestSupport

  /// A disk in memory that is soon full, which the server may write to; only root can make one.
  struct SmallDisk {
    let folder: String

    static let canBeMade = (try? SmallDisk().remove()) != nil

    init() throws {
      folder = FileManager.default.temporaryDirectory.path + "/disk-\(UUID().uuidString.prefix(8))"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      do {
        try Self.run(
          "mount",
          "-t",
          "tmpfs",
          "-o",
          "size=1m,uid=postgres,gid=postgres",
          "tmpfs",
          folder
        )
      } catch {
        try? FileManager.default.removeItem(atPath: folder)
        throw error
      }
    }

    func remove() {
      // The server may hold files of it still.
      try? Self.run("umount", "--lazy", folder)
      try? FileManager.default.removeItem(atPath: folder)
    }

    /// Makes room.
    func grow() throws { try Self.run("mount", "-o", "remount,size=20m", folder) }

    private static func run(_ words: String...) throws {
      guard try ChildProgram(words).wait() == .exited(0) else {
        throw ChildProgram.Failure(words.joined(separator: " "))
      }
    }
  }
#endif
