import SwitchyardFleet
import TestSupport
import Testing

@testable import SwitchyardFleet

@Suite(.timeLimit(.minutes(6))) struct MethodLimitTests {
  private static func maps(_ word: String, _ count: Int) -> [RouteDescription] {
    (0..<count).map { route("map /m\($0) open method=X-\(word)-\($0)") }
  }

  /// The error by which a generation is not taken, which is staged or becomes active.
  private func refusal(
    of generation: RouteGeneration,
    by stand: Stand,
    isStaged: Bool
  ) async -> GenerationRefusal? {
    await #expect(throws: GenerationRefusal.self) {
      if isStaged {
        try await stand.shared.stage(generation)
      } else {
        try await stand.shared.apply(generation)
      }
    }
  }

  @Test func `a table has 256 methods at most beside the known ones`() async throws {
    let stand = Stand()
    let known = [route("guard /* key=card"), route("map /known open method=PUT")]
    try await stand.apply(adding: known + Self.maps("MOST", 256))
    try await stand.apply(adding: [route("map /again open method=X-MOST-7")])
    let before = stand.router.routes
    let more = route("map /more open method=X-MORE")
    let generation = await stand.next(adding: [more])
    for isStaged in [true, false] {
      let error = await refusal(of: generation, by: stand, isStaged: isStaged)
      let reason = error?.reasons.first
      #expect(error?.reasons.count == 1 && reason?.code == .tooLarge && reason?.route == 260)
      let message = reason?.message ?? ""
      #expect(message.contains("/more") && message.contains("256 methods"), "\(message)")
      #expect(message.contains("GET, HEAD, POST") && message.contains("Publish"), "\(message)")
    }
    #expect(stand.router.routes == before)
    // The first of the 256 makes room for it; the eighth has a second route.
    await #expect(throws: GenerationRefusal.self) {
      try await stand.apply(removing: [10], adding: [more])
    }
    try await stand.apply(removing: [3], adding: [more])
    #expect(stand.router.routes.count == before.count)
    // A table that is read whole has the same limit.
    let whole = SharedTable().generation(
      1,
      removing: [],
      adding: known + Self.maps("WHOLE", 257),
      note: nil
    )
    let other = Stand()
    await #expect(throws: GenerationRefusal.self) { try await other.shared.apply(whole) }
  }

  @Test func `the methods of a refused generation are not kept`() async throws {
    let stand = Stand()
    let tag = RouteTag(method: "X-REFUSED")
    let generation = await stand.next(adding: [route("map /a method=X-REFUSED")])
    for isStaged in [true, false] {
      let error = await refusal(of: generation, by: stand, isStaged: isStaged)
      #expect(error?.reasons.map(\.code) == [.open])
    }
    #expect(await becomesTrue { !MethodTags.current.tags.contains(tag) })
    withExtendedLifetime(stand.router) {}
  }
}
