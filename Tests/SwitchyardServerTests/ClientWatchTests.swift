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

    @Test func `a socket that accepts bytes again is told of, and its client's leaving as before`()
      async throws
    {
      let (events, event) = AsyncStream.makeStream(of: String.self)
      let watch = try ClientWatch { event.yield($0) }
      let (server, client) = try pair()
      watch.add(1, socket: server) { event.yield("left") }
      let piece = [UInt8](repeating: 7, count: 1 << 20)
      let count = try #require(sendWithoutWaiting(piece[...], server))
      #expect(count < piece.count)
      watch.addRoom(1, socket: server) { event.yield("room") }
      #expect(dropUnread(client, upTo: count) == count)
      var told = events.makeAsyncIterator()
      #expect(await told.next() == "room")
      close(client)
      var next = await told.next()
      // Room may come more than once.
      while next == "room" { next = await told.next() }
      #expect(next == "left")
      watch.remove(1, socket: server)
      watch.stop()
      close(server)
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
