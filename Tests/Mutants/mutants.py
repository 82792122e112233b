"""Changes the matcher, the canonicaliser and the dispatch machine in one place at a time, and looks whether a test fails.

    python3 Tests/Mutants/mutants.py [--sample 150] [--seed 1] [--keep FOLDER]    draws and tries a sample
    python3 Tests/Mutants/mutants.py --survivors [--keep FOLDER]                  the same, and once more what no test caught
    python3 Tests/Mutants/mutants.py --only ID [--keep FOLDER]                    tries one of them
    python3 Tests/Mutants/mutants.py --list                                       prints the sample, builds nothing
    python3 Tests/Mutants/mutants.py --check                                      looks at itself, in a second

It works in a copy of the tree, in a folder that `--keep` names and leaves for the next time, with the two modules and
their tests alone. A mutant is an operator, a bound, a literal, a condition, a returned value or a left-out statement;
one that does not compile is not counted, another is drawn for it. It is caught where a test fails, the process crashes
or it does not end. What was tried is added to a file, `.build/mutants.jsonl` or the one that `--results` names, and is
not tried again until something changes in the sources or in the tests: to begin anew, remove the file.

`answers.txt` beside this file has an entry for each survivor that no test can catch, with the reason. Those that are
drawn count as survivors. It fails where fewer than nine of ten are caught, or where a survivor has no answer.

The order in which mutants are drawn follows from the seed and from the text of each line: a change of some lines moves
no others. The folder of test data is looked for beside the package, or where SWITCHYARD_SHARED says.
"""

import argparse
import atexit
import collections
import hashlib
import itertools
import json
import os
import re
import resource
import selectors
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ANSWERS = Path(__file__).resolve().parent / "answers.txt"

# What is mutated, and the folders of the tests that are nearest to it.
AREAS = {
    "matcher": (
        [
            "Sources/RoutePatterns/Matching",
            "Sources/RouteIndex",
            "Sources/RoutePatterns/Index",
            "Sources/RoutePatterns/Values/PathParameters.swift",
        ],
        ["RoutePatternsTests/Matching", "RouteIndexTests", "RoutePatternsTests/Parameters"],
    ),
    "canonicaliser": (["Sources/RoutePatterns/Targets"], ["RoutePatternsTests/Targets"]),
    "dispatch": (
        ["Sources/Switchyard/Dispatch", "Sources/Switchyard/Registry/RouteSearch.swift"],
        ["SwitchyardTests/Dispatch"],
    ),
}

# What takes long, or is about how long something takes, is left out: it would fail by chance.
SLOW = [
    "Relation",
    "CanonicalAutomaton",
    "RegexPropertyTests",
    "GuardTargetTests",
    "ReportPropertyTests",
    "ExplanationPropertyTests",
    "InlinePropertyTests",
    "overflow no stack",
    "overflows no stack",
    "in little time",
    "throws at once",
    "each line that is shown stands here",
]


def nearest(area):
    """The tests of an area's own folders."""
    names = [file.stem for folder in AREAS[area][1] for file in sorted((ROOT / "Tests" / folder).glob("*Tests.swift"))]
    return f"{area}'s own", [f"/({'|'.join(map(re.escape, names))})\\.swift:"], SLOW, 1000


# The steps in which the fast tests run, until one fails: what they are called, which tests are meant, which are left
# out, and how many cases a property draws.
PATTERNS = ("all of patterns", ["RoutePatternsTests"], SLOW, 2500)
ROUTER = ("all of the router", ["SwitchyardTests"], SLOW, 3000)
PROPERTIES = ("the router's properties", ["InlinePropertyTests", "ExplanationPropertyTests"], [], 120)
STEPS = {
    "matcher": [nearest("matcher"), PATTERNS, ROUTER, PROPERTIES],
    "canonicaliser": [nearest("canonicaliser"), PATTERNS, ROUTER],
    "dispatch": [nearest("dispatch"), ROUTER, PROPERTIES],
}


# MARK: - Reading Swift

