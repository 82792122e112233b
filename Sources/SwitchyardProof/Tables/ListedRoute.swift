/// A route of a listing, with what a router registers of it.
package struct ListedRoute: Sendable {
  /// The route as it stands in the listing.
  package var route: RouteDescription
  /// Its pattern.
  package var pattern: RoutePattern
  /// The targets that it is not asked about, of a guard.
  package var exceptions: [GuardException]

  /// Takes a route whose texts have been read.
  package init(
    _ route: RouteDescription,
    _ pattern: RoutePattern,
    exceptions: [GuardException] = []
  ) {
    let isOpaque = route.isOpaque == true
    self.route = route
    self.pattern = isOpaque ? pattern.withUnknownChecks : pattern
    self.exceptions =
      !isOpaque
      ? exceptions
      : exceptions.map { GuardException($0.pattern.withUnknownChecks, methods: $0.methods) }
  }

  /// Reads the texts of a route.
  package init(
    reading route: RouteDescription,
    _ options: RoutePattern.Options
  ) throws(ListedRoutesError) {
    let pattern: RoutePattern
    do throws(PatternError) {
      pattern = try RoutePattern(parsing: route.pattern, options: options)
    } catch {
      throw ListedRoutesError(route, .pattern(error))
    }
    let written = route.exceptions ?? []
    if !written.isEmpty, route.kind != .guard {
      throw ListedRoutesError(route, .exceptedFromNone)
    }
    var exceptions: [GuardException] = []
    for text in written {
      do throws(ListedExceptionError) {
        exceptions.append(try GuardException(listed: text, options))
      } catch {
        throw ListedRoutesError(route, .exception(text, error))
      }
    }
    self.init(route, pattern, exceptions: exceptions)
  }
}

extension RoutePattern {
  /// The pattern with closures that accept all values, as those of which a listing only says that
  /// there are some: what it matches is undecided where patterns are compared.
  fileprivate var withUnknownChecks: RoutePattern {
    let checks = parameterNames.map { ($0, RouteValidation.check { _ in true }) }
    let validations = Dictionary(checks) { first, _ in first }
    return (try? RoutePattern(parsing: text, where: validations, options: options)) ?? self
  }
}
