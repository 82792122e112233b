import Foundation
import Switchyard
import Testing

/// The coded form of a trace, which other versions read and write.
@Suite struct TraceCodingTests {
  private static let whole = RouteTrace(
    startMicroseconds: 1_764_100_000_000_000,
    duration: 9,
    target: "/books/…",
    tags: ["Views"],
    labels: ["method": "GET"],
    legs: [
      .init(
        cause: .commit,
        target: "/books/…",
        version: 7,
        start: 1,
        lookup: 2,
        matchSteps: 3,
        steps: [
          .init(
            route: RouteID(UUID()),
            kind: .guard,
            pattern: "/*",
            name: "card",
            origin: "A/B.swift:1",
            queue: "main",
            parameters: [.init(name: "0"), .init(name: "id", value: "1")],
            matchSteps: 4,
            start: 1,
            wait: 2,
            duration: 3,
            answer: .redirects,
            hop: "/login",
            error: "Boom",
            isAskedAgain: true,
            faults: [.init(code: "timeLimit", time: 5, route: RouteID(UUID()), error: "Boom")],
            notes: ["a": "b"]
          )
        ]
      )
    ],
    outcome: .init(
      .failed,
      route: RouteID(UUID()),
      pattern: "/*",
      name: "x",
      target: "/y",
      failure: "loop",
      error: "Boom"
    ),
    faults: [.init(code: "lateAnswer")]
  )

  @Test func `a trace is read as it was written`() throws {
    let data = try JSONEncoder().encode(Self.whole)
    #expect(try JSONDecoder().decode(RouteTrace.self, from: data) == Self.whole)
    let small = RouteTrace(target: "/", outcome: .init(.notFound))
    let coded = try JSONEncoder().encode(small)
    #expect(try JSONDecoder().decode(RouteTrace.self, from: coded) == small)
  }

  @Test func `what another version has left out or added does not matter`() throws {
    let id = UUID()
    let text = """
      {"id": "\(id)", "target": "/a", "new": {"x": 1}, "outcome": {"code": "vaporised"}, "legs": [
        {"target": "/a", "cause": "dream", "steps": [
          {"route": "\(id)", "kind": "map", "pattern": "/a", "answer": "sings", "colour": 3}]}]}
      """
    let trace = try JSONDecoder().decode(RouteTrace.self, from: Data(text.utf8))
    #expect(trace.steps.first?.answer.rawValue == "sings")
    #expect(trace.legs.first?.cause.rawValue == "dream")
    #expect(trace.outcome.code.rawValue == "vaporised")
    #expect(trace.duration == 0 && trace.steps.first?.wait == nil)
  }
}
