import Foundation

/// A thread of its own that answers for handlers, some time after them.
final class Postman: @unchecked Sendable {
  static let shared = Postman()

  // Guards the answers.
  private let lock = NSLock()
  private var answers: [@Sendable () -> Void] = []

  private init() {
    Thread.detachNewThread {
      while true {
        usleep(100)
        self.deliver()
      }
    }
  }

  func take(_ answer: @escaping @Sendable () -> Void) { lock.withLock { answers.append(answer) } }

  private func deliver() {
    var taken: [@Sendable () -> Void] = []
    lock.withLock { swap(&taken, &answers) }
    for answer in taken.reversed() { answer() }
  }
}

/// Where a thread waits for one value from another.
final class Gate<Value: Sendable>: @unchecked Sendable {
  // Guards the value.
  private let condition = NSCondition()
  private var value: Value?

  func put(_ value: Value) {
    condition.withLock {
      if self.value != nil { Failure.stop("an outcome came twice") }
      self.value = value
      condition.signal()
    }
  }

  func take() -> Value {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let value { return value }
      condition.wait()
    }
  }
}
