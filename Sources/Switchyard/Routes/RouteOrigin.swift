/// The place in a program at which a route was registered.
///
/// It costs 16 bytes, and no memory of its own: the text is made when it is asked for.
public struct RouteOrigin: Sendable {
  // A literal, which lives as long as the program.
  private let address: UInt
  private let length: UInt32
  private let number: UInt32

  init(_ fileID: StaticString, _ line: UInt) {
    let isText = fileID.hasPointerRepresentation
    address = isText ? unsafe UInt(bitPattern: fileID.utf8Start) : 0
    length = isText ? UInt32(clamping: fileID.utf8CodeUnitCount) : 0
    number = UInt32(clamping: line)
  }

  /// The file, as `Module/File.swift`.
  public var fileID: String {
    let start = unsafe UnsafePointer<UInt8>(bitPattern: address)
    return unsafe String(
      decoding: UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(length)),
      as: UTF8.self
    )
  }

  /// The line in the file, counted from 1.
  public var line: Int { Int(number) }
}

extension RouteOrigin: Hashable {
  /// Whether two places are the same line of a file.
  public static func == (one: RouteOrigin, other: RouteOrigin) -> Bool {
    one.number == other.number
      && (one.address == other.address && one.length == other.length || one.fileID == other.fileID)
  }

  /// Hashes the line.
  public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension RouteOrigin: CustomStringConvertible {
  /// The file and the line.
  public var description: String { "\(fileID):\(line)" }
}
