#if os(Linux)
  import Glibc
  import Testing

  @testable import SwitchyardServer

  @Suite(.timeLimit(.minutes(6))) struct ClientWatchTests {
    private func pair() throws -> (Int32, Int32) {
      var ends: [Int32] = [0, 0]
      try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
      return (ends[0], ends[1])
    }

    @Test func `a watch that cannot go on says so`() async throws {
      let (failures, failure) = AsyncStream.makeStream(of: String.self)
      let (leavings, leaving) = AsyncStream.makeStream(of: Void.self)
      let watch = try ClientWatch { failure.yield($0) }
      let (server, client) = try pair()
      watch.add(1, socket: server) {
        // What it waits for next is no set of descriptors.
        let null = open("/dev/null", O_RDONLY)
        dup2(null, watch.events)
        close(null)
        leaving.yield()
      }
      close(client)
      var left = leavings.makeAsyncIterator()
      await left.next()
      var failed = failures.makeAsyncIterator()
      #expect(
        await failed.next() == "Clients that leave are not noticed any more: Invalid argument."
      )
      // What it calls holds it.
      watch.remove(1, socket: server)
      watch.stop()
      close(server)
    }
  }
#endif
