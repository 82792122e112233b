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
  /// It is put together of the generations between, or of a whole one: where those are many or
  /// gone, or lead from another table, as after an earlier copy of the source was put back.
  func change(
    from table: SharedTable,
    to number: Int,
    _ state: SourceState
  ) async throws -> (change: TableChange, checksum: String) {
    let wanted = state.checksum(of: number)
    let start = state.whole.last { $0 <= number } ?? 0
    let isNear = start <= table.number + Self.near && state.oldest <= table.number + 1
    if isNear, let steps = try await generations(from: table.number, to: number),
      let change = try? table.change(by: steps)
    {
      let checksum = steps.last?.checksum ?? table.checksum
      if checksum == wanted ?? checksum { return (change, checksum) }
    }
    var other = start > 0 ? try await whole(start) : SharedTable()
    guard let steps = try await generations(from: start, to: number) else {
      throw RouteSourceError(.missing(start))
    }
    other.make(try other.change(by: steps))
    guard other.checksum == wanted ?? other.checksum else {
      throw RouteSourceError(
        .record(Self.generation(number), reason: "it is of another copy of the source.")
      )
    }
    return (table.change(to: other), other.checksum)
  }

  /// Returns the generations that lead from one to another; `nil` if they lead from elsewhere.
  private func generations(from start: Int, to number: Int) async throws -> [RouteGeneration]? {
    var generations: [RouteGeneration] = []
    var at = number
    while at > start {
      let generation = try await generation(at)
      guard generation.base < at else { throw RouteSourceError(.missing(generation.base)) }
      generations.append(generation)
      at = generation.base
    }
    return at == start ? generations.reversed() : nil
  }

  /// Returns the whole table of a generation.
  func table(_ number: Int, _ state: SourceState) async throws -> SharedTable {
    var table = SharedTable()
    table.make(try await change(from: table, to: number, state).change)
    return table
  }
}
