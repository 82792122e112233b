#!/usr/bin/env python3
"""Asks Chromium about random patterns of URLs, and the module URLPatterns the same.

    url_patterns.py [PATTERNS] [SEED]

Chromium's answers are written as entries of the URLPattern standard's test suite, which the tests then run on.
"""
import html
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 32)
BATCH = 2_000
PIECES = {
    "protocol": ["http", "https", "http{s}?", "data", "*", "foo", "ws(s)?", ":p", "(a|http)", "HTTP", "file", "+", "1"],
    "username": ["", "*", "ada", ":u", "é", "{a}?", "a@", "\\:"],
    "password": ["", "*", "x", ":w", "%41", "{b}+"],
    "hostname": ["example.com", "*.", "é.com", ":sub.", "{:a.}?", "com", "*", "EXAMPLE", "1", "127.1", "[::1]", "[\\:\\:1]",
                 "(a|b)", "xn--9ca.com", "faß", ".", "%65", "🍅", "x y", "/", "localhost"],
    "port": ["", "80", "443", "8080", "*", ":p", "(\\d+)", "080", "x", "80 ", "{8}?", "65536"],
    "pathname": ["/", "/foo", "/:id", "/:id?", "/*", "{/x}?", "/(\\d+)", "é", " ", ".", "..", "/./", "/../", "%2e", "\\:",
                 ":a", ":b+", "*", "bar", "{:c-}*", "([a-z]+)", "?", "#", "%", "/:x(a|b)", "{}", "\\{", "A", "|", "^", "'"],
    "search": ["", "?", "q=1", "*", ":q", "q=(.*)", "&", "'", "é", "#", "{a}?", "\\?"],
    "hash": ["", "#", "top", "*", ":h", "é", "`", "^", "(\\w+)", "{x}*"],
}
INPUTS = {
    "protocol": ["http", "https", "data", "foo", "ws", "HTTP", "file", "a:"],
    "username": ["", "ada", "é", "a@"],
    "password": ["", "x", "%41", "bb"],
    "hostname": ["example.com", "sub.example.com", "é.com", "com", "127.0.0.1", "[::1]", "a", "xn--9ca.com", "localhost", "1"],
    "port": ["", "80", "443", "8080", "080", "80 ", "x"],
    "pathname": ["/", "/foo", "/foo/bar", "/é", "/42", "foo", "/a/../b", "/x", "/a", " ", "/bar/7", "/A", "", "%", "/foo/x-y-"],
    "search": ["", "q=1", "?q=1", "a", "'", "é", "q=1&q=2"],
    "hash": ["", "top", "#top", "é", "xx", "`", "^"],
}
BASES = ["https://example.com/a/b?q#h", "http://ada:x@example.com:8080/foo/", "data:foobar", "file:///C:/x", "foo://bar/baz"]
URLS = ["https://example.com/foo/bar?q=1#top", "http://ada:x@sub.example.com:8080/42", "data:foo bar?a", "foo://bar/x",
        "https://é.com/é", "/foo", "?q=1", "#top", "", "http://127.1/", "http://[::1]:80/", "ws://a/../b", "file:///c|/x"]


def text(draw, name):
    return "".join(draw.choice(PIECES[name]) for _ in range(draw.choice([1, 1, 1, 2, 2, 3])))


def url(draw):
    out = text(draw, "protocol") + draw.choice(["://", "://", ":", "\\:"])
    if draw.random() < 0.1:
        out += text(draw, "username") + ":" + text(draw, "password") + "@"
    out += text(draw, "hostname")
    if draw.random() < 0.3:
        out += ":" + text(draw, "port")
    out += text(draw, "pathname")
    if draw.random() < 0.3:
        out += "?" + text(draw, "search")
    if draw.random() < 0.3:
        out += "#" + text(draw, "hash")
    return out


def parts(draw, pieces):
    names = draw.sample(list(pieces), draw.choice([1, 1, 2, 3]))
    made = {name: text(draw, name) if pieces is PIECES else draw.choice(pieces[name]) for name in names}
    if draw.random() < 0.2:
        made["baseURL"] = draw.choice(BASES)
    return made


def entry(draw):
    kind = draw.random()
    if kind < 0.4:
        pattern = [url(draw)]
    elif kind < 0.5:
        pattern = [text(draw, draw.choice(["pathname", "search", "hash"])), draw.choice(BASES)]
    else:
        pattern = [parts(draw, PIECES)]
    if draw.random() < 0.2:
        pattern.append({"ignoreCase": True})
    kind = draw.random()
    if kind < 0.5:
        inputs = [draw.choice(URLS)]
        if draw.random() < 0.4:
            inputs.append(draw.choice(BASES))
    else:
        inputs = [parts(draw, INPUTS)]
    return {"pattern": pattern, "inputs": inputs}


PAGE = """<!doctype html><meta charset=utf-8><pre id=out></pre><script>
const names = ["protocol","username","password","hostname","port","pathname","search","hash"];
const entries = %s;
for (const entry of entries) {
  let pattern;
  try { pattern = new URLPattern(...entry.pattern); } catch { entry.expected_obj = "error"; continue; }
  entry.expected_obj = {};
  for (const name of names) entry.expected_obj[name] = pattern[name];
  const match = pattern.exec(...entry.inputs);
  entry.expected_match = match && {};
  for (const name of match ? names : [])
    entry.expected_match[name] = { input: match[name].input,
      groups: Object.fromEntries(Object.entries(match[name].groups).map(([key, value]) => [key, value ?? null])) };
}
out.textContent = JSON.stringify(entries);
</script>"""


def answers(entries, folder):
    page = os.path.join(folder, "page.html")
    with open(page, "w", encoding="utf-8") as file:
        file.write(PAGE % json.dumps(entries).replace("<", "\\u003c"))
    dump = subprocess.run(
        [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=" + os.path.join(folder, "profile"),
         "--virtual-time-budget=60000", "--dump-dom", "file://" + page],
        capture_output=True, check=True, timeout=300).stdout.decode()
    found = re.search(r'<pre id="out">(.*?)</pre>', dump, re.S)
    return json.loads(html.unescape(found.group(1)))


CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
if not CHROMIUM:
    sys.exit("Chromium is missing: run 'bash .ci/install chromium'")
os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
print(f"{COUNT} patterns, seed {SEED}", flush=True)
draw = random.Random(SEED)
entries = []
with tempfile.TemporaryDirectory() as folder:
    while len(entries) < COUNT:
        entries += answers([entry(draw) for _ in range(min(BATCH, COUNT - len(entries)))], folder)
    data = os.path.join(folder, "entries.json")
    with open(data, "w", encoding="utf-8") as file:
        json.dump(entries, file)
    refused = sum(one["expected_obj"] == "error" for one in entries)
    matched = sum(bool(one.get("expected_match")) for one in entries)
    print(f"Chromium refuses {refused}, and matches {matched}", flush=True)
    result = subprocess.run(
        ["swift", "test", "--skip-build", "--filter", "all entries of its suite hold"],
        env={**os.environ, "SWITCHYARD_URLPATTERN_DATA": data}, capture_output=True, text=True)
    differences = re.findall(r"recorded an issue.*?(?=\n[^↳ ]|\Z)", result.stdout, re.S)
    print("\n".join(differences[:200]))
    print(f"{len(differences)} differences")
    sys.exit(1 if differences or result.returncode else 0)
