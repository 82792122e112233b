#!/usr/bin/env python3
"""Requests a second by our routes and by Hummingbird's own router, in turns: throughput.py HOST TABLES [SECONDS]

TABLES has routes_NAME.txt and paths_NAME.txt for NAME github and 10000. Each side is a process of its own, asked by
`wrk` over 32 connections for paths that match; the ratio is of the medians of five rounds. The side `none` has no
router at all: no router can be quicker. Beside the requests a second stands the processors' time of the server for
one, which what else runs on the machine changes less.
"""
import os
import re
import statistics
import subprocess
import sys
import tempfile

HOST, TABLES = sys.argv[1], sys.argv[2]
SECONDS = sys.argv[3] if len(sys.argv) > 3 else "3"
SIDES, ROUNDS = ["theirs", "none", "ours", "functions", "both"], 5
BARS = {"github": 1.0, "10000": 1.3}


def start(side, table):
    process = subprocess.Popen([HOST, "table", side, table], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                               env={**os.environ, "LOG_LEVEL": "critical"})
    return process, int(process.stdout.readline().split()[1])


def matching(name):
    with open(f"{TABLES}/paths_{name}.txt", encoding="utf-8") as file:
        paths = file.read().split()
    with open(f"{TABLES}/expected_{name}.txt", encoding="utf-8") as file:
        expected = file.read().splitlines()
    return [path for path, found in zip(paths, expected) if found != "-1"]


def seconds(process):
    """The processors' time that a process has taken."""
    with open(f"/proc/{process.pid}/stat", encoding="utf-8") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def rate(process, port, script):
    before = seconds(process)
    out = subprocess.run(["wrk", "-t1", "-c32", f"-d{SECONDS}s", "-s", script, f"http://127.0.0.1:{port}"],
                         stdout=subprocess.PIPE, check=True).stdout.decode()
    if "Non-2xx" in out:
        sys.exit(f"not all are answered with 200: {out}")
    count = int(re.search(r"(\d+) requests in", out).group(1))
    return float(re.search(r"Requests/sec:\s+([\d.]+)", out).group(1)), (seconds(process) - before) / count * 1e6


missed = False
for name, bar in BARS.items():
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        listed = ", ".join(f'"{path}"' for path in matching(name))
        script.write(f"local paths = {{{listed}}}\nlocal place = 0\n"
                     "request = function()\n  place = place % #paths + 1\n"
                     "  return wrk.format('GET', paths[place])\nend\n")
        script.flush()
        running = {side: start(side, f"{TABLES}/routes_{name}.txt") for side in SIDES}
        rates = {side: [] for side in SIDES}
        for _ in range(ROUNDS):
            for side in SIDES:
                rates[side].append(rate(*running[side], script.name))
        for process, _ in running.values():
            process.kill()
            process.wait()
    medians = {side: statistics.median(rate for rate, _ in found) for side, found in rates.items()}
    times = {side: statistics.median(time for _, time in found) for side, found in rates.items()}
    for side in SIDES:
        print(f"{name}: {side} {medians[side]:.0f}/s, {medians[side] / medians['theirs']:.2f} of theirs; "
              f"{times[side]:.1f} us of the processors, {times[side] / times['theirs']:.2f} of theirs")
    if medians["functions"] < bar * medians["theirs"]:
        print(f"{name}: below {bar} of theirs")
        missed = True
sys.exit(1 if missed else 0)
