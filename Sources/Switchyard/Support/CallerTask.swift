/// A task that waits, on the current thread, for what another one does there.
///
/// `@unchecked` because it is used on that thread alone, and no longer than `call` takes.
@safe
struct CallerTask: @unchecked Sendable {
  // Where it lies, to be looked at there: a copy of one of its type counts a reference to the task.
  private let task: UnsafeMutablePointer<UnsafeCurrentTask>

  /// Calls a closure with the current task, if there is one.
  static func call<Result>(_ body: (CallerTask?) -> Result) -> Result {
    unsafe withUnsafeCurrentTask { task in
      guard var task = unsafe task else { return body(nil) }
      return unsafe withUnsafeMutablePointer(to: &task) { unsafe body(CallerTask(task: $0)) }
    }
  }

  var isCancelled: Bool { unsafe Self.isCancelled(&task.pointee) }

  private static func isCancelled(_ task: inout UnsafeCurrentTask) -> Bool {
    unsafe task.isCancelled
  }
}
