import Foundation
import Testing

@testable import Bookshop

@Suite struct SessionTests {
  @Test func `a session ends after its time`() async throws {
    let name = UUID().uuidString
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let shelf = try Shelf(path: path)
    let token = try await shelf.addUser("Ada")
    let session = try #require(try await shelf.openSession(showing: token))
    let user = try await shelf.user(inSession: session)
    #expect(user?.name == "Ada")
    let database = try Database(path: path)
    try database.run("UPDATE sessions SET ends = ends - 12 * 3600 - 1")
    let late = try await shelf.user(inSession: session)
    #expect(late == nil)
    // The next one takes away those that have ended.
    let next = try await shelf.openSession(showing: token)
    #expect(next != nil && next != session)
    #expect(try database.run("SELECT 1 FROM sessions").count == 1)
  }

  @Test func `nobody has a session without a token`() async throws {
    let shelf = try Shelf(path: ":memory:")
    let session = try await shelf.openSession(showing: "x")
    #expect(session == nil)
  }
}
