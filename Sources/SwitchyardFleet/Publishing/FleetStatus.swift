/// The generations of a source and the states of its servers, at one moment.
public struct FleetStatus: Hashable, Sendable, Codable {
  /// A server, and what it says of itself.
  public struct Server: Hashable, Sendable, Codable {
    /// The name of the server.
    public let name: String
    /// The state of its routes; `nil` for one that has ended, or does not answer.
    public let status: SharedRoutesStatus?
  }

  /// The generation that all are to have; 0 for none.
  public let active: Int
  /// The words of whoever has made it.
  public let note: String?
  /// The generation that servers are asked about, if there is one.
  public let staged: Int?
  /// The seconds for which whoever has staged it may wait for servers; `nil` if nothing is staged.
  public let stagedPatience: Double?
  /// The last that was refused, and by whom, with the reasons of the first three of these.
  public let refused: RefusedGeneration?
  /// The servers, by their names.
  public let servers: [Server]

  /// Whether all servers that are there have what is active.
  public var isCurrent: Bool {
    servers.allSatisfy { server in
      server.status.map { $0.generation == active && $0.isCurrent } ?? true
    }
  }
}

extension RouteSource {
  /// Whether anybody has published to it, or followed it: a store where nobody has, such as a
  /// folder with other files, is read as one without routes.
  package func isMade() async throws(RouteSourceError) -> Bool {
    let (_, version) = try await state()
    return version != nil
  }

  /// Returns which generation is active, and what each server says of it.
  public func status() async throws -> FleetStatus {
    let (state, _) = try await state()
    let answers = try await answers(state.servers)
    let note = state.active > 0 ? try? await generation(state.active).note : nil
    return FleetStatus(
      active: state.active,
      note: note,
      staged: state.staged?.number,
      stagedPatience: state.staged?.patience,
      refused: state.refused,
      servers: state.servers.map(\.name).sorted().map { name in
        FleetStatus.Server(name: name, status: answers[name]?.status)
      }
    )
  }
}