TOKEN = re.compile(
    r"""
    (?P<space>\s+)
  | (?P<comment>//[^\n]*)
  | (?P<string>\#*\"\"\"[\s\S]*?\"\"\"\#*|\#*"(?:\\.|[^"\\\n])*"\#*)
  | (?P<attribute>@\w+(?:\([^()]*\))?)
  | (?P<directive>\#(?:if|elseif|else|endif)\b[^\n]*|\#(?:un)?available\([^()]*\))
  | (?P<word>`[^`\n]+`|[#]?[A-Za-z_]\w*|\$\w+)
  | (?P<number>0x[0-9A-Fa-f_]+|0b[01_]+|\d[\d_]*(?:\.\d+)?)
  | (?P<operator>[-+*/%=<>!&|^~?]+|\.{3}|\.\.<)
  | (?P<mark>[(){}\[\],:;.\\])
    """,
    re.VERBOSE,
)

Token = collections.namedtuple("Token", "kind text start end")


def tokens(text):
    """The tokens of a file that mean something; stops at what it cannot read."""
    found, place = [], 0
    while place < len(text):
        if text.startswith("/*", place):
            place = end_of_comment(text, place)
            continue
        match = TOKEN.match(text, place)
        if match is None:
            raise ValueError(f"cannot be read: {text[place:place + 40]!r}")
        if match.lastgroup == "string" and "\\(" in match.group():
            end = end_of_string(text, place)
        else:
            end = match.end()
        if match.lastgroup not in ("space", "comment", "attribute", "directive"):
            found.append(Token(match.lastgroup, text[place:end], place, end))
        place = end
    return found


def end_of_comment(text, place):
    depth = 0
    for match in re.compile(r"/\*|\*/").finditer(text, place):
        depth += 1 if match.group() == "/*" else -1
        if depth == 0:
            return match.end()
    raise ValueError("a comment has no end")


def end_of_string(text, place):
    """The end of a text with values in it, which may hold texts of their own."""
    quotes = '"""' if text.startswith('"""', place) else '"'
    place += len(quotes)
    while not text.startswith(quotes, place):
        if text.startswith("\\(", place):
            depth, place = 1, place + 2
            while depth:
                if text[place] == '"':
                    place = end_of_string(text, place)
                    continue
                depth += {"(": 1, ")": -1}.get(text[place], 0)
                place += 1
        else:
            place += 2 if text[place] == "\\" else 1
    return place + len(quotes)


# MARK: - Places to change

OPERATORS = {
    "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"],
    "==": ["!="], "!=": ["=="], "===": ["!=="], "!==": ["==="], "&&": ["||"], "||": ["&&"],
    "+": ["-"], "-": ["+"], "&+": ["&-"], "&-": ["&+"], "*": ["/"], "/": ["*"],
    "<<": [">>"], ">>": ["<<"], "&<<": ["&>>"], "&>>": ["&<<"], "|": ["&"], "&": ["|"],
    "+=": ["-="], "-=": ["+="], "&+=": ["&-="], "&-=": ["&+="], "|=": ["&="], "&=": ["|="],
}
RANGES = {"..<": "...", "...": "..<"}
WORDS = {"true": "false", "false": "true", "continue": "break", "break": "continue"}
OPEN, CLOSE = "([{", ")]}"
# What begins a line that is no statement on its own, or one whose absence says nothing.
NO_STATEMENT = set(
    "let var func init deinit return guard if else while for switch case default struct class enum extension import "
    "static private fileprivate package public mutating throw defer do repeat subscript typealias get set yield "
    "assert break continue protocol nonisolated where in unsafeAddress final inout borrowing consuming weak "
    "lazy override convenience some any fallthrough indirect internal".split()
)
IN_BODY = {"return", "let", "var", "if", "switch", "for", "while", "guard", "get", "set", "do"}


