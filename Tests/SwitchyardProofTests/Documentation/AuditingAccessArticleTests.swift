import SwitchyardProof
import TestSupport
import Testing

/// The examples of the article on audits, as they stand there.
@Suite struct AuditingAccessArticleTests {
  @Test func `a test of an app is one line`() async {
    let router = Router(.server)
    router.guard("/desk/*") { context in
      context.request?.cookies["session"] == "valid" ? .allow : .deny
    }
    router.get("/desk/:id") { _ in ServerResponse(.ok) }
    router.get("/health", access: .public("load balancer")) { _ in ServerResponse(.ok) }
    do {
      let report = await router.audit()
      #expect(report.unexpected.isEmpty)
      #expect(report.open.count == 1)
    }
    let report = await router.audit { visitor in
      visitor.fields[.cookie] = "session=expired"
    }
    #expect(report.unexpected.isEmpty)
  }

  @Test func `each line that is shown stands here`() throws {
    let path = "Sources/SwitchyardProof/SwitchyardProof.docc/AuditingAccess.md"
    let lines = try ShownCode.expectLines(of: path)
    #expect(lines.count == 5)
  }
}
