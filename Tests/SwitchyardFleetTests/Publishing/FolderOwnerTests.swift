import Foundation
import SessionTestSupport
import Testing

@testable import SwitchyardFleet

/// Folders whose files are another user's than whoever writes.
@Suite(
  .enabled(if: geteuid() == 0, "root alone can make files of others"),
  .timeLimit(.minutes(6))
)
struct FolderOwnerTests {
  private static let reason =
    "its files are for user 65534, who could not read those of user 0; run this program as user "
    + "65534"

  /// A folder that servers of another user have written to.
  private static func folder() throws -> TestFolder {
    let folder = try TestFolder()
    let lock = "\(folder.path)/lock"
    #expect(FileManager.default.createFile(atPath: lock, contents: nil))
    #expect(chown(lock, 65_534, 65_534) == 0)
    return folder
  }

  @Test func `who is not the owner of the files writes nothing, and is told whose they are`()
    async throws
  {
    let folder = try Self.folder()
    let store = RouteFolder(path: folder.path)
    let error = await #expect(throws: SessionStoreError.self) {
      try await store.write("2", at: SessionIdentifier.random().key, expiry: .distantFuture)
    }
    #expect(error == SessionStoreError(.readOnly, store: folder.path, reason: Self.reason))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["lock"])
  }

  @Test func `a publication that would keep servers out is none`() async throws {
    let folder = try Self.folder()
    let publisher = RoutePublisher(RouteSource(in: RouteFolder(path: folder.path)))
    let error = await #expect(throws: RouteSourceError.self) {
      try await publisher.publish([route("map /a open")])
    }
    #expect(
      "\(try #require(error))" == "The shared routes in \(folder.path) cannot be read or written "
        + "(\(Self.reason)). Look whether it is there and has room, and whether this program may "
        + "open it."
    )
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["lock"])
  }
}
