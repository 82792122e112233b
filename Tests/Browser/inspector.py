"""Walks through the inspector: requests as they come, routes, coverage, where a URL leads, the tree."""

import json
import re

from playwright.sync_api import expect

try:
    from axe_playwright_python.sync_playwright import Axe
except ImportError:
    Axe = None

PAGES = [
    "", "/requests/1", "/routes", "/routes?kind=map&q=order", "/coverage", "/explain?url=/library/3",
    "/explain?url=/today&method=DELETE", "/explain?url=/books/3x", "/explain?url=/bad%25zz", "/tree", "/tree?at=0",
]

# The contrast of marks with what they stand on, below the 3 that WCAG 2 asks for. A mark is one by its edge or by what
# it is filled with.
MARKS = """() => {
  const parse = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = (rgb) => {
    const [r, g, b] = rgb.slice(0, 3).map((v) => (v /= 255) <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const ground = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const [r, g, b, a = 1] = parse(getComputedStyle(e).backgroundColor);
      if (a === 1) return [r, g, b];
    }
    return [255, 255, 255];
  };
  const low = [];
  const look = (element, colour) => {
    const [one, other] = [light(parse(colour)), light(ground(element.parentElement))];
    const ratio = (Math.max(one, other) + .05) / (Math.min(one, other) + .05);
    if (ratio < 3) low.push(`${element.tagName}.${element.getAttribute('class')} ${colour} ${ratio.toFixed(2)}`);
  };
  const all = (selector) => document.querySelectorAll(selector);
  for (const e of all('.box, .kind, .badge, .dot, input, select, textarea')) look(e, getComputedStyle(e).borderTopColor);
  for (const e of all('.box.added, .box.removed, .box.aside, .box.changed')) look(e, getComputedStyle(e).outlineColor);
  for (const e of all('.tree ul')) look(e, getComputedStyle(e).borderLeftColor);
  for (const e of all('svg rect')) look(e.closest('svg'), getComputedStyle(e).fill);
  for (const e of all('.matrix td span[aria-hidden], .legend span[aria-hidden]')) look(e, getComputedStyle(e).color);
  return low;
}"""


def visit(walk, *paths):
    """Asks for pages in another window of the same visitor."""
    other = walk.context.new_page()
    for path in paths:
        other.goto(walk.base + path)
    other.close()


def rows(walk):
    return walk.page.locator("#requests tr")


def requests(walk):
    """Requests come in while one looks, are searched, and open to their waterfall."""
    walk.go("/today")
    walk.go("/inspector")
    expect(walk.page).to_have_title("Requests · The Reading Room inspector")
    if walk.scripted:
        expect(walk.page.locator("#live")).to_contain_text("Live")
    loads = walk.loads
    for path in ["/books/3", "/library/3", "/nothing"]:
        visit(walk, path)
        if not walk.scripted:
            # Without the script one looks again.
            expect(walk.page.locator("#requests")).not_to_contain_text(path)
            walk.page.get_by_role("link", name="Refresh").click()
        expect(rows(walk).first).to_contain_text(path)
    if walk.scripted:
        assert walk.loads == loads, "a page was loaded"
    walk.fits()
    walk.shoot("inspector-requests")
    # Its own requests are not among them, nor what pages ask for by themselves.
    for own in ["/inspector", "/room."]:
        expect(walk.page.locator("#requests")).not_to_contain_text(own)
    walk.page.get_by_label("Search paths").fill("library")
    if not walk.scripted:
        walk.page.get_by_role("button", name="Search").click()
    expect(rows(walk)).to_have_count(1)
    assert "q=library" in walk.page.url
    rows(walk).first.get_by_role("link").click()
    table = walk.page.get_by_role("table")
    # The guard is asked again after the commit.
    kinds = [text.split("\n")[0] for text in walk.page.locator(".waterfall tbody td:first-child").all_inner_texts()]
    assert [k for k in kinds if k] == ["guard", "proxy", "guard", "map", "response"], kinds
    expect(table).to_contain_text("commits to /books/3")
    expect(table).to_contain_text("A proxy commits to")
    expect(table).to_contain_text("id = 3")
    expect(table).to_contain_text("/books/:id(\\d+)[id: 3]")
    expect(table.locator("svg.bar")).to_have_count(5)
    walk.fits()
    walk.shoot("inspector-waterfall")


