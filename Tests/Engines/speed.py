#!/usr/bin/env python3
"""Takes the time of exec on the inputs of the URLPattern standard's suite, beside Node's, in one run by CPU time.

    speed.py [--data FILE] [--rounds 15] [--passes 200] [--check]

FILE is the suite's, `urlpatterntestdata.json`; by default shared/urlpattern/tests.json beside the package. The variable
NODE names a Node that has URLPattern; without one there is nothing to compare with. Fails under --check where exec takes
more than half of Node's time.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

from url_patterns import HERE, Node, own

LIMIT = 0.5


class Peer:
    def __init__(self, name, command):
        self.name = name
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout.readline().strip() == "ready"

    def run(self, passes):
        """The nanoseconds of one call, the matches of a pass, and its calls."""
        print(passes, file=self.process.stdin, flush=True)
        time, matches, calls = map(float, self.process.stdout.readline().split())
        return time / passes / calls, int(matches), int(calls)

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def questions(path):
    with open(path, encoding="utf-8") as file:
        entries = [one for one in json.load(file) if isinstance(one, dict)]
    for entry in entries:
        # Without an input, exec is called with components of which none is given; a base beside components is none.
        inputs = entry.get("inputs") or [{}]
        if entry.get("expected_obj") == "error" or entry.get("expected_match") == "error":
            continue
        yield {"pattern": entry["pattern"] or [{}], "other": [{}], "inputs": [inputs], "groups": {}}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", default=os.environ.get("SWITCHYARD_URLPATTERN_DATA") or os.path.join(
        HERE, "..", "..", "..", "shared", "urlpattern", "tests.json"))
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--passes", type=int, default=200)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    node = Node()
    if not node.is_usable():
        sys.exit(f"{node.name} is missing or has no URLPattern: name another with the variable NODE")
    program = own().command[0]
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        if not os.path.exists(options.data):
            sys.exit(f"{options.data} is missing: name the data of the suite with --data")
        all_inputs = list(questions(options.data))
        for kind, chosen in [("all inputs", all_inputs), ("URLs", [one for one in all_inputs if isinstance(one["inputs"][0][0], str)])]:
            path = os.path.join(folder, "questions.txt")
            with open(path, "w", encoding="utf-8") as file:
                file.writelines(json.dumps(one) + "\n" for one in chosen)
            for form, does in [("exec", "exec"), ("groups", "exec and all groups")]:
                peers = [Peer("URLPatterns", [program, path, form]),
                         Peer(node.name, [node.command[0], os.path.join(HERE, "speed.js"), path, form])]
                for peer in peers:
                    peer.run(options.passes)
                rounds = [[peer.run(options.passes) for peer in peers] for _ in range(options.rounds)]
                ratio = statistics.median(ours[0] / theirs[0] for ours, theirs in rounds)
                times = [statistics.median(one[index][0] for one in rounds) for index in (0, 1)]
                matches = [rounds[0][index][1] for index in (0, 1)]
                print(f"{does}, {kind}: {times[0]:.0f} ns, {node.name} {times[1]:.0f} ns, ratio {ratio:.2f} "
                      f"({rounds[0][0][2]} and {rounds[0][1][2]} calls, counts {matches[0]} and {matches[1]})", flush=True)
                if form == "exec" and ratio > LIMIT:
                    failed = True
                for peer in peers:
                    peer.end()
    print(f"criterion: exec at most {LIMIT} of Node's time: {'MISSED' if failed else 'ok'}")
    sys.exit(1 if failed and options.check else 0)


if __name__ == "__main__":
    main()
