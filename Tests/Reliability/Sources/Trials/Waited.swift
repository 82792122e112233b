import Dispatch
import Synchronization

/// Waits on a thread of the trial for what is async.
package func waited<Value: Sendable>(
  _ body: @escaping @Sendable () async throws -> Value
) throws -> Value {
  let (result, ended) = (Box<Value>(), DispatchSemaphore(value: 0))
  Task {
    do {
      let value = try await body()
      result.value.withLock { $0 = .success(value) }
    } catch {
      result.value.withLock { $0 = .failure(error) }
    }
    ended.signal()
  }
  ended.wait()
  guard let value = result.value.withLock({ $0 }) else { throw CancellationError() }
  return try value.get()
}

private final class Box<Value: Sendable>: Sendable {
  let value = Mutex<Result<Value, any Error>?>(nil)
}
