import Foundation
import SessionTestSupport
import SwitchyardFleet
import Testing

@Suite struct RouteFolderTests {
  @Test(arguments: StoreRule.all)
  func `a folder keeps the rules of stores`(_ rule: StoreRule) async throws {
    let folder = try TestFolder()
    let time = TurnedTime()
    try await rule.check(RouteFolder(path: folder.path + "/routes") { time.now }, time)
  }

  @Test func `what cannot be read is an error that names the folder`() async throws {
    let folder = try TestFolder()
    let key = SessionIdentifier.random().key
    let missing = RouteFolder(path: folder.path + "/not/there")
    #expect(
      await #expect(throws: SessionStoreError.self) { try await missing.load(key) }?.code
        == .unreachable
    )
    let store = RouteFolder(path: folder.path)
    _ = try await store.store([1], at: key, expecting: nil, expiry: .distantFuture)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.count == 64
    }
    try Data([1, 2, 3]).write(to: URL(filePath: folder.path + "/" + names[0]))
    #expect(
      await #expect(throws: SessionStoreError.self) { try await store.load(key) }?.code == .damaged
    )
    try Data([1, 2, 3]).write(to: URL(filePath: folder.path + "/version"))
    let other = SessionIdentifier.random().key
    let error = await #expect(throws: SessionStoreError.self) {
      try await store.store([1], at: other, expecting: nil, expiry: .distantFuture)
    }
    #expect(error?.code == .damaged)
  }
}
