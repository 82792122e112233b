/// The end of a dispatch that has an attachment.
package struct DispatchEnd: Sendable {
  /// The outcome.
  package let outcome: RouteOutcome
  /// The target that it came to.
  package let target: RouteTarget
  /// The map or fallback that the target has met.
  package let destination: MatchedEntry?
  /// The attachment that its last handlers had.
  package let attachment: any DispatchAttachment
  /// The recorder of its trace, which is to be told to deliver that; most have none.
  package let recorder: TraceRecorder?
}
