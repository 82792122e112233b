import CMicroHTTPD

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The header fields of a request, and what the library makes of its body.
///
/// What is wrong with them is for the responder to say; only a field whose name is none cannot be handed on.
struct RequestHeadReader {
  private(set) var fields = HTTPFields()
  /// The length of the body, or nothing where it comes in chunks.
  private(set) var length: Int? = 0
  /// Whether the client waits for a word before it sends the body.
  private(set) var expectsContinue = false
  /// Whether a field has a name with characters that none may have.
  private(set) var hasBadName = false

  private static let expect: HTTPField.Name = "Expect"

  /// Reads all fields of a connection's request.
  @unsafe
  init(_ connection: OpaquePointer) {
    _ = unsafe withUnsafeMutablePointer(to: &self) { reader in
      // "Get all of the headers from the request": the iterator is called on this thread, before this returns.
      unsafe MHD_get_connection_values_n(
        connection,
        .HEADER_KIND,
        { context, _, name, nameSize, value, valueSize in
          guard let reader = unsafe context?.assumingMemoryBound(to: RequestHeadReader.self),
            let name = unsafe name
          else { return .NO }
          unsafe reader.pointee.take(
            UnsafeBufferPointer(start: name, count: nameSize),
            UnsafeBufferPointer(start: value, count: value == nil ? 0 : valueSize)
          )
          return .YES
        },
        reader
      )
    }
  }

  /// Whether there is a body.
  var hasBody: Bool { length != 0 }

  private mutating func take(
    _ name: UnsafeBufferPointer<CChar>,
    _ value: UnsafeBufferPointer<CChar>
  ) {
    let name = unsafe String(decoding: UnsafeRawBufferPointer(name), as: UTF8.self)
    let text = unsafe String(decoding: UnsafeRawBufferPointer(value), as: UTF8.self)
    guard fields.append(parsing: name, text), let field = fields.last else {
      hasBadName = true
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
}
