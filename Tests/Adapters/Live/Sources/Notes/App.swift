import Hummingbird

@main enum App {
  static func main() async throws { try await makeApplication().runService() }
}
