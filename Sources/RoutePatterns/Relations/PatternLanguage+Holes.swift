/// The targets of a language that another one keeps away, but for those of exceptions.
package struct LanguageCover {
  let language: PatternLanguage
  let exceptions: [PatternLanguage]

  /// Makes a cover of all targets of a language that none of the exceptions has.
  package init(_ language: PatternLanguage, exceptions: [PatternLanguage] = []) {
    self.language = language
    self.exceptions = exceptions
  }
}

/// The result of looking for a target of a language that covers leave open.
package enum LanguageHole {
  /// The covers take all targets.
  case none
  case found(RouteTarget)
  /// It would take too long to tell.
  case unknown
}

extension PatternLanguage {
  /// Looks for a short target that may be in the language and that covers may leave open: where
  /// there is none, they surely take all.
  package func possibleHole(in covers: [LanguageCover]) -> LanguageHole {
    hole(in: covers, of: \.upper, outside: \.lower)
  }

  /// Looks for a short target that surely is in the language, and that covers surely leave open:
  /// where there is none, there may be one all the same.
  package func sureHole(in covers: [LanguageCover]) -> LanguageHole {
    hole(in: covers, of: \.lower, outside: \.upper)
  }

  /// Looks for a short target that one of its automata has, and that lies outside of the other one
  /// of each cover.
  private func hole(
    in covers: [LanguageCover],
    of side: (PatternLanguage) -> LanguageAutomaton,
    outside other: (PatternLanguage) -> LanguageAutomaton
  ) -> LanguageHole {
    let outcome = HoleSearch.text(
      of: side(self),
      outside: covers.map { cover in
        HoleSearch.Cover(
          automaton: other(cover.language),
          exceptions: cover.exceptions.map(side)
        )
      },
      pathsOnly: areOfPaths(covers)
    )
    return switch outcome {
    case .none: .none
    case .found: target(outcome).map { .found($0) } ?? .unknown
    case .tooLarge: .unknown
    }
  }

  private func areOfPaths(_ covers: [LanguageCover]) -> Bool {
    covers.allSatisfy { cover in
      areOfPaths(cover.language) && cover.exceptions.allSatisfy { areOfPaths($0) }
    }
      && areOfPaths(self)
  }
}