def searches(walk):
    """A search that begins and ends, and a pause, leave out no request and show none twice."""
    if not walk.scripted:
        return
    walk.go("/today")
    walk.go("/inspector")
    live = walk.page.locator("#live")
    expect(live).to_contain_text("Live")
    field = walk.page.get_by_label("Search paths")
    field.fill("library")
    expect(rows(walk)).to_have_count(0)
    visit(walk, "/books/3", "/books/4", "/today/news")
    field.fill("")
    expect(rows(walk).first).to_contain_text("/today/news")
    # What comes behind it comes behind all that is sent again.
    visit(walk, "/books/5")
    expect(rows(walk).first).to_contain_text("/books/5")
    numbers = rows(walk).locator("td:first-child").all_inner_texts()
    assert len(numbers) >= 4 and len(numbers) == len(set(numbers)), numbers
    walk.page.get_by_role("button", name="Pause", exact=True).click()
    expect(live).to_have_text("Paused")
    field.fill("books")
    expect(rows(walk)).to_have_count(3)
    visit(walk, "/books/6")
    walk.page.wait_for_timeout(1000)
    expect(live).to_have_text("Paused")
    expect(rows(walk)).to_have_count(3)
    walk.page.get_by_role("button", name="Go on", exact=True).click()
    expect(rows(walk).first).to_contain_text("/books/6")
    expect(rows(walk)).to_have_count(4)


def others(walk):
    """Nobody sees the requests of somebody else."""
    walk.go("/today")
    stranger = walk.context.browser.new_context()
    page = stranger.new_page()
    page.goto(walk.base + "/books/7")
    page.goto(walk.base + "/inspector")
    expect(page.locator("#requests")).not_to_contain_text("/today")
    walk.go("/inspector")
    expect(walk.page.locator("#requests")).not_to_contain_text("/books/7")
    stranger.close()


def again(walk):
    """The stream comes back by itself when the server was gone, and the page says how it stands."""
    if not walk.scripted:
        return
    walk.go("/today")
    walk.go("/inspector")
    live = walk.page.locator("#live")
    expect(live).to_contain_text("Live")
    walk.server.stop()
    try:
        expect(live).to_have_text("Not live; trying again", timeout=20_000)
        expect(walk.page.get_by_role("link", name="Refresh")).to_be_visible()
    finally:
        walk.server.start()
    expect(live).to_have_text("Live", timeout=30_000)


def routes(walk):
    """Routes are searched as one types, and filtered; each opens to its expression."""
    walk.go("/books/3")
    walk.go("/inspector/routes")
    results = walk.page.locator("#results")
    expect(results).to_contain_text("Guards in front")

    def search(label, value):
        field = walk.page.get_by_label(label, exact=False)
        if label.startswith("Search"):
            field.fill(value)
        else:
            field.select_option(value)
        if not walk.scripted:
            walk.page.get_by_role("button", name="Search").click()

    search("Search patterns", "/books/:id")
    expect(results.get_by_role("status")).to_contain_text(re.compile(r"^3 of \d+ routes"))
    search("Method", "GET")
    expect(results.get_by_role("status")).to_contain_text(re.compile(r"^2 of \d+ routes"))
    row = results.locator("tbody tr").first
    expect(row).to_contain_text("book")
    # No figures: each visitor is shown what is theirs alone.
    expect(row.locator("td")).to_have_count(7)
    row.locator("summary").click()
    expect(row).to_contain_text("^/books/(\\d++)$")
    walk.fits()
    walk.shoot("inspector-routes")
    walk.go("/inspector/routes?kind=map&tag=Private")
    for row in results.locator("tbody tr").all():
        expect(row).to_contain_text("card")
    walk.go("/inspector/routes?kind=map&guard=none")
    expect(results).not_to_contain_text("/profile/orders")


