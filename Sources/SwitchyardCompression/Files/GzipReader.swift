/// A reader of gzip data, such as a log that was rotated, part by part.
///
///     let file = try FileHandle(forReadingFrom: url)
///     let reader = try GzipReader { try file.read(upToCount: 65_536).map { Array($0) } }
///     while let bytes = try reader.next() { count += bytes.count }
///
/// Members that follow one another, as of logs that were put together, are read as one. It keeps
/// one part in memory, however much that expands to: who reads data of others counts what comes.
public final class GzipReader {
  private let inflater: Inflater
  private let read: () throws -> [UInt8]?
  private var isAtEnd = false

  /// Makes a reader.
  /// - Parameter read: the closure that gives the next part of the compressed data; `nil` or an
  ///   empty part at its end.
  /// - Throws: `CompressedDataError` when the system gives no memory.
  public init(_ read: @escaping () throws -> [UInt8]?) throws(CompressedDataError) {
    inflater = try Inflater(.gzip)
    self.read = read
  }

  /// Reads the next bytes.
  /// - Returns: at most 32,768 bytes; `nil` at the end.
  /// - Throws: `CompressedDataError` for bytes that are no gzip, and for data that breaks off; the
  ///   error of the closure.
  public func next() throws -> [UInt8]? {
    while !isAtEnd {
      if let bytes = try inflater.pull() { return bytes }
      if let part = try read(), !part.isEmpty {
        inflater.push(part)
      } else {
        try inflater.finish()
        isAtEnd = true
      }
    }
    return nil
  }
}
