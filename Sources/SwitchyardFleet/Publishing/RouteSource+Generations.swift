extension RouteSource {
  /// Returns a generation.
  func generation(_ number: Int) async throws -> RouteGeneration {
    guard let record = try await load(Self.generation(number)) else {
      throw RouteSourceError(.missing(number))
    }
    return try RouteGeneration(reading: record.bytes, number: number)
  }

  /// Returns a generation that changes one before it.
  private func step(_ number: Int) async throws -> RouteGeneration {
    let generation = try await generation(number)
    guard generation.base < number else { throw RouteSourceError(.missing(generation.base)) }
    return generation
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
  /// It is put together of the generations between, or of a whole one: where those are many, gone
  /// or damaged, or lead from another table, as after an earlier copy of the source was put back.
  func change(
    from table: SharedTable,
    to number: Int,
    _ state: SourceState
  ) async throws -> (change: TableChange, checksum: String) {
    let wanted = state.checksum(of: number)
    let start = state.whole.last { $0 <= number } ?? 0
    let isNear = start <= table.number + Self.near && state.oldest <= table.number + 1
    if isNear, let near = try await steps(from: table, to: number),
      near.checksum == wanted ?? near.checksum
    {
      return near
    }
    var (other, fault) = try await lastWhole(upTo: number, state)
    do {
      guard let steps = try await generations(from: other.number, to: number) else {
        throw RouteSourceError(.missing(other.number))
      }
      other.make(try other.change(by: steps))
    } catch let error where error.isOfGenerations {
      throw fault ?? error
    }
    guard other.checksum == wanted ?? other.checksum else {
      throw RouteSourceError(
        .record(Self.generation(number), reason: "it is of another copy of the source.")
      )
    }
    return (table.change(to: other), other.checksum)
  }

  /// Returns the change that the generations between make; `nil` if they are gone or damaged, or
  /// lead from elsewhere.
  private func steps(
    from table: SharedTable,
    to number: Int
  ) async throws -> (change: TableChange, checksum: String)? {
    do {
      guard let steps = try await generations(from: table.number, to: number) else { return nil }
      return (try table.change(by: steps), steps.last?.checksum ?? table.checksum)
    } catch let error where error.isOfGenerations {
      return nil
    }
  }

  /// Returns the last whole table that can be read, or else one without routes, if the steps from
  /// the beginning are kept, and the fault of those behind it.
  private func lastWhole(
    upTo number: Int,
    _ state: SourceState
  ) async throws -> (table: SharedTable, fault: (any Error)?) {
    var fault: (any Error)?
    for start in state.whole.reversed() where start <= number {
      do {
        return (try await whole(start), fault)
      } catch let error where error.isOfGenerations {
        fault = fault ?? error
      }
    }
    if let fault, state.oldest > 1 { throw fault }
    return (SharedTable(), fault)
  }

  /// Whether a generation is active, or has led to the one that is.
  ///
  /// - Complexity: linear in the generations behind it, up to the next that is kept whole: that
  ///   was active.
  func hasBeenActive(_ number: Int, _ state: SourceState) async throws -> Bool {
    var at = state.whole.first { $0 >= number } ?? state.active
    while at > number { at = try await step(at).base }
    return at == number
  }

  /// Returns the generations that lead from one to another; `nil` if they lead from elsewhere.
  private func generations(from start: Int, to number: Int) async throws -> [RouteGeneration]? {
    var generations: [RouteGeneration] = []
    var at = number
    while at > start {
      let generation = try await step(at)
      generations.append(generation)
      at = generation.base
    }
    return at == start ? generations.reversed() : nil
  }

  /// Returns the number and routes of an earlier generation, so that a publisher can be made for
  /// them; whether it can be gone back to is for that to say.
  /// - Parameter number: the number; `nil` for the generation before that which is active.
  /// - Returns: the number, and the routes.
  /// - Throws: `RouteSourceError` where nothing is published yet, or it is not there.
  package func earlier(_ number: Int?) async throws -> (number: Int, routes: RouteListing) {
    let (state, _) = try await state()
    let earlier = try await earlier(number, state)
    return (earlier, try await table(earlier, state).listing)
  }

  /// Returns the number of a generation to go back to; `nil` asks for the one before that which is
  /// active.
  func earlier(_ number: Int?, _ state: SourceState) async throws -> Int {
    guard state.active > 0 else { throw RouteSourceError(.empty(name)) }
    if let number { return number }
    return try await generation(state.active).base
  }

  /// Returns the whole table of a generation.
  func table(_ number: Int, _ state: SourceState) async throws -> SharedTable {
    var table = SharedTable()
    table.make(try await change(from: table, to: number, state).change)
    return table
  }
}

extension Error {
  /// Whether a generation is gone or damaged, which another way to a table may not need.
  var isOfGenerations: Bool {
    guard let fault = self as? RouteSourceError else { return self is GenerationRefusal }
    if case .missing = fault.code { return true }
    return fault.isDamage
  }
}
