import Foundation
import TestSupport
import Testing

/// What the threads of a troupe work on together, and what they find wrong with it.
protocol InterleavedScene: AnyObject, Sendable {
  /// Carries an operation out, with all that it leaves to be done elsewhere.
  func carryOut(_ operation: () -> Void)

  /// Brings all to its end.
  /// - Returns: what does not hold.
  func finish() -> [String]
}

extension InterleavedScene {
  func carryOut(_ operation: () -> Void) { operation() }
}

/// A scene, and what each thread of a troupe does in it.
struct InterleavedCase<Scene: InterleavedScene>: Sendable, CustomTestStringConvertible {
  typealias Operation = @Sendable (Scene) -> Void

  let testDescription: String
  private let prepare: Operation
  private let programs: [[Operation]]

  init(_ description: String, _ prepare: @escaping Operation, _ programs: [[Operation]]) {
    testDescription = description
    self.prepare = prepare
    self.programs = programs
  }

  /// Waits until all is let go of: what a registry could not free at once it tries again on a thread of its own, which
  /// may have it in its hands.
  static func wait(until isGone: () -> Bool) {
    let end = ContinuousClock.now + .seconds(60)
    while !isGone(), .now < end { usleep(100) }
  }

  /// Plays orders until something does not hold in one of them, each in a scene of its own.
  func play(_ orders: [[Int]], in scene: (Troupe) throws -> Scene) rethrows {
    let troupe = Troupe()
    for order in orders {
      let scene = try scene(troupe)
      prepare(scene)
      let programs = programs.map { operations in
        { @Sendable in
          for (index, operation) in operations.enumerated() {
            if index > 0 { troupe.pause() }
            scene.carryOut { operation(scene) }
          }
        }
      }
      guard troupe.play(order, programs) else {
        Issue.record("\(order): somebody waits for ever")
        return
      }
      let faults = scene.finish()
      guard faults.isEmpty else {
        Issue.record("\(order): \(faults.joined(separator: "; "))")
        return troupe.end()
      }
    }
    troupe.end()
  }
}
