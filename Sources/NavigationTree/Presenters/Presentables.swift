/// Something presented that takes its parameters from the request that led to it.
///
///     final class BookPage: RouteParametrizedPresentable {
///       func configure(routeParameters: RouteParameters) { id = routeParameters["id"] }
///     }
///
/// What belongs to the main actor is a ``MainRouteParametrizedPresentable`` instead.
public protocol RouteParametrizedPresentable: SendableMetatype {
  // Presenters find out by a cast whether a presentable conforms, and outside of tasks a cast does not see
  // conformances that are bound to an actor. `SendableMetatype` makes such a conformance an error of the compiler.

  /// Takes over the parameters, when it has been shown and whenever they change.
  func configure(routeParameters: RouteParameters)
}

/// Something presented on the main actor that takes its parameters from the request that led to it.
@MainActor
public protocol MainRouteParametrizedPresentable: SendableMetatype {
  /// Takes over the parameters, when it has been shown and whenever they change.
  func configure(routeParameters: RouteParameters)
}

/// Something presented that shows modals over itself.
public protocol ModalPresentingPresentable<Modal>: SendableMetatype {
  /// What is shown, as the tree names it.
  associatedtype Modal
  /// Shows a modal.
  func present(modal: Modal)
  /// Takes the modal away again.
  func dismiss(modal: Modal)
}

/// Something presented on the main actor that shows modals over itself.
@MainActor
public protocol MainModalPresentingPresentable<Modal>: SendableMetatype {
  /// What is shown, as the tree names it.
  associatedtype Modal
  /// Shows a modal.
  func present(modal: Modal)
  /// Takes the modal away again.
  func dismiss(modal: Modal)
}

/// What presenters do where they were not told what to do.
enum PresentableDefaults {
  @Sendable
  static func configure<View>(_ parameters: RouteParameters, _ presentable: View) {
    if let presentable = presentable as? any RouteParametrizedPresentable {
      presentable.configure(routeParameters: parameters)
    } else if let presentable = presentable as? any MainRouteParametrizedPresentable {
      MainActorCall.perform(presentable) { $0.configure(routeParameters: parameters) }
    }
  }

  @Sendable
  static func present<View>(_ modal: View, _ over: View) {
    if let presenting = over as? any ModalPresentingPresentable<View> {
      presenting.present(modal: modal)
    } else if let presenting = over as? any MainModalPresentingPresentable<View> {
      MainActorCall.perform((presenting, modal)) { $0.0.present(modal: $0.1) }
    }
  }

  @Sendable
  static func dismiss<View>(_ modal: View, _ over: View) {
    if let presenting = over as? any ModalPresentingPresentable<View> {
      presenting.dismiss(modal: modal)
    } else if let presenting = over as? any MainModalPresentingPresentable<View> {
      MainActorCall.perform((presenting, modal)) { $0.0.dismiss(modal: $0.1) }
    }
  }
}
