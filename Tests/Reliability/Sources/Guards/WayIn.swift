import TestSupport
import Foundation
import SwitchyardHTTP
import Trials

/// A way for a target to get into a router.
enum WayIn: Int, CaseIterable, Sendable {
  case open, openURL, openTarget, openView
  case dispatch, dispatchURL, dispatchView
  /// As a target that was made before, of text or by a server, also under the other slash policy.
  case textTarget, otherTextTarget, serverTarget, otherServerTarget, viewOfServerTarget
  /// A proxy on another path commits to it, also on a host and in a deep link.
  case commit, commitOnHost, commitInLink
  /// A guard on another path redirects to it.
  case redirect, redirectOnHost, redirectInLink
  /// Through a responder.
  case request, requestToCommit, requestToRedirect

  /// Those that a yard with routers alone has.
  static let plain = allCases.filter { $0.rawValue < request.rawValue }
  /// Those that a yard with a responder has besides.
  static let requests: [WayIn] = [
    .request, .request, .request, .requestToCommit, .requestToRedirect, .serverTarget,
    .dispatchView,
  ]

  /// Whether the target is led to by a commit or redirect.
  var leads: Bool {
    switch self {
    case .commit, .commitOnHost, .commitInLink, .redirect, .redirectOnHost, .redirectInLink: true
    case .requestToCommit, .requestToRedirect: true
    default: false
    }
  }

  /// The way that waits for the end, for handlers that end later.
  var waiting: WayIn {
    switch self {
    case .open, .openTarget: .dispatch
    case .openURL: .dispatchURL
    case .openView: .dispatchView
    default: self
    }
  }
}

/// How an attempt ended.
enum Ending: Sendable {
  /// There is no target to open.
  case unmade
  /// It was opened, and nothing is said of the end.
  case opened
  case ended(RouteOutcome)
  case answered(ResponseStatus)
}

/// A target, on its way in.
struct Attempt: Sendable, CustomStringConvertible {
  var bytes: [UInt8]
  var way: WayIn
  var host: String
  var method: String
  var mood: Mood

  var description: String {
    let shown = bytes.prefix(400).map { byte in
      (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\\")
        ? String(UnicodeScalar(byte))
        : "\\x" + String(0x100 + UInt16(byte), radix: 16).dropFirst()
    }
    return "'\(shown.joined())' by \(way), \(method) on \(host), \(mood)"
  }

  private static let hosts = [
    "localhost", "localhost", "example.com", "admin.example", "ADMIN.EXAMPLE:443", "admin.example.",
    "admin.example:8443", "u@admin.example",
  ]
  private static let methods = ["GET", "GET", "GET", "HEAD", "POST", "OPTIONS", "DELETE", "get"]

  static func draw(
    _ layout: Layout,
    _ mutator: TargetMutator,
    _ random: inout SeededGenerator
  ) -> Attempt {
    var attempt = Attempt(
      bytes: mutator.draw(&random),
      way: random.pick(layout.forms == .requests ? WayIn.requests : WayIn.plain),
      host: random.pick(hosts),
      method: random.pick(methods),
      mood: .draw(&random)
    )
    let waits = layout.forms == .tasks || layout.isRestless
    // What a serial router is told of while it ends a dispatch on another thread is opened there, and noted late.
    if attempt.mood.manner == .later, !waits, !layout.isServer { attempt.mood.manner = .drop }
    if waits || attempt.mood.manner == .later { attempt.way = attempt.way.waiting }
    // A lead is another target where the way is not to this one.
    let lead = attempt.way.leads ? attempt.bytes : mutator.draw(&random)
    attempt.mood.lead = String(decoding: lead, as: UTF8.self)
    return attempt
  }

  /// Lets the target in.
  func go(_ yard: Yard, _ responder: RouteResponder?) async -> Ending {
    let router = yard.router
    switch way {
    case .open: return opened(text.map { router.open($0) })
    case .openURL: return opened(url.map { router.open($0) })
    case .openView: return opened(text.map { router["Views"].open($0) })
    case .openTarget: return opened(target(yard).map { router.open($0) })
    case .dispatch: return await dispatch(text, router)
    case .dispatchURL:
      guard let url else { return .unmade }
      return .ended(await router.dispatch(url))
    case .dispatchView: return await dispatch(text, router["Views"])
    case .textTarget: return await dispatch(target(yard), router)
    case .otherTextTarget: return await dispatch(target(yard, isOther: true), router)
    case .serverTarget: return await dispatch(serverTarget(yard), router)
    case .otherServerTarget: return await dispatch(serverTarget(yard, isOther: true), router)
    case .viewOfServerTarget: return await dispatch(serverTarget(yard), router["Views"])
    case .commit: return await dispatch("/way/commit", router)
    case .commitOnHost: return await dispatch("https://example.com/way/commit", router)
    case .commitInLink: return await dispatch("app://way/commit", router["Views"])
    case .redirect: return await dispatch("/way/redirect", router["Views"])
    case .redirectOnHost: return await dispatch("https://example.com/way/redirect", router)
    case .redirectInLink: return await dispatch("app://way/redirect", router)
    case .request: return await request(bytes, responder)
    case .requestToCommit: return await request(Array("/way/commit".utf8), responder)
    case .requestToRedirect: return await request(Array("/way/redirect".utf8), responder)
    }
  }

  // MARK: - Forms of it

  private var text: String? { String(validating: bytes, as: UTF8.self) }
  private var url: URL? { text.flatMap { URL(string: $0) } }

  /// The target as it is made of text.
  func target(_ yard: Yard, isOther: Bool = false) -> RouteTarget? {
    try? RouteTarget(utf8: bytes, options: options(yard, isOther))
  }

  /// The target as a server makes it.
  private func serverTarget(_ yard: Yard, isOther: Bool = false) -> RouteTarget? {
    try? RouteTarget(
      requestTarget: bytes,
      allowsAsterisk: method == "OPTIONS",
      scheme: host == "localhost" ? .http : .https,
      hosts: [host],
      options: options(yard, isOther)
    )
  }

  private func options(_ yard: Yard, _ isOther: Bool) -> RouteTarget.Options {
    let isLenient = (yard.layout.policies.slashes == .lenient) != isOther
    return RouteTarget.Options(slashes: isLenient ? .lenient : .strict)
  }

  // MARK: - Ways

  private func opened(_ found: Bool?) -> Ending { found == nil ? .unmade : .opened }

  private func dispatch(_ text: String?, _ router: some RouteLookup) async -> Ending {
    guard let text else { return .unmade }
    return .ended(await router.dispatch(text))
  }

  private func dispatch(_ target: RouteTarget?, _ router: some RouteLookup) async -> Ending {
    guard let target else { return .unmade }
    return .ended(await router.dispatch(target))
  }

  private func request(_ target: [UInt8], _ responder: RouteResponder?) async -> Ending {
    guard let responder else { return .unmade }
    let head = RequestHead(
      method: method,
      target: target,
      fields: [.host: host],
      scheme: host == "localhost" ? .http : .https
    )
    return .answered(await responder.respond(to: head).status)
  }
}
