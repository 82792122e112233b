#!/usr/bin/env python3
"""Asks a server of another make with our routes over sockets: live.py SERVER HOST TARGETS

SERVER is Hummingbird or Vapor, HOST its built program, TARGETS the list of hostile targets. Each failed check is a
line; the figures at the end are of this run.
"""
import gzip
import os
import re
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

SERVER, HOST, TARGETS = sys.argv[1:4]
GIB, MIB = 1 << 30, 1 << 20
failures, checks, figures = [], 0, []


def check(name, found, expected):
    global checks
    checks += 1
    if found != expected:
        failures.append(f"{name}: found {found!r}, expected {expected!r}")


class Server:
    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [HOST, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={**os.environ, "LOG_LEVEL": "critical"})
        line = b""
        while not line.startswith(b"port "):
            line = self.process.stdout.readline()
            if not line:
                sys.exit("the server has ended before it listened")
        self.port = int(line.split()[1])
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def memory(self, name="VmRSS"):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return int(re.search(name + r":\s+(\d+)", file.read()).group(1)) * 1024

    def forget_peak(self):
        with open(f"/proc/{self.process.pid}/clear_refs", "w", encoding="ascii") as file:
            file.write("5")

    def counts(self):
        guarded, reached, left, broken = map(int, self.ask("GET /counts").text.split())
        return {"guarded": guarded, "reached": reached, "left": left, "broken": broken}

    def ask(self, line, fields="", body=b"", host="a"):
        with Client(self.port) as client:
            return client.ask(line, fields, body, host)


class Response:
    def __init__(self, status, fields, body):
        self.status, self.fields, self.body = status, fields, body
        self.text = body.decode("utf-8", "replace")


class Client:
    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.file = self.socket.makefile("rb")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()
        self.socket.close()

    def send(self, line, fields="", body=b"", host="a"):
        line = line.encode() if isinstance(line, str) else line
        if body:
            fields = f"Content-Length: {len(body)}\r\n" + fields
        self.socket.sendall(line + f" HTTP/1.1\r\nHost: {host}\r\n{fields}\r\n".encode() + body)

    def ask(self, line, fields="", body=b"", host="a"):
        self.send(line, fields, body, host)
        return self.response(is_head=line.startswith("HEAD") if isinstance(line, str) else False)

    def head(self):
        status = self.file.readline()
        if not status:
            return None, {}
        fields = {}
        while True:
            line = self.file.readline().decode("latin1").rstrip("\r\n")
            if not line:
                return int(status.split()[1]), fields
            name, _, value = line.partition(":")
            fields[name.lower()] = value.strip()

    def chunk(self):
        size = self.file.readline()
        if not size:
            return None
        data = self.file.read(int(size, 16))
        self.file.readline()
        return data

    def response(self, is_head=False):
        status, fields = self.head()
        if status is None:
            return None
        body = b""
        if not is_head and status not in (204, 304):
            if "chunked" in fields.get("transfer-encoding", ""):
                while True:
                    chunk = self.chunk()
                    if chunk is None:
                        body += b"(broken off)"
                        break
                    if not chunk:
                        break
                    body += chunk
            else:
                body = self.file.read(int(fields.get("content-length", "0")))
        return Response(status, fields, body)


def wait_for(condition, seconds=10):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


# Vapor escapes what is no escape, before a responder sees it.
NO_ESCAPE = 200 if SERVER == "Vapor" else 400


