// Calls of the system by names that no method has: within a type with a `read` or a `write` of its
// own, those of C are hidden.

/// Reads bytes from a descriptor by one call.
/// - Returns: the number of bytes, 0 at the end, or -1 with the reason in `errno`.
@unsafe
package func systemRead(_ descriptor: CInt, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  unsafe read(descriptor, buffer.baseAddress, buffer.count)
}

/// Writes bytes to a descriptor by one call.
/// - Returns: the number of bytes that are written, or -1 with the reason in `errno`.
@unsafe
package func systemWrite(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
  unsafe write(descriptor, bytes.baseAddress, bytes.count)
}
