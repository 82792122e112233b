import HTTPTestSupport
import Foundation
import SwitchyardHTTP
import Testing

/// A file is not sent to who has it already, nor to who takes it for another, and in part to who wants a part.
@Suite struct ConditionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var method = RequestMethod.get
    /// `TAG` stands for the tag of the file.
    let fields: HeaderFields
    let status: Int
    var body = ""
    var range: String?
    var testDescription: String { "\(method) \(fields.map { "\($0)" }): \(status)" }
  }

  private static let before = "Sun, 06 Nov 1994 08:49:36 GMT"
  private static let then = "Sun, 06 Nov 1994 08:49:37 GMT"
  private static let after = "Sun, 06 Nov 1994 08:49:38 GMT"

  static let conditions = [
    Case(fields: [:], status: 200),
    Case(fields: [.ifNoneMatch: "TAG"], status: 304),
    Case(method: .head, fields: [.ifNoneMatch: "TAG"], status: 304),
    Case(fields: [.ifNoneMatch: "W/TAG"], status: 304),
    Case(fields: [.ifNoneMatch: "\"a,b\", W/\"c\", TAG"], status: 304),
    Case(fields: [.ifNoneMatch: "\"a\"", .ifNoneMatch: "TAG"], status: 304),
    Case(fields: [.ifNoneMatch: "*"], status: 304),
    Case(fields: [.ifNoneMatch: "\"other\""], status: 200),
    Case(fields: [.ifNoneMatch: "\"other"], status: 200),
    Case(fields: [.ifNoneMatch: "\"other\"", .ifModifiedSince: then], status: 200),
    Case(fields: [.ifModifiedSince: then], status: 304),
    Case(fields: [.ifModifiedSince: after], status: 304),
    Case(fields: [.ifModifiedSince: before], status: 200),
    Case(fields: [.ifModifiedSince: "yesterday"], status: 200),
    Case(fields: [.ifMatch: "TAG"], status: 200),
    Case(fields: [.ifMatch: "*"], status: 200),
    Case(fields: [.ifMatch: "W/TAG"], status: 412),
    Case(fields: [.ifMatch: "\"other\""], status: 412),
    Case(fields: [.ifMatch: "TAG", .ifUnmodifiedSince: before], status: 200),
    Case(fields: [.ifUnmodifiedSince: before], status: 412),
    Case(fields: [.ifUnmodifiedSince: then], status: 200),
    Case(fields: [.ifModifiedSince: "Sunday, 06-Nov-94 08:49:37 GMT"], status: 304),
    Case(fields: [.ifModifiedSince: "Sun Nov  6 08:49:36 1994"], status: 200),
    Case(fields: [.ifUnmodifiedSince: "Sun Nov  6 08:49:36 1994"], status: 412),
    Case(fields: [.ifUnmodifiedSince: "Sunday, 06-Nov-94 08:49:36 GMT"], status: 412),
  ]

  static let ranges = [
    Case(fields: [.range: "bytes=0-3"], status: 206, body: "0123", range: "bytes 0-3/10"),
    Case(fields: [.range: "bytes=8-"], status: 206, body: "89", range: "bytes 8-9/10"),
    Case(fields: [.range: "bytes=8-99"], status: 206, body: "89", range: "bytes 8-9/10"),
    Case(fields: [.range: "bytes=-3"], status: 206, body: "789", range: "bytes 7-9/10"),
    Case(fields: [.range: "bytes=-99"], status: 206, body: "0123456789", range: "bytes 0-9/10"),
    Case(fields: [.range: "Bytes = 5-5"], status: 206, body: "5", range: "bytes 5-5/10"),
    Case(
      fields: [.range: "bytes=9-99999999999999999999999"],
      status: 206,
      body: "9",
      range: "bytes 9-9/10"
    ),
    Case(fields: [.range: "bytes=10-"], status: 416, range: "bytes */10"),
    Case(fields: [.range: "bytes=99999999999999999999999-"], status: 416, range: "bytes */10"),
    Case(fields: [.range: "bytes=-0"], status: 416, range: "bytes */10"),
    Case(fields: [.range: "bytes=5-4"], status: 200, body: "0123456789"),
    Case(fields: [.range: "bytes=0-3,"], status: 206, body: "0123", range: "bytes 0-3/10"),
    Case(fields: [.range: "bytes= ,, 0-3"], status: 206, body: "0123", range: "bytes 0-3/10"),
    Case(fields: [.range: "bytes=,"], status: 200, body: "0123456789"),
    Case(fields: [.range: "bytes=0-1,3-4"], status: 200, body: "0123456789"),
    Case(fields: [.range: "bytes=-"], status: 200, body: "0123456789"),
    Case(fields: [.range: "bytes=+1-2"], status: 200, body: "0123456789"),
    Case(fields: [.range: "bytes=--2"], status: 200, body: "0123456789"),
    Case(fields: [.range: "lines=0-1"], status: 200, body: "0123456789"),
    Case(
      fields: [.range: "bytes=0-1", .ifRange: "TAG"],
      status: 206,
      body: "01",
      range: "bytes 0-1/10"
    ),
    // The time of a file can be set: it says nothing of the bytes.
    Case(fields: [.range: "bytes=0-1", .ifRange: then], status: 200, body: "0123456789"),
    Case(fields: [.range: "bytes=0-1", .ifRange: "W/TAG"], status: 200, body: "0123456789"),
    Case(fields: [.range: "bytes=0-1", .ifRange: after], status: 200, body: "0123456789"),
    Case(method: .head, fields: [.range: "bytes=0-1"], status: 200),
  ]

  /// A site whose clock is ahead, so that its files have not just been written.
  private static func site(_ served: ServedFolder, seconds: Int) throws -> Site {
    try Site({ configuration, _ in
      configuration.now = { HTTPDate(seconds: HTTPDate.now.seconds + seconds) }
    }) { $0.files("/", from: served) }
  }

  private func respond(_ row: Case, text: String) async throws -> ServerResponse {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "a.txt")
    let served = try ServedFolder(folder.path, cacheControl: "max-age=60")
    let site = try Self.site(served, seconds: 3600)
    let tag = try #require(await site.respond(.get, "/a.txt").fields[.eTag])
    var fields = HeaderFields()
    for field in row.fields {
      fields.append(field.name, value: field.value.replacing("TAG", with: tag))
    }
    return await site.respond(row.method, "/a.txt", fields)
  }

  @Test(arguments: conditions)
  func `a condition is kept to`(_ row: Case) async throws {
    let response = try await respond(row, text: "0123456789")
    #expect(response.status.code == row.status)
    if row.status == 412 { return }
    // What is said of the file is said also to who has it.
    #expect(response.fields.contains(.eTag) && response.fields.contains(.lastModified))
    #expect(response.fields[.cacheControl] == "max-age=60")
    if row.status == 304 { #expect(response.fields[.contentLength] == "10") }
    #expect(
      try await response.text == (row.status == 200 && row.method == .get ? "0123456789" : "")
    )
  }

  @Test(arguments: ranges)
  func `a part is sent where one is asked for`(_ row: Case) async throws {
    let response = try await respond(row, text: "0123456789")
    #expect(response.status.code == row.status)
    #expect(response.fields[.contentRange] == row.range)
    #expect(try await response.text == row.body)
  }

  @Test func `an empty file has no parts`() async throws {
    let all = try await respond(Case(fields: [:], status: 200), text: "")
    #expect(all.status == .ok && all.body.length == 0)
    let end = try await respond(Case(fields: [.range: "bytes=-1"], status: 200), text: "")
    #expect(end.status == .ok && end.body.length == 0)
    for range in ["bytes=0-", "bytes=0-0", "bytes=-0"] {
      let response = try await respond(Case(fields: [.range: range], status: 416), text: "")
      #expect(response.status == .rangeNotSatisfiable)
    }
  }

  @Test func `the tag changes with the file`() async throws {
    let folder = try TemporaryFolder()
    let served = try ServedFolder(folder.path)
    let site = try Self.site(served, seconds: 3600)
    var tags: Set<String> = []
    // Also where neither its size nor the time that it is given do.
    for (text, seconds) in [("one", 1), ("two", 1), ("three", 2), ("one", 1)] {
      try folder.write(text, to: "a.txt", modified: seconds)
      tags.insert(try #require(await site.respond(.get, "/a.txt").fields[.eTag]))
      // The clock of the file system is coarse.
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(tags.count == 4 && tags.allSatisfy { $0.hasPrefix("\"") })
    try folder.write("four", to: "b.txt", modified: 1)
    #expect(rename(folder.path + "/b.txt", folder.path + "/a.txt") == 0)
    tags.insert(try #require(await site.respond(.get, "/a.txt").fields[.eTag]))
    #expect(tags.count == 5)
  }

  @Test func `the tag of what has just been written is weak, and resumes nothing`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("0123456789", to: "a.txt")
    let site = try Self.site(try ServedFolder(folder.path), seconds: 0)
    let tag = try #require(await site.respond(.get, "/a.txt").fields[.eTag])
    #expect(tag.hasPrefix("W/\""))
    #expect(await site.respond(.get, "/a.txt", [.ifNoneMatch: tag]).status == .notModified)
    #expect(await site.respond(.get, "/a.txt", [.ifMatch: tag]).status == .preconditionFailed)
    let fields: HeaderFields = [.range: "bytes=0-1", .ifRange: tag]
    #expect(await site.respond(.get, "/a.txt", fields).status == .ok)
  }

  @Test(arguments: [
    (4_102_444_800, "Sun, 22 Nov 2026 19:00:00 GMT"), (-5_097_600, "Mon, 03 Nov 1969 00:00:00 GMT"),
  ])
  func `no file is newer than its answer, and an old one is as old as it is`(
    _ seconds: Int,
    _ text: String
  ) async throws {
    let folder = try TemporaryFolder()
    try folder.write("a", to: "a.txt", modified: seconds)
    let served = try ServedFolder(folder.path)
    let site = try Site({ configuration, _ in
      configuration.now = { HTTPDate(seconds: 1_795_374_000) }
    }) { $0.files("/", from: served) }
    #expect(await site.respond(.get, "/a.txt").fields[.lastModified] == text)
  }
}
