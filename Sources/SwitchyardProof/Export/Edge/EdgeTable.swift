/// The routes of a table as a server in front decides on them: one line after the other, of which
/// the first that matches has the answer.
///
/// A line is asked about a method, a space and a target that is known to be canonical: its path, or
/// all of it where one of the patterns looks at a scheme or host. Who is asked about another target
/// leaves it to the app.
struct EdgeTable {
  /// The answers for what is no route; no route is given one of them as its name.
  enum Answer {
    /// The app decides.
    static let app = "app"
    /// The app has no map: 404.
    static let none = "none"
    /// The app has maps for other methods alone: 405, or 204 for OPTIONS.
    static let otherMethod = "other-method"

    static let all = [app, none, otherMethod]
  }

  struct Line {
    /// The methods that it is for; `nil` for any.
    var methods: [String]?
    /// The expression of the path, or of the whole target.
    var expression: String
    var answer: String
    /// The route, for who reads the file.
    var remark: String
  }

  private(set) var lines: [Line] = []
  private(set) var notes: [ExportNote] = []
  /// The places of routes that are asked about whole targets, as their patterns look at a scheme
  /// or host.
  private let placesOfOrigins: [Int]
  /// The most bytes of a request's target, with its query, that the edge decides on.
  let targetLength: Int
  let slashes: RouteTarget.SlashPolicy
  private let routes: ListedRoutes
  private let engine: ForeignExpression.Engine
  private let expressions: [Int: ForeignExpression]
  /// The patterns that may cost the router too much.
  let doubts: [StepShares.Doubt]
  /// The expressions of the lines so far.
  private var asked: Set<String> = []
  /// The places of routes whose lines were too long.
  private var shortened: Set<Int> = []

  /// The bytes that a server's file takes in one word, at the least, some left for the quotes.
  private static let expressionLength = 3_000
  /// The bytes of a word that nginx takes at the most, as they are written between quotation marks,
  /// with some left for these and the file's own.
  static let wordOfNginx = 4_000
  /// The bytes that the server takes in one word as nginx counts them; `nil` for no such bound.
  private let wordLength: Int?
  /// The bytes of scheme, host and port that the edge decides on, at the most.
  static let originLength = 200
  /// The bytes of a target that the edge decides on, at the most: no engine runs out of room.
  private static let longestTarget = 1_000

  init(_ routes: ListedRoutes, for engine: ForeignExpression.Engine, wordLength: Int? = nil) {
    self.routes = routes
    self.engine = engine
    self.wordLength = wordLength
    let configuration = routes.router.configuration
    slashes = configuration.slashes
    targetLength = max(
      0,
      min(Self.longestTarget, configuration.targetLength - Self.originLength)
    )
    var expressions: [Int: ForeignExpression] = [:]
    for (place, entry) in routes.entries.enumerated()
    where [.proxy, .map, .fallback].contains(entry.route.kind) && entry.isOfRequests {
      expressions[place] = ForeignExpression(
        entry.pattern,
        for: engine,
        limit: Self.expressionLength
      )
    }
    self.expressions = expressions
    doubts = StepShares(routes, longest: targetLength + Self.originLength).doubts
    var origins = Set(expressions.filter(\.value.seesScheme).keys)
    for doubt in doubts {
      let beginning = ForeignExpression(
        beginningOf: doubt.pattern,
        longerThan: doubt.length,
        for: engine
      )
      if beginning.seesScheme { origins.insert(doubt.place) }
    }
    placesOfOrigins = origins.sorted()
    addDoubts()
    addLines()
  }

  /// Whether lines are asked about whole targets.
  var seesOrigins: Bool { !placesOfOrigins.isEmpty }

  /// The expression of all canonical paths.
  var canonicalPaths: String {
    ForeignExpression(canonicalPathsUnder: slashes, for: engine).text
  }

  /// The expression of what may stand behind a canonical path and means nothing.
  var trailingSlash: String { slashes == .lenient ? "/?" : "" }

  /// The expression of canonical schemes and hosts, with the slash behind them.
  var canonicalOrigins: String { ForeignExpression(canonicalOriginsFor: engine).text }

  /// The expressions of canonical names of hosts with their ports: those of http, and those of
  /// https.
  var canonicalHosts: [String] {
    ["http", "https"].map { ForeignExpression(canonicalHostsUnder: $0, for: engine).text }
  }

  /// Refuses routes whose patterns look at a scheme or host, where a form asks about paths alone.
  ///
  /// None can be left to the app: what a path means behind them would hang on the host.
  func refuseOrigins(_ remedy: String) throws(ExportError) {
    guard seesOrigins else { return }
    throw ExportError(
      placesOfOrigins.map { place in
        ExportNote(
          routes.entries[place],
          at: place,
          "Its pattern looks at a scheme or host, and what is written here is asked about paths "
            + "alone. \(remedy)"
        )
      }
    )
  }

  /// Remarks on guards, for forms that have no room for a remark that holds for all.
  var notesOfGuards: [ExportNote] {
    routes.entries.enumerated().compactMap { place, entry in
      guard entry.route.kind == .guard else { return nil }
      let message =
        "The app asks it in any case; what is written says where a request goes, and not whether "
        + "it may."
      return ExportNote(entry, at: place, message)
    }
  }

  // MARK: - Lines

