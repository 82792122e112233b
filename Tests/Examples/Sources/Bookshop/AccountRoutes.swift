import SwitchyardServer

/// The routes of accounts.
struct AccountRoutes {
  let shelf: Shelf

  struct Account: Codable {
    let name: String
    let token: String
  }

  func register(in api: some RouteRegistrar) {
    api.post("/users") { request in
      let user = try await request.body.decode(User.self)
      guard (1...40).contains(user.name.utf8.count) else {
        throw ResponseError.invalid([.init("name", "has not 1 to 40 bytes")])
      }
      let account = Account(name: user.name, token: try await shelf.addUser(user.name))
      return try ServerResponse.json(account, status: .created, to: request)
    }
  }
}
