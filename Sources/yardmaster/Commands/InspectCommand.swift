import SwitchyardInspector
import SwitchyardServer

extension Command {
  static let inspect = Command(
    "inspect",
    "opens an inspector of routes in a browser",
    operands: [.init(name: "MANIFEST", isOptional: true)],
    options: [.manifest, .port, .requiring, .allExceptPublic] + RouterPolicies.routerOptions,
    discussion: """
      Serves pages that show the routes of MANIFEST until it is interrupted: a table
      to search in, the matrix of guards and routes, and where a URL leads. MANIFEST
      is a file, or - for standard input; without it the demo app's routes are shown.

      The pages are for browsers of this machine alone, and open by the address that
      is printed: its key is another one each time. No handler runs: the guards of a
      manifest cannot be asked.
      """,
    examples: [
      "yardmaster inspect routes.txt",
      "yardmaster inspect routes.json --requiring Private --port 0",
    ]
  ) { call, output in
    let policies = try RouterPolicies(call.arguments, call.syntax)
    let manifest = try RouteManifest(call, policies, operand: call.arguments.operands.first)
    output.warn(of: manifest, policies)
    output.flush()
    let options = try ServeOptions(call)
    let yard = ManifestRouter(manifest, policies)
    var configuration = RouteInspector.Configuration()
    configuration.title =
      manifest.name.map { $0 == "-" ? "standard input" : $0.excerpt } ?? "The demo"
    configuration.requiring = call.arguments.values(of: .requiring).map { RouteTag($0) }
    configuration.allExceptPublic = call.arguments.has(.allExceptPublic)
    configuration.asksGuards = false
    configuration.showsRequests = false
    let inspector = RouteInspector(configuration: configuration)
    let router = Router(.server)
    try router.mountInspector(inspector, access: .thisMachine, inspecting: yard.router)
    router.get("/") { _ in try .redirect(to: "/_switchyard/routes") }
    let styling = output.styling
    do {
      try Serving.wait {
        let server = try EmbeddedServer(router: router, configuration: options.configuration)
        try await server.run(reopening: []) { server in
          let url = options.url(port: server.port)
          Serving.say("The inspector is at \(inspector.address(of: "/routes", on: url))", styling)
        } onStop: {
          Serving.say("Closing.", styling)
          inspector.close()
        }
      }
    } catch let error as EmbeddedServerError {
      throw options.explanation(of: error, in: call.syntax) ?? error
    }
    return .success
  }
}
