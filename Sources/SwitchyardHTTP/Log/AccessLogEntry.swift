/// A line of the access log, written when the response is made.
///
/// Events during its sending are not in it: a client that leaves a stream or a file, or one that
/// does not send the whole of its body and receives 408 or 413 instead.
public struct AccessLogEntry: Sendable {
  /// The time at which the response was made.
  public let time: HTTPDate
  /// The head of the request.
  public let head: RequestHead
  /// The status of the response; 499 if the client has left before there was one.
  public let status: ResponseStatus
  /// The bytes of the response's body, if they are known before it is sent.
  public let length: Int?
  /// The time it took to make the response.
  public let duration: Duration
}

extension AccessLogEntry: CustomStringConvertible {
  /// The entry on one line, in the combined format of web servers followed by the time taken.
  ///
  /// All that a client sends stays within its quotes: quotes, backslashes, controls and all
  /// characters that are not ASCII are escaped.
  public var description: String {
    let remote = head.remoteAddress.map { Array($0.utf8).printableASCII(upTo: 100) } ?? "-"
    let request =
      Array(head.method.utf8).printableASCII(upTo: 40) + " "
      + head.target.printableASCII(upTo: 2000)
    let length = length.map { "\($0)" } ?? "-"
    return "\(remote) - - [\(time.logText)] \"\(request)\" \(status.code) \(length) "
      + "\(quoted(.referer)) \(quoted(.userAgent)) \(duration.microseconds)us"
  }

  private func quoted(_ name: HeaderField.Name) -> String {
    guard let value = head.fields[name] else { return "\"-\"" }
    return "\"\(Array(value.utf8).printableASCII(upTo: 500))\""
  }
}

extension Duration {
  /// The whole microseconds of a duration.
  fileprivate var microseconds: Int64 {
    components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
  }
}

extension [UInt8] {
  /// Returns the bytes as printable ASCII between quotes; all others are written as `\xNN`.
  ///
  /// Beyond the limit of characters, dots stand for the rest.
  func printableASCII(upTo limit: Int) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(Swift.min(count, limit))
    for byte in self {
      let isPlain =
        byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
      guard text.count + (isPlain ? 1 : 4) <= limit else {
        return String(decoding: text, as: UTF8.self) + "..."
      }
      if isPlain {
        text.append(byte)
      } else {
        let digits = Array("0123456789ABCDEF".utf8)
        text += [UInt8(ascii: "\\"), UInt8(ascii: "x")]
        text += [digits[Int(byte >> 4)], digits[Int(byte & 0x0F)]]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
