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
    hole(
      HoleSearch.text(
        of: upper,
        outside: covers.map { cover in
          HoleSearch.Cover(
            automaton: cover.language.lower,
            exceptions: cover.exceptions.map(\.upper)
          )
        },
        pathsOnly: areOfPaths(covers)
      )
    )
  }

  /// Looks for a short target that surely is in the language, and that covers surely leave open:
  /// where there is none, there may be one all the same.
  package func sureHole(in covers: [LanguageCover]) -> LanguageHole {
    hole(
      HoleSearch.text(
        of: lower,
        outside: covers.map { cover in
          HoleSearch.Cover(
            automaton: cover.language.upper,
            exceptions: cover.exceptions.map(\.lower)
          )
        },
        pathsOnly: areOfPaths(covers)
      )
    )
  }

  private func hole(_ outcome: LanguageSearch.Outcome) -> LanguageHole {
    switch outcome {
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