def statuses(server, alone):
    """The same answers as our own server gives."""
    for line, status, body in [
        ("GET /hello/you", 200, "Hello you"), ("GET /hello/a%20b?c=d", 200, "Hello a b"),
        ("HEAD /hello/you", 200, ""), ("POST /hello/you", 405, None), ("OPTIONS /hello/you", 204, ""),
        ("OPTIONS *", 204, ""), ("PROPFIND /hello/you", 405, None), ("GET /admin/secret", 403, None),
        ("GET //admin//x/../secret", 403, None), ("GET /empty", 204, ""), ("GET /fails", 500, None),
        ("GET /hello/%zz", NO_ESCAPE, None), ("GET /who", 200, "127.0.0.1"), ("GET /admin/absent", 403, None),
        ("GET /absent", 404, None),
    ]:
        response = server.ask(line)
        check(line, response.status, status)
        if body is not None:
            check(f"{line}: body", response.text, body)
    check("HEAD's length", server.ask("HEAD /hello/you").fields.get("content-length"), "9")
    check("Allow of 405", server.ask("POST /hello/you").fields.get("allow"), "GET, HEAD, OPTIONS")
    check("Allow of OPTIONS", server.ask("OPTIONS /hello/you").fields.get("allow"), "GET, HEAD, OPTIONS")
    check("fields", server.ask("GET /fields", "Cookie: a=1; b=2\r\n", host="B.example:81").text,
          "http B.example:81 2")
    check("two hosts", server.ask("GET /who", "Host: b\r\n").status, 400)
    problem = server.ask("POST /hello/you", "Accept: application/json\r\n")
    check("problem details", problem.fields.get("content-type"), "application/problem+json")
    theirs = server.ask("GET /theirs/7")
    check("their route", (theirs.status, theirs.text if not alone else ""), (404, "") if alone else (200, "theirs 7"))
    # One connection, several requests.
    with Client(server.port) as client:
        for _ in range(3):
            check("kept alive", client.ask("GET /hello/you").text, "Hello you")
            check("kept alive with a body", client.ask("POST /count", "", b"x" * 100_000).text, "100000")
            check("kept alive after a refusal", client.ask("GET /admin/secret").status, 403)
            check("an unread body", client.ask("POST /first", "", b"x" * 200_000).text, "True".lower())
            check("a body that nobody reads", client.ask("POST /hello/you", "", b"x" * 200_000).status, 405)
            check("a late reader", client.ask("POST /late", "", b"x" * 200_000).text, "answered")
            if not alone:
                check("their body", client.ask("POST /theirs/count", "", b"x" * 200_000).text, "200000")


def bodies(server):
    check("413", server.ask("POST /small", "", b"x" * 11).status, 413)
    check("as much", server.ask("POST /small", "", b"x" * 10).text, "10")
    coded = gzip.compress(b"abc")
    check("a body with a coding, which Vapor decodes", server.ask("POST /count", "Content-Encoding: gzip\r\n", coded).text,
          "3" if SERVER == "Vapor" else str(len(coded)))
    check("a known length", server.ask("GET /zeros/70000?known").fields.get("content-length"), "70000")
    check("chunks", len(server.ask("GET /zeros/70000").body), 70_000)
    head = server.ask("HEAD /zeros/70000")
    check("HEAD of a stream of unknown length, a known difference: Content-Length is 0, where our server sends none",
          (head.status, head.fields.get("content-length")), (200, "0"))
    with Client(server.port) as client:
        check("no more than the length", client.ask("GET /long").text, "half")
        check("nothing left behind", client.ask("GET /hello/you").text, "Hello you")
        check("broken off", client.ask("GET /short").text, "half")
    # Both ways at once: each part comes back before the next is sent.
    with Client(server.port) as client:
        client.send("POST /echo", "Transfer-Encoding: chunked\r\n")
        back = []
        for number in range(5):
            client.socket.sendall(b"3\r\n%03d\r\n" % number)
            if number == 0:
                client.head()
            back.append(client.chunk())
        client.socket.sendall(b"0\r\n\r\n")
        check("an echo", b"".join(back) + client.chunk(), b"000001002003004")
        check("after an echo", client.ask("GET /hello/you").text, "Hello you")
    with tempfile.NamedTemporaryFile() as file:
        file.write(bytes(range(256)) * 1000)
        file.flush()
        answer = server.ask(f"GET /file?path={file.name}")
        check("a file", answer.body == bytes(range(256)) * 1000, True)
        check("a file's length", answer.fields.get("content-length"), "256000")
        part = server.ask(f"GET /file?path={file.name}", "Range: bytes=256-259\r\n")
        check("a range", (part.status, part.body), (206, b"\0\1\2\3"))
        same = server.ask(f"GET /file?path={file.name}", f"If-None-Match: {answer.fields['etag']}\r\n")
        check("not modified", (same.status, same.body), (304, b""))


