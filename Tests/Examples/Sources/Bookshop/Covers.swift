import Foundation
import SwitchyardServer

/// The covers, a file each.
struct Covers: Sendable {
  let folder: String

  private static let limit = 5 << 20

  /// Stores the body of a request as it comes in: it is never in memory as a whole.
  func store(_ request: ServerRequest) async throws -> ServerResponse {
    guard request.fields[.contentType] == "image/png" else {
      throw ResponseError(.unsupportedMediaType, message: "Send a cover as image/png.")
    }
    let path = try path(request)
    // Under another name until it is whole, so that nobody is shown a part.
    let part = "\(path).\(UUID().uuidString)"
    guard FileManager.default.createFile(atPath: part, contents: nil),
      let file = FileHandle(forWritingAtPath: part)
    else { throw CocoaError(.fileWriteUnknown) }
    do {
      var length = 0
      for try await bytes in request.body {
        length += bytes.count
        guard length <= Self.limit else {
          throw ResponseError(.contentTooLarge, message: "A cover has 5 MiB at most.")
        }
        try file.write(contentsOf: bytes)
      }
      try file.close()
      guard rename(part, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    } catch {
      try? FileManager.default.removeItem(atPath: part)
      throw error
    }
    return ServerResponse(.noContent)
  }

  /// Stores a file that has come in a form, in the same way.
  func store(_ file: FormFile, for request: ServerRequest) throws {
    let path = try path(request)
    let part = "\(path).\(UUID().uuidString)"
    try file.save(to: part)
    guard rename(part, path) == 0 else {
      try? FileManager.default.removeItem(atPath: part)
      throw CocoaError(.fileWriteUnknown)
    }
  }

  /// Answers with a cover: ranges, conditions and HEAD are the library's work.
  func response(to request: ServerRequest) throws -> ServerResponse {
    try .file(path(request), type: "image/png", to: request)
  }

  /// The pattern lets digits alone be a number, so that no other folder can be named.
  private func path(_ request: ServerRequest) throws -> String {
    "\(folder)/\(try request.parameters.require("id", as: Int.self)).png"
  }
}
