import Switchyard
import TestSupport
import Testing

/// What a target is given to a router as.
struct TargetForms: Sendable, CustomStringConvertible {
  /// The text, unless the bytes are none.
  let text: String?
  /// The URL or path of a text, read under the other slash policy.
  let otherTarget: RouteTarget?
  /// What a server makes of the bytes, and what it does under the other slash policy.
  let serverTarget: RouteTarget?
  let otherServerTarget: RouteTarget?
  let description: String

  init(_ hostile: HostileTarget, _ slashes: RouteTarget.SlashPolicy) {
    let own = RouteTarget.Options(slashes: slashes)
    let other = RouteTarget.Options(slashes: slashes == .lenient ? .strict : .lenient)
    text = String(validating: hostile.bytes, as: UTF8.self)
    otherTarget = try? RouteTarget(utf8: hostile.bytes, options: other)
    serverTarget = Self.served(hostile.bytes, own)
    otherServerTarget = Self.served(hostile.bytes, other)
    description = hostile.description
  }

  private static func served(_ bytes: [UInt8], _ options: RouteTarget.Options) -> RouteTarget? {
    try? RouteTarget(
      requestTarget: bytes,
      allowsAsterisk: true,
      scheme: .https,
      hosts: ["example.com"],
      options: options
    )
  }
}

/// A way for a target to get into a router.
enum WayIn: CaseIterable, Sendable {
  case open, dispatch
  /// As a target that was made before.
  case otherTarget, serverTarget, otherServerTarget, openedServerTarget
  case view, viewOfTarget
  /// A proxy on another path commits to it, also on a host and in a deep link.
  case commit, commitOnHost, commitInLink
  /// A guard on another path redirects to it.
  case redirect, redirectOnHost, redirectInLink

  /// Opens a target this way.
  /// - Returns: how that ended, unless the target was merely opened.
  @discardableResult
  func go(_ forms: TargetForms, to yard: GuardedYard) async -> RouteOutcome? {
    let router = yard.router
    switch self {
    case .open: if let text = forms.text { router.open(text) }
    case .openedServerTarget: if let target = forms.serverTarget { router.open(target) }
    case .dispatch: if let text = forms.text { return await router.dispatch(text) }
    case .otherTarget: return await dispatch(forms.otherTarget, router)
    case .serverTarget: return await dispatch(forms.serverTarget, router)
    case .otherServerTarget: return await dispatch(forms.otherServerTarget, router)
    case .view: if let text = forms.text { return await router["Views"].dispatch(text) }
    case .viewOfTarget:
      if let target = forms.serverTarget { return await router["Views"].dispatch(target) }
    case .commit: return await lead("/way/commit", to: forms, router)
    case .commitOnHost: return await lead("https://example.com/way/commit", to: forms, router)
    case .commitInLink: return await lead("app://way/commit", to: forms, router)
    case .redirect: return await lead("/way/redirect", to: forms, router)
    case .redirectOnHost: return await lead("https://example.com/way/redirect", to: forms, router)
    case .redirectInLink: return await lead("app://way/redirect", to: forms, router)
    }
    return nil
  }

  private func dispatch(_ target: RouteTarget?, _ router: Router) async -> RouteOutcome? {
    guard let target else { return nil }
    return await router.dispatch(target)
  }

  private func lead(_ path: String, to forms: TargetForms, _ router: Router) async -> RouteOutcome?
  {
    guard let text = forms.text else { return nil }
    return await router.dispatch(path, payload: text)
  }
}