class Site:
    """A change of a file: what stands between two places becomes something else."""

    def __init__(self, path, text, start, end, replacement, kind):
        self.path, self.text, self.start, self.end = path, text, start, end
        self.replacement, self.kind = replacement, kind
        begin = text.rfind("\n", 0, start) + 1
        stop = text.find("\n", end)
        self.line_number = text.count("\n", 0, start) + 1
        self.before = " ".join(text[begin:stop].split())
        self.after = " ".join((text[begin:start] + replacement + text[end:stop]).split())
        self.id = self.area = ""

    def __str__(self):
        return f"{self.path}:{self.line_number}: {self.before}  ->  {self.after}"


def bounds(found):
    """For each opening mark the place of the closing one among the tokens, and the other way about."""
    pairs, stack = {}, []
    for index, token in enumerate(found):
        if token.kind != "mark":
            continue
        if token.text in OPEN:
            stack.append(index)
        elif token.text in CLOSE:
            first = stack.pop()
            if CLOSE[OPEN.index(found[first].text)] != token.text:
                raise ValueError(f"{found[first].text} is closed by {token.text}")
            pairs[first], pairs[index] = index, first
    if stack:
        raise ValueError("something is not closed")
    return pairs


def sites(path, text):
    """All places of a file that are changed, and how."""
    found = tokens(text)
    pairs = bounds(found)
    skipped = asserted(found, pairs)
    result = []

    def add(start, end, replacement, kind):
        result.append(Site(path, text, start, end, replacement, kind))

    for index, token in enumerate(found):
        if index in skipped:
            continue
        before = text[token.start - 1] if token.start else "\n"
        after = text[token.end:token.end + 1]
        previous = found[index - 1].text if index else ""
        if token.kind == "operator":
            if token.text in OPERATORS and before.isspace() and after.isspace() and previous != "func":
                for other in OPERATORS[token.text]:
                    add(token.start, token.end, other, "operator")
            elif token.text == "!" and not after.isspace() and (before.isspace() or before in "(["):
                add(token.start, token.end, "", "operator")
            elif token.text in RANGES and not after.isspace() and after not in ")],":
                add(token.start, token.end, RANGES[token.text], "bound")
        elif token.kind == "number" and "." not in token.text and previous not in (".", "-"):
            value = int(token.text.replace("_", ""), 0)
            form = hex if token.text.startswith("0x") else str
            add(token.start, token.end, form(value + 1), "literal")
            add(token.start, token.end, "-1" if value == 0 else form(value - 1), "literal")
        elif token.kind == "word" and token.text in WORDS and previous != ".":
            add(token.start, token.end, WORDS[token.text], "word")
        elif token.kind == "word" and token.text in ("if", "guard", "while"):
            for first, last in clauses(found, pairs, index):
                add(first, last, f"!({text[first:last]})", "condition")
        elif token.kind == "word" and token.text == "return":
            last = end_of_value(text, found, pairs, index)
            kind = result_type(found, pairs, index)
            if last is not None:
                values(add, text, found[index + 1].start, last, kind)
        elif token.text == "{" and index in pairs:
            body = found[index + 1:pairs[index]]
            kind = declared_type(found, pairs, index)
            if kind and body and not IN_BODY & {each.text for each in body}:
                values(add, text, body[0].start, body[-1].end, kind)
    result += statements(path, text, found, pairs)
    return result


def values(add, text, start, end, kind):
    """Changes of a value that is returned."""
    value = text[start:end]
    if kind == "Bool" and value not in ("true", "false"):
        add(start, end, f"!({value})", "return")
    elif kind.endswith("?") and value != "nil":
        add(start, end, "nil", "return")


def asserted(found, pairs):
    """The tokens within assertions, which are there for those who read."""
    inside = set()
    for index, token in enumerate(found):
        if token.text == "assert" and found[index + 1].text == "(":
            inside.update(range(index, pairs[index + 1]))
    return inside


