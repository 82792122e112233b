import CMicroHTTPD

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The addresses of the parts of a request's first line.
///
/// The library cuts a head into texts where it lies, and writes zeros over the separators. A part
/// that does not begin where the one before it ends shows that there is something else between the
/// two.
struct RequestLine {
  /// The address at which the method begins.
  let start: Int
  /// The address at which the version ends.
  let end: Int
  /// Whether exactly one space stands between two parts.
  let isWhole: Bool
  /// Whether the client is one of HTTP/1.0, which knows no chunks.
  let isOld: Bool

  @unsafe
  init(method: UnsafePointer<CChar>, target: Range<Int>, version: UnsafePointer<CChar>) {
    start = Int(bitPattern: method)
    // "HTTP/1.1": the library accepts no other form of a version.
    let versionStart = Int(bitPattern: version)
    end = versionStart + 8
    isOld = unsafe version[7] == 0x30
    isWhole =
      unsafe start + strlen(method) + 1 == target.lowerBound
      && target.upperBound + 1 == versionStart
  }
}

/// The header fields of a request, and the library's reading of its body.
///
/// Faults in them are for the responder to find, except for those that only show in the library's
/// memory.
struct RequestHeadReader {
  /// The reason that a head cannot be passed on: others may read it in another way than the library
  /// has.
  enum Fault {
    /// A field has a name with characters that none may have, such as a space before the colon.
    case badName
    /// The target has white space, which ends it for others, or another control.
    case badTarget
    /// The library has skipped something: a folded line, a zero, a line that begins with a colon.
    case torn
    /// A client of HTTP/1.0 sends chunks.
    case oldChunks

    var message: String {
      switch self {
      case .badName: "The name of a header field is none."
      case .badTarget: "The target holds a space or a control character."
      case .torn: "The head has a folded line, a zero or a line without a name."
      case .oldChunks: "HTTP/1.0 has no Transfer-Encoding."
      }
    }
  }

  private(set) var fields = HTTPFields()
  /// The length of the body, or `nil` if it comes in chunks.
  private(set) var length: Int? = 0
  /// Whether the client waits for a go-ahead before it sends the body.
  private(set) var expectsContinue = false
  /// The first fault of the head.
  private(set) var fault: Fault?
  /// The addresses of the head.
  private let place: Range<Int>
  /// The address at which the last value ends, or the first line.
  private var end: Int

  private static let expect: HTTPField.Name = "Expect"

  /// Reads all fields of a connection's request.
  @unsafe
  init(_ connection: OpaquePointer, _ line: RequestLine) {
    place = unsafe line.start..<(line.start + cmicrohttpd_head_size(connection))
    end = line.end
    if !line.isWhole { fault = .torn }
    _ = unsafe withUnsafeMutablePointer(to: &self) { reader in
      // "Get all of the headers from the request": the iterator is called on this thread, before
      // this returns.
      unsafe MHD_get_connection_values_n(
        connection,
        .HEADER_KIND,
        { context, _, name, nameSize, value, valueSize in
          guard let reader = unsafe context?.assumingMemoryBound(to: RequestHeadReader.self),
            let name = unsafe name, let value = unsafe value
          else { return .NO }
          unsafe reader.pointee.take(
            UnsafeBufferPointer(start: name, count: nameSize),
            UnsafeBufferPointer(start: value, count: valueSize)
          )
          return .YES
        },
        reader
      )
    }
    // Behind the last line comes the empty one. One that begins with a colon ends the head for the
    // library as well.
    if !(2...4).contains(place.upperBound - end) { fault = fault ?? .torn }
    if line.isOld, length == nil { fault = fault ?? .oldChunks }
  }

  /// Whether there is a body.
  var hasBody: Bool { length != 0 }

  private mutating func take(
    _ name: UnsafeBufferPointer<CChar>,
    _ value: UnsafeBufferPointer<CChar>
  ) {
    // The field that hides the cookies from the library is ours, and lies elsewhere.
    guard place.contains(Int(bitPattern: value.baseAddress)) else { return }
    if unsafe !follows(name, value) { fault = fault ?? .torn }
    let name = unsafe String(decoding: UnsafeRawBufferPointer(name), as: UTF8.self)
    let text = unsafe String(decoding: UnsafeRawBufferPointer(value), as: UTF8.self)
    guard fields.append(parsing: name, text), let field = fields.last else {
      fault = fault ?? .badName
      return
    }
    // Nearly all names have other lengths than the few that matter here.
    switch name.utf8.count {
    case 6 where field.name == Self.expect:
      expectsContinue = field.value.lowercased() == "100-continue"
    case 14 where field.name == .contentLength:
      if length == 0 { length = Int(field.value) ?? .max }
    case 17 where field.name == .transferEncoding: length = nil
    default: break
    }
  }

  /// Whether a name stands right behind the line before it, and a value behind the colon and white
  /// space.
  ///
  /// The library cuts a value at a zero; of a folded line it makes a part of the name, which it
  /// moves elsewhere.
  private mutating func follows(
    _ name: UnsafeBufferPointer<CChar>,
    _ value: UnsafeBufferPointer<CChar>
  ) -> Bool {
    let nameStart = Int(bitPattern: name.baseAddress)
    let valueStart = Int(bitPattern: value.baseAddress)
    let nameEnd = nameStart + name.count
    // A line ends with LF, or CR LF.
    let isNext = (1...2).contains(nameStart - end)
    end = valueStart + value.count
    guard isNext, valueStart > nameEnd, let place = name.baseAddress else { return false }
    for offset in (name.count + 1)..<(valueStart - nameStart)
    where unsafe place[offset] != 0x20 && place[offset] != 0x09 { return false }
    return true
  }
}
