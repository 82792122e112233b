// One import is enough for the server, the router, patterns and targets.
@_exported public import RoutePatterns
@_exported public import Switchyard
