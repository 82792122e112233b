extension RoutePattern {
  /// What the pattern asks of the segments of a path: made anew at each call, in little time.
  package var outline: PatternOutline { storage.outline }

  /// How specific the pattern is: the keys of two compare, byte by byte, as their patterns do.
  package var specificityKey: [UInt8] { storage.readParts.specificityKey }
}

extension RoutePattern.Storage {
  final var outline: PatternOutline {
    let options = options
    if isPlainText, let plain = PatternOutline(plain: sourceText, slashes: options.slashes) {
      return plain
    }
    var outline = PatternOutline(
      readParts.path,
      slashes: options.slashes,
      ignoresCase: options.letterCase == .insensitive
    )
    if seesScheme || hasChecks { outline.isExact = false }
    return outline
  }
}
