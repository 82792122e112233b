import CMicroHTTPD
import SwitchyardSystem

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
    /// A field has a value with a control character, which others may take for its end.
    case badValue
    /// The target has white space, which ends it for others, or another control.
    case badTarget
    /// The library has skipped something: a folded line, a zero, a line that begins with a colon.
    case torn
    /// A client of HTTP/1.0 sends chunks.
    case oldChunks

    var message: String {
      switch self {
      case .badName: "The name of a header field is none."
      case .badValue: "The value of a header field holds a control character."
      case .badTarget: "The target holds a space or a control character."
      case .torn: "The head has a folded line, a zero or a line without a name."
      case .oldChunks: "HTTP/1.0 has no Transfer-Encoding."
      }
    }
  }

  let fields: HeaderFields
  /// The framing, as the fields give it.
  let framing: HeadFraming
  /// The first fault of the head.
  let fault: Fault?

  /// Reads all fields of a connection's request.
  /// - Parameters:
  ///   - connection: the connection.
  ///   - line: the first line.
  ///   - method: the method, with which the head begins.
  ///   - listener: the host of a client of HTTP/1.0 that names none.
  @unsafe
  init(
    _ connection: OpaquePointer,
    _ line: RequestLine,
    _ method: UnsafePointer<CChar>,
    listener: () -> String?
  ) {
    let size = unsafe cmicrohttpd_head_size(connection)
    var scan = FieldScan(line, size: size)
    _ = unsafe withUnsafeMutablePointer(to: &scan) { scan in
      // "Get all of the headers from the request": the iterator is called on this thread, before
      // this returns.
      unsafe MHD_get_connection_values_n(
        connection,
        .HEADER_KIND,
        { context, _, name, nameSize, value, valueSize in
          guard let scan = unsafe context?.assumingMemoryBound(to: FieldScan.self),
            let name = unsafe name, let value = unsafe value
          else { return .NO }
          unsafe scan.pointee.take(
            UnsafeRawBufferPointer(start: name, count: nameSize),
            UnsafeRawBufferPointer(start: value, count: valueSize)
          )
          return .YES
        },
        scan
      )
    }
    var bytes = unsafe Array(UnsafeRawBufferPointer(start: method, count: size))
    if !scan.strayNames.isEmpty { bytes += scan.strayNames }
    fields = HeaderFields(of: bytes, at: scan.places)
    var framing = HeadFraming(fields)
    if line.isOld { framing.readAsOld(host: listener) }
    self.framing = framing
    if let goesOn = framing.goesOn { unsafe cmicrohttpd_set_expectation(connection, goesOn) }
    let hasOldChunks = line.isOld && framing.length == nil
    fault = scan.wholeFault(in: bytes) ?? (hasOldChunks ? .oldChunks : nil)
  }
}

/// Follows the fields of a head from one to the next.
private struct FieldScan {
  private(set) var places: [FieldPlace] = []
  /// The names that lie outside the head; their places follow on its bytes.
  private(set) var strayNames: [UInt8] = []
  private(set) var fault: RequestHeadReader.Fault?
  /// The addresses of the head.
  private let head: Range<Int>
  /// The address at which the last value ends, or the first line.
  private var end: Int

  init(_ line: RequestLine, size: Int) {
    head = line.start..<(line.start + size)
    end = line.end
    if !line.isWhole { fault = .torn }
    places.reserveCapacity(16)
  }

  /// Finds the first fault, once all fields were taken.
  /// - Parameter bytes: the head as the library has left it; more may follow.
  /// - Returns: the fault; `nil` for a sound head.
  func wholeFault(in bytes: [UInt8]) -> RequestHeadReader.Fault? {
    if let fault { return fault }
    // Behind the last line comes the empty one. One that begins with a colon or a zero ends the
    // head for the library as well, and others read on. The library may write zeros over the ends
    // of both lines, and over that colon: anything else has stood behind it.
    let start = end - head.lowerBound
    let isEmpty =
      (2...4).contains(head.count - start)
      && bytes[start..<head.count].allSatisfy { $0 == 0 || $0 == 0x0D || $0 == 0x0A }
    return isEmpty ? nil : .torn
  }

  mutating func take(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
    let valueStart = Int(bitPattern: value.baseAddress)
    // The field that hides the cookies from the library is ours, and lies elsewhere.
    guard head.contains(valueStart) else { return }
    let nameStart = Int(bitPattern: name.baseAddress)
    if unsafe !follows(name, nameStart, valueStart) { fault = fault ?? .torn }
    end = valueStart + value.count
    guard end <= head.upperBound, unsafe name.isToken else {
      fault = fault ?? .badName
      return
    }
    if unsafe value.contains(where: HeaderField.isControl) { fault = fault ?? .badValue }
    // Of a folded line the library makes a part of a name, which it moves elsewhere. The field
    // counts, as it does for the library, which reads the body by it.
    let isStray = !head.contains(nameStart)
    let nameOffset = isStray ? head.count + strayNames.count : nameStart - head.lowerBound
    if isStray { unsafe strayNames.append(contentsOf: name) }
    places.append(
      FieldPlace(
        name: range(nameOffset, name.count),
        value: range(valueStart - head.lowerBound, value.count)
      )
    )
  }

  private func range(_ start: Int, _ count: Int) -> Range<UInt32> {
    UInt32(start)..<UInt32(start + count)
  }

  /// Whether a name stands right behind the line before it, and a value behind the colon and white
  /// space.
  ///
  /// The library cuts a value at a zero.
  private func follows(
    _ name: UnsafeRawBufferPointer,
    _ nameStart: Int,
    _ valueStart: Int
  ) -> Bool {
    // A line ends with LF, or CR LF.
    guard (1...2).contains(nameStart - end), valueStart > nameStart + name.count,
      let text = name.baseAddress
    else { return false }
    for offset in (name.count + 1)..<(valueStart - nameStart) {
      let byte = unsafe text.load(fromByteOffset: offset, as: UInt8.self)
      guard byte == 0x20 || byte == 0x09 else { return false }
    }
    return true
  }
}
