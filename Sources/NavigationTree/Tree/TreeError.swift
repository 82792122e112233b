/// An error thrown when a store cannot be made of a tree.
public struct TreeError: Error, Hashable, Sendable {
  /// The faults of the tree; none where its presenters want another queue.
  public let faults: [TreeFault]
  /// The file and line of a presenter of the main actor, where the queue is not the main queue.
  public let mainActorPlace: String?

  init(_ faults: [TreeFault]) {
    self.faults = faults
    mainActorPlace = nil
  }

  init(mainActor place: SourcePlace) {
    faults = []
    mainActorPlace = place.description
  }
}

extension TreeError: CustomStringConvertible {
  /// The faults, each with its place and a remedy.
  public var description: String {
    if let mainActorPlace {
      return "\(mainActorPlace): a presenter of the main actor wants a store that presents on the "
        + "main queue."
    }
    return "The tree cannot be navigated:\n" + faults.map(\.description).joined(separator: "\n")
  }
}