def coverage(walk):
    """The matrix says which guard is asked before which route, and each mark leads to a URL that shows it."""
    walk.go("/inspector/coverage")
    # As long as the guards are being compared: scripts look again by themselves.
    again = walk.page.get_by_role("link", name="Look again")
    for _ in range(200):
        if again.count() == 0:
            break
        if not walk.scripted:
            again.click()
        walk.page.wait_for_timeout(200)
    expect(walk.page.get_by_text("All that is required is covered.")).to_be_visible()
    private = walk.page.get_by_role("row").filter(has_text="/profile/delivery").first
    expect(private.locator("td.covered")).to_have_count(2)
    walk.fits()
    walk.shoot("inspector-coverage")
    book = walk.page.get_by_role("row").filter(has_text="/books/:id(\\d+)").first
    book.get_by_role("link").first.click()
    expect(walk.page.get_by_role("status").first).to_contain_text("leads to map book; no guard is asked")
    assert walk.go("/inspector/matrix.svg").headers["content-type"].startswith("image/svg+xml")


def explain(walk):
    """Where a URL leads is the truth for a server."""
    walk.go("/library/3")
    walk.go("/library/3")
    walk.go("/inspector/explain")
    status = walk.page.locator("#results p[role=status]")

    def ask(url, method="GET"):
        walk.page.get_by_label("URL or path").fill(url)
        walk.page.get_by_label("Method").select_option(method)
        if not walk.scripted:
            walk.page.get_by_role("button", name="Explain").click()

    for url, method, says in [
        ("/today", "DELETE", "is answered with 405 Method Not Allowed, with Allow: GET, HEAD, OPTIONS"),
        ("/login", "OPTIONS", "is answered with 204"),
        ("/books/3", "HEAD", "leads to map book"),
        ("/library/3", "GET", "the proxy old shelf decides first"),
        ("/profile", "GET", "leads to map profile, if card allows"),
        ("/books/3x", "GET", "leads to fallback nowhere"),
    ]:
        ask(url, method)
        expect(status.first).to_contain_text(says)
        answer = walk.go(url) if method == "GET" else None
        if url == "/library/3":
            assert answer.status == 200
        if answer:
            walk.go(f"/inspector/explain?url={url}&method={method}")
        if url == "/library/3":
            expect(walk.page.locator("#results")).to_contain_text("old shelf has committed /library/3 to /books/3")
            walk.shoot("inspector-explain-proxy")
    near = walk.page.locator(".misses")
    expect(near).to_contain_text(":id(\\d+) takes 3, and not x behind it")
    assert "/books/3" in near.locator("mark").all_inner_texts()
    walk.fits()
    walk.shoot("inspector-explain")
    # The guards themselves are asked by a button alone.
    walk.go("/inspector/explain?url=/profile")
    walk.page.get_by_role("button", name="Ask them as a stranger").click()
    expect(status.first).to_contain_text("A stranger: the guards answer 307 to /login")
    walk.go("/profile")
    walk.sign_in()
    walk.go("/inspector/explain?url=/profile")
    walk.page.get_by_role("button", name="Ask them as me").click()
    expect(status.first).to_contain_text("You: all guards allow it.")
    # A diagram keeps its lines.
    walk.go("/inspector/explain?url=/bad%25zz")
    caret = walk.page.locator("pre.caret").inner_text().split("\n")
    assert any(line.strip() == "^" for line in caret), caret


