import Dispatch
import Foundation
import Switchyard
import Synchronization
import TestSupport
import Testing

/// Traces that several threads make at once, with handlers that answer on others.
@Suite struct TraceThreadTests {
  @Test(arguments: [Router.Order.serial, .concurrent])
  func `each dispatch has one trace, with its own steps alone`(_ order: Router.Order) async {
    let traces = TraceLog()
    var configuration: Router.Configuration = order == .serial ? .app : .server
    configuration.onFault = { _ in }
    configuration.onTrace = { traces.receive($0) }
    configuration.traceValues = .all
    // On a machine that does much else a thread may come later than any limit.
    configuration.guardTimeLimit = nil
    let router = Router.lent(configuration)
    let queue = DispatchQueue(label: "handlers", attributes: .concurrent)
    router.guard("/*") { context, decide in
      context.note("route", context.route)
      let number = context.route.utf8.last ?? 0
      if number % 3 == 0 { return DispatchQueue.global().async { decide(.allow) } }
      decide(.allow)
      if number % 5 == 0 { decide(.deny) }
    }
    router.around("/b/*") { _, next in try await next() }
    router.proxy("/a/:n", queue: queue) { (context: RouteContext) async in
      context.note("route", context.route)
      return .commit("/b/\(context.parameters["n"] ?? "")")
    }
    router.map("/b/:n") { (context: RouteContext) async in
      context.note("route", context.route)
      await Task.yield()
      context.note("again", context.route)
    }
    let count = PropertyRun.isSlow ? 200 : 1000
    await withTaskGroup { group in
      for thread in 0..<4 {
        group.addTask {
          for number in 0..<count {
            let task = Task { await router.dispatch("/a/\(thread)x\(number)") }
            if number % 7 == 0 { task.cancel() }
            _ = await task.value
          }
        }
      }
    }
    let all = traces.all
    #expect(all.count == 4 * count)
    #expect(Set(all.map(\.id)).count == all.count)
    for trace in all {
      let name = trace.target.drop { $0 != "x" }
      for leg in trace.legs {
        #expect(leg.target.hasSuffix(name))
        for step in leg.steps {
          for (_, note) in step.notes { #expect(note == leg.target) }
        }
      }
      guard trace.outcome.code == .handled else {
        #expect(trace.outcome.code == .cancelled)
        continue
      }
      #expect(trace.steps.map(\.kind) == [.guard, .proxy, .guard, .middleware, .map])
      #expect(trace.steps.last?.notes.count == 2)
    }
  }
}