def clauses(found, pairs, index):
    """The parts of a condition that bind nothing."""
    parts, first, place = [], index + 1, index + 1
    if found[index - 1].text in (".", "}") and found[index].text != "if" or found[first].text == ":":
        return []
    while place < len(found):
        token = found[place]
        if token.kind == "mark" and token.text in CLOSE:
            return []
        if token.text in (",", "{", "else"):
            parts.append((first, place - 1))
            if token.text != ",":
                break
            first = place + 1
        elif token.text in "([":
            place = pairs[place]
        place += 1
    binding = {"let", "var", "case"}
    return [
        (found[first].start, found[last].end)
        for first, last in parts
        if first <= last and found[first].text not in binding
    ]


def end_of_value(text, found, pairs, index):
    """Where the value of a `return` ends, nothing where there is none."""
    place, last = index + 1, None
    while place < len(found):
        token = found[place]
        gap = text[found[place - 1].end:token.start]
        if token.text in ("}", ";", "case", "default"):
            break
        if "\n" in gap and (last is None or token.kind != "operator" and token.text != "."):
            break
        place = pairs[place] if token.text in OPEN and token.kind == "mark" else place
        last = found[place].end
        place += 1
    return last


def declared_type(found, pairs, brace):
    """The type of the value of a body, if its head says it."""
    index, words = brace - 1, []
    while index >= 0 and found[index].text not in (";", "{", "}", ")", "=", ",", "(") and len(words) < 8:
        token = found[index]
        if token.text == "->":
            return "".join(reversed(words))
        if token.text == ":" and found[index - 2].text == "var":
            return "".join(reversed(words))
        words.append(token.text)
        index -= 1
    return ""


def result_type(found, pairs, index):
    """What the function around a place returns."""
    while index > 0:
        index -= 1
        if found[index].text in CLOSE and found[index].kind == "mark":
            index = pairs[index]
        elif found[index].text == "{":
            kind = declared_type(found, pairs, index)
            if kind:
                return kind
    return ""


def statements(path, text, found, pairs):
    """Calls and assignments that stand on lines of their own."""
    result = []
    for index, token in enumerate(found):
        begin = text.rfind("\n", 0, token.start) + 1
        if token.kind != "word" or text[begin:token.start].strip() or token.text in NO_STATEMENT:
            continue
        if found[index - 1].text not in "{};)" and found[index - 1].kind not in ("word", "number", "string"):
            continue
        place, calls = index, False
        while place < len(found):
            each = found[place]
            if place > index and "\n" in text[found[place - 1].end:each.start]:
                break
            if each.text in ("{", "}", ":", ","):
                place = -1
                break
            if each.kind == "operator" and (each.text == "=" or each.text.endswith("=") and len(each.text) > 1):
                calls = True
            if each.kind == "mark" and each.text in "([":
                calls = calls or each.text == "("
                place = pairs[place]
            elif each.kind == "mark" and each.text in CLOSE:
                place = -1
                break
            place += 1
        if place > index and calls and found[place].kind != "operator" and found[place].text != ".":
            result.append(Site(path, text, token.start, found[place - 1].end, "_ = ()", "statement"))
    return result


def all_sites(seed):
    """All mutants, in the order in which they are drawn: one of each area in turn, as long as there are some."""
    turns = [sites_of(area, seed) for area in AREAS]
    return [site for turn in itertools.zip_longest(*turns) for site in turn if site]


def sites_of(area, seed):
    result = []
    for name in AREAS[area][0]:
        place = ROOT / name
        for file in sorted(place.rglob("*.swift")) if place.is_dir() else [place]:
            path = str(file.relative_to(ROOT))
            text = file.read_text()
            try:
                result += sites(path, text)
            except ValueError as error:
                sys.exit(f"{path}: {error}")
    seen = collections.Counter()
    for site in result:
        name = f"{site.path}|{site.before}|{site.after}"
        seen[name] += 1
        site.area = area
        site.id = hashlib.sha256(f"{name}|{seen[name]}".encode()).hexdigest()[:8]
    result.sort(key=lambda site: hashlib.sha256(f"{seed}|{site.id}".encode()).hexdigest())
    return result


