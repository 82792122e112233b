import Foundation
import Testing
@testable import URLPatterns
struct Row: Decodable {
  var input: String; var base: String?; var failure: Bool?; var `protocol`: String?;
  var username: String?; var password: String?; var hostname: String?; var port: String?;
  var pathname: String?; var search: String?; var hash: String?
}
struct MaybeRow: Decodable {
  var row: Row?
  init(from d: any Decoder) throws { row = try? Row(from: d) }
}
@Suite struct URLDataTests {
  @Test func data() throws {
    guard let path = ProcessInfo.processInfo.environment["URLDATA"] else { return }
    let rows = try JSONDecoder().decode(
      [MaybeRow].self,
      from: Data(contentsOf: URL(filePath: path))
    )
    var n = 0, bad = 0
    for case let row? in rows.map(\.row) {
      n += 1
      let a = WebAddress.resolving(row.input, base: row.base)
      if row.failure == true {
        if a != nil { bad += 1; print("ACCEPTED", row.input.debugDescription, row.base ?? "-") };
        continue
      }
      guard let a else {
        bad += 1; print("REFUSED", row.input.debugDescription, row.base ?? "-"); continue
      }
      let want = [
        row.protocol.map { String($0.dropLast()) }, row.username, row.password, row.hostname,
        row.port, row.pathname, row.search.map { String($0.drop { $0 == "?" }) },
        row.hash.map { String($0.dropFirst()) },
      ]
      let got = WebPart.allCases.map { a.text(of: $0) }
      for (w, g) in zip(want, got) where w != nil && w != g {
        bad += 1; print("DIFF", row.input.debugDescription, row.base ?? "-", w!, g)
      }
    }
    print("urltestdata:", n, "rows,", bad, "bad")
  }
}
