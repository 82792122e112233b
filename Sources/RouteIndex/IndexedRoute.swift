/// A route that is put into an index, and by which it is taken out again.
///
/// `@unchecked`: what changes is changed under the lock of the index's owner.
@safe
package final class IndexedRoute: @unchecked Sendable {
  /// The facts known of it, with the payload, until it is put in; from then on the
  /// payload, as long as it is in the index.
  private var content: AnyObject?
  /// The first leaf that it is at, in most cases the only one.
  var first: LeafPointer?
  var others: [LeafPointer] = unsafe []

  init(_ draft: LeafDraft) { content = draft }

  /// The object that it is to whoever looks.
  package var payload: AnyObject? { (content as? LeafDraft)?.payload ?? content }

  /// The facts known of it, which it forgets when they are taken.
  func takeDraft() -> LeafDraft {
    guard let draft = content as? LeafDraft else { preconditionFailure("A route is added once.") }
    content = draft.payload
    return draft
  }

  /// Lets go of the payload.
  func release() { content = nil }

  /// Calls a closure with each leaf.
  @inline(__always)
  func forEachLeaf(_ body: (LeafPointer) -> Void) {
    if let first = unsafe first { unsafe body(first) }
    unsafe others.forEach(body)
  }

  /// Takes note of where a leaf is, or is now.
  func setLeaf(_ leaf: LeafPointer, at ordinal: Int) {
    if ordinal == 0 {
      unsafe first = unsafe leaf
    } else if unsafe ordinal > others.count {
      unsafe others.append(leaf)
    } else {
      unsafe others[ordinal - 1] = unsafe leaf
    }
  }

  var leafCount: Int { unsafe first == nil ? 0 : others.count + 1 }
}
