import SwitchyardLocks
import TestSupport

@testable import SwitchyardHTTP

/// A form as a client writes it.
struct WrittenForm: Equatable {
  struct Part: Equatable {
    var name: String
    var filename: String?
    var type: String?
    var content: [UInt8]
  }

  var boundary = "x"
  var preamble = ""
  var epilogue = ""
  var padding = ""
  var parts: [Part] = []

  var contentType: String { "multipart/form-data; boundary=\"\(boundary)\"" }

  var bytes: [UInt8] {
    var bytes = Array(preamble.utf8)
    for (index, part) in parts.enumerated() {
      let start = index == 0 && preamble.isEmpty ? "" : "\r\n"
      var head =
        "\(start)--\(boundary)\(padding)\r\nContent-Disposition: form-data; name=\"\(part.name)\""
      if let filename = part.filename { head += "; filename=\"\(filename)\"" }
      if let type = part.type { head += "\r\nContent-Type: \(type)" }
      bytes += Array("\(head)\r\n\r\n".utf8) + part.content
    }
    let start = parts.isEmpty && preamble.isEmpty ? "" : "\r\n"
    return bytes + Array("\(start)--\(boundary)--\(padding)\(epilogue)".utf8)
  }

  /// Draws a form whose parts are full of what looks like a delimiter, and is none.
  static func drawn(_ generator: inout SeededGenerator) -> WrittenForm {
    let letters = Array("abcXYZ019'()+_,-./:=?")
    var form = WrittenForm()
    form.boundary = String(
      (0..<generator.pick([1, 2, 3, 10, 70])).map { _ in generator.pick(letters) }
    )
    form.preamble = generator.pick(["", "", "not for those who read it", "--", "\r\n-", "a\r"])
    form.epilogue = generator.pick(["", "\r\n", "\r\nepilogue", "\r\n--\(form.boundary)\r\n"])
    form.padding = generator.pick(["", "", " ", " \t "])
    let delimiter = Array("\r\n--\(form.boundary)".utf8)
    for _ in 0..<generator.below(5) {
      var content: [UInt8] = []
      for _ in 0..<generator.below(12) {
        switch generator.below(4) {
        case 0: content += delimiter.prefix(generator.below(delimiter.count))
        case 1: content += Array(generator.pick(["\r", "\n", "\r\n", "-", "--", "\r\r", "é"]).utf8)
        case 2: content += delimiter.dropFirst(1 + generator.below(2))
        default: content.append(UInt8(truncatingIfNeeded: generator.next()))
        }
      }
      if (Array("\r\n".utf8) + content).firstRange(of: delimiter) != nil { content = [] }
      let filename = generator.pick([nil, "a.txt", "", "ä ö;=.png", "a\\b"])
      if filename == nil, String(validating: content, as: UTF8.self) == nil { continue }
      form.parts.append(
        Part(
          name: generator.pick(["a", "b", "", "ü", "x y"]),
          filename: filename,
          type: filename == nil ? nil : generator.pick([nil, "text/plain", "image/png; a=b"]),
          content: content
        )
      )
    }
    return form
  }
}

/// Pieces that a body comes in.
struct Pieces: AsyncSequence, AsyncIteratorProtocol, Sendable {
  var pieces: [[UInt8]]
  var place = 0
  let asked = Locked(0)

  init(_ pieces: [[UInt8]]) { self.pieces = pieces }

  /// Cuts bytes at places that are drawn.
  init(_ bytes: [UInt8], _ generator: inout SeededGenerator) {
    let most = generator.pick([1, 2, 3, 7, 64, 10_000])
    var (pieces, start) = ([[UInt8]](), 0)
    while start < bytes.count {
      let end = Swift.min(bytes.count, start + 1 + generator.below(most))
      pieces.append(Array(bytes[start..<end]))
      start = end
    }
    self.init(pieces)
  }

  func makeAsyncIterator() -> Pieces { self }

  mutating func next() async -> [UInt8]? {
    asked.withLock { $0 += 1 }
    guard place < pieces.count else { return nil }
    place += 1
    return pieces[place - 1]
  }

  func body(_ contentType: String) -> ServerRequestBody {
    ServerRequestBody(RequestParts(self) { $0 }, [.contentType: contentType])
  }
}

extension ServerRequestBody {
  /// Reads the parts of a form, as a client has written them.
  func writtenParts(limits: FormLimits = FormLimits()) async throws -> [WrittenForm.Part] {
    var parts: [WrittenForm.Part] = []
    for try await part in try formParts(limits: limits) {
      parts.append(
        WrittenForm.Part(
          name: part.name,
          filename: part.givenFilename,
          type: part.contentType,
          content: try await part.body.collect()
        )
      )
    }
    return parts
  }
}
