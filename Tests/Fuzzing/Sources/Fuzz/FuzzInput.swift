/// The bytes of an input, read from the front.
struct FuzzInput {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// The next byte, 0 where none is left.
  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// The next byte as eight decisions.
  mutating func flags() -> FuzzFlags { FuzzFlags(rawValue: byte()) }

  /// All up to a byte, which is left out; nothing where it does not come.
  mutating func bytes(upTo end: UInt8) -> [UInt8]? {
    guard let place = rest.firstIndex(of: end) else { return nil }
    defer { rest = rest[(place + 1)...] }
    return Array(rest[..<place])
  }
}

/// Eight decisions in a byte.
struct FuzzFlags {
  let rawValue: UInt8

  subscript(bit: Int) -> Bool { rawValue & (1 << bit) != 0 }
}

/// Stops the program where something does not hold, so that the fuzzer keeps the input.
func require(
  _ condition: Bool,
  _ message: @autoclosure () -> String,
  file: StaticString = #fileID,
  line: UInt = #line
) {
  if !condition { fail(message(), file: file, line: line) }
}

/// Stops the program.
func fail(_ message: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
  fatalError(message, file: file, line: line)
}
