import Foundation
import SessionStore
import TestSupport
import Testing

/// The example of the module's first page, as it stands there.
@Suite struct StoreExampleTests {
  private func write(
    _ bytes: [UInt8],
    _ changed: [UInt8],
    _ outcomes: inout [String]
  ) async throws {
    let store = MemorySessionStore()
    let id = SessionIdentifier.random()
    _ = try await store.store(
      bytes,
      at: id.key,
      expecting: nil,
      expiry: Date(timeIntervalSinceNow: 3600)
    )
    guard let record = try await store.load(id.key) else { return }
    for _ in 0..<2 {
      switch try await store.store(
        changed,
        at: id.key,
        expecting: record.version,
        expiry: record.expiry
      ) {
      case .stored(let version):
        outcomes.append(version == record.version ? "the same" : "another version")
      case .conflict(let current):
        outcomes.append(current?.bytes == changed ? "changed before" : "gone")
      }
    }
  }

  @Test func `a write that another one was quicker than changes nothing`() async throws {
    var outcomes: [String] = []
    try await write([1], [2], &outcomes)
    #expect(outcomes == ["another version", "changed before"])
  }

  @Test func `each line that is shown stands here`() throws {
    let lines = try ShownCode.expectLines(
      of: "Sources/SessionStore/SessionStore.docc/SessionStore.md",
      replacing: ["…": ""]
    )
    #expect(lines.count > 5)
  }
}
