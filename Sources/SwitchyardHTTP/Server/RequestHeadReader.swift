import CMicroHTTPD

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where the parts of a request's first line lie.
///
/// The library cuts a head into texts where it lies, and puts zeros in the place of what stands between them. A
/// part that does not begin where the one before it ends tells that there is something else between the two.
struct RequestLine {
  /// Where the method begins.
  let start: Int
  /// Where the version ends.
  let end: Int
  /// Whether one space stands between two parts, and nothing else.
  let isWhole: Bool
  /// Whether the client is one of HTTP/1.0, which knows no chunks.
  let isOld: Bool

  @unsafe
  init(method: UnsafePointer<CChar>, target: Range<Int>, version: UnsafePointer<CChar>) {
    start = Int(bitPattern: method)
    // "HTTP/1.1": the library takes nothing else for a version.
    let versionStart = Int(bitPattern: version)
    end = versionStart + 8
    isOld = unsafe version[7] == 0x30
    isWhole =
      unsafe start + strlen(method) + 1 == target.lowerBound
      && target.upperBound + 1 == versionStart
  }
}

/// The header fields of a request, and what the library makes of its body.
///
/// What is wrong with them is for the responder to say, but for what only shows where the library has them.
struct RequestHeadReader {
  /// Why a head cannot be handed on: others may read it in another way than the library has.
  enum Fault {
    /// A field has a name with characters that none may have, such as a space before the colon.
    case badName
    /// The target has white space, which ends it for others, or another control.
    case badTarget
    /// The library has passed over something: a folded line, a zero, a line that begins with a colon.
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
  /// What the fields say of the body.
  private(set) var framing = HeadFraming(HTTPFields())
  /// What is wrong with the head, the first of it.
  private(set) var fault: Fault?
  /// Where the head lies.
  private let place: Range<Int>
  /// Where the last value ends, or the first line.
  private var end: Int

  /// Reads all fields of a connection's request.
  @unsafe
  init(_ connection: OpaquePointer, _ line: RequestLine) {
    place = unsafe line.start..<(line.start + cmicrohttpd_head_size(connection))
    end = line.end
    if !line.isWhole { fault = .torn }
    _ = unsafe withUnsafeMutablePointer(to: &self) { reader in
      // "Get all of the headers from the request": the iterator is called on this thread, before this returns.
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
    // Behind the last line comes the empty one. One that begins with a colon ends the head for the library as well.
    if !(2...4).contains(place.upperBound - end) { fault = fault ?? .torn }
    framing = HeadFraming(fields)
    if line.isOld, framing.length == nil { fault = fault ?? .oldChunks }
  }

  private mutating func take(
    _ name: UnsafeBufferPointer<CChar>,
    _ value: UnsafeBufferPointer<CChar>
  ) {
    // The one that hides the cookies from the library is ours, and lies elsewhere.
    guard place.contains(Int(bitPattern: value.baseAddress)) else { return }
    if unsafe !follows(name, value) { fault = fault ?? .torn }
    let name = unsafe String(decoding: UnsafeRawBufferPointer(name), as: UTF8.self)
    let text = unsafe String(decoding: UnsafeRawBufferPointer(value), as: UTF8.self)
    if !fields.append(parsing: name, text) { fault = fault ?? .badName }
  }

  /// Whether a name stands right behind the line before it, and a value behind the colon and white space.
  ///
  /// The library cuts a value at a zero; of a folded line it makes a part of the name, which it moves elsewhere.
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
