/// The reason that the text of an exception in a listing cannot be read.
package enum ListedExceptionError: Error {
  /// It is no pattern behind methods and one space, or no pattern alone.
  case form
  /// Its pattern is none.
  case pattern(PatternError)
}

extension GuardException {
  /// Reads an exception as listings have it: a pattern, behind methods if it is for some alone.
  package init(listed text: String, _ options: RoutePattern.Options) throws(ListedExceptionError) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    let tokens =
      parts.count > 1 ? parts[0].split(separator: ",", omittingEmptySubsequences: false) : []
    let methods = tokens.compactMap { token in
      RequestMethod(word: String(token)) ?? RequestMethod(rawValue: String(token))
    }
    // A space of a pattern is written %20 in listings.
    guard let pattern = parts.last, parts.count <= 2, methods.count == tokens.count,
      !pattern.isEmpty
    else { throw .form }
    do throws(PatternError) {
      let pattern = try RoutePattern(parsing: String(pattern), options: options)
      self.init(pattern, methods: methods.tags)
    } catch {
      throw .pattern(error)
    }
  }
}
