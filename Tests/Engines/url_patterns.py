#!/usr/bin/env python3
"""Asks Chromium and Node about random patterns of URLs, and the module URLPatterns the same.

    url_patterns.py [--patterns 20000] [--inputs 6] [--seed S] [--engines chromium,node] [--show 20]

All that a pattern says is compared: whether there is one, the texts of its components, hasRegExpGroups, test, the input
and the groups of each component of a match, and, where the engine has these proposals, generate and compareComponent. A
difference is explained by the table of `explanations.py`, or is a failure. An engine that is missing, or has no
URLPattern, is left out and named; the variables CHROMIUM and NODE name others.
"""
import argparse
import atexit
import collections
import fcntl
import json
import os
import random
import select
import shutil
import signal
import subprocess
import sys
import tempfile

from drawn_patterns import COMPONENTS, Drawing
from explanations import Difference, explanation

HERE = os.path.dirname(os.path.abspath(__file__))
BATCH = 2_000
# For a machine that others use as well.
SECONDS = 120


class Silence(Exception):
    """There is no answer in time: an expression runs away, which nothing but the end of its process stops."""


class Chromium:
    """One page, driven over a pair of pipes (the DevTools protocol)."""

    def __init__(self):
        self.program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
        if self.program:
            self.start()

    def is_usable(self):
        return bool(self.program)

    def start(self):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        # The browser takes commands from descriptor 3, and answers on 4: these stand above both.
        to_read, self.out = (fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in os.pipe())
        self.into, to_write = (fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in os.pipe())
        self.process = subprocess.Popen(
            [self.program, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
             "--user-data-dir=" + self.profile.name,
             # The proposals are not switched on by themselves.
             "--enable-blink-features=URLPatternCompareComponent,URLPatternGenerate", "about:blank"],
            preexec_fn=lambda: (os.dup2(to_read, 3), os.dup2(to_write, 4)), pass_fds=(3, 4), start_new_session=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.rest = b""
        self.count = 0
        product = self.call(SECONDS, "Browser.getVersion")["product"]
        self.name = "Chromium " + product.split("/")[1]
        target = self.call(SECONDS, "Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call(SECONDS, "Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        with open(os.path.join(HERE, "answers.js"), encoding="utf-8") as file:
            self.evaluate(SECONDS, file.read())

    def end(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.out)
        os.close(self.into)
        self.profile.cleanup()

    def call(self, seconds, method, session=None, **parameters):
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.out, data):]
        while True:
            while b"\0" not in self.rest:
                if not select.select([self.into], [], [], seconds)[0]:
                    raise Silence(method)
                more = os.read(self.into, 1 << 16)
                if not more:
                    sys.exit(f"{method}: the browser has ended")
                self.rest += more
            text, self.rest = self.rest.split(b"\0", 1)
            answer = json.loads(text)
            if answer.get("id") == self.count:
                if "error" in answer:
                    sys.exit(f"{method}: {answer['error']}")
                return answer["result"]

    def evaluate(self, seconds, script):
        result = self.call(seconds, "Runtime.evaluate", self.session, expression=script, returnByValue=True)
        if "exceptionDetails" in result:
            sys.exit(f"{self.name}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def answers(self, questions, folder):
        # Some at a time, and one by one where they take too long.
        return [one for start in range(0, len(questions), 100) for one in self.some(questions[start:start + 100])]

    def some(self, questions):
        try:
            return json.loads(self.evaluate(6 if len(questions) > 1 else 2, f"JSON.stringify({json.dumps(questions)}.map(answer))"))
        except Silence:
            self.end()
            self.start()
            if len(questions) == 1:
                return [{"timeout": True}]
        return [answer for one in questions for answer in self.some([one])]


class Program:
    """A program that writes the answers to a file's questions."""

    def __init__(self, name, command):
        self.name = name
        self.command = command

    def answers(self, questions, folder):
        path = os.path.join(folder, "questions.txt")
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(one) + "\n" for one in questions)
        run = subprocess.run(self.command + [path], capture_output=True, text=True, timeout=SECONDS, encoding="utf-8")
        if run.returncode:
            sys.exit(f"{self.name} ended with {run.returncode}: {run.stderr[-2000:]}")
        return [json.loads(line) for line in run.stdout.split("\n") if line]

    def end(self):
        pass


class Node(Program):
    def __init__(self):
        program = os.environ.get("NODE") or shutil.which("node")
        super().__init__("Node", [program, os.path.join(HERE, "answers.js")])
        if program:
            probe = "console.log(process.version, typeof URLPattern)"
            version, kind = subprocess.run([program, "-e", probe], capture_output=True, text=True, check=True).stdout.split()
            self.name = f"Node {version}"
            self.has_patterns = kind == "function"

    def is_usable(self):
        return bool(self.command[0]) and self.has_patterns


def engines(names):
    for name, engine in [("chromium", Chromium), ("node", Node)]:
        if name not in names:
            continue
        made = engine()
        if made.is_usable():
            yield made
        else:
            print(f"left out: {getattr(made, 'name', name)}, which is missing or has no URLPattern")


def own():
    build = ["swift", "build", "-c", "release", "--package-path", HERE, "--scratch-path", os.path.join(HERE, "..", "..", ".build")]
    subprocess.run(build + ["--product", "Answers"], check=True, stdout=sys.stderr)
    folder = subprocess.run(build + ["--show-bin-path"], check=True, capture_output=True, text=True).stdout.strip()
    return Program("URLPatterns", [os.path.join(folder, "Answers")])


