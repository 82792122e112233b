import TestSupport
import Dispatch
import Switchyard
import Trials

/// How routes are exchanged, and in what router.
struct Plan: CustomStringConvertible {
  enum Way: CaseIterable {
    /// In one version.
    case update
    /// The new ones come one by one, and then the old ones go.
    case newFirst
    /// The new ones come one by one, and then the owner of the old map dies.
    case ownerDies
  }

  enum Kind: CaseIterable {
    /// A map for all, and a secret behind a guard that denies, in turn.
    case secrets
    /// A guard and a map of one generation after the other: the guard leaves its number, which the map looks for.
    case generations
  }

  let way: Way
  let kind: Kind
  let order: Router.Order
  let hasQueue: Bool

  static func draw(_ random: inout SeededGenerator) -> Plan {
    Plan(
      way: random.pick(Way.allCases),
      kind: random.pick(Kind.allCases),
      order: random.pick([.serial, .concurrent]),
      hasQueue: random.below(4) == 0
    )
  }

  var configuration: Router.Configuration {
    var configuration = order == .serial ? Router.Configuration.app : .server
    // Also where threads hardly get to run, nobody is too late.
    configuration.handlerTimeLimit = .seconds(600)
    configuration.guardTimeLimit = .seconds(600)
    if hasQueue { configuration.queue = DispatchQueue(label: "yard") }
    return configuration
  }

  var description: String { "\(kind) by \(way), \(order)\(hasQueue ? " on a queue" : "")" }
}
