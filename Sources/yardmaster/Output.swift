#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a run writes, gathered so that tests can look at it.
struct Output {
  /// What goes to standard output.
  private(set) var text = ""
  /// What goes to standard error.
  private(set) var errors = ""

  mutating func line(_ line: String = "") { text += line + "\n" }

  mutating func error(_ message: String) { errors += message + "\n" }

  /// A name and a value in columns.
  mutating func row(_ name: String, _ value: String) {
    line(name + String(repeating: " ", count: max(1, 9 - name.count)) + value)
  }

  /// Writes all to the streams of the process.
  func flush() {
    Self.write(text, to: 1)
    Self.write(errors, to: 2)
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { bytes in
        #if canImport(Darwin)
          Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Glibc)
          Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
          Musl.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
      }
      if written < 0, errno == EINTR { continue }
      // A reader that has gone wants no more.
      guard written > 0 else { return }
      rest = rest.dropFirst(written)
    }
  }
}

extension String {
  /// The text in quotation marks, with nothing in it that could command a terminal.
  var quoted: String {
    var out = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      default:
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
          out += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        default: out.unicodeScalars.append(scalar)
        }
      }
    }
    return out + "\""
  }
}
