import Switchyard

extension Floor {
  /// Registers maps that answer once.
  func mapMaps(in router: Router) {
    map(.sync, "/sync", in: router)
    map(.parameter, "/parameter/:id(\\d+)", in: router)
    router.map("/queue", tags: ["All"], queue: queue) { [self] _, _, passed, completed in
      begin(.queue, passed)
      end()
      completed()
    }
    router.map("/async", tags: ["All"]) { [self] (context: RouteContext) async in
      begin(.async, context.payload)
      await Task.yield()
      end()
    }
    router.map("/asyncQueue", tags: ["All"], queue: queue) { [self] (context: RouteContext) async in
      begin(.asyncQueue, context.payload)
      end()
    }
    router.map("/main", tags: ["All"], queue: .main) { [self] _, _, passed, completed in
      begin(.main, passed)
      end()
      completed()
    }
    router.map("/elsewhere", tags: ["All"]) { [self] _, _, passed, completed in
      begin(.elsewhere, passed)
      others.async { [self] in
        end()
        completed()
      }
    }
    router.map("/later", tags: ["All"]) { [self] _, _, passed, completed in
      begin(.later, passed)
      Postman.shared.take { [self] in
        end()
        completed()
      }
    }
    router.map("/nested", tags: ["All"]) { [self, weak router] _, _, passed, completed in
      let ticket = begin(.nested, passed)
      if router?.open("/sync", payload: ticket.next(.sync)) != true {
        Failure.stop("/sync was not found by a handler")
      }
      end()
      completed()
    }
    router.fallback("/*", tags: ["All"]) { [self] _, _, passed, completed in
      begin(.unknown, passed)
      end()
      completed()
    }
  }

  private func map(_ kind: Kind, _ pattern: RoutePattern, in router: Router) {
    let captured = Tracked(lives)
    router.map(pattern, tags: ["All"]) { [self] _, _, passed, completed in
      captured.use()
      begin(kind, passed)
      end()
      completed()
    }
  }

  /// Registers maps that do not answer as they should.
  func mapFaulty(in router: Router) {
    router.map("/dropped", tags: ["All"]) { [self] _, _, passed, _ in
      begin(.dropped, passed)
      faults.expect(.dropped)
      end()
    }
    router.map("/doubled", tags: ["All"]) { [self] _, _, passed, completed in
      begin(.doubled, passed)
      faults.expect(.repeated)
      end()
      completed()
      completed()
    }
    router.map("/doubledLater", tags: ["All"]) { [self] _, _, passed, completed in
      begin(.doubledLater, passed)
      faults.expect(.repeated)
      end()
      completed()
      Postman.shared.take(completed)
    }
    router.map("/throwing", tags: ["All"]) { [self] (context: RouteContext) async throws in
      begin(.throwing, context.payload)
      end()
      throw Refusal()
    }
    // For routers where its time may be up before.
    router.map("/late", tags: ["All"]) { [self] _, _, passed, completed in
      begin(.late, passed)
      end()
      Postman.shared.take(completed)
    }
  }
}
