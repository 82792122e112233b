#!/usr/bin/env python3
"""An app of Hummingbird serves our routes besides when one of its files is changed: one_file.py SOURCES BUILT

SOURCES has the folders Notes, the app as it was, and NotesWithRoutes, the same with our routes; BUILT has their
programs. Both are asked the same. Each failed check is a line.
"""
import filecmp
import http.client
import json
import os
import subprocess
import sys

SOURCES, BUILT = sys.argv[1:3]
NAMES = ["Notes", "NotesWithRoutes"]
# What the app answers by itself: method, target, body, and the status that is expected.
THEIRS = [
    ("GET", "/", None, 200), ("GET", "/notes", None, 200), ("POST", "/notes", b"Milk", 201),
    ("POST", "/notes", "Käse".encode(), 201), ("GET", "/notes", None, 200), ("GET", "/notes/2", None, 200),
    ("HEAD", "/notes/2", None, 404), ("GET", "/notes/2?a=%20b", None, 200), ("GET", "/notes/9", None, 404),
    ("GET", "/notes/none", None, 400), ("POST", "/notes", b"x" * 2000, 413), ("DELETE", "/notes/2", None, 404),
    ("GET", "/absent", None, 404), ("POST", "/absent", b"Milk", 404),
]
# Ours, with the status and the text, or any where there is none. The app as it was has none of them.
OURS = [
    ("GET", "/hello/you", None, 200, b"Hello you"), ("HEAD", "/hello/you", None, 200, b""),
    ("POST", "/hello/you", b"Milk", 405, None), ("OPTIONS", "/hello/you", None, 204, b""),
]


def ask(requests):
    """The answers of the two programs."""
    answers = []
    for name in NAMES:
        process = subprocess.Popen([f"{BUILT}/{name}"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        try:
            line = b""
            while not line.startswith(b"port "):
                line = process.stdout.readline()
                if not line:
                    sys.exit(f"{name} has ended before it listened")
            connection = http.client.HTTPConnection("127.0.0.1", int(line.split()[1]), timeout=30)
            answers.append([answer(connection, *request[:3]) for request in requests])
            connection.close()
        finally:
            process.kill()
            process.wait()
    return answers


def answer(connection, method, target, body):
    connection.request(method, target, body)
    response = connection.getresponse()
    fields = sorted((name.lower(), value) for name, value in response.getheaders() if name.lower() != "date")
    body = response.read()
    # The members of an object come in any order.
    is_json = (response.getheader("content-type") or "").startswith("application/json")
    return response.status, fields, json.loads(body) if is_json else body


failures, checks = [], 0


def check(name, found, expected):
    global checks
    checks += 1
    if found != expected:
        failures.append(f"{name}: found {found!r}, expected {expected!r}")


folders = [f"{SOURCES}/{name}" for name in NAMES]
files = [sorted(os.listdir(folder)) for folder in folders]
check("the same files", files[1], files[0])
_, changed, missing = filecmp.cmpfiles(*folders, files[0], shallow=False)
check("one file is changed", (len(changed), missing), (1, []))
before, after = ask(THEIRS + OURS)
for (method, target, _, status), was, now in zip(THEIRS, before, after):
    check(f"{method} {target}: as before", now, was)
    check(f"{method} {target}", now[0], status)
for (method, target, _, status, text), was, now in zip(OURS, before[len(THEIRS):], after[len(THEIRS):]):
    check(f"{method} {target}: not before", was[0], 404)
    check(f"{method} {target}", (now[0], now[2] if text is not None else None), (status, text))
for failure in failures:
    print("failed:", failure)
print(f"{checks} checks, {len(failures)} failed; of {len(files[0])} files changed: {', '.join(changed)}")
sys.exit(1 if failures else 0)
