import Foundation
import Switchyard
import Testing

@testable import yardmaster

/// The listing of the demo app that is kept in git, and what its article shows of it.
@Suite struct ComparedDemoTests {
  @Test func `the listing that is kept is that of the demo app`() throws {
    let result = Call("now", "routes", "--json").run()
    try #require(!Manifests.demo.isEmpty)
    #expect(result.text == Manifests.demo, "yardmaster routes --json > demo.json writes it anew")
  }

  @Test func `the article shows what the tool prints`() throws {
    let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
      .joined(separator: "/")
    let article = try String(
      contentsOfFile: root + "/Sources/SwitchyardProof/SwitchyardProof.docc/ComparingTables.md",
      encoding: .utf8
    )
    let result = Call("diff", "diff", "-", "routes.json", files: Manifests.demoFiles).run()
    #expect(article.contains("```\n\(result.text)```\n"), "\(result.text)")
    #expect(article.contains("yardmaster diff - routes.json --fail-on breaking"))
    #expect(result.code == 1)
  }
}
