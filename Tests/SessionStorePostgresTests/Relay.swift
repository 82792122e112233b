#if PostgreSQL
  import Foundation
  import TestSupport

  /// A program between a store and its server, which can be stopped as a cut connection is: nothing
  /// comes through, and nothing says so.
  final class Relay {
    let folder: String
    private let program: ChildProgram

    /// Makes a relay to the socket in a folder.
    init(to server: String) throws {
      folder = FileManager.default.temporaryDirectory.path + "/relay-\(UUID().uuidString.prefix(8))"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      program = try ChildProgram(["python3", "-c", Self.script, server, folder])
      for _ in 0..<3_000 where !FileManager.default.fileExists(atPath: folder + "/.s.PGSQL.5432") {
        usleep(10_000)
      }
    }

    deinit {
      program.signal(SIGKILL)
      program.wait()
      try? FileManager.default.removeItem(atPath: folder)
    }

    var address: String { "postgres:///postgres?host=\(folder)&user=shop" }

    func hold() { program.signal(SIGSTOP) }

    func go() { program.signal(SIGCONT) }

    /// Takes the first words of new connections alone, as a server does that hangs.
    func becomeDeaf() throws {
      try FileManager.default.createDirectory(
        atPath: folder + "/deaf",
        withIntermediateDirectories: false
      )
    }

    func hearAgain() throws { try FileManager.default.removeItem(atPath: folder + "/deaf") }

    private static let script = """
      import asyncio, os, sys
      server, folder = (f"{place}/.s.PGSQL.5432" for place in sys.argv[1:])
      async def copy(source, target, is_deaf=False):
        is_first = True
        while data := await source.read(65536):
          if is_first or not is_deaf:
            target.write(data)
            await target.drain()
          is_first = False
        target.close()
      async def serve(reader, writer):
        other_reader, other_writer = await asyncio.open_unix_connection(server)
        is_deaf = os.path.exists(os.path.dirname(folder) + "/deaf")
        await asyncio.gather(copy(reader, other_writer, is_deaf), copy(other_reader, writer))
      async def main():
        # Under its name when it listens, and not before.
        relay = await asyncio.start_unix_server(serve, folder + ".new")
        os.rename(folder + ".new", folder)
        await relay.serve_forever()
      asyncio.run(main())
      """
  }
#endif
