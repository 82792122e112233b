import Foundation
import SwitchyardFleet
import TestSupport
import Testing

@testable import SwitchyardFleet

@Suite(.timeLimit(.minutes(6))) struct GenerationCodeTests {
  private static let generation = SharedTable().generation(
    1,
    removing: [],
    adding: [route("guard /* key=card not=/login"), route("map /a/:id(\\d+) needs=card x=1")],
    note: "the first"
  )
  private static let text = String(decoding: generation.bytes, as: UTF8.self)

  @Test func `a generation is read as it was written`() throws {
    #expect(try RouteGeneration(reading: Self.generation.bytes, number: 1) == Self.generation)
    let table = try SharedTable(Self.generation)
    #expect(try SharedTable(table.whole).checksum == table.checksum)
  }

  /// A change of the code, and the reason that it is refused for.
  static let damages: [(String, String, RefusalReason.Code)] = [
    ("{", "", .unreadable), ("\"number\":1", "\"number\":2", .unreadable),
    ("\"format\":1", "\"format\":2", .future), ("\"note\"", "\"remark\"", .future),
    ("\"kind\":\"map\"", "\"kind\":\"map\",\"audience\":\"nobody\"", .future),
    ("\"kind\":\"map\"", "\"kind\":\"mop\"", .unreadable),
    ("/a/:id", "/b/:id", .checksum), ("\"x\":\"1\"", "\"x\":\"2\"", .checksum),
    ("[\"card\"]", "[\"cord\"]", .checksum), ("/login", "/*", .checksum),
    ("\"order\":2", "\"order\":1", .order),
    ("\"order\":2", "\"order\":9223372036854775807", .order),
    ("\"order\":2", "\"order\":0", .order), ("\"base\":0", "\"base\":7", .base),
    ("\"removed\":[]", "\"removed\":[1]", .order),
  ]

  @Test(arguments: damages)
  func `damage is found, with its reason`(
    _ old: String,
    _ new: String,
    _ code: RefusalReason.Code
  ) async throws {
    let bytes = Array(Self.text.replacingOccurrences(of: old, with: new).utf8)
    #expect(bytes != Self.generation.bytes)
    let shared = Stand().shared
    let error = await #expect(throws: GenerationRefusal.self) {
      try await shared.apply(try RouteGeneration(reading: bytes, number: 1))
    }
    #expect(error?.reasons.map(\.code) == [code])
  }

  @Test func `no byte can be changed unnoticed, and none makes it trap`() async throws {
    let bytes = Self.generation.bytes
    let count = PropertyRun.cases(default: 500)
    var random = PropertyRun.generator(for: "damaged generations", cases: count)
    let table = try SharedTable(Self.generation)
    for _ in 0..<count {
      var other = bytes
      other[random.below(other.count)] = UInt8(random.below(256))
      if random.below(4) == 0 { other.removeLast(random.below(other.count)) }
      guard let read = try? RouteGeneration(reading: other, number: 1),
        let made = try? SharedTable(read)
      else { continue }
      // The note alone is not part of the table.
      #expect(made.listing == table.listing)
    }
  }

  @Test func `the checksum is the same whatever the steps`() throws {
    var table = try SharedTable(Self.generation)
    let second = table.generation(2, removing: [2], adding: [route("map /b open")], note: nil)
    table.make(try table.change(by: [second]))
    let whole = SharedTable().generation(
      5,
      removing: [],
      adding: [route("guard /* key=card not=/login"), route("map /b open")],
      note: nil
    )
    // The numbers differ, and are a part of it.
    #expect(whole.checksum != table.checksum)
    #expect(try SharedTable(table.whole).checksum == table.checksum)
    let third = table.generation(3, removing: [3], adding: [route("map /c open")], note: nil)
    let both = try SharedTable(Self.generation).change(by: [second, third])
    #expect(both.removed.keys.sorted() == [2] && both.added.keys.sorted() == [4])
  }
}