def differences(ours, theirs):
    """Where two answers differ: pairs of a place, and what stands there in each."""
    if "error" in ours or "error" in theirs:
        if ("error" in ours) != ("error" in theirs):
            yield "construction", ours.get("error", "a pattern"), theirs.get("error", "a pattern")
        return
    if ours["hasRegExpGroups"] != theirs["hasRegExpGroups"]:
        yield "hasRegExpGroups", ours["hasRegExpGroups"], theirs["hasRegExpGroups"]
    for key in ("components", "generated", "order"):
        if key in ours and key in theirs:
            for name, our, their in zip(COMPONENTS, ours[key], theirs[key]):
                if our != their:
                    yield f"{key} {name}", our, their
    for index, (our, their) in enumerate(zip(ours["tests"], theirs["tests"])):
        if our != their:
            yield f"test {index}", our, their
    for index, (our, their) in enumerate(zip(ours["matches"], theirs["matches"])):
        if isinstance(our, list) and isinstance(their, list):
            for name, one, other in zip(COMPONENTS, our, their):
                if one != other:
                    yield f"match {index} {name}", one, other
        elif our != their:
            yield f"match {index}", "a match" if isinstance(our, list) else our, "a match" if isinstance(their, list) else their


class Tally:
    """What was compared with one engine."""

    def __init__(self, engine):
        self.engine = engine
        self.explained = collections.Counter()
        self.examples = {}
        self.unexplained = []
        self.counts = collections.Counter()

    def add(self, question, ours, theirs, chromiums):
        if "timeout" in theirs:
            self.counts["undecided"] += 1
            return None
        self.counts["refused" if "error" in theirs else "patterns"] += 1
        self.counts["matches"] += sum(isinstance(one, list) for one in theirs.get("matches", []))
        self.counts["inputs"] += len(theirs.get("matches", []))
        self.counts["values"] += sum(len(part["groups"]) for one in theirs.get("matches", []) if isinstance(one, list) for part in one)
        self.counts["generated"] += sum(one is not None for one in theirs.get("generated", []))
        self.counts["orders"] += len(theirs.get("order", []))
        found = list(differences(ours, theirs))
        reasons = {}
        for place, our, their in found:
            one = Difference(question, ours, theirs, place, our, their)
            reasons[place] = their, explanation(one, self.engine.name.split()[0].lower(), chromiums)
        unknown = [one for one in found if reasons[one[0]][1] is None]
        if unknown:
            self.unexplained.append((question, unknown))
        for reason in {reason for _, reason in reasons.values() if reason}:
            self.explained[reason] += 1
            self.examples.setdefault(reason, []).append((question, [one for one in found if reasons[one[0]][1] == reason]))
        return reasons

    def report(self, show, shows_explained):
        counts = self.counts
        print(f"\n{self.engine.name}: {counts['patterns']} patterns and {counts['refused']} that are none, {counts['inputs']} inputs, "
              f"{counts['matches']} matches with {counts['values']} values, {counts['generated']} texts made, {counts['orders']} comparisons; {counts['undecided']} patterns took it too long")
        for reason, count in self.explained.most_common():
            print(f"  explained: {count} times: {reason}")
            if shows_explained:
                for question, found in self.examples[reason][:shows_explained]:
                    self.show(question, found)
        print(f"  {len(self.unexplained)} unexplained differences")
        for question, found in self.unexplained[:show]:
            self.show(question, found)

    def show(self, question, found):
        print("   ", json.dumps(question["pattern"], ensure_ascii=False))
        for place, our, their in found[:4]:
            index = place.split()
            given = json.dumps(question["inputs"][int(index[1])], ensure_ascii=False) if index[0] in ("test", "match") else ""
            print(f"      {place} {given}\n        ours   {json.dumps(our, ensure_ascii=False)}\n        theirs {json.dumps(their, ensure_ascii=False)}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--patterns", type=int, default=20_000)
    parser.add_argument("--inputs", type=int, default=6)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--engines", default="chromium,node")
    parser.add_argument("--show", type=int, default=20, help="how many unexplained differences are shown")
    parser.add_argument("--explained", type=int, default=0, help="how many differences of each kind that is explained are shown")
    options = parser.parse_args()
    print(f"{options.patterns} patterns, {options.inputs} inputs each, seed {options.seed}", flush=True)
    ours = own()
    tallies = [Tally(engine) for engine in engines(options.engines.split(","))]
    if not tallies:
        sys.exit("there is no engine to compare with")
    drawing = Drawing(options.seed)
    for tally in tallies:
        atexit.register(tally.engine.end)
    with tempfile.TemporaryDirectory() as folder:
        left = options.patterns
        while left:
            questions = [drawing.question(options.inputs) for _ in range(min(BATCH, left))]
            for index, question in enumerate(questions):
                question["other"] = questions[index - 1]["pattern"]
            left -= len(questions)
            print(f"{left} left", file=sys.stderr, flush=True)
            answers = ours.answers(questions, folder)
            chromiums = [None] * len(questions)
            for tally in tallies:
                theirs = tally.engine.answers(questions, folder)
                reasons = [tally.add(*one) for one in zip(questions, answers, theirs, chromiums, strict=True)]
                if isinstance(tally.engine, Chromium):
                    chromiums = reasons
    for tally in tallies:
        tally.report(options.show, options.explained)
    sys.exit(1 if any(tally.unexplained for tally in tallies) else 0)


if __name__ == "__main__":
    main()
