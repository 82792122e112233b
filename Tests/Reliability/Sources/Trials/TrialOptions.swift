import Foundation

/// The words after a program's name, taken one by one.
package struct TrialOptions {
  private let name: String
  private let usage: String
  private var words: [String]

  /// The words of this process.
  package init(_ name: String, usage: String) {
    self.name = name
    self.usage = usage
    words = Array(CommandLine.arguments.dropFirst())
  }

  /// Takes an option and the number that follows it.
  package mutating func number(_ option: String) -> Int? {
    guard let value = text(option) else { return nil }
    guard let number = Int(value), number >= 0 else {
      fail("\(option) takes a number, not \(value)")
    }
    return number
  }

  /// Takes what all draws are made from: `--seed`, else `SWITCHYARD_SEED`, else a new one.
  package mutating func seed() -> UInt64 {
    if let number = number("--seed") { return UInt64(number) }
    let seed =
      ProcessInfo.processInfo.environment["SWITCHYARD_SEED"].flatMap { UInt64($0) }
      ?? UInt64.random(in: 0...UInt64.max)
    return seed >> 2
  }

  /// Takes an option and the text that follows it.
  package mutating func text(_ option: String) -> String? {
    guard let place = words.firstIndex(of: option) else { return nil }
    guard place + 1 < words.count else { fail("\(option) takes a value") }
    defer { words.removeSubrange(place...(place + 1)) }
    return words[place + 1]
  }

  /// Takes an option that stands by itself.
  package mutating func flag(_ option: String) -> Bool {
    guard let place = words.firstIndex(of: option) else { return false }
    words.remove(at: place)
    return true
  }

  /// Takes all that is left.
  package mutating func rest() -> [String] {
    defer { words = [] }
    return words
  }

  /// Ends the process if a word is left.
  package func finish() {
    if let word = words.first { fail("\(word) means nothing here") }
  }

  /// Ends the process with a word and the usage.
  package func fail(_ text: String) -> Never {
    say("\(name): \(text)\nusage: \(name) \(usage)", to: 2)
    exit(2)
  }
}
