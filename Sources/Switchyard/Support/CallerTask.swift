/// A task that waits, on the current thread, for what another one does there.
///
/// `@unchecked` because it is used on that thread alone, and no longer than `call` takes.
@safe
struct CallerTask: @unchecked Sendable {
  // Where it lies, as to copy one of its type takes calls into the runtime.
  private let task: UnsafePointer<UnsafeCurrentTask>

  /// Calls a closure with the current task, if there is one.
  static func call<Result>(_ body: (CallerTask?) -> Result) -> Result {
    unsafe withUnsafeCurrentTask { task in
      guard let task = unsafe task else { return body(nil) }
      return unsafe withUnsafePointer(to: task) { unsafe body(CallerTask(task: $0)) }
    }
  }

  var isCancelled: Bool { unsafe task.pointee.isCancelled }
}
