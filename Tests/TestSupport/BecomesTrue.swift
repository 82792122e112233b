/// Looks again and again until something is true that nothing tells of, as that a weak reference is
/// empty: half a minute at least.
/// - Returns: whether it was.
package func becomesTrue(_ condition: () -> Bool) async -> Bool {
  for look in 0..<31_000 {
    if condition() { return true }
    // What others have to do is mostly done at once.
    if look < 1000 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
  }
  return condition()
}