def clients_leave(server):
    before = server.counts()
    with Client(server.port) as client:
        client.send("GET /events")
        _, fields = client.head()
        names = ["content-type", "cache-control", "x-accel-buffering"]
        check("fields of events", [fields.get(name) for name in names],
              ["text/event-stream", "no-cache", "no"])
        # The comment may come by itself, or together with an event that was there at once.
        first = client.chunk()
        check("before the first event", first[:3], b":\n\n")
        check("an event", first[3:] or client.chunk(), b"data: 0\n\n")
    with Client(server.port) as client:
        client.send(f"GET /zeros/{GIB}")
        client.head()
        client.chunk()
    check("streams end when clients leave",
          wait_for(lambda: server.counts()["left"] == before["left"] + 2), True)
    chunked, packed = "Transfer-Encoding: chunked\r\n", "Content-Encoding: gzip\r\n"
    coded = gzip.compress(os.urandom(10_000))
    half = coded[:5_000]
    for body, fields, part in [
        ("of a known length", "Content-Length: 1000\r\n", b"half"),
        ("in chunks", chunked, b"4\r\nhalf\r\n"), ("in chunks, within one", chunked, b"400\r\nhalf"),
        ("of gzip", packed + f"Content-Length: {len(coded)}\r\n", half),
        ("of gzip, in chunks", packed + chunked, b"%x\r\n%s\r\n" % (len(half), half)),
    ]:
        for end in ["FIN", "RST", "half-close"]:
            broken = server.counts()["broken"]
            with Client(server.port) as client:
                client.socket.sendall(f"POST /count HTTP/1.1\r\nHost: a\r\n{fields}\r\n".encode() + part)
                # What a reset overtakes would not be read at all.
                time.sleep(0.2)
                if end == "RST":
                    client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                if end != "half-close":
                    client.file.close()
                    client.socket.close()
                else:
                    client.socket.shutdown(socket.SHUT_WR)
                is_seen = wait_for(lambda: server.counts()["broken"] == broken + 1)
            check(f"a body {body} that breaks off by {end} is seen", is_seen, True)


def entries(server):
    """The log has of each stream what was taken and how it has ended, once."""
    ends = {"/zeros/70001": "70001 whole", "/zeros/70002?known=1": "70002 whole", "/short": "4 failed", "/long": "4 whole"}
    for target in ends:
        server.ask(f"GET {target}")
    with Client(server.port) as client:
        client.send("GET /events?entry=1")
        client.head()
        client.chunk()
    server.ask("HEAD /zeros/70003")

    def lines():
        return server.ask("GET /entries").text.split("\n")
    check("a stream that its client leaves is in the log",
          wait_for(lambda: any(line.startswith("/events?entry=1 ") for line in lines())), True)
    own = [line for line in lines() if line.startswith("/events?entry=1 ")]
    check("as left, once", [line.split()[2] for line in own], ["left"])
    for target, end in ends.items():
        # Others have been asked for before. A client may have all before the server has seen the end.
        check(f"there is an entry of {target}", wait_for(lambda: any(line.startswith(target + " ") for line in lines())), True)
        check(f"the entry of {target}", {line for line in lines() if line.startswith(target + " ")}, {f"{target} {end}"})
    check("HEAD is no stream", [line for line in lines() if "70003" in line], [])