def tree(walk):
    """The tree has its values, follows the other window, and its states are walked along and compared."""
    walk.go("/today")
    walk.go("/books/3")
    walk.go("/today/story/essay/4")
    walk.go("/inspector/tree")
    current = walk.page.locator("#current")
    expect(current).to_contain_text("/today/story/essay/4")
    expect(current).to_contain_text("modal")
    expect(walk.page.locator(".box.kept").filter(has_text="/books/3")).to_have_count(1)
    for kind in ["stack", "fork", "switcher", "modal"]:
        expect(walk.page.locator(".legend").get_by_text(kind, exact=True)).to_be_visible()
    expect(walk.page.locator(".walk p")).to_contain_text("State 3 of 3")
    walk.fits()
    walk.shoot("inspector-tree")
    if walk.scripted:
        expect(current).to_be_in_viewport()
        visit(walk, "/today/news")
        expect(current).to_contain_text("/today/news")
        walk.page.locator("body").press("ArrowLeft")
    else:
        visit(walk, "/today/news")
        walk.go("/inspector/tree?at=2")
    expect(walk.page.locator(".walk p")).to_contain_text("State 3 of 4")
    expect(walk.page.locator(".box.added").filter(has_text="/today/story/essay/4")).to_have_count(1)
    expect(walk.page.locator(".box.aside").filter(has_text="/books/3")).to_have_count(1)
    walk.link("‹ Before", walk.page.get_by_role("navigation", name="States"))
    expect(current).to_contain_text("/books/3")
    # The state is copied out, and pasted back later; the tree of the visitor stays as it is.
    state = walk.page.locator("#copy-json").input_value()
    assert json.loads(state)["active"][-1]["route"] == "/books/:id(\\d+)"
    walk.page.locator("summary", has_text="As a test").click()
    test = walk.page.locator("#copy-test").input_value()
    assert 'store.dispatch(#"/books/3"#)' in test and "#expect(store.state ==" in test, test
    walk.page.get_by_label("State as JSON", exact=True).fill(state)
    walk.page.get_by_role("button", name="Draw it").click()
    expect(walk.page.get_by_role("heading", name="A state that was pasted")).to_be_visible()
    expect(current).to_contain_text("/books/3")
    expect(walk.page.locator(".box.removed, .box.aside").filter(has_text="/today/news")).to_have_count(1)
    walk.shoot("inspector-pasted")
    walk.page.get_by_label("State as JSON", exact=True).fill("{")
    walk.page.get_by_role("button", name="Draw it").click()
    expect(walk.page.get_by_role("alert")).to_contain_text("This is no state")
    walk.go("/inspector/tree")
    expect(current).to_contain_text("/today/news")


def keys(walk):
    """The keyboard alone is enough: all is reached by it, in sight, and opened by it."""
    walk.go("/today")
    walk.go("/books/3")
    walk.go("/inspector")
    walk.page.keyboard.press("Tab")
    expect(walk.page.get_by_role("link", name="Skip to the content")).to_be_focused()
    walk.page.keyboard.press("Enter")
    expect(walk.page).to_have_url(walk.base + "/inspector#main")
    for _ in range(20):
        walk.page.keyboard.press("Tab")
        link = rows(walk).first.get_by_role("link")
        if link.evaluate("e => e === document.activeElement"):
            break
    expect(link).to_be_focused()
    expect(link).to_be_in_viewport()
    walk.page.keyboard.press("Enter")
    expect(walk.page.get_by_role("heading", name="Waterfall")).to_be_visible()


def barriers(walk):
    """axe finds nothing on any page, and marks are seen, narrow and wide; in the window's scheme."""
    if not walk.scripted:
        return
    for path in ["/today", "/books/3", "/library/3", "/today/story/essay/4"]:
        walk.go(path)
    walk.go("/inspector")
    number = rows(walk).nth(1).get_by_role("link").inner_text()
    for width in [360, 1280]:
        walk.page.set_viewport_size({"width": width, "height": 800})
        for path in PAGES:
            path = path.replace("/requests/1", f"/requests/{number}")
            walk.go("/inspector" + path)
            walk.page.wait_for_timeout(100)
            walk.fits()
            low = walk.page.evaluate(MARKS)
            assert not low, f"{path}: too little contrast: {low[:5]}"
            if path == "/tree":
                expect(walk.page.locator("#current")).to_be_in_viewport()
            if not Axe:
                continue
            found = Axe().run(walk.page).response["violations"]
            told = [f"{v['id']}: {[n['html'][:120] for n in v['nodes'][:2]]}" for v in found]
            assert not told, f"{path} at {width}: " + "\n".join(told)


WALKS = [requests, searches, others, again, routes, coverage, explain, tree, keys, barriers]
