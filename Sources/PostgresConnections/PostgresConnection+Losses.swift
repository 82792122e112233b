#if PostgreSQL
  internal import Dispatch

  extension PostgresConnection {
    /// Lets go of a connection that is of no use, and tries again: at once if it was there, or if
    /// there is another host.
    func lose(_ failure: PostgresFailure) {
      switch state {
      case .closed: break
      case .ready:
        isLost = true
        end(with: failure, next: .idle)
        tell(.lost(reason: failure.reason))
        connect()
      case .idle, .resolving, .connecting, .preparing, .resting:
        guard failure.state != PostgresFailure.unreadableAddress else {
          return end(with: failure, next: .closed(failure))
        }
        // What has been sent are the first statements: nobody else waits for these.
        (sent, watch) = ([], nil)
        failures.append(failure)
        connect()
      }
    }

    /// Waits a while when all hosts have been tried.
    func rest() {
      let failure = PostgresFailure(failures)
      failures = []
      isLost = true
      let time = pause.next()
      end(with: failure, next: .resting(failure))
      tell(.unreachable(reason: failure.reason, next: .nanoseconds(time)))
      queue.asyncAfter(deadline: .now() + .nanoseconds(time)) { [weak self] in
        self?.locked { if case .resting = $0.state { $0.connect() } }
      }
    }

    /// Tells all who wait that there is no answer, and releases the connection.
    func end(with failure: PostgresFailure, next: State) {
      let commands = sent + waiting
      (sent, waiting, watch, state) = ([], [], nil, next)
      for command in commands { complete(command, .failure(failure)) }
    }

    /// Asks the server to end what it does for a connection that is let go.
    ///
    /// Statements have a limit there. A commit that waits for a standby has none, and a process
    /// that waits for it does not notice that nobody reads its answer.
    func cancel(over link: PostgresLink) {
      // A server that takes no request keeps one thread waiting, and not one for each.
      guard cancellations == 0, let cancellation = link.cancellation() else { return }
      // The commit of the next statement may wait as well. A process ends when it answers nobody:
      // over a network it learns that from its second answer at the latest.
      cancellations = min(sent.count, 2)
      for count in 0..<cancellations {
        canceller.asyncAfter(deadline: .now() + .milliseconds(count * 100)) { [weak self] in
          cancellation.send()
          self?.queue.async { [weak self] in self?.locked { $0.cancellations -= 1 } }
        }
      }
    }

    // MARK: - Connections that are there, and no longer fit

    /// Sees to it that the connection is made anew when all answers have come: not more often than
    /// once a second, as that may not help.
    func makeStale() {
      guard case .ready = state, nextRenewal < .now() else { return }
      isStale = true
      nextRenewal = .now() + .seconds(1)
    }

    func renewIfStale() {
      guard isStale, sent.isEmpty, case .ready = state else { return }
      // What waits has not been sent, and is sent over the next one.
      (watch, state) = (nil, .idle)
      // What is said in between is not heard.
      isLost = isLost || setup.channel != nil
      connect()
    }
  }

  /// The pauses between tries to connect: growing, and random, so that not all who have lost a
  /// server ask it at the same moment.
  struct Pause {
    private var limit = 100_000_000

    /// Returns the nanoseconds up to the next try.
    mutating func next() -> Int {
      defer { limit = min(limit * 2, 2_000_000_000) }
      return .random(in: limit / 2...limit)
    }
  }
#endif
