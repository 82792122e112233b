"""Why an engine's answer differs from ours: the differences that are known, each with its reason.

A row is looked at for each place in which two answers differ, and is to hold for as little as can be told. Sections are
those of the URLPattern standard, or of the URL standard where it says URL.
"""
import json
import re
import urllib.parse

from drawn_patterns import COMPONENTS

ROWS = []


def row(engines, reason):
    """Adds what decides whether a difference is of a kind: of one place, and what stands there in both."""
    def add(holds):
        ROWS.append((engines, reason, holds))
        return holds
    return add


class Difference:
    """A place in which two answers differ, with all that is known of it."""

    def __init__(self, question, ours, theirs, place, our, their):
        self.question = question
        self.answers = ours, theirs
        self.place, self.ours, self.theirs = place, our, their
        self.kind, *rest = place.split()
        self.component = rest[-1] if rest and not rest[-1].isdigit() else None
        self.input = question["inputs"][int(rest[0])] if rest and rest[0].isdigit() else []
        # What the user wrote that can bear on the place.
        self.text = json.dumps([question["pattern"], self.input, question["other"] if self.kind == "order" else ""], ensure_ascii=False)

    def ignores_case(self):
        last = self.question["pattern"][-1]
        return isinstance(last, dict) and last.get("ignoreCase", False)

    def is_verdict(self):
        """Whether one says that there is a match, and the other that there is none."""
        return self.kind == "test" or self.kind == "match" and self.component is None

    def is_same(self, change):
        """Whether both are the same text once it is changed."""
        return change(json.dumps(self.ours, sort_keys=True)) == change(json.dumps(self.theirs, sort_keys=True))

    def is_input_same(self):
        return isinstance(self.ours, dict) and self.ours["input"] == self.theirs["input"]


# What is so by our own decision.

@row("chromium node", "ours: an expression that is refused with a reason: numbered back references, (?i:), lookbehind of no fixed length")
def refused(one):
    return one.kind == "construction" and "invalidRegex(" in str(one.ours) and re.search(
        "back reference leads out|back reference names|Options within|lookbehind|several characters", one.ours)


@row("chromium node", "ours: a match hits the limit of steps")
def limit(one):
    return one.ours == "limit" or one.kind == "test" and "limit" in one.answers[0]["matches"]


@row("chromium", "ours: generate makes no text that its pattern would not match with these values: empty ones, dots between slashes, two side by side")
def lost(one):
    values = [value for name, value in one.question["groups"].items() if ":" + name in one.text]
    return one.kind == "generated" and one.ours is None and (len(values) > 1 or one.component == "port" or any(
        value == "" or re.fullmatch(r"(\.|%2e)+", value, re.I) or re.search(r"[\t\n\r/\\?#]", value) for value in values))


@row("chromium", "ours: generate takes digits for a label of a host, as they are none of an address but at its end; Chromium looks at the value alone")
def labels(one):
    return one.kind == "generated" and one.component == "hostname" and one.ours is not None and any(
        value.isdecimal() and ":" + name in one.text for name, value in one.question["groups"].items()) and (
        one.theirs is None or one.is_same(lambda text: re.sub(r"0\.0\.0\.(?=\d)", "", text)))


@row("chromium node", "ours: text that a group has parted is written behind an empty group where it would be read otherwise, as dots and digits are")
def dots(one):
    return one.kind == "components" and "{}" in one.text and re.sub(r"\{\}\??", "", one.ours) == one.theirs


@row("chromium node", "ours: text of nothing but tabs and line breaks is no part; in the standard it is an empty one (add a part)")
def nothing(one):
    return one.kind in ("components", "order", "generated") and re.search(r"(\{|[#?]|: \")(\\[tnr])+(\}|[*({:])", one.text)


@row("chromium", "ours: a scheme's text with a colon in it is refused; the parser reads what stands before it (canonicalize a protocol)")
def schemes(one):
    return one.kind == "construction" and "invalidScheme" in str(one.ours) and "\\\\:" in one.text


@row("chromium", "ours: text that an empty group parts is one part again when patterns are compared (compareComponent is a proposal)")
def parted(one):
    return one.kind == "order" and re.search(r"\{\}", one.text)


@row("chromium node", "ours: names of hosts in ASCII are taken as they are, also behind xn--, as Chromium does; domain to ASCII refuses some (URL 3.3)")
def encoded(one):
    return "xn--" in urllib.parse.unquote(one.text) and (one.is_verdict() and one.ours or one.kind == "construction" and one.ours == "a pattern")


