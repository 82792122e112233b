/// Stops the program for a mistake in a call, with its place, unless a condition holds.
///
/// A precondition says nothing of its reason in a release build.
package func stopUnless(
  _ condition: Bool,
  _ fault: @autoclosure () -> String,
  _ fileID: StaticString,
  _ line: UInt
) {
  if !condition { fatalError(fault(), file: fileID, line: line) }
}
