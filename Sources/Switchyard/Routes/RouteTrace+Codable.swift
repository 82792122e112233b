#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

// What is absent or empty is left out, and may be missing when a trace is read; what is not known
// is not read. So a trace of an older or a newer version can be read here, and this one there.

extension RouteTrace: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, duration, target, tags, labels, legs, outcome, faults, omittedFaults
    case startMicroseconds = "start"
  }

  /// Reads a trace; all but the identifier, the target and the outcome may be missing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try container.decode(UUID.self, forKey: .id),
      startMicroseconds: try container.decodeIfPresent(Int64.self, forKey: .startMicroseconds) ?? 0,
      duration: try container.decodeIfPresent(Int64.self, forKey: .duration) ?? 0,
      target: try container.decode(String.self, forKey: .target),
      tags: try container.decodeIfPresent([RouteTag].self, forKey: .tags) ?? [],
      labels: try container.decodeIfPresent([String: String].self, forKey: .labels) ?? [:],
      legs: try container.decodeIfPresent([Leg].self, forKey: .legs) ?? [],
      outcome: try container.decode(Outcome.self, forKey: .outcome),
      faults: try container.decodeIfPresent([Fault].self, forKey: .faults) ?? [],
      omittedFaults: try container.decodeIfPresent(Int.self, forKey: .omittedFaults) ?? 0
    )
  }

  /// Writes the trace, without empty fields.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(startMicroseconds, forKey: .startMicroseconds)
    try container.encode(duration, forKey: .duration)
    try container.encode(target, forKey: .target)
    if !tags.isEmpty { try container.encode(tags, forKey: .tags) }
    if !labels.isEmpty { try container.encode(labels, forKey: .labels) }
    try container.encode(legs, forKey: .legs)
    try container.encode(outcome, forKey: .outcome)
    if !faults.isEmpty { try container.encode(faults, forKey: .faults) }
    if omittedFaults != 0 { try container.encode(omittedFaults, forKey: .omittedFaults) }
  }
}

extension RouteTrace.Leg: Codable {
  private enum CodingKeys: String, CodingKey {
    case cause, target, version, start, lookup, matchSteps, steps
  }

  /// Reads a leg; all but the target may be missing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      cause: try container.decodeIfPresent(Cause.self, forKey: .cause) ?? .opening,
      target: try container.decode(String.self, forKey: .target),
      version: try container.decodeIfPresent(UInt64.self, forKey: .version) ?? 0,
      start: try container.decodeIfPresent(Int64.self, forKey: .start) ?? 0,
      lookup: try container.decodeIfPresent(Int64.self, forKey: .lookup) ?? 0,
      matchSteps: try container.decodeIfPresent(Int.self, forKey: .matchSteps) ?? 0,
      steps: try container.decodeIfPresent([RouteTrace.Step].self, forKey: .steps) ?? []
    )
  }

  /// Writes the leg, without empty fields.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(cause, forKey: .cause)
    try container.encode(target, forKey: .target)
    try container.encode(version, forKey: .version)
    try container.encode(start, forKey: .start)
    try container.encode(lookup, forKey: .lookup)
    if matchSteps != 0 { try container.encode(matchSteps, forKey: .matchSteps) }
    try container.encode(steps, forKey: .steps)
  }
}

extension RouteTrace.Step: Codable {
  private enum CodingKeys: String, CodingKey {
    case route, kind, pattern, name, origin, queue, parameters, matchSteps, start, wait, duration
    case answer, hop, error, faults, notes
    case isAskedAgain = "again"
  }

  /// Reads a step; all but the route, its kind, its pattern and the answer may be missing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      route: try container.decode(RouteID.self, forKey: .route),
      kind: try container.decode(RouteKind.self, forKey: .kind),
      pattern: try container.decode(String.self, forKey: .pattern),
      name: try container.decodeIfPresent(String.self, forKey: .name),
      origin: try container.decodeIfPresent(String.self, forKey: .origin),
      queue: try container.decodeIfPresent(String.self, forKey: .queue),
      parameters: try container.decodeIfPresent([RouteTrace.Parameter].self, forKey: .parameters)
        ?? [],
      matchSteps: try container.decodeIfPresent(Int.self, forKey: .matchSteps) ?? 0,
      start: try container.decodeIfPresent(Int64.self, forKey: .start) ?? 0,
      wait: try container.decodeIfPresent(Int64.self, forKey: .wait),
      duration: try container.decodeIfPresent(Int64.self, forKey: .duration),
      answer: try container.decode(RouteTrace.Answer.self, forKey: .answer),
      hop: try container.decodeIfPresent(String.self, forKey: .hop),
      error: try container.decodeIfPresent(String.self, forKey: .error),
      isAskedAgain: try container.decodeIfPresent(Bool.self, forKey: .isAskedAgain) ?? false,
      faults: try container.decodeIfPresent([RouteTrace.Fault].self, forKey: .faults) ?? [],
      notes: try container.decodeIfPresent([String: String].self, forKey: .notes) ?? [:]
    )
  }

  /// Writes the step, without empty fields.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(route, forKey: .route)
    try container.encode(kind, forKey: .kind)
    try container.encode(pattern, forKey: .pattern)
    try container.encodeIfPresent(name, forKey: .name)
    try container.encodeIfPresent(origin, forKey: .origin)
    try container.encodeIfPresent(queue, forKey: .queue)
    if !parameters.isEmpty { try container.encode(parameters, forKey: .parameters) }
    if matchSteps != 0 { try container.encode(matchSteps, forKey: .matchSteps) }
    try container.encode(start, forKey: .start)
    try container.encodeIfPresent(wait, forKey: .wait)
    try container.encodeIfPresent(duration, forKey: .duration)
    try container.encode(answer, forKey: .answer)
    try container.encodeIfPresent(hop, forKey: .hop)
    try container.encodeIfPresent(error, forKey: .error)
    if isAskedAgain { try container.encode(true, forKey: .isAskedAgain) }
    if !faults.isEmpty { try container.encode(faults, forKey: .faults) }
    if !notes.isEmpty { try container.encode(notes, forKey: .notes) }
  }
}