@row("chromium node", "ours: an empty round of a repetition is not taken back, so that its value is the empty one (PatternComponent)")
def rounds(one):
    if one.kind != "match" or not one.is_input_same() or not re.search(r"\*\)?[?*+]|\?\)?[*+]", one.text):
        return False
    ours, theirs = ([answer["groups"].get(name) or "" for name in one.ours["groups"]] for answer in (one.ours, one.theirs))
    # What such a round gives back may be the next value's.
    return all(our == "" for our, their in zip(ours, theirs) if our != their) or "".join(ours) == "".join(theirs)


@row("chromium node", "ours: a named group within an expression moves no value (the standard's result has the groups by number)")
def moved(one):
    return one.kind == "match" and one.is_input_same() and "(?<n>" in one.text


# Where Chromium departs from the standard.

@row("chromium", "Chromium escapes | in paths; the path percent-encode set does not have it (URL 1.3)")
def bar(one):
    if "|" not in one.text and "%7C" not in one.text:
        return False
    if one.kind == "match" and one.component == "pathname":
        return one.ours["input"] == one.theirs["input"].replace("%7C", "|")
    return one.is_verdict() or one.component == "pathname" and (one.kind == "order" or one.is_same(lambda text: text.replace("%7C", "|")))


@row("chromium", "Chromium keeps the host localhost of file: URLs; the file host state empties it (URL 4.4)")
def localhost(one):
    return "localhost" in one.text and "file" in one.text and (
        one.is_verdict() or one.component == "hostname" and one.is_same(lambda text: text.replace("localhost", "")))


@row("chromium", "Chromium knows no drive letters on Linux; the file slash state keeps that of the base (URL 4.4)")
def drives(one):
    return re.search(r"[A-Za-z][:|](/|\\\\|\")", one.text) and "file" in one.text and (one.is_verdict() or one.component == "pathname")


@row("chromium", "Chromium gives an optional asterisk that took no text the empty value; in (.*)? such a round is taken back")
def optional(one):
    return one.kind == "match" and one.is_input_same() and all(
        one.ours["groups"][name] is None and one.theirs["groups"][name] == ""
        for name in one.ours["groups"] if one.ours["groups"][name] != one.theirs["groups"][name])


@row("chromium", "Chromium escapes the asterisk and the space in hosts; the one is no forbidden code point, the other is one (URL 3.5)")
def hosts(one):
    said = json.dumps(one.answers[1])
    if one.is_verdict():
        return "%2A" in said or not one.ours and re.search("[/:][^/]* ", one.text)
    return one.component == "hostname" and ("%2A" in said or "%20" in said)


@row("chromium", "Chromium with ignoreCase: all components match in either case (create: only path, search and hash do)")
def case(one):
    if one.kind == "match" and one.component in ("protocol", "username", "password", "hostname"):
        # What a literal takes in the other case, a value does not get.
        return one.ignores_case() and one.is_input_same() and re.search("[A-Za-z]", one.answers[0]["components"][COMPONENTS.index(one.component)])
    return one.ignores_case() and one.is_verdict() and not one.ours


@row("chromium", "Chromium lets no expression match a component that a dictionary leaves out, in some dictionaries (match: it is the empty string)")
def left_out(one):
    given = one.input[0] if one.input else None
    return one.is_verdict() and one.ours and isinstance(given, dict) and (one.ignores_case() or any(
        not given.get(name) and text not in ("*", "") for name, text in zip(COMPONENTS, one.answers[0]["components"])))


@row("chromium", "Chromium gives file: dictionaries no port (canonicalize a port)")
def file_port(one):
    return one.component == "port" and "file" in one.text and one.is_input_same() is False and one.theirs["input"] == ""


@row("chromium", "Chromium takes an empty path beside an opaque base for none (constructor string parser: change state gives it the empty value)")
def path(one):
    if one.kind == "order" and one.component == "pathname":
        return '"", "' in one.text
    return (one.is_verdict() or one.component == "pathname") and [answer["components"][5] for answer in one.answers] == ["", "*"]


@row("chromium", "Chromium takes a host that begins with / ? # or \\ for an empty one; the host state refuses it (URL 4.4)")
def beginnings(one):
    if one.kind == "construction":
        return "hostname" in str(one.ours) and "invalidHost" in str(one.ours)
    given = one.input[0] if one.input else None
    if one.kind == "generated":
        return one.component == "hostname" and one.ours is None
    return one.is_verdict() and isinstance(given, dict) and given.get("hostname", "")[:1] in "/?#\\"


@row("chromium", "Chromium refuses some code points in hosts of other schemes; the opaque-host parser escapes them (URL 3.5)")
def opaque_hosts(one):
    return one.is_verdict() and one.ours and isinstance(one.input[0], str) and re.search("//[^/]*[^\x00-\x7f]", one.input[0])


