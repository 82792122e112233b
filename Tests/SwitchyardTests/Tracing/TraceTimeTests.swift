import Foundation
import Testing

@testable import Switchyard

/// The times of traces that were read, or made by hand: any numbers.
@Suite struct TraceTimeTests {
  private static let numbers: [Int64] = [.min, .min + 1, -1, 0, 1, 999_999, .max - 1, .max]

  @Test(arguments: numbers, numbers)
  func `no number traps`(_ one: Int64, _ other: Int64) throws {
    let step = RouteTrace.Step(
      route: RouteID(),
      kind: .map,
      pattern: "/a",
      start: one,
      wait: other,
      duration: one,
      answer: .completes
    )
    let made = RouteTrace(
      startMicroseconds: one,
      duration: other,
      target: "/a",
      legs: [RouteTrace.Leg(target: "/a", start: other, steps: [step])],
      outcome: RouteTrace.Outcome(.handled)
    )
    let trace = try JSONDecoder().decode(RouteTrace.self, from: Data(made.coded.utf8))
    #expect(trace == made)
    #expect("\(trace)".hasPrefix("/a \(RouteTrace.milliseconds(max(0, other))) ms: "))
    #expect(trace.nanosecondsSince1970(at: other) <= UInt64(Int64.max))
    let (sum, isOver) = one.addingReportingOverflow(other)
    if !isOver { #expect(step.waitAndDuration == sum) }
    #expect(step.end != nil)
  }

  @Test(arguments: [
    (0, "0.000"), (999, "0.000"), (1000, "0.001"), (12_345_678, "12.345"), (-5_000_000, "0.000"),
    (Int64.min, "0.000"), (.max, "9223372036854.775"),
  ])
  func `milliseconds have three digits behind the point`(_ test: (Int64, String)) {
    #expect(RouteTrace.milliseconds(test.0) == test.1)
  }

  @Test func `sums stay within bounds`() {
    func step(_ start: Int64, _ wait: Int64?, _ duration: Int64?) -> RouteTrace.Step {
      RouteTrace.Step(
        route: RouteID(),
        kind: .map,
        pattern: "/a",
        start: start,
        wait: wait,
        duration: duration,
        answer: .completes
      )
    }
    #expect(step(1, 2, 3).end == 6)
    #expect(step(1, nil, 3).waitAndDuration == 3)
    #expect(step(1, 2, nil).end == nil)
    #expect(step(1, .max, 3).end == .max)
    #expect(step(-1, .min, -3).end == .min)
    let late = RouteTrace(startMicroseconds: .max, target: "", outcome: .init(.handled))
    #expect(late.nanosecondsSince1970(at: 5) == UInt64(Int64.max))
    let early = RouteTrace(startMicroseconds: .min, target: "", outcome: .init(.handled))
    #expect(early.nanosecondsSince1970(at: 5) == 0)
    let plain = RouteTrace(startMicroseconds: 7, target: "", outcome: .init(.handled))
    #expect(plain.nanosecondsSince1970(at: 5) == 7005)
  }
}
