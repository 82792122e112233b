import Foundation
import HTTPTestSupport
import SwitchyardLocks
import TestSupport
import Testing

@testable import SwitchyardHTTP

/// Parts of a form that are read one by one, or not at all.
@Suite(.timeLimit(.minutes(6))) struct FormReaderTests {
  private var form: WrittenForm {
    var form = WrittenForm(boundary: "boundary")
    form.parts = [
      .init(name: "first", content: Array("one".utf8)),
      .init(name: "big", filename: "b", content: [UInt8](repeating: 7, count: 100_000)),
      .init(name: "last", content: Array("two".utf8)),
    ]
    return form
  }

  private func pieces(of bytes: [UInt8], size: Int = 1000) -> Pieces {
    Pieces(
      stride(from: 0, to: bytes.count, by: size).map {
        Array(bytes[$0..<min($0 + size, bytes.count)])
      }
    )
  }

  @Test func `a part that is not read is passed over`() async throws {
    let parts = try pieces(of: form.bytes).body(form.contentType).formParts()
    var iterator = parts.makeAsyncIterator()
    let first = try #require(try await iterator.next())
    #expect(try await first.body.text() == "one")
    #expect(try await first.body.text() == "")
    let big = try #require(try await iterator.next())
    var bytes = big.body.makeAsyncIterator()
    #expect(try await bytes.next()?.isEmpty == false)
    let last = try #require(try await iterator.next())
    await #expect(throws: ServerRequestBodyError.passedOver) { try await big.body.collect() }
    #expect(try await last.body.text() == "two")
    #expect(try await iterator.next() == nil)
    #expect(try await iterator.next() == nil)
    #expect(try await last.body.text() == "")
  }

  @Test func `who reads no more asks for no more`() async throws {
    let pieces = pieces(of: form.bytes)
    let parts = try pieces.body(form.contentType).formParts()
    for try await part in parts {
      if part.name == "big" {
        for try await _ in part.body { break }
        break
      }
    }
    #expect(pieces.asked.withLock { $0 } <= 2)
  }

  @Test func `two readers at once are told so`() async throws {
    let gate = Gate()
    struct Late: AsyncSequence, AsyncIteratorProtocol, Sendable {
      typealias Element = [UInt8]
      let gate: Gate
      let begun = Gate()
      func makeAsyncIterator() -> Late { self }
      mutating func next() async -> [UInt8]? {
        begun.open()
        await gate.wait()
        return nil
      }
    }
    let late = Late(gate: gate)
    let body = ServerRequestBody(RequestParts(late) { $0 }, [.contentType: form.contentType])
    let parts = try body.formParts()
    let read: @Sendable () async throws -> FormPart? = {
      var iterator = parts.makeAsyncIterator()
      return try await iterator.next()
    }
    let reading = Task { try await read() }
    await late.begun.wait()
    await #expect(throws: ServerRequestBodyError.readTwice) { try await read() }
    gate.open()
    await #expect(throws: ResponseError.self) { try await reading.value }
  }

  @Test func `a reader that is cancelled ends, and the next goes on`() async throws {
    let site = try Site(routes: { router in
      router.post("/") { request in
        var count = 0
        for try await _ in try request.body.formParts() { count += 1 }
        return .text("\(count)")
      }
    })
    let channel = ByteChannel {}
    let head = RequestHead(.post, "/", fields: [.contentType: form.contentType])
    let done = Notes<ResponseStatus>()
    let gate = Gate()
    let exchange = site.responder.begin(head, body: channel) {
      done.add($0.status)
      gate.open()
    }
    _ = channel.push(form.bytes.prefix(200))
    exchange?.cancel()
    await gate.wait()
    #expect(done.all == [.clientClosedRequest])
  }

  @Test func `a part of which some was passed over is not read on`() async throws {
    let bytes = form.bytes
    let channel = ByteChannel {}
    let parts = try ServerRequestBody(channel, [.contentType: form.contentType]).formParts()
    // The second part has come in half.
    _ = channel.push(bytes.prefix(50_000))
    var iterator = parts.makeAsyncIterator()
    _ = try await iterator.next()
    let big = try #require(try await iterator.next())
    var piece = big.body.makeAsyncIterator()
    _ = try await piece.next()
    let passing = Task {
      var iterator = parts.makeAsyncIterator()
      return try await iterator.next()
    }
    _ = channel.push(bytes[50_000..<60_000])
    passing.cancel()
    _ = await passing.result
    _ = channel.push(bytes[60_000...])
    channel.finish()
    // What is left of it would have a hole.
    await #expect(throws: ServerRequestBodyError.passedOver) { try await piece.next() }
    let last = try #require(try await iterator.next())
    #expect(try await last.body.text() == "two")
  }

  struct Bound: Sendable, CustomTestStringConvertible {
    let name: String
    let limits: FormLimits
    let isFine: Bool
    var testDescription: String { "\(name) \(isFine)" }

    init(
      _ name: String,
      _ path: any WritableKeyPath<FormLimits, Int> & Sendable,
      _ value: Int,
      _ isFine: Bool
    ) {
      self.name = name
      self.isFine = isFine
      var limits = FormLimits()
      limits[keyPath: path] = value
      self.limits = limits
    }
  }

  static let bounds = [
    Bound("parts", \.partCount, 3, true), Bound("parts", \.partCount, 2, false),
    Bound("field", \.fieldLength, 3, true), Bound("field", \.fieldLength, 2, false),
    Bound("file", \.fileLength, 100_000, true), Bound("file", \.fileLength, 99_999, false),
    Bound("head", \.headLength, 65, true), Bound("head", \.headLength, 10, false),
    Bound("total", \.totalLength, 100_300, true), Bound("total", \.totalLength, 100_000, false),
    Bound("text", \.textLength, 300, true), Bound("text", \.textLength, 100, false),
    Bound("memory", \.memoryLength, 0, true),
  ]

  @Test(arguments: bounds)
  func `more than a bound is 413`(_ bound: Bound) async throws {
    for size in [1000, 7] {
      let body = pieces(of: form.bytes, size: size).body(form.contentType)
      do {
        let read = try await body.multipartForm(limits: bound.limits)
        #expect(bound.isFine)
        #expect(try read.file(named: "big")?.bytes().count == 100_000)
      } catch let error as ResponseError {
        #expect(!bound.isFine)
        #expect(error.status == .contentTooLarge)
        #expect(error.message != nil)
      }
    }
  }

  @Test func `an error stays`() async throws {
    var limits = FormLimits()
    limits.partCount = 1
    let parts = try pieces(of: form.bytes).body(form.contentType).formParts(limits: limits)
    var iterator = parts.makeAsyncIterator()
    let first = try #require(try await iterator.next())
    for _ in 0..<3 {
      await #expect(throws: ResponseError.self) { try await iterator.next() }
    }
    await #expect(throws: ResponseError.self) { try await first.body.collect() }
  }

  @Test func `a client that leaves is 400, and no failure`() async throws {
    let site = try Site(routes: { router in
      router.post("/") { request in .text("\(try await request.body.multipartForm().files.count)") }
    })
    let bytes = form.bytes
    let fields: HeaderFields = [
      .contentType: form.contentType, .contentLength: "\(bytes.count + 1)",
    ]
    let head = RequestHead(.post, "/", fields: fields)
    // All of the form has come, and not all of the body.
    let body = ServerRequestBody(Pieces([bytes]))
    #expect(await site.responder.respond(to: head, body: body).status == .badRequest)
    #expect(site.failures.all.isEmpty)
  }

  // MARK: - On disk

  @Test func `what is too much for memory goes into one file without a name`() async throws {
    let folder = try TemporaryFolder()
    var form = WrittenForm(boundary: "boundary")
    form.parts = (0..<20).map { number in
      .init(
        name: "f",
        filename: "../\(number)",
        content: [UInt8](repeating: UInt8(number), count: number * 100)
      )
    }
    var limits = FormLimits()
    limits.memoryLength = 1000
    let read = try await pieces(of: form.bytes, size: 64).body(form.contentType)
      .multipartForm(limits: limits, temporaryFolder: folder.path)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    for (file, part) in zip(read.files, form.parts) {
      #expect(try file.bytes() == part.content)
      #expect(file.length == part.content.count)
      var whole: [UInt8] = []
      for try await bytes in file { whole += bytes }
      #expect(whole == part.content)
    }
    #if os(Linux)
      let links = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
      }
      let kept = links.filter { $0.hasPrefix(folder.path) }
      #expect(kept.count == 1 && kept.allSatisfy { $0.hasSuffix(" (deleted)") })
    #endif
    let path = "\(folder.path)/saved"
    try read.files[19].save(to: path)
    #expect(try Array(Data(contentsOf: URL(fileURLWithPath: path))) == form.parts[19].content)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(throws: ServedFileError.self) { try read.files[1].save(to: path) }
    #expect(throws: ServedFileError.self) { try read.files[1].save(to: "\(folder.path)/no/such") }
  }

  @Test func `a folder that is not there is a failure of the program`() async throws {
    let site = try Site(routes: { router in
      router.post("/") { request in
        var limits = FormLimits()
        limits.memoryLength = 10
        let form = try await request.body.multipartForm(limits: limits, temporaryFolder: "/no/such")
        return .text("\(form.files.count)")
      }
    })
    let fields: HeaderFields = [.contentType: form.contentType]
    let response = await site.respond(.post, "/", fields, body: form.bytes)
    #expect(response.status == .internalServerError)
    #expect("\(try #require(site.failures.all.first).error)".contains("\"/no/such\""))
  }

  #if os(Linux)
    @Test func `what is kept on disk never has a name`() async throws {
      let folder = try TemporaryFolder()
      // What is not removed at once would be left by a program that is stopped.
      let watch = inotify_init1(CInt(IN_NONBLOCK))
      defer { close(watch) }
      #expect(inotify_add_watch(watch, folder.path, UInt32(IN_CREATE | IN_DELETE)) >= 0)
      var limits = FormLimits()
      limits.memoryLength = 10
      let received = try await pieces(of: form.bytes).body(form.contentType)
        .multipartForm(limits: limits, temporaryFolder: folder.path)
      #expect(try received.file(named: "big")?.bytes().count == 100_000)
      var events = [UInt8](repeating: 0, count: 4096)
      #expect(read(watch, &events, events.count) == -1)
    }

    @Test func `without a folder it is kept where the environment says`() async {
      await #expect(processExitsWith: .success) {
        let folder = try TemporaryFolder()
        setenv("TMPDIR", folder.path, 1)
        let handle = try FileHandle.temporary(in: nil)
        let path = try FileManager.default.destinationOfSymbolicLink(
          atPath: "/proc/self/fd/\(handle.descriptor)"
        )
        #expect(path.hasPrefix(folder.path))
        #expect(handle.path == nil)
      }
    }

    @Test(arguments: [RLIMIT_FSIZE, RLIMIT_NOFILE].map { CInt($0.rawValue) })
    func `no room on disk is 503, and a failure that is reported`(_ resource: CInt) async {
      await #expect(processExitsWith: .success) { [resource] in
        let site = try Site(routes: { router in
          router.post("/") { request in
            var limits = FormLimits()
            limits.memoryLength = 10
            let form = try await request.body.multipartForm(limits: limits)
            return .text("\(form.files.count)")
          }
        })
        let form = FormReaderTests().form
        let fields: HeaderFields = [.contentType: form.contentType]
        #expect(await site.respond(.post, "/", fields, body: form.bytes).status == .ok)
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit()
        getrlimit(resource, &limit)
        limit.rlim_cur = resource == CInt(RLIMIT_FSIZE.rawValue) ? 10_000 : 0
        #expect(setrlimit(resource, &limit) == 0)
        let response = await site.respond(.post, "/", fields, body: form.bytes)
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
        #expect(response.status == .serviceUnavailable)
        let failure = try #require(site.failures.all.first)
        #expect(failure.status == .serviceUnavailable)
        #expect("\(failure.error)".contains("There is no room for"))
      }
    }

    @Test func `a full disk has no room`() throws {
      let full = try FileHandle.open(path: "/dev/full", O_WRONLY)
      let error = #expect(throws: ServedFileError.self) { try full.write([1], at: 0) }
      #expect(error?.code == .noRoom)
      #expect(ServedFileError.Code(rawValue: "noRoom") == .noRoom)
    }
  #endif

  // MARK: - Much

  @Test func `many parts take their time and no more`() async throws {
    var form = WrittenForm(boundary: "boundary")
    let count = PropertyRun.isSlow ? 1000 : 10_000
    form.parts = (0..<count).map { .init(name: "\($0)", content: [65]) }
    var limits = FormLimits()
    limits.partCount = count
    let body = pieces(of: form.bytes, size: 65_536).body(form.contentType)
    let read = try await body.multipartForm(limits: limits)
    #expect(read.fields.decoded.count == count)
  }

  #if os(Linux)
    @Test func `a part of 1 GiB takes no more memory than a small one`() async {
      await #expect(processExitsWith: .success) {
        let size = PropertyRun.isSlow ? 1 << 26 : 1 << 30
        let sent = GreatForm(size: size)
        let body = ServerRequestBody(
          RequestParts(sent) { $0 },
          [.contentType: "multipart/form-data; boundary=x"]
        )
        var (count, before) = (0, 0)
        for try await part in try body.formParts() {
          for try await bytes in part.body {
            if before == 0 { before = try Self.highWater() }
            count += bytes.count
          }
        }
        #expect(count == size)
        // Sanitizers keep what is freed for a while.
        if !PropertyRun.isSlow { #expect(try Self.highWater() - before < 20 << 10) }
      }
    }

    /// The most memory that the process has had, in KiB.
    private static func highWater() throws -> Int {
      let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
      return Int(line.filter(\.isNumber)) ?? 0
    }

    private struct GreatForm: AsyncSequence, AsyncIteratorProtocol, Sendable {
      typealias Element = [UInt8]
      let size: Int
      var sent = -1

      func makeAsyncIterator() -> GreatForm { self }

      mutating func next() async -> [UInt8]? {
        if sent < 0 {
          sent = 0
          let head = "Content-Disposition: form-data; name=a; filename=a"
          return Array("--x\r\n\(head)\r\n\r\n".utf8)
        }
        guard sent < size else {
          defer { sent = .max }
          return sent == size ? Array("\r\n--x--".utf8) : nil
        }
        // A line break in each piece, and at its end half a delimiter.
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        piece[1000] = 13
        piece.replaceSubrange((piece.count - 4)..., with: Array("\r\n--".utf8))
        sent += piece.count
        return piece
      }
    }
  #endif
}
