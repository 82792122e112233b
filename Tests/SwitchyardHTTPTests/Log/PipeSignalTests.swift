import Foundation
import SwitchyardLocks
import Testing

/// The signal of pipes without a reader, in a process that it would end.
@Suite struct PipeSignalTests {
  @Test func `writing without a reader fails, and leaves no signal behind`() async {
    await #expect(processExitsWith: .success) {
      let outcome = tryToWrite(blocked: false)
      #expect(outcome.written == -1)
      #expect(outcome.error == EPIPE)
      #expect(!outcome.isPending)
      #expect(!outcome.isBlocked)
    }
  }

  @Test func `a caller that blocks the signal keeps it`() async {
    await #expect(processExitsWith: .success) {
      let outcome = tryToWrite(blocked: true)
      #expect(outcome.written == -1)
      #expect(outcome.error == EPIPE)
      #expect(outcome.isPending)
      #expect(outcome.isBlocked)
    }
  }
}

/// What has come of writing to a pipe whose reader has gone.
private struct Outcome {
  var written: Int
  var error: Int32
  var isPending: Bool
  var isBlocked: Bool
}

private func tryToWrite(blocked: Bool) -> Outcome {
  signal(SIGPIPE, SIG_DFL)
  var ends: [Int32] = [-1, -1]
  pipe(&ends)
  close(ends[0])
  var signals = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, SIGPIPE)
  pthread_sigmask(blocked ? SIG_BLOCK : SIG_UNBLOCK, &signals, nil)
  let bytes: [UInt8] = [1]
  let written = PipeSignal.withhold { write(ends[1], bytes, bytes.count) }
  let error = errno
  var (pending, mask) = (sigset_t(), sigset_t())
  sigpending(&pending)
  pthread_sigmask(SIG_BLOCK, nil, &mask)
  return Outcome(
    written: written,
    error: error,
    isPending: sigismember(&pending, SIGPIPE) == 1,
    isBlocked: sigismember(&mask, SIGPIPE) == 1
  )
}
