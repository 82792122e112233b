extension RouteSource {
  /// Returns a generation.
  func generation(_ number: Int) async throws -> RouteGeneration {
    guard let record = try await load(Self.generation(number)) else {
      throw RouteSourceError(.missing(number))
    }
    return try RouteGeneration(reading: record.bytes, number: number)
  }

  /// Returns a generation as the whole table, of those that are kept so.
  private func whole(_ number: Int) async throws -> SharedTable {
    guard let record = try await load(Self.whole(number)) else {
      throw RouteSourceError(.missing(number))
    }
    return try SharedTable(try RouteGeneration(reading: record.bytes, number: number))
  }

  /// The number of generations that are rather read one by one than all routes at once.
  private static let near = 200

  /// Returns the change that leads from a table to a generation, and the checksum of that.
  ///
  /// It is put together of the generations between, or where these are many or gone of a whole one.
  func change(
    from table: SharedTable,
    to number: Int,
    _ state: SourceState
  ) async throws -> (change: TableChange, checksum: String) {
    // Where there are many between the two a whole one is nearer.
    let start = state.whole.last { $0 <= number && $0 > table.number + Self.near }
    var generations: [RouteGeneration] = []
    var at = number
    while at != table.number, at > 0, at != start {
      let generation = try await generation(at)
      guard generation.base < at else { throw RouteSourceError(.missing(generation.base)) }
      generations.append(generation)
      at = generation.base
    }
    generations.reverse()
    if at == table.number {
      let change = try table.change(by: generations)
      return (change, generations.last?.checksum ?? table.checksum)
    }
    var other = at > 0 ? try await whole(at) : SharedTable()
    other.make(try other.change(by: generations))
    return (table.change(to: other), other.checksum)
  }

  /// Returns the whole table of a generation.
  func table(_ number: Int, _ state: SourceState) async throws -> SharedTable {
    var table = SharedTable()
    table.make(try await change(from: table, to: number, state).change)
    return table
  }
}