@row("chromium", "Chromium takes the port 0 of a URL for none")
def zero(one):
    return re.search(":0+(?![0-9])", json.dumps(one.input)) and (
        one.is_verdict() or one.component == "port" and one.ours["input"] == "0" and one.theirs["input"] == "")


@row("chromium", "Chromium escapes ' in users, and in queries of all schemes; the userinfo and query percent-encode sets do not have it (URL 1.3)")
def quote(one):
    return "'" in one.text and (one.is_verdict() or one.component in ("username", "password", "search") and (
        one.kind == "order" or one.is_same(lambda text: text.replace("%27", "'"))))


@row("chromium", "Chromium keeps tabs and line breaks of data: URLs and opaque paths, as escapes; the parser removes them first (URL 4.4)")
def layout(one):
    return re.search(r"\\[tnr]", one.text) and (
        one.is_verdict() or one.kind == "generated" and one.theirs is None or one.is_same(lambda text: re.sub("%0[9AD]|[{}]", "", text)))


@row("chromium", "Chromium takes a backslash for a slash in relative URLs of other schemes (URL 4.4: where url is special)")
def backslash(one):
    return len(one.input) == 2 and "\\" in one.input[0] and (one.is_verdict() or one.component == "pathname")


@row("chromium", "Chromium inherits no user where a password is given (process a URLPatternInit: none of protocol, hostname, port, username)")
def users(one):
    given = one.input[0] if one.input else None
    return isinstance(given, dict) and "password" in given and "username" not in given and "@" in given.get("baseURL", "") and (
        one.is_verdict() or one.component == "username")


@row("chromium node", "the engine drops a ? that a literal of a query begins with, as a setter does; the query state keeps it (canonicalize a search)")
def question_mark(one):
    if one.component == "search" and one.kind in ("order", "match"):
        return "?" in one.text
    if one.component == "search" and one.kind in ("components", "generated"):
        return one.is_same(lambda text: re.sub(r"\\\\|[?{}]", "", text.replace("(.*)", "*")).replace("%27", "'"))
    return one.is_verdict() and len(one.answers[0]["components"][6]) > len(one.answers[1]["components"][6])


@row("chromium", "Chromium counts filesystem among the schemes with a path of segments (URLPattern 2.1: special schemes alone)")
def filesystem(one):
    scheme = one.answers[0]["components"][0].lstrip("{")
    return scheme.startswith("file") and len(scheme) > 4 and (one.is_verdict() or one.component == "pathname")


@row("chromium", "Chromium gives up after some steps of a repeated repetition, and says that there is no match; ours has found it by then")
def steps(one):
    return one.is_verdict() and one.ours and re.search(r"(:\w+|\)|\}|\*)[*+]", one.text)


# Where Node departs, and Chromium does as well, or took too long.

@row("node", "Node reads the beginning of a path with two slashes as a host (canonicalize a pathname)")
def slashes(one):
    if one.kind == "components":
        return one.component == "pathname" and one.ours.startswith("//")
    path = one.input[0].get("pathname", "") if one.input and isinstance(one.input[0], dict) else ""
    return one.is_verdict() and re.sub("[\t\n\r]", "", path).startswith("//")


@row("node", "Node resolves dots in paths beside schemes of others (canonicalize an opaque pathname)")
def other_paths(one):
    ours, theirs = (len(re.findall(r"/(?:\.|%2e)", str(text), re.IGNORECASE)) for text in (one.ours, one.theirs))
    return one.component == "pathname" and ours > theirs


@row("node", "Node ends a path at an escaped question mark (canonicalize a pathname: path start state, which has an override)")
def path_question_mark(one):
    return one.component == "pathname" and "?" in one.text and str(one.ours).replace("%3F", "?").split("?")[0] == one.theirs


def explanation(one, engine, chromiums):
    """The reason of a difference; nothing for one that is not known.

    `chromiums` are the places in which Chromium's answer to the same question differs, if it was asked, each with what
    it says there and the reason.
    """
    for engines, reason, holds in ROWS:
        if engine in engines and holds(one):
            return reason
    if engine == "node" and chromiums is not None:
        theirs, reason = chromiums.get(one.place, (one.ours, "none is needed"))
        # Where there are but two answers, Node may give Chromium's for a reason of its own.
        is_alone = theirs != one.theirs or one.is_verdict() and one.answers[0]["components"] != one.answers[1]["components"]
        if reason and is_alone:
            return "Node alone says so; Chromium says what we do, or differs in a known way"
    return None
