import Foundation

/// The line on standard error that says what is going on.
final class Progress {
  private let isTerminal = isatty(2) == 1
  private var stage = ""
  /// What has been left out so far.
  private(set) var absences: [Absence] = []

  /// Says what is being made ready.
  func say(_ text: String) {
    clear()
    write(isTerminal ? text : "\(text)\n")
  }

  /// Says that something does not take part.
  func leaveOut(_ absence: Absence) {
    absences.append(absence)
    say("left out: \(absence.name): \(absence.reason)")
  }

  /// Says which is measured; where nobody watches, once for each stage.
  func show(_ stage: String, _ index: Int, of count: Int, _ contestant: Contestant) {
    if isTerminal {
      clear()
      write("\(stage), \(index + 1) of \(count): \(contestant.group), \(contestant.name)")
    } else if stage != self.stage {
      write("\(stage)\n")
    }
    self.stage = stage
  }

  /// Takes the line away.
  func clear() { if isTerminal { write("\r\u{1B}[K") } }

  private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
