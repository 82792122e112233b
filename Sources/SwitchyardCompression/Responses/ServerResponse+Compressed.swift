import SwitchyardLocks

extension ServerResponse.Body {
  /// The most bytes that are compressed at once.
  private static var piece: Int { 1 << 16 }

  /// Returns the body compressed; `nil` if that is no smaller, or there is no memory or no place
  /// for it.
  ///
  /// A short one is compressed at once; a longer one, a file and a stream while they are sent.
  func compressed(
    _ format: ZlibFormat,
    level: Int
  ) -> ServerResponse.Body? {
    if case .bytes(let bytes) = self, bytes.count <= Self.piece {
      guard let deflater = try? Deflater(format, level: level) else { return nil }
      let compressed = deflater.compress(bytes[...], .end)
      return compressed.count < bytes.count ? .bytes(compressed) : nil
    }
    guard let place = CompressionPlace.take() else { return nil }
    return .stream(compressedStream(format, level: level, place))
  }

  /// Returns a stream that compresses the body.
  ///
  /// A part of a stream goes on to the client when it is there, with all before it; parts that come
  /// faster than the client takes them are one. It waits while the client does, and if that leaves,
  /// so does the reader of the body, and the compressor goes. Who reads it once more needs another
  /// place.
  private func compressedStream(
    _ format: ZlibFormat,
    level: Int,
    _ place: CompressionPlace
  ) -> ServerResponseStream {
    let isLive = if case .stream = self { true } else { false }
    let kept = Locked<CompressionPlace?>(place)
    return ServerResponseStream { writer in
      guard let place = kept.withLock({ $0.take() }) ?? .take() else {
        throw CompressedDataError(.noMemory, offset: 0)
      }
      defer { withExtendedLifetime(place) {} }
      let deflater = try Deflater(format, level: level)
      for try await part in self {
        var rest = part[...]
        while !rest.isEmpty {
          let piece = rest.prefix(Self.piece)
          rest = rest.dropFirst(Self.piece)
          // Few bytes may be made of many, and then nothing below waits.
          try Task.checkCancellation()
          await Task.yield()
          let bytes = deflater.compress(piece, isLive && rest.isEmpty ? .all : .none)
          if !bytes.isEmpty { try await writer.write(bytes) }
        }
      }
      try await writer.write(deflater.compress([], .end))
    }
  }
}
