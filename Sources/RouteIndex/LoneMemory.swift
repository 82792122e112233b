/// Memory that shares no line of a cache with any other, for what one thread writes again and
/// again.
enum LoneMemory {
  /// Takes memory for values, which is freed as any other.
  static func allocate<Value: ~Copyable>(
    _ type: Value.Type,
    capacity: Int,
    alignment: Int = 128
  ) -> UnsafeMutablePointer<Value> {
    // Processors fetch lines in pairs.
    let size = (MemoryLayout<Value>.stride * capacity + alignment - 1) & ~(alignment - 1)
    return unsafe UnsafeMutableRawPointer.allocate(byteCount: size, alignment: alignment)
      .bindMemory(to: Value.self, capacity: capacity)
  }
}
