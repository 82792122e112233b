#if PostgreSQL
  internal import Dispatch

  extension PostgresConnection {
    /// Begins to connect to the first host, or to the one behind those that have failed.
    func connect() {
      isStale = false
      // From any other state it is made once more, as a try has failed.
      begun = if case .idle = state { now() } else { nil }
      do throws(PostgresFailure) {
        let hosts = try setup.address.hosts.get()
        guard failures.count < hosts.count else { return rest() }
        state = .resolving
        resolver.async { [weak self, open, host = hosts[failures.count]] in
          let link = Result { () throws(PostgresFailure) in try open(host) }
          self?.queue.async { [weak self] in self?.locked { $0.begin(link, host) } }
        }
      } catch {
        lose(error)
      }
    }

    /// Goes on with a host whose name is known.
    private func begin(_ link: Result<PostgresLink, PostgresFailure>, _ host: PostgresHost) {
      guard case .resolving = state else { return }
      do throws(PostgresFailure) {
        let link = try link.get()
        state = .connecting(link)
        // "As if the last had returned that it waits for writing".
        try follow(link, writing: true)
        queue.asyncAfter(deadline: .now() + .seconds(host.limit)) { [weak self, weak link] in
          self?.locked {
            guard let link, case .connecting(let current) = $0.state, current === link else {
              return
            }
            $0.lose(PostgresFailure("no connection to \(host.name) within \(host.limit) s"))
          }
        }
      } catch {
        lose(error)
      }
    }

    /// Waits for the socket, which may be another one than before.
    private func follow(_ link: PostgresLink, writing: Bool) throws(PostgresFailure) {
      watches += 1
      let watch = SocketWatch(link.socket, writing: writing) { [weak self, watches] hasMore in
        // It may be that of a link that is gone.
        self?.locked { if $0.watches == watches { $0.step(hasMore) } }
      }
      guard let watch else { throw PostgresFailure("no descriptor is left") }
      self.watch = watch
    }

    /// Goes on as far as it is possible without waiting.
    /// - Parameter hasMore: whether the server has said something.
    private func step(_ hasMore: Bool) {
      do throws(PostgresFailure) {
        switch state {
        case .connecting(let link):
          switch try link.poll() {
          case .reads: try follow(link, writing: false)
          case .writes: try follow(link, writing: true)
          case .isReady:
            try follow(link, writing: false)
            prepare(link)
          }
        case .preparing(let link), .ready(let link):
          try link.consume()
          // That more can be sent is no sign of life; but libpq may have read when it sent.
          var hasSpoken = hasMore
          while isCurrent(link), let event = link.next() {
            hasSpoken = true
            take(event)
          }
          // Behind the results, as those that stand behind one are read with it.
          while let text = link.nextNotification() { tell(.notified(text)) }
          guard isCurrent(link) else { return }
          watch?.awaitsWriting = try !link.flush()
          // A part of an answer is a sign of life.
          if hasSpoken, !sent.isEmpty { heard = now() }
        case .idle, .resolving, .resting, .closed: break
        }
      } catch {
        lose(error)
      }
    }

    private func take(_ event: PostgresLink.Event) {
      guard !sent.isEmpty else { return }
      switch event {
      case .rows(let rows): if !rows.isEmpty { sent[0].answer = .success(rows) }
      case .failure(let failure):
        sent[0].answer = .failure(failure)
        if failure.isOfSession { makeStale() }
      case .end:
        let command = sent.removeFirst()
        complete(command, command.answer)
        renewIfStale()
      }
    }

    // MARK: - The first statements

    /// Looks for the tables, makes them if there are none, and prepares the statements.
    private func prepare(_ link: PostgresLink) {
      state = .preparing(link)
      for setting in setup.settings {
        send(command(setting) { [weak self] in _ = self?.accept($0, link) }, over: link)
      }
      find(link)
    }

    private func find(_ link: PostgresLink) {
      let find = command(setup.schema.find) { [weak self] in self?.found($0, link) }
      send(find, over: link)
    }

    private func found(_ answer: PostgresCommand.Answer, _ link: PostgresLink) {
      guard let row = accept(answer, link)?.first else { return }
      switch row.text(0) {
      case setup.schema.form: prepareStatements(link)
      case "":
        let make = command(setup.schema.make) { [weak self] answer in
          // Another version may have been quicker.
          if self?.accept(answer, link) != nil { self?.find(link) }
        }
        send(make, over: link)
      case let other:
        let reason = "its tables have \(other), and this program knows \(setup.schema.form)"
        lose(PostgresFailure(state: PostgresFailure.otherSchema, reason: reason))
      }
    }

    private func prepareStatements(_ link: PostgresLink) {
      var contents: [PostgresCommand.Content] = []
      if let channel = setup.channel { contents.append(.text("LISTEN \(channel)")) }
      contents += setup.statements.map { .preparation($0) }
      for (index, content) in contents.enumerated() {
        let isLast = index == contents.count - 1
        let receiver = PostgresCommand.Receiver.connection { [weak self] answer in
          if self?.accept(answer, link) != nil, isLast { self?.becomeReady(link) }
        }
        send(command(content, receiver), over: link)
      }
    }

    /// Returns the rows of one of the first statements; one that fails ends the connection.
    private func accept(
      _ answer: PostgresCommand.Answer,
      _ link: PostgresLink
    ) -> [PostgresRow]? {
      guard case .preparing(let current) = state, current === link else { return nil }
      switch answer {
      case .success(let rows): return rows
      case .failure(let failure):
        lose(failure)
        return nil
      }
    }

    private func becomeReady(_ link: PostgresLink) {
      state = .ready(link)
      (pause, failures) = (Pause(), [])
      if isLost { tell(.connected) }
      if setup.channel != nil, isLost || isGivenUp { tell(.missed) }
      (isLost, isGivenUp) = (false, false)
      let commands = waiting
      waiting = []
      for command in commands { send(command, over: link) }
    }
  }
#endif
