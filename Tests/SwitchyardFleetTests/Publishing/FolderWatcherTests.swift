import Foundation
import SessionStore
import Testing

@testable import SwitchyardFleet

@Suite struct FolderWatcherTests {
  /// Another process may write between the making of a folder and the watch for it.
  @Test(arguments: [false, true])
  func `what was written into a folder before it was watched is told`(isWritten: Bool) throws {
    let folder = try TestFolder()
    let path = folder.path + "/routes"
    let watcher = FolderWatcher(path) {}
    let number = watcher.watch {
      try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      if isWritten { try? Data().write(to: URL(filePath: path + "/version")) }
      return 0
    }
    #expect(number == 0)
    #expect(watcher.take() == (isWritten ? [.anything] : []))
  }
}
