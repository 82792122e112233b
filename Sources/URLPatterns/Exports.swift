// One import is enough for patterns of URLs, and the errors and limits that routes have as well.
@_exported public import RoutePatterns
