import RouteIndex
import TestSupport
import Testing

@testable import Switchyard

@Suite struct RouteShelfTests {
  private let registry = RouteRegistry(precedence: .latestFirst, ignoresCase: false, steps: 1000)

  private func entry() -> RouteEntry {
    RouteEntry(
      kind: .map,
      pattern: "/books",
      tags: [],
      place: .inherited,
      owners: [],
      name: nil,
      origin: RouteOrigin(#fileID, #line),
      body: .returning { _ in }
    )
  }

  // Small and as full as it may be: most places are taken by what belongs elsewhere, and rows of them go round the end.
  @Test func `routes are found by their identifiers, whatever came and went before`() {
    let count = PropertyRun.cases(default: 20_000)
    var random = PropertyRun.generator(for: "the routes of a registry", cases: count)
    var shelf = RouteShelf()
    var known: [RouteEntry] = []
    for number in 0..<count {
      let most = number % 1_000 < 900 ? 12 : 100
      if known.count < most, Bool.random(using: &random) {
        let entry = entry()
        known.append(entry)
        shelf.insert(entry.indexed(for: registry.index), entry.id)
      } else if let place = known.indices.randomElement(using: &random) {
        let entry = known.remove(at: place)
        #expect(shelf.remove(entry.id)?.entry === entry)
        #expect(shelf.remove(entry.id) == nil && shelf[entry.id] == nil)
      }
      guard number % 16 == 0 else { continue }
      #expect(known.allSatisfy { shelf[$0.id]?.entry === $0 })
      #expect(Set(shelf.entries.map(\.id)) == Set(known.map(\.id)))
      #expect(shelf[RouteID()] == nil)
    }
  }
}