def answers():
    """The survivors that have a reason, by their file, line and changed line."""
    result = {}
    text = re.sub("^#.*\n", "", ANSWERS.read_text(), flags=re.MULTILINE)
    for block in filter(None, map(str.strip, text.split("\n\n"))):
        match = re.fullmatch(r"(\S+\.swift): (.+)\n-> (.+)\n([\s\S]+)", block)
        if match is None:
            sys.exit(f"{ANSWERS.name}: not of the form that its head says:\n{block}")
        name, before, after, reason = match.groups()
        result[name, before, after] = " ".join(reason.split())
    return result


def answer(site, known):
    """Why a mutant cannot be caught, if somebody has said so."""
    name = Path(site.path).name
    return known.get((name, site.before, site.after)) or known.get((name, site.before, "*"))


# MARK: - Trying

def state_of_tree():
    """What says whether a result holds still: a hash of all sources and tests, and of how they are run."""
    state = hashlib.sha256(repr((STEPS, MANIFEST)).encode())
    modules = ("SwitchyardLocks", "SwitchyardSystem", "RoutePatterns", "RouteIndex", "Switchyard")
    tests = ("RoutePatternsTests", "RouteIndexTests", "SwitchyardTests", "TestSupport", "PatternTestSupport", "DispatchTestSupport")
    folders = [f"Sources/{name}" for name in modules] + [f"Tests/{name}" for name in tests]
    for folder in folders:
        for file in sorted((ROOT / folder).rglob("*.swift")):
            state.update(f"{file.relative_to(ROOT)}|".encode() + file.read_bytes())
    return state.hexdigest()


# What stands behind the tree's own manifest: of its targets the tests stay, and what they stand on.
MANIFEST = """
var kept: Set<String> = ["RoutePatternsTests", "RouteIndexTests", "SwitchyardTests"]
var count = 0
while kept.count > count {
  count = kept.count
  for target in package.targets where kept.contains(target.name) {
    for case .byNameItem(let name, _) in target.dependencies { kept.insert(name) }
  }
}
package.targets.removeAll { !kept.contains($0.name) }
package.products.removeAll()
package.dependencies.removeAll()
package.traits.removeAll()
"""


