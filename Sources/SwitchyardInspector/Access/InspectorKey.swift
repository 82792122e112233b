import NavigationTree
import SwitchyardHTTP
import SwitchyardLocks

/// The secret of an inspector for this machine, which the address that opens it carries.
///
/// Of one request nobody can tell whether a proxy on this machine has passed it on; whoever knows
/// the secret has read it from the program.
struct InspectorKey: Sendable {
  /// The name of the parameter that carries it.
  static let parameter = "key"

  let text: String
  private let isSaid = Locked(false)

  init() {
    // The system's generator, which is fit for secrets.
    var generator = SystemRandomNumberGenerator()
    let words: [UInt64] = [generator.next(), generator.next()]
    text = words.map { String($0, radix: 36) }.joined(separator: "-")
  }

  /// Returns the address of a page with it.
  func address(of page: String) -> String { "\(page)?\([Self.parameter: text] as QueryParameters)" }

  /// Whether a request carries it in its address, and asks for a page.
  func isNamed(by request: ServerRequest) -> Bool {
    [.get, .head].contains(request.method) && request.query[Self.parameter].map(isSame) == true
  }

  /// Whether a request carries it in its cookie.
  func isHeld(by request: ServerRequest) -> Bool {
    request.cookies[Self.cookie(for: request)].map(isSame) == true
  }

  /// Makes the cookie that keeps it for the pages below a path.
  func cookie(
    for request: ServerRequest,
    at path: String
  ) throws(ResponseCookieError) -> ResponseCookie {
    try ResponseCookie(
      name: Self.cookie(for: request),
      value: text,
      path: path,
      sameSite: .strict,
      isSecure: request.scheme == .https
    )
  }

  /// Says once, where the program's faults are read, which address opens the pages.
  func say(_ path: String) {
    let isFirst = isSaid.withLock { isSaid in
      defer { isSaid = true }
      return !isSaid
    }
    guard isFirst else { return }
    StandardError.print(
      "the inspector is opened by the address \(address(of: path)) of this server",
      from: "SwitchyardInspector"
    )
  }

  /// The name of the cookie: cookies are of a host, on which each port may have an inspector.
  private static func cookie(for request: ServerRequest) -> String {
    let host = request.fields[.host] ?? ""
    let port = host.split(separator: ":").last.flatMap { UInt16($0) } ?? 80
    return "inspector-\(port)"
  }

  /// Compares in a time that does not depend on where two texts differ.
  private func isSame(_ other: String) -> Bool {
    let (one, other) = (Array(text.utf8), Array(other.utf8))
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
