// One import is enough for patterns of URLs, and for the errors and limits that they share with routes.
@_exported public import RoutePatterns
