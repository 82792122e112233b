import TestSupport
import Testing

@testable import Switchyard

@Suite struct FifoTests {
  @Test func `what was appended first is taken first, as from an array`() {
    let cases = PropertyRun.cases(default: 50_000)
    var generator = PropertyRun.generator(for: "queues", cases: cases)
    var fifo = Fifo<Int>()
    var model: [Int] = []
    // Long runs of one kind of step, so that the queue grows, moves its elements together and runs empty.
    var appends = true
    for number in 0..<cases {
      if generator.below(150) == 0 { appends.toggle() }
      if appends != (generator.below(5) == 0) {
        fifo.append(number)
        model.append(number)
      } else {
        let expected = model.isEmpty ? nil : model.removeFirst()
        guard fifo.popFirst() == expected else {
          Issue.record("step \(number)")
          return
        }
      }
      guard fifo.count == model.count, fifo.isEmpty == model.isEmpty else {
        Issue.record("step \(number)")
        return
      }
    }
  }

  @Test func `what is taken is released`() {
    let lives = Counter()
    var fifo = Fifo<Tracked>()
    for _ in 0..<10 { fifo.append(Tracked(lives)) }
    for rest in (0..<10).reversed() {
      _ = fifo.popFirst()
      #expect(lives.value == rest)
    }
  }
}
