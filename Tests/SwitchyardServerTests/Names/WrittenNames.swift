import Foundation
import NameStubs
import NavigationTree
import RoutePatterns
import SessionStore
import Switchyard
import SwitchyardFleet
import SwitchyardInspector
import SwitchyardSessions

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The names of our other modules in a file that imports those of other libraries as well: an extension
// of a type, or another name of an alias, does not compile where the name could be another type's.
// `NeighbourTests` sees that none is missing.

// RoutePatterns
extension Certainty {}
extension FoundRoute {}
extension MatchBudget {}
extension MatchError {}
extension NamedParameters {}
extension ParameterError {}
extension ParameterSource {}
extension ParameterValue {}
extension PathParameters {}
extension PatternComponent {}
extension PatternError {}
extension PatternLimits {}
extension PatternReverseError {}
extension QueryParameters {}
extension RegexProblem {}
extension RouteComponent {}
extension RouteMatch {}
extension RoutePattern {}
extension RouteString {}
extension RouteTarget {}
extension RouteTargetError {}
extension RouteType {}
extension RouteValidation {}
extension SpecificityOrder {}

// Switchyard
extension ContextValueError {}
extension DispatchError {}
extension GuardException {}
extension GuardMatrix {}
extension GuardVerdict {}
extension LookupScope {}
extension MainQueue {}
extension MatchedRoute {}
extension NextHandler {}
extension NextHandlerError {}
extension NoPayload {}
extension ProxyDecision {}
extension RedirectPolicy {}
extension RegistrationScope {}
extension RouteAccess {}
extension RouteContext {}
extension RouteContextKey {}
extension RouteDescription {}
extension RouteDestination {}
extension RouteExplanation {}
extension RouteFinding {}
extension RouteID {}
extension RouteKind {}
extension RouteListing {}
extension RouteLookup {}
extension RouteNameError {}
extension RouteNotes {}
extension RouteOrigin {}
extension RouteOutcome {}
extension RouteOwner {}
extension RoutePrecedence {}
extension RouteRegistrar {}
extension RouteReport {}
extension RouteTag {}
extension RouteTrace {}
extension RouteUpdate {}
extension RouterAccess {}
extension RouterClock {}
extension RouterConfiguration {}
extension RouterFault {}
extension RouterOrder {}
extension RouterView {}
extension TrailStep {}

// NavigationTree
extension ActiveNode {}
extension ChangeElementAction {}
extension ControllerSource {}
extension DispatchOptions {}
extension EndpointRequest {}
extension HasNavigationState {}
extension ListTransition {}
extension MainModalPresentingPresentable {}
extension MainRouteParametrizedPresentable {}
extension ModalPresentingPresentable {}
extension NavigationAction {}
extension NavigationError {}
extension NavigationHistory {}
extension NavigationObservation {}
extension NavigationOutcome {}
extension NavigationReducer {}
extension NavigationState {}
extension PopElementAction {}
extension PopToElementAction {}
extension PresentationError {}
extension PresentationHost {}
extension PresentationStyle {}
extension PresentedNode {}
extension PresentingRegistrar {}
extension PushElementAction {}
extension Routable {}
extension RoutableFault {}
extension RouteActionError {}
extension RouteCoordinator {}
extension RouteHash {}
extension RouteNodeID {}
extension RouteParametrizedPresentable {}
extension RoutePresenter {}
extension RoutePresenterFork {}
extension RoutePresenterStack {}
extension RoutePresenterSwitcher {}
extension RouterState {}
extension RouterStore {}
extension RoutingNode {}
extension RoutingPresentationSetup {}
extension RoutingRequest {}
extension RoutingRequestType {}
extension SetRouteAction {}
extension SetRouteSpecificData {}
extension StoreLink {}
extension TransitionStep {}
extension TreeError {}
extension TreeFault {}
extension TreeTrace {}
extension TreeTransition {}

// SessionStore
extension MemorySessionStore {}
extension SessionChange {}
extension SessionIdentifier {}
extension SessionKey {}
extension SessionLifetime {}
extension SessionRecord {}
extension SessionStoreError {}
extension SessionVersion {}
extension SessionWrite {}
extension VersionedSessionStore {}

// SwitchyardSessions
extension IdempotencyKey {}
extension NoOutcome {}
extension SessionError {}
extension SessionFitting {}
extension SessionResult {}
extension SessionState {}
extension Sessions {}

// SwitchyardFleet
extension FleetStatus {}
extension GenerationRefusal {}
extension HandlerSettings {}
extension HandlerSettingsError {}
extension PublicationError {}
extension RefusalReason {}
extension RefusedGeneration {}
extension RouteFolder {}
extension RouteGeneration {}
extension RouteHandlers {}
extension RoutePublisher {}
extension RouteSource {}
extension RouteSourceError {}
extension SharedRoutes {}
extension SharedRoutesStatus {}
extension SharedTable {}

// SwitchyardInspector
extension InspectedTree {}
extension InspectorAccess {}
extension InspectorError {}
extension RouteInspector {}

private enum Aliases {
  typealias OfDispatchRouteOption = DispatchRouteOption
  typealias OfElementRoute = ElementRoute
  typealias OfGuardHandler = GuardHandler
  typealias OfMainGuardHandler = MainGuardHandler
  typealias OfMainProxyHandler = MainProxyHandler
  typealias OfMainRouteHandler = MainRouteHandler
  typealias OfPresentationCompletion = PresentationCompletion
  typealias OfPresentationSetup = PresentationSetup<Int>
  typealias OfProxyCommit = ProxyCommit
  typealias OfProxyHandler = ProxyHandler
  typealias OfRouteElement = RouteElement
  typealias OfRouteHandler = RouteHandler
  typealias OfRouteParameters = RouteParameters
  typealias OfRouteUUID = RouteUUID
  typealias OfRouterReducer = RouterReducer<Int>
  typealias OfRoutingCompletion = RoutingCompletion
  typealias OfSwitchyardRouteGroup = SwitchyardRouteGroup
  typealias OfSwitchyardRouter = SwitchyardRouter
}
