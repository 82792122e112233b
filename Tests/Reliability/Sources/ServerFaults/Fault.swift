import Trials

/// Something that goes wrong around a server, and what is to hold while it does and when it has ended.
struct Fault: Sendable {
  /// What it is called by on the command line.
  let name: String
  /// What the server is started with.
  var options: [String] = []
  /// Where the server's standard output goes.
  var output = "/dev/null"
  /// What keeps it from being played here, if anything does.
  var obstacle: String?
  /// Whether the server has ended when the play has.
  var endsServer = false
  /// Plays it once.
  let play: @Sendable (Stage) throws -> Void

  /// Plays it once against a server of its own, and looks at what is left.
  func run(seed: UInt64) throws -> Tally {
    if let obstacle { throw Skipped(obstacle) }
    let stage = try Stage(options, output: output, seed: seed)
    do {
      try stage.noteDescriptors()
      try play(stage)
      if !endsServer {
        try stage.expectAnswer()
        try stage.expectDescriptors()
        try stage.end()
      }
    } catch let disagreement as Disagreement {
      throw Disagreement("\(disagreement)\nthe server: \(stage.state)")
    }
    return stage.tally
  }

  /// A word on what there is on Linux alone, where that is missing.
  static func withoutLinux(_ word: String) -> String? {
    #if os(Linux)
      nil
    #else
      word
    #endif
  }

  /// All of them, those that take long first.
  static let all: [Fault] =
    endings + handlers + clients + resources + disks + garbage
}
