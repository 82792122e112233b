import Foundation
import HTTPTestSupport
import SwitchyardHTTP
import TestSupport
import Testing

@testable import SwitchyardCompression

/// Tags of compressed responses are weak, and a client finds its copy by them.
@Suite struct CompressionConditionTests {
  private static let text = CompressionRuleTests.text

  private func site(_ folder: borrowing TemporaryFolder) throws -> Site {
    try folder.write(Self.text, to: "page.html")
    try folder.write(Self.text, to: "photo.png")
    let served = try ServedFolder(folder.path, servesPrecompressed: true)
    return try Site({ configuration, _ in
      configuration.now = { HTTPDate(seconds: Int(Date.now.timeIntervalSince1970) + 3600) }
    }) { router in
      router.compress("/*")
      router.files("/files", from: served)
      router.get("/note") { request in
        let fields: HeaderFields = [.eTag: "\"7\"", .contentType: "text/plain"]
        try request.checkConditions(of: fields)
        return ServerResponse(fields: fields, body: .bytes(Array(Self.text.utf8)))
      }
      router.get("/kept") { request in
        let fields: HeaderFields = [.eTag: "\"7\"", .contentType: "text/plain"]
        guard request.fields[.ifNoneMatch] == nil else {
          return ServerResponse(.notModified, fields: fields)
        }
        return ServerResponse(fields: fields, body: .bytes(Array(Self.text.utf8)))
      }
      router.put("/note") { request in
        try request.checkConditions(of: [.eTag: "\"7\""])
        return ServerResponse(.noContent)
      }
    }
  }

  @Test func `a file is found again by the tag of either form`() async throws {
    let folder = try TemporaryFolder()
    let site = try site(folder)
    let plain = await site.respond(.get, "/files/page.html")
    let strong = try #require(plain.fields[.eTag])
    #expect(strong.hasPrefix("\""))
    #expect(plain.fields[.acceptRanges] == "bytes")
    let packed = await site.respond(.get, "/files/page.html", [.acceptEncoding: "gzip"])
    #expect(packed.fields[.eTag] == "W/\(strong)")
    #expect(packed.fields[.contentEncoding] == "gzip")
    #expect(packed.fields[.acceptRanges] == nil)
    #expect(packed.fields[.vary] == "Accept-Encoding")
    #expect(packed.body.length == nil)
    #expect(try await packed.content == Array(Self.text.utf8))

    for (sent, answered, tellsLength) in [
      ("W/\(strong)", "W/\(strong)", false), (strong, strong, true),
      ("W/\(strong), \(strong)", strong, false),
      ("\"other\", W/\(strong)", "W/\(strong)", false), ("*", strong, false),
    ] {
      let request: HeaderFields = [.acceptEncoding: "gzip", .ifNoneMatch: sent]
      let same = await site.respond(.get, "/files/page.html", request)
      #expect(same.status == .notModified)
      #expect(same.fields[.eTag] == answered, "\(sent)")
      #expect(same.fields[.vary] == "Accept-Encoding")
      #expect(same.fields[.contentEncoding] == nil)
      let length = tellsLength ? "\(Self.text.utf8.count)" : nil
      #expect(same.fields[.contentLength] == length, "\(sent)")
    }
    let same = await site.respond(.get, "/files/page.html", [.ifNoneMatch: strong])
    #expect(same.fields[.contentLength] == "\(Self.text.utf8.count)")
  }

  @Test func `a range is one of the content as it is, and is never put to what is compressed`()
    async throws
  {
    let folder = try TemporaryFolder()
    let site = try site(folder)
    let tag = try #require(await site.respond(.get, "/files/page.html").fields[.eTag])
    var request: HeaderFields = [.acceptEncoding: "gzip", .range: "bytes=0-1999"]
    let part = await site.respond(.get, "/files/page.html", request)
    #expect(part.status == .partialContent)
    #expect(part.fields[.contentEncoding] == nil)
    #expect(part.fields[.eTag] == tag)
    #expect(part.fields[.vary] == "Accept-Encoding")
    #expect(try await part.text == String(Self.text.prefix(2000)))
    // Who has a part of the compressed file asks by its weak tag, and gets all of it.
    request[.ifRange] = "W/\(tag)"
    let whole = await site.respond(.get, "/files/page.html", request)
    #expect(whole.status == .ok)
    #expect(whole.fields[.contentEncoding] == "gzip")
  }

  @Test func `what a handler checks, and what it answers itself, is the same`() async throws {
    let folder = try TemporaryFolder()
    let site = try site(folder)
    let accepted: HeaderFields = [.acceptEncoding: "gzip"]
    for path in ["/note", "/kept"] {
      #expect(await site.respond(.get, path, accepted).fields[.eTag] == "W/\"7\"")
      let again: HeaderFields = [.acceptEncoding: "gzip", .ifNoneMatch: "W/\"7\""]
      #expect(await site.respond(.get, path, again).status == .notModified)
      #expect(await site.respond(.head, path, again).status == .notModified)
    }
    let known: HeaderFields = [.acceptEncoding: "gzip", .ifNoneMatch: "W/\"7\""]
    for path in ["/note", "/kept"] {
      let kept = await site.respond(.get, path, known)
      #expect(kept.fields[.eTag] == "W/\"7\"", "\(path)")
      #expect(kept.fields[.vary] == "Accept-Encoding", "\(path)")
    }
    // A cache with the compressed response, which asks for a client that does not accept it.
    let other = await site.respond(.get, "/kept", [.ifNoneMatch: "W/\"7\""])
    #expect(other.fields[.eTag] == "\"7\"")
    // A weak tag is no proof of which bytes a client has seen: RFC 9110, 13.1.1.
    #expect(await site.respond(.put, "/note", [.ifMatch: "W/\"7\""]).status == .preconditionFailed)
    #expect(await site.respond(.put, "/note", [.ifMatch: "\"7\""]).status == .noContent)
  }

  @Test func `a tag that is weak, and one that is none, stay`() async throws {
    for tag in ["W/\"1\"", "1"] {
      let site = try Site({ _, _ in }) { router in
        router.compress("/*")
        router.get("/") { _ in
          ServerResponse(
            fields: [.eTag: tag, .contentType: "text/plain"],
            body: .bytes(Array(Self.text.utf8))
          )
        }
      }
      let response = await site.respond(.get, "/", [.acceptEncoding: "gzip"])
      #expect(response.fields[.contentEncoding] == "gzip")
      #expect(response.fields[.eTag] == tag)
    }
  }

  @Test func `a file that a build has compressed is sent as it is`() async throws {
    let folder = try TemporaryFolder()
    let site = try site(folder)
    try folder.write("packed by a build", to: "page.html.gz")
    let response = await site.respond(.get, "/files/page.html", [.acceptEncoding: "gzip"])
    #expect(try await response.text == "packed by a build")
    #expect(response.fields[values: .contentEncoding] == ["gzip"])
    #expect(response.fields[values: .vary] == ["Accept-Encoding"])
    #expect(response.fields[.eTag]?.hasPrefix("\"") == true)
    #expect(response.fields[.acceptRanges] == "bytes")
  }
}
