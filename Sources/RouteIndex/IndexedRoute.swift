/// A route that is put into an index, and by which it is taken out again.
///
/// `@unchecked`: what changes is changed under the lock of the index's owner.
@safe
package final class IndexedRoute: @unchecked Sendable {
  /// The facts known of it, until it is put in.
  private var draft: LeafDraft?
  /// The object that it is to whoever looks, until it is taken out and freed.
  package private(set) var payload: AnyObject?
  /// The first leaf that it is at, in most cases the only one.
  var first: LeafPointer?
  var others: [LeafPointer] = unsafe []

  init(_ draft: LeafDraft, payload: AnyObject) {
    self.draft = draft
    self.payload = payload
  }

  /// The facts known of it, which it forgets when they are taken.
  func takeDraft() -> LeafDraft {
    guard let draft = draft.take() else { preconditionFailure("A route is added once.") }
    return draft
  }

  /// The address of the payload, for as long as this holds it.
  var address: UnsafeRawPointer {
    guard let payload else { preconditionFailure("A route is added before its end.") }
    return unsafe UnsafeRawPointer(Unmanaged.passUnretained(payload).toOpaque())
  }

  /// Lets go of the payload.
  func release() { payload = nil }

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
