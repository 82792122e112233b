/// The active endpoints with their parameters and open modals, and the ways that forks keep.
///
///     let saved = try JSONEncoder().encode(store.state)
///     store.restore(try JSONDecoder().decode(RouterState.self, from: saved))
///
/// It is a plain value without any presentable. Endpoints are named by their routes and not by
/// their places, so that a state made with one tree can be shown with another in which the routes
/// stand elsewhere.
public struct RouterState: Hashable, Sendable, Codable {
  /// The endpoints on the way to the one that was asked for, the outermost first; none before the
  /// first request.
  public var active: [ActiveNode]
  /// The ways that forks keep to endpoints of their other options, the latest first.
  public var kept: [[ActiveNode]]

  /// Makes a state; without arguments one in which no endpoint is active.
  public init(active: [ActiveNode] = [], kept: [[ActiveNode]] = []) {
    self.active = active
    self.kept = kept
  }

  /// The endpoint that was asked for.
  public var current: ActiveNode? { active.last }

  /// The endpoints that stand first in an open modal, the outermost modal first.
  public var modals: [ActiveNode] { active.filter(\.isModal) }

  private enum CodingKeys: String, CodingKey { case active, kept }

  /// Reads a state; empty fields may be missing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    active = try container.decodeIfPresent([ActiveNode].self, forKey: .active) ?? []
    kept = try container.decodeIfPresent([[ActiveNode]].self, forKey: .kept) ?? []
  }

  /// Writes the state.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(active, forKey: .active)
    if !kept.isEmpty { try container.encode(kept, forKey: .kept) }
  }
}

/// An endpoint that is active, or kept by a fork.
public struct ActiveNode: Hashable, Sendable, Codable {
  /// The route of the endpoint: the text of its pattern, by which states name it.
  public var route: String
  /// The parameters that it was configured with.
  public var parameters: RouteParameters
  /// Whether it stands first in a modal over the endpoint before it.
  public var isModal: Bool

  /// Makes an active endpoint.
  public init(route: String, parameters: RouteParameters = RouteParameters(), isModal: Bool = false)
  {
    self.route = route
    self.parameters = parameters
    self.isModal = isModal
  }

  private enum CodingKeys: String, CodingKey { case route, parameters, isModal }

  /// Reads an endpoint; without parameters it has none.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    route = try container.decode(String.self, forKey: .route)
    let parameters = try container.decodeIfPresent(RouteParameters.self, forKey: .parameters)
    self.parameters = parameters ?? RouteParameters()
    isModal = try container.decodeIfPresent(Bool.self, forKey: .isModal) ?? false
  }

  /// Writes the endpoint, without empty fields.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(route, forKey: .route)
    if !parameters.isEmpty { try container.encode(parameters, forKey: .parameters) }
    if isModal { try container.encode(isModal, forKey: .isModal) }
  }
}

extension RouterState: CustomStringConvertible {
  /// The active endpoints with their parameters, and behind a bar those that forks keep.
  public var description: String {
    ([active] + kept).map { $0.map(\.description).joined(separator: " > ") }
      .joined(separator: " | ")
  }
}

extension ActiveNode: CustomStringConvertible {
  /// The route with its parameters, in brackets if it stands in a modal.
  public var description: String {
    let text = route + (parameters.isEmpty ? "" : parameters.description)
    return isModal ? "[\(text)]" : text
  }
}