  /// Adds lines for targets on which the router may come to its limit of steps, whatever it would
  /// say of them otherwise: guards and other methods take of it too.
  private mutating func addDoubts() {
    for doubt in doubts {
      let expression = ForeignExpression(
        beginningOf: doubt.pattern,
        longerThan: doubt.length,
        for: engine
      )
      // A whole target may be longer than the path alone, which is asked about without its origin.
      guard expression.seesScheme || doubt.length < targetLength else { continue }
      add(expression, of: doubt.place, methods: nil, answer: Answer.app)
      let length = doubt.length == 0 ? "" : " and have more than \(doubt.length) bytes"
      note(
        doubt.place,
        "The router may come to its limit of steps by its pattern; targets that begin like it"
          + "\(length) are left to the app."
      )
    }
  }

  /// Adds the lines in the order in which the router asks.
  private mutating func addLines() {
    let all = routes.router.routesAsAsked.compactMap { routes.place(of: $0) }
      .filter { expressions[$0] != nil }
    let names = EdgeNames(routes, of: all)
    func places(of kind: RouteKind) -> [Int] {
      all.filter { routes.entries[$0].route.kind == kind }
    }
    for place in places(of: .proxy) {
      add(place, answer: Answer.app)
      note(place, "A proxy may lead elsewhere; what it matches is left to the app.")
    }
    for place in places(of: .map) {
      add(place, answer: names[place])
      noteIfInexact(place)
    }
    // A map for another method keeps fallbacks from running.
    for place in places(of: .map) where routes.entries[place].methods != nil {
      add(place, answer: Answer.otherMethod, ofAnyMethod: true)
    }
    for place in places(of: .fallback) {
      add(place, answer: names[place])
      noteIfInexact(place)
    }
  }

  private mutating func add(_ place: Int, answer: String, ofAnyMethod: Bool = false) {
    guard let expression = expressions[place] else { return }
    let methods = ofAnyMethod ? nil : routes.entries[place].methods
    let isSure = expression.isExact
    add(expression, of: place, methods: methods, answer: isSure ? answer : Answer.app)
  }

  private mutating func add(
    _ expression: ForeignExpression,
    of place: Int,
    methods: [String]?,
    answer: String
  ) {
    var line = Line(
      methods: methods,
      expression: seesOrigins && !expression.seesScheme
        ? "[a-z]+://[^/]+\(expression.text)" : expression.text,
      answer: answer,
      remark: routes.entries[place].route.description
    )
    if let wordLength, line.wordLength > wordLength {
      // It matches more then, and the app decides that as it does without a server in front.
      (line.methods, line.answer) = (nil, Answer.app)
      if line.wordLength > wordLength { line.expression = seesOrigins ? "[a-z]+:.*" : "/.*" }
      if shortened.insert(place).inserted {
        note(
          place,
          "Its methods or its expression are too long for a word of the file; what it may match is "
            + "left to the app, and where the expression is, all that no route before it has."
        )
      }
    }
    // Behind one that asks for the same it would never answer, and Caddy takes no second one.
    if asked.insert(line.whole).inserted { lines.append(line) }
  }

  private mutating func noteIfInexact(_ place: Int) {
    guard expressions[place]?.isExact == false else { return }
    note(
      place,
      "Its pattern has what a server in front cannot be sure of, such as a lookaround, a back "
        + "reference or several loops that go back; what it may match is left to the app."
    )
  }

  private mutating func note(_ place: Int, _ message: String) {
    notes.append(ExportNote(routes.entries[place], at: place, message))
  }
}

extension EdgeTable.Line {
  /// The expression that is asked about a method, a space and a target.
  var whole: String { #"(?s)\A\#(method ?? "[^ ]+") \#(expression)\z"# }

  /// The expression of the methods; `nil` for any.
  var method: String? {
    methods.map { methods in "(?:\(methods.map(\.escaped).joined(separator: "|")))" }
  }

  /// The bytes of the expression where backslashes and quotation marks stand behind a backslash.
  fileprivate var wordLength: Int {
    whole.utf8.reduce(0) { $0 + (#"\""#.utf8.contains($1) ? 2 : 1) }
  }

  /// The method and the route, for who reads the file.
  var comment: String { "\(methods?.joined(separator: ",") ?? "*") \(remark)" }
}

extension ListedRoute {
  /// Whether requests find it: it has the tag of a method, or that of any, or is a proxy for all.
  var isOfRequests: Bool {
    route.kind == .proxy && route.tags.isEmpty
      || route.tags.contains { $0 == .anyMethod || $0.methodToken != nil }
  }

  /// The methods of the requests that find it; `nil` for any.
  fileprivate var methods: [String]? {
    let tokens = route.tags.compactMap(\.methodToken)
    guard !tokens.isEmpty, !route.tags.contains(.anyMethod) else { return nil }
    // HEAD finds what GET does.
    let all = tokens.contains("GET") ? tokens + ["HEAD"] : tokens
    return Set(all).sorted()
  }
}

extension String {
  /// The text of a token within an expression.
  fileprivate var escaped: String {
    var text = ""
    for character in unicodeScalars {
      if "^$.|*+'\"&#`~".unicodeScalars.contains(character) {
        text += "\\x"
        text += String(character.value, radix: 16, uppercase: true)
      } else {
        text.unicodeScalars.append(character)
      }
    }
    return text
  }
}