class Yard:
    """The copy of the tree."""

    def __init__(self, folder):
        self.folder = Path(folder)
        # How much of a processor each step takes.
        self.costs = {}
        for name in ("Sources", "Tests", "CPCRE2", "README.md"):
            self.copy(ROOT / name, self.folder / name)
        self.write("Package.swift", (ROOT / "Package.swift").read_text() + MANIFEST)

    def copy(self, source, target):
        """Brings a folder to what it is in the tree, and touches no file that is the same."""
        if source.is_file():
            content = source.read_bytes()
            if not target.exists() or target.read_bytes() != content:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
            return
        names = {each.name for each in source.iterdir() if each.name != ".build"}
        for each in target.iterdir() if target.exists() else []:
            if each.name not in names:
                shutil.rmtree(each) if each.is_dir() else each.unlink()
        for name in names:
            self.copy(source / name, target / name)

    def write(self, path, text):
        file = self.folder / path
        if not file.exists() or file.read_text() != text:
            file.write_text(text)

    def build(self):
        """Whether it compiles, and what was said."""
        # Warnings are no errors here: a change may leave a value that nobody uses.
        environment = {name: value for name, value in os.environ.items() if name != "SWITCHYARD_STRICT"}
        run = subprocess.run(
            ["swift", "build", "--build-tests", "--package-path", str(self.folder)],
            capture_output=True, text=True, env=environment,
        )
        return run.returncode == 0, run.stdout + run.stderr

    def change(self, site):
        self.write(site.path, site.text[:site.start] + site.replacement + site.text[site.end:])

    def restore(self, site):
        self.write(site.path, site.text)

    def test(self, step):
        """What fails first in a step, or nothing, and how long it took."""
        name, filters, skips, cases = step
        command = [
            str(self.folder / ".build/debug/SwitchyardPackageTests.xctest"),
            "--testing-library", "swift-testing",
        ]
        for pattern in filters:
            command += ["--filter", pattern]
        for pattern in skips:
            command += ["--skip", pattern]
        environment = dict(
            os.environ, SWITCHYARD_SEED="7", SWITCHYARD_CASES=str(cases), SWIFT_BACKTRACE="enable=no",
            NO_COLOR="1",
        )
        environment.setdefault("SWITCHYARD_SHARED", str(ROOT.parent / "shared"))
        run = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment,
            start_new_session=True, preexec_fn=set_limits, cwd=self.folder,
        )
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        try:
            verdict = self.watch(run, 5 + 3 * self.costs[name] if name in self.costs else 600)
        finally:
            try:
                os.killpg(run.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            run.wait()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return verdict, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def watch(self, run, limit):
        """Reads what a run says until the first failure.

        Others may be at work beside this: what counts is not the time but what a run takes of a processor.
        """
        rest, selector = b"", selectors.DefaultSelector()
        selector.register(run.stdout, selectors.EVENT_READ)
        spent, quiet = 0, 0
        while True:
            is_said = selector.select(5)
            now = spent_by(run.pid)
            quiet = 0 if is_said or now - spent > 0.05 else quiet + 5
            spent = max(spent, now)
            if spent > limit or quiet >= 40:
                return "(it does not end)"
            if not is_said:
                continue
            piece = os.read(run.stdout.fileno(), 65_536)
            *lines, rest = (rest + piece).split(b"\n")
            for line in lines:
                text = re.sub("\x1b\\[[0-9;]*m", "", line.decode(errors="replace"))
                if text.startswith("✘"):
                    match = re.match(r'✘ Test (".*?"|\S+)', text)
                    return match.group(1) if match else text
            if not piece:
                return None if run.wait() == 0 else "(it crashes)"

    def calibrate(self):
        """Runs the tests without a change: how long each step takes, and that nothing fails anyway."""
        print("building…", flush=True)
        is_built, output = self.build()
        if not is_built:
            sys.exit(output[-4000:])
        record = self.folder / "baseline.json"
        state = state_of_tree()
        if record.exists():
            known = json.loads(record.read_text())
            if known["state"] == state:
                self.costs = known["costs"]
                return
        for step in dict.fromkeys(step[0] for steps in STEPS.values() for step in steps):
            each = next(each for steps in STEPS.values() for each in steps if each[0] == step)
            verdict, seconds = self.test(each)
            if verdict:
                sys.exit(f"{step}: {verdict}, without any change")
            self.costs[step] = seconds
            print(f"{step}: {seconds:.1f} s of a processor", flush=True)
        record.write_text(json.dumps({"state": state, "costs": self.costs}))

    def attempt(self, site):
        """What became of a mutant."""
        start = time.monotonic()
        self.change(site)
        try:
            is_built, _ = self.build()
            verdict = None
            if is_built:
                for step in STEPS[site.area]:
                    verdict, _ = self.test(step)
                    if verdict:
                        break
        finally:
            self.restore(site)
        return {
            "id": site.id,
            "verdict": "uncompiled" if not is_built else "caught" if verdict else "survived",
            "by": verdict,
            "kind": site.kind,
            "seconds": round(time.monotonic() - start, 1),
            "mutant": str(site),
        }


def spent_by(process):
    """How much a process has taken of a processor, in seconds."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def set_limits():
    # A change may ask for memory without end.
    resource.setrlimit(resource.RLIMIT_DATA, (4 << 30, 4 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


# MARK: - The command

def read_results(file):
    """The last result for each mutant, of those of the tree as it is."""
    if not file.exists():
        return {}
    state = state_of_tree()
    results = map(json.loads, file.read_text().splitlines())
    return {each["id"]: each for each in results if each.get("state") == state}


def run(options, order, known, file):
    done, state = read_results(file), state_of_tree()
    folder = options.keep
    if not folder:
        folder = tempfile.mkdtemp(prefix="mutants-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    yard = None
    file.parent.mkdir(parents=True, exist_ok=True)
    survivors = {each for each in done if done[each]["verdict"] == "survived"}
    counted = 0
    for site in order:
        if not options.only and counted == options.sample:
            break
        if options.only and site.id not in options.only:
            continue
        is_again = options.only or options.survivors and site.id in survivors
        if answer(site, known) and not options.only:
            counted += 1
            continue
        if site.id not in done or is_again:
            if yard is None:
                yard = Yard(folder)
                yard.calibrate()
            result = {**yard.attempt(site), "state": state}
            done[site.id] = result
            with file.open("a") as output:
                output.write(json.dumps(result, ensure_ascii=False) + "\n")
            if result["verdict"] != "uncompiled" or options.only:
                by = f" by {result['by']}" if result["by"] else ""
                print(f"{counted + 1} {site.id} {result['verdict']}{by} ({result['seconds']} s)\n  {site}", flush=True)
        counted += done.get(site.id, {}).get("verdict") in ("caught", "survived")
    return done


def sample_of(order, done, count):
    """The mutants that count, as far as it is known which compile."""
    return [site for site in order if done.get(site.id, {}).get("verdict") != "uncompiled"][:count]


def summarise(sample, done, known):
    """Prints what became of a sample, and returns whether it is good enough."""
    by, kinds = collections.Counter(), collections.Counter()
    survivors, is_answered = [], True
    for site in sample:
        result = done.get(site.id)
        reason = answer(site, known)
        if reason or result and result["verdict"] == "survived":
            survivors.append((site, reason))
            is_answered = is_answered and bool(reason)
            kinds[site.kind, "survived"] += 1
        elif result:
            by[result["by"]] += 1
            kinds[site.kind, "caught"] += 1
    caught = sum(by.values())
    tried = caught + len(survivors)
    print(f"\n{caught} of {tried} are caught ({100 * caught / max(1, tried):.1f} %)\n")
    for kind in sorted({kind for kind, _ in kinds}):
        print(f"  {kind:10} {kinds[kind, 'caught']:4} caught {kinds[kind, 'survived']:4} survived")
    print("\nby what:")
    for name, count in by.most_common():
        print(f"  {count:4} {name}")
    print("\nsurvivors:" if survivors else "\nno survivors")
    for site, reason in survivors:
        print(f"  {site.id} {site}\n    {reason or 'NO ANSWER'}")
    return is_answered and caught >= 0.9 * tried


def check(order, known):
    """Whether there are enough places, each is what it says, and each answer has its mutant."""
    names = collections.Counter()
    for index, site in enumerate(order):
        changed = site.text[:site.start] + site.replacement + site.text[site.end:]
        if changed == site.text:
            sys.exit(f"changes nothing: {site}")
        if index < 300:
            bounds(tokens(changed))
        names[site.kind] += 1
    places = {(Path(site.path).name, site.before, other) for site in order for other in (site.after, "*")}
    stale = [each for each in known if each not in places]
    for each in stale:
        print("no such mutant any more:", each[0], each[1], "->", each[2])
    print(f"{len(order)} mutants:", ", ".join(f"{count} {kind}" for kind, count in names.most_common()))
    # Far fewer than there were: the source is no longer read as it is written.
    return not stale and len(order) > 2000 and len(names) == 7


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1])
    parser.add_argument("--sample", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", metavar="FOLDER")
    parser.add_argument("--results", type=Path, default=ROOT / ".build/mutants.jsonl")
    parser.add_argument("--only", action="append", metavar="ID")
    parser.add_argument("--survivors", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    order, known = all_sites(options.seed), answers()
    if options.check:
        sys.exit(0 if check(order, known) else 1)
    done = read_results(options.results)
    if options.list:
        for site in sample_of(order, done, options.sample):
            print(site.id, site.kind, site)
        return
    done = run(options, order, known, options.results)
    if not options.only:
        sample = sample_of(order, done, options.sample)
        sys.exit(0 if summarise(sample, done, known) else 1)


if __name__ == "__main__":
    main()
