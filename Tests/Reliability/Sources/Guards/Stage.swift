import TestSupport
import RoutePatterns
import Switchyard
import Synchronization
import Trials

/// What happened in a dispatch.
enum Step: Sendable, Equatable {
  /// The guard of a post allowed a target.
  case allowed(Int, String)
  /// It did not, or did not say.
  case refused(Int, String)
  /// It redirects.
  case redirected(Int, String)
  /// A proxy commits.
  case committed(String)
  /// A map or fallback runs.
  case reached(String)
}

/// How a guard gives its verdict.
enum Manner: Int, Sendable, CaseIterable {
  case atOnce, twice, drop, redirect
  /// On another queue, or from a handler that throws.
  case later
}

/// What the handlers of a yard are to do in the next dispatch.
struct Mood: Sendable {
  /// The posts whose guards refuse, as bits.
  var refusing: UInt32 = 0
  /// How they do it.
  var manner = Manner.atOnce
  /// Where proxies commit and guards redirect to.
  var lead = ""
  /// What the proxy before all maps does: passes, or commits to the same target or to the lead.
  var relay = Relay.pass
  /// The posts whose guards are replaced by a guard that allows, before it does.
  var replacing: UInt32 = 0

  enum Relay: Sendable { case pass, same, lead }

  func refuses(_ post: Int) -> Bool { refusing & (1 << UInt32(post)) != 0 }
  func replaces(_ post: Int) -> Bool { replacing & (1 << UInt32(post)) != 0 }

  static func draw(_ random: inout SeededGenerator) -> Mood {
    var mood = Mood()
    let isRefused = random.below(5) < 2
    if isRefused {
      mood.refusing = UInt32(truncatingIfNeeded: random.next() | random.next())
      mood.manner = random.pick([.atOnce, .atOnce, .atOnce, .twice, .drop, .redirect, .redirect])
      if random.below(200) == 0 { mood.manner = .later }
    }
    mood.relay = random.pick([.pass, .pass, .pass, .pass, .same, .lead])
    if random.below(50) == 0 { mood.replacing = UInt32(truncatingIfNeeded: random.next()) }
    return mood
  }
}

/// What the handlers of a yard are told and tell.
final class Stage: Sendable {
  struct Notes: Sendable {
    var steps: [Step] = []
    var rejections = 0
    var limits = 0
    var drops = 0
  }

  private struct State: Sendable {
    var mood = Mood()
    var notes = Notes()
    /// Redirects and commits lead away once, or they would do nothing else.
    var hasRedirected = false
    var hasRelayed = false
  }

  /// What a guard does.
  enum Verdict: Sendable { case allow, deny, denyTwice, drop, later, redirect(String) }

  private let state = Mutex(State())

  func begin(_ mood: Mood) {
    state.withLock { state in
      state.mood = mood
      state.hasRedirected = false
      state.hasRelayed = false
    }
  }

  /// What was noted since the last time.
  func take() -> Notes {
    state.withLock { state in
      defer {
        state.notes.steps.removeAll(keepingCapacity: true)
        state.notes.rejections = 0
        state.notes.limits = 0
        state.notes.drops = 0
      }
      return state.notes
    }
  }

  /// A guard is asked: its verdict, and the posts that are replaced before it is given.
  func ask(_ post: Int, _ route: String) -> (Verdict, replacing: UInt32) {
    state.withLock { state in
      let mood = state.mood
      let replacing = mood.replaces(post) ? mood.replacing : 0
      guard mood.refuses(post), mood.manner != .redirect || !state.hasRedirected else {
        state.notes.steps.append(.allowed(post, route))
        return (.allow, replacing)
      }
      if mood.manner == .redirect {
        state.hasRedirected = true
        state.notes.steps.append(.redirected(post, route))
        return (.redirect(mood.lead), replacing)
      }
      state.notes.steps.append(.refused(post, route))
      switch mood.manner {
      case .atOnce, .redirect: return (.deny, replacing)
      case .twice: return (.denyTwice, replacing)
      case .drop: return (.drop, replacing)
      case .later: return (.later, replacing)
      }
    }
  }

  /// The proxy on the way to the lead is asked.
  func commitToLead(_ route: String) -> String {
    state.withLock { state in
      state.notes.steps.append(.committed(route))
      return state.mood.lead
    }
  }

  /// The guard on the way to the lead is asked.
  func redirectToLead(_ route: String) -> String { state.withLock { $0.mood.lead } }

  /// The proxy before all maps is asked: whether it commits, and where to.
  func relay(_ route: String) -> ProxyCommit? {
    state.withLock { state in
      guard state.mood.relay != .pass, !state.hasRelayed else { return nil }
      state.hasRelayed = true
      state.notes.steps.append(.committed(route))
      return (state.mood.relay == .lead ? state.mood.lead : nil, nil, nil)
    }
  }

  func allow(_ post: Int, _ route: String) {
    state.withLock { $0.notes.steps.append(.allowed(post, route)) }
  }

  func reach(_ route: String) { state.withLock { $0.notes.steps.append(.reached(route)) } }

  func fault(_ fault: RouterFault) {
    state.withLock { state in
      switch fault.code {
      case .rejectedTarget: state.notes.rejections += 1
      case .guardFailed where fault.error is MatchError: state.notes.limits += 1
      case .droppedAnswer: state.notes.drops += 1
      default: break
      }
    }
  }
}
