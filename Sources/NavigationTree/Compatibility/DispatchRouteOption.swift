/// Options for handling a request, by the name that they have in MonarchRouter.
public typealias DispatchRouteOption = DispatchOptions
