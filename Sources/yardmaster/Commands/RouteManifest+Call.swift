extension RouteManifest {
  /// Reads the manifest of a call; without one it has the demo app's routes.
  init(_ call: Command.Call, _ policies: RouterPolicies, operand: String? = nil) throws {
    let option = call.arguments.value(of: .manifest)
    if let option, let operand {
      throw call.syntax.error(.severalManifests(option, operand))
    }
    guard let path = option ?? operand else {
      try self.init(DemoRoutes.listing, policies)
      return
    }
    try self.init(bytes: call.files.read(path), file: path, policies)
  }
}
