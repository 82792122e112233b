// One import is enough for requests and responses, the router, patterns and targets.
@_exported public import RoutePatterns
@_exported public import Switchyard