def events(server):
    """The helper for events sends its first byte at once, and an event as soon as it is there."""
    bytes_after, events_after = [], []
    for _ in range(20):
        with Client(server.port) as client:
            start = time.monotonic()
            client.send("GET /events")
            client.head()
            part = client.chunk()
            bytes_after.append(time.monotonic() - start)
            while b"data: 0\n\n" not in part:
                part += client.chunk()
            events_after.append(time.monotonic() - start)
    for name, times in [("byte", bytes_after), ("event", events_after)]:
        figures.append(f"first {name} of server-sent events: worst {max(times) * 1000:.1f} ms of {len(times)}")
        check(f"the first {name} comes within 50 ms", max(times) < 0.05, True)


def guards(server, alone):
    """No hostile target gets past a guard, to our route or to theirs."""
    with open(TARGETS, "rb") as file:
        lines = [line.rstrip(b"\n") for line in file if not line.startswith(b"#")]
    before, asked, leaks, their_leaks = server.counts(), 0, [], []
    for line in lines:
        column = line.split(b"\t")[1]
        target = re.sub(rb"\\(?:x(..)|\\)", lambda m: bytes([int(m[1], 16)]) if m[1] else b"\\", column)
        for one in {target, target.replace(b"secret", b"theirs")}:
            asked += 1
            try:
                answer = server.ask(b"GET " + one)
            except (OSError, ValueError):
                continue
            if answer and "their secret" in answer.text:
                their_leaks.append(one)
            elif answer and answer.text == "secret":
                leaks.append(one)
    after = server.counts()
    check("unguarded", (leaks, after["reached"] - before["reached"]), ([], 0))
    check("their route behind our guard", their_leaks, [])
    check("the guard was asked", after["guarded"] - before["guarded"] > 20, True)
    side = "as responder" if alone else "as middleware"
    figures.append(f"{asked} requests of {len(lines)} hostile targets, {side}: {len(leaks)} unguarded; "
                   f"the guard was asked {after['guarded'] - before['guarded']} times")


def memory(mode):
    """A body of 1 GiB each way, each with a process of its own."""
    send = f"head -c {GIB} /dev/zero | curl -s -T - -X POST "
    cases = [
        ("up", send + "{}/count"), ("down", f"curl -s {{}}/zeros/{GIB} | wc -c"),
        ("down, known length", f"curl -s '{{}}/zeros/{GIB}?known' | wc -c"),
        ("down, read slowly", f"curl -s --limit-rate 2M -m 5 {{}}/zeros/{GIB} | wc -c"),
        ("both, read slowly", send + "{}/echo --limit-rate 2M -m 5 | wc -c"),
    ]
    if mode == "middleware":
        cases.append(("down, their own stream", "curl -s {}/theirs/zeros | wc -c"))
    peaks = {}
    for name, command in cases:
        with Server(mode) as server:
            for _ in range(50):
                server.ask("POST /count", "", b"x" * 100_000)
                server.ask("GET /zeros/100000")
            idle = server.memory()
            server.forget_peak()
            start = time.monotonic()
            command = command.format(f"http://127.0.0.1:{server.port}")
            found = subprocess.run(["bash", "-c", command], stdout=subprocess.PIPE, check=False).stdout.strip()
            seconds, peaks[name] = time.monotonic() - start, (server.memory("VmHWM") - idle) / MIB
        if "slowly" not in name:
            check(f"1 GiB {name}", found, str(GIB).encode())
        # Of a stream of its own more waits in Hummingbird, whose writer returns before there is room.
        if SERVER != "Hummingbird" or "their own" not in name:
            check(f"1 GiB {name}: at most 20 MiB above idle", peaks[name] <= 20, True)
        figures.append(f"1 GiB {name}, as {mode}: {peaks[name]:.1f} MiB above idle, {seconds:.1f} s")


for mode in ["responder", "middleware"]:
    with Server(mode) as server:
        statuses(server, alone=mode == "responder")
        bodies(server)
        clients_leave(server)
        entries(server)
        events(server)
        guards(server, alone=mode == "responder")
        check("the server runs", server.process.poll(), None)
    memory(mode)
for figure in figures:
    print(figure)
for failure in failures:
    print("failed:", failure)
print(f"{checks} checks, {len(failures)} failed")
sys.exit(1 if failures else 0)
