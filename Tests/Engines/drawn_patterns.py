"""Draws patterns of URLs, valid, odd and invalid, and inputs many of which they match."""

import random

COMPONENTS = ["protocol", "username", "password", "hostname", "port", "pathname", "search", "hash"]
NAMES = ["id", "a", "b", "_x", "$", "é", "名", "a1", "toString", "constructor", "__proto"]
MODIFIERS = ["", "", "", "", "?", "*", "+"]

# Literal text: what a component is usually made of, and what is odd in it.
TEXTS = {
    "protocol": ["http", "https", "http", "https", "ws", "wss", "ftp", "file", "data", "foo", "s", "HTTP", "a+b-c.", "blob"],
    "username": ["ada", "u", "é", "a b", "%41", "A", "u.v", "user%20name"],
    "password": ["x", "secret", "é", "%41%zz", "p w", "A"],
    "hostname": ["example", ".com", "example.com", "sub", ".", "localhost", "127.0.0.1", "1", "0x7f.1", "é", "faß", "xn--9ca",
                 "xn--", "日本", "[::1]", "[1:2::F]", "EXAMPLE", "🍅", "a-b", "%41", "a_b", "256", "co.uk", "b\u00fccher", "a..b"],
    "port": ["80", "443", "8080", "21", "8", "0", "08", "65535", "65536", "1"],
    "pathname": ["/", "/", "/", "/foo", "foo", "/bar", "/foo/bar", "/a.b", "é", "/é", "%2F", "%41", "/.", "/..", "./", "../", ".",
                 "/%2e", "/./a", "/a/../b", "/C:", "/c|", "A", "//", "a b", "日", "-", "~", "1"],
    "search": ["q", "=", "q=1", "&", "a=b&c=d", "é", "'", "%20", "a b", "A", "/", "<>", '"'],
    "hash": ["top", "é", "`", "A", "a b", "%20", "<", "1", "/", '"'],
}
ODD = ["\t", "\n", "\r", " ", "\u0000", "|", "^", "`", "'", '"', "<", ">", "[", "]", "@", "#", "/", "\\\\", "%", "%zz", "~", "!",
       "&", ";", ",", "=", "🍅", "é", "\u00ad", "\u200d", "\ufeff", "\u2028", "．", "。", "Ａ", "ß", "İ", "ſ", "K", ".", "..", "-", "$", "_"]
# What stands for something in a pattern, one by one: seldom a pattern then.
SIGNS = [":", "*", "+", "?", "{", "}", "(", ")", "\\", "{}", "{}?", "()", "(?", "::", "**", "(*)", "/*", ":/", "\\:", "\\\\", "{{", "(a", "://"]
# Expressions, with texts that they match and one that they do not.
EXPRESSIONS = [
    ("\\d+", ["1", "42", "x"]), ("[a-z]+", ["a", "foo", "A", "1"]), ("a|b", ["a", "b", "c"]), (".*", ["", "x", "a/b"]),
    ("[^/]+", ["x", "a b", "/"]), ("\\w+", ["a_1", "-"]), ("foo", ["foo", "FOO"]), ("(?:a|bc)*", ["", "abc", "ab"]),
    ("[^\\/]+?", ["x", "a/b"]), ("[^\\.]+?", ["x", "a.b"]), ("[^]+?", ["x", "/"]), ("x?", ["x", ""]), ("(?<n>a)b", ["ab", "a"]),
    ("[\\w--[a-c]]", ["d", "a"]), ("[[a-z]&&[aeiou]]+", ["a", "b"]), ("\\p{L}", ["a", "1"]), ("(?=a)\\w", ["a", "b"]),
    ("(?!a).", ["b", "a"]), ("a{1,2}", ["a", "aa", "aaa"]), ("\\.", [".", "a"]), ("\\:", [":", "a"]), (".", ["a", "/"]),
    ("^a$", ["a", "b"]), ("\\u0061", ["a"]), ("\\x41", ["A"]), ("[", []), ("a)b(", []), ("\\", []), ("+", []), ("(a)", ["a"]), ("a{2,1}", []),
    ("[a&&b]", []), ("[(]", []), ("é", []), ("\\é", []), ("(?i:a)", ["a", "A"]), ("\\b", [""]), ("(?:)", [""]), ("\\cA", []), ("]", []), ("}", ["}"]),
    ("(?<=/)a", ["a"]), ("\\k<n>", []), ("(?<n>a)\\k<n>", ["aa"]), ("\\1", [""]), ("[\\d]{2}", ["12"]), ("a+?", ["a"]), ("[^a]", ["b"]), ("\\s", [" "]),
    ("\\S+", ["x"]), ("\\W", ["-"]), ("\\D", ["a"]), ("[-a]", ["-"]), ("\\-", []), ("\\/", ["/"]), ("%[0-9A-F]{2}", ["%41"]), ("[A-Z]", ["A", "a"]),
]
BASES = ["https://example.com/a/b?q#h", "http://ada:x@example.com:8080/foo/", "data:foobar", "data:foo?a#b", "file:///C:/x/y", "file://h/a",
         "foo://bar/baz", "foo:/x/y", "https://é.com/é?é#é", "ws://h:81", "http://a/(b)/{c}:d*?+#:x", "about:blank", "https://[::1]/", "no base", "", "//h",
         "ftp://u@h/", "https://h/a%20b/..", "HTTPS://EXAMPLE.com:443", "foo:?q", "foo://u:p@h:1/x?y#z", "https://h/|^", "  https://h/  "]


