// One import is enough for patterns, targets, parameters and the router.
@_exported public import RoutePatterns
