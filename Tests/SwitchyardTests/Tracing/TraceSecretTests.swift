import Foundation
import Switchyard
import TestSupport
import Testing

/// What a client sends is in no part of a trace, unless it is asked for.
@Suite struct TraceSecretTests {
  private struct Leak: Error, CustomStringConvertible {
    let description: String
  }

  private static let secret = "s3cret"
  private static let targets = [
    "/users/s3cret", "/users/s3cret/desk?token=s3cret", "/users/1?token=s3cret#s3cret",
    "/users/1?s3cret", "/files/a/s3cret/b", "app://users/s3cret", "/moved/s3cret",
    "/login/s3cret", "/throws/s3cret", "/denied/s3cret", "/lost/s3cret?x=s3cret",
    "https://s3cret.example/users/1?a=1&s3cret&b=s3cret", "/limit/s3cret",
    "/legacy?id=s3cret", "/old?id=s3cret", "/renamed?id=s3cret", "/tenant?id=s3cret",
    "/named?id=s3cret", "/dl/s3cret.pdf", "/next?url=%2Fusers%2Fs3cret%3Ftoken%3Ds3cret",
    "/post?id=s3cret", "/nowhere/s3cret", "/elsewhere/s3cret", "/users/1?s3cret==",
  ]

  private static func router(
    _ traces: TraceLog,
    _ values: RouteTrace.Values
  ) -> Router {
    var configuration = Router.Configuration.server
    configuration.onFault = { _ in }
    configuration.onTrace = { traces.receive($0) }
    configuration.traceValues = values
    let router = Router.lent(configuration)
    router.guard("/*") { _, decide in decide(.allow) }
    router.guard("/:area/:token{/*}?") { _, decide in decide(.allow) }
    router.guard("https://:site.example/*") { _, decide in decide(.allow) }
    router.guard("/denied/:token") { (context: RouteContext) async throws in
      throw Leak(description: context.route)
    }
    router.guard("/login/:token") { context async in
      .redirect("/moved/\(context.parameters["token"] ?? "")", query: ["back": context.route])
    }
    router.proxy("/moved/:token") { (context: RouteContext) async in
      .commit("/users/\(context.parameters["token"] ?? "")", payload: context.route)
    }
    @Sendable func id(_ context: RouteContext) -> String { context.parameters.query["id"] ?? "" }
    router.guard("/legacy") { context async in .redirect("/users/\(id(context))") }
    router.proxy("/old") { (context: RouteContext) async in .commit("/lost/\(id(context))/x") }
    router.guard("/renamed") { context async in .redirect("/lost/a-\(id(context)).html") }
    router.guard("/tenant") { context async in .redirect("https://\(id(context)).example/a") }
    router.guard("/named") { context async in .redirect("/users/1?\(id(context))=1") }
    router.guard("/post") { context async in .redirect("/posts/\(id(context))") }
    router.guard("/next") { context async in .redirect("\(context.parameters.query["url"] ?? "")") }
    router.proxy("/dl/:name.pdf") { (context: RouteContext) async in
      .commit("/render/\(context.parameters["name"] ?? "").html")
    }
    router["elsewhere"].map("/elsewhere/:id") { _, completed in completed() }
    router["elsewhere"].map("/posts/:id") { _, completed in completed() }
    router.fallback("/elsewhere/*") { _, completed in completed() }
    router.map("/users/:id{/desk}?") { _, completed in completed() }
    router.map("/files/*") { _, completed in completed() }
    router.map("/throws/:id") { (context: RouteContext) async throws in
      throw Leak(description: context.route)
    }
    router.map("/limit/:id") { (context: RouteContext) async in }
    return router
  }

  @Test(arguments: targets, [RedirectPolicy.follow, .report])
  func `no value is shown by default`(_ target: String, _ redirects: RedirectPolicy) async throws {
    let traces = TraceLog()
    let router = Self.router(traces, [])
    _ = await router.dispatch(target, payload: Self.secret, redirects: redirects)
    let coded = try #require(traces.all.first).coded
    #expect(!coded.contains(Self.secret), "\(coded)")
    // What is plain stays readable.
    #expect(coded.contains("…") || target == "/nothing")
  }

  @Test(arguments: targets)
  func `each kind is shown when it is asked for`(_ target: String) async throws {
    for (values, isShown) in [
      (RouteTrace.Values.path, target.prefix { $0 != "?" }.contains(Self.secret)),
      (.query, target.drop { $0 != "?" }.contains(Self.secret) || target.contains("login")),
      (.all, true),
    ] {
      let traces = TraceLog()
      _ = await Self.router(traces, values).dispatch(target)
      let coded = try #require(traces.all.first).coded
      #expect(coded.contains(Self.secret) == isShown, "\(values.rawValue) \(coded)")
    }
  }
}