class Drawing:
    """A source of patterns that gives the same for the same seed."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.pick = self.random.choice

    def chance(self, part):
        return self.random.random() < part

    # Texts of one component, each with a text that may match it.

    def literal(self, component):
        kind = self.random.random()
        if kind < 0.86:
            text = self.pick(TEXTS[component])
        elif kind < 0.96:
            text = self.pick(ODD)
        else:
            text = self.pick(TEXTS[self.pick(COMPONENTS)])
        return text, text

    def escaped(self, component):
        text = self.pick(["\\.", "\\:", "\\*", "\\?", "\\#", "\\/", "\\a", "\\é", "\\(", "\\{", "\\}", "\\+", "\\\\", "\\[", "\\]", "\\@", "\\ ", "\\🍅", "\\%"])
        return text, text[1:]

    def value(self, component):
        """A name, an expression or an asterisk, without a modifier."""
        kind = self.random.random()
        name = ":" + self.pick(NAMES) if kind < 0.6 else ""
        if kind < 0.4:
            plain = [one for one in TEXTS[component] if "/" not in one] or ["x"]
            return name, self.pick(plain + ["x", "x", "42", ""])
        if kind < 0.8:
            expression, texts = self.pick(EXPRESSIONS[:12] if self.chance(0.6) else EXPRESSIONS)
            return f"{name}({expression})", self.pick(texts) if texts else "x"
        return "*", self.pick(TEXTS[component] + ["", "x", "a/b"])

    def group(self, component):
        prefix = self.pick([("", ""), ("", ""), self.literal(component), self.escaped(component)])
        suffix = self.pick([("", ""), self.literal(component)])
        value = self.value(component) if self.chance(0.6) else ("", "")
        modifier = self.modifier(value[0] if not prefix[0] and not suffix[0] else "")
        match = prefix[1] + value[1] + suffix[1]
        return "{" + prefix[0] + value[0] + suffix[0] + "}" + modifier, self.repeated(match, modifier)

    def modifier(self, value):
        # What repeats in a repetition runs away in the engines, which nothing limits.
        repeats = value and not value[-1].isalpha() and not self.chance(0.002)
        return self.pick(["", "", "", "?"] if repeats else MODIFIERS)

    def repeated(self, match, modifier):
        least, most = {"": (1, 1), "?": (0, 1), "*": (0, 3), "+": (1, 3)}[modifier]
        return match * self.random.randint(least, most)

    def piece(self, component):
        kind = self.random.random()
        if kind < 0.50:
            return self.literal(component)
        if kind < 0.76:
            value, match = self.value(component)
            modifier = self.modifier(value)
            return value + modifier, self.repeated(match, modifier)
        if kind < 0.90:
            return self.group(component)
        if kind < 0.96:
            return self.escaped(component)
        sign = self.pick(SIGNS)
        return sign, sign.strip("\\")

    def component(self, component):
        """A pattern for a component, and a text that may match it."""
        if self.chance(0.12):
            return self.pick([("", ""), ("*", "x")])
        pieces = [self.piece(component) for _ in range(self.pick([1, 1, 1, 2, 2, 3, 4]))]
        if component == "pathname" and self.chance(0.7):
            pieces.insert(0, ("/", "/"))
        if component == "port" and self.chance(0.5):
            pieces = pieces[:1]
        text, match = "".join(one[0] for one in pieces), "".join(one[1] for one in pieces)
        if component in ("search", "hash") and self.chance(0.1):
            text = ("?" if component == "search" else "#") + text
        if component == "protocol" and self.chance(0.05):
            text += ":"
        return (self.mangled(text) if self.chance(0.04) else text), match

    def mangled(self, text):
        """A text with one character more, or less, or another."""
        place = self.random.randint(0, len(text))
        more = self.pick(SIGNS + ODD)
        return text[:place] + self.pick(["", more]) + text[place + self.pick([0, 1]):]

    # Patterns and inputs.

    def whole(self):
        """The text of a whole URL's pattern, and the components of what may match it."""
        parts = {}

        def take(component):
            text, parts[component] = self.component(component)
            return text

        out = ""
        if self.chance(0.92):
            text, match = self.pick([("https", "https"), ("http", "http"), ("http{s}?", "https"), ("*", "ws"), self.component("protocol")])
            parts["protocol"] = match
            out += text + self.pick(["://", "://", "://", "://", ":", "\\:", ":/", "{:}", "{://}", ":///"])
        if self.chance(0.12):
            out += take("username")
            if self.chance(0.6):
                out += self.pick([":", "\\:"]) + take("password")
            out += self.pick(["@", "@", "@", "{@}"])
        if self.chance(0.92):
            out += take("hostname")
        if self.chance(0.2):
            out += ":" + take("port")
        if self.chance(0.85):
            out += take("pathname")
        if self.chance(0.3):
            out += self.pick(["?", "\\?"]) + take("search")
        if self.chance(0.3):
            out += "#" + take("hash")
        return (self.mangled(out) if self.chance(0.05) else out), parts

    def dictionary(self):
        names = self.random.sample(COMPONENTS, self.pick([1, 1, 1, 2, 2, 3, 5, 8]))
        drawn = {name: self.component(name) for name in COMPONENTS if name in names}
        parts = {name: text for name, (text, _) in drawn.items()}
        if self.chance(0.25):
            parts["baseURL"] = self.pick(BASES)
        return parts, {name: match for name, (_, match) in drawn.items()}

    def url(self, parts):
        """The text of a URL with components like those that are given."""
        def part(name, usual):
            return parts[name] if name in parts and self.chance(0.9) else usual

        out = part("protocol", self.pick(["https", "https", "http", "foo", "data", "file"])) + self.pick([":", "://", "://", "://", "://", "://", ":/", ":\\\\", ":///"])
        user, password = part("username", ""), part("password", "")
        if user or password:
            out += user + (":" + password if password else "") + "@"
        out += part("hostname", self.pick(["example.com", "h", "sub.example.com", "localhost", "127.1", "[::1]"]))
        if port := part("port", ""):
            out += ":" + port
        out += part("pathname", self.pick(["", "/", "/foo", "/foo/bar"]))
        if query := part("search", ""):
            out += "?" + query
        if fragment := part("hash", ""):
            out += "#" + fragment
        return out

    def relative(self, parts):
        out = parts.get("pathname", self.pick(["", "x", "/x", "../x", "//h/x", "\\x", "?", "c:/x", "/c|/x", "."]))
        if query := parts.get("search"):
            out += "?" + query
        if fragment := parts.get("hash"):
            out += "#" + fragment
        return out

    def input(self, parts):
        kind = self.random.random()
        if kind < 0.45:
            url = self.url(parts)
            if self.chance(0.05):
                url = self.mangled(url)
            return [url] + ([self.pick(BASES)] if self.chance(0.1) else [])
        if kind < 0.6:
            return [self.relative(parts), self.pick(BASES)]
        given = {name: match for name, match in parts.items() if self.chance(0.9)}
        if self.chance(0.3):
            name = self.pick(COMPONENTS)
            given[name] = self.component(name)[1]
        if self.chance(0.2):
            given["baseURL"] = self.pick(BASES)
        return [given]

    def question(self, inputs):
        kind = self.random.random()
        if kind < 0.4:
            text, parts = self.whole()
            pattern = [text]
            if self.chance(0.15):
                pattern.append(self.pick(BASES))
        elif kind < 0.5:
            parts = {}
            text = ""
            for name, start in [("pathname", ""), ("search", "?"), ("hash", "#")]:
                if self.chance(0.5):
                    piece, parts[name] = self.component(name)
                    text += start + piece
            pattern = [text, self.pick(BASES)]
        else:
            given, parts = self.dictionary()
            pattern = [given]
        if self.chance(0.15):
            pattern.append({"ignoreCase": self.chance(0.8)})
            parts = {name: match.swapcase() if self.chance(0.3) else match for name, match in parts.items()}
        groups = {name: self.pick(["x", "42", "a b", "é", "", "a/b", "A", "a.b", ".", "..", "?", "%41", ":", "1"]) for name in NAMES}
        return {"pattern": pattern, "inputs": [self.input(parts) for _ in range(inputs)], "groups": groups}
