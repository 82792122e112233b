"""Drives The Reading Room in a real browser, with JavaScript on and off, narrow and wide, light and dark.

    python3 Tests/Browser/reading_room.py .build/debug/yardmaster [FOLDER FOR SCREENSHOTS]

Needs playwright (`pip install playwright`) and a Chromium (`apt-get install chromium`); the variable
CHROMIUM names another one.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile

from playwright.sync_api import expect, sync_playwright

NARROW = {"width": 375, "height": 740}
WIDE = {"width": 1280, "height": 860}


class Walk:
    """A browser window, and where it is."""

    def __init__(self, browser, base, folder, scripted, size, scheme):
        self.base = base
        self.folder = folder
        self.scripted = scripted
        self.name = "-".join(
            ["js" if scripted else "plain", "narrow" if size is NARROW else "wide", scheme]
        )
        self.context = browser.new_context(
            java_script_enabled=scripted, viewport=size, color_scheme=scheme
        )
        self.page = self.context.new_page()
        self.faults = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self.listen)
        self.loads = 0
        self.page.on("domcontentloaded", self.count)

    def listen(self, message):
        # What the policy refuses is told here; so are the statuses that these walks ask for.
        if message.type == "error" and not re.search("status of (404|422)", message.text):
            self.faults.append(message.text)

    def count(self, _):
        self.loads += 1

    def go(self, path):
        return self.page.goto(self.base + path)

    def link(self, name, within=None):
        (within or self.page).get_by_role("link", name=name, exact=True).click()

    def is_at(self, path, title):
        expect(self.page).to_have_url(self.base + path)
        expect(self.page).to_have_title(title + " · The Reading Room")

    def tab(self, name):
        return self.page.get_by_role("navigation", name="Sections").get_by_role(
            "link", name=name, include_hidden=True
        )

    def dialog(self):
        return self.page.get_by_role("dialog")

    def shoot(self, name):
        self.page.screenshot(path=os.path.join(self.folder, f"{self.name}-{name}.png"))

    def fits(self):
        """Nothing stands out of the window at the side."""
        if self.scripted:
            width = self.page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
            assert width <= 0, f"{self.page.url} is {width} pixels too wide"


def tabs_and_history(walk):
    walk.go("/today")
    walk.is_at("/today", "Today")
    walk.fits()
    walk.shoot("today")
    loads = walk.loads
    walk.tab("Books").click()
    walk.is_at("/books", "Books")
    walk.link("A Tale of Two Cities")
    walk.is_at("/books/3", "A Tale of Two Cities")
    walk.shoot("book")
    walk.tab("Today").click()
    walk.link("All news")
    walk.is_at("/today/news", "All news")
    # Both stacks are as they were left.
    walk.tab("Books").click()
    walk.is_at("/books/3", "A Tale of Two Cities")
    expect(walk.tab("Books")).to_have_attribute("aria-current", "page")
    walk.tab("Today").click()
    walk.is_at("/today/news", "All news")
    if walk.scripted:
        assert walk.loads == loads, "a page was loaded where it was to be swapped"
    walk.fits()

    for path, title, books in [
        ("/books/3", "A Tale of Two Cities", None),
        ("/today/news", "All news", "/books/3"),
        ("/today", "Today", "/books/3"),
        ("/books/3", "A Tale of Two Cities", None),
        ("/books", "Books", None),
        ("/today", "Today", "/books"),
    ]:
        walk.page.go_back()
        walk.is_at(path, title)
        # With the script it is the very state that was there.
        if books and walk.scripted:
            expect(walk.tab("Books")).to_have_attribute("href", books)
    walk.page.go_forward()
    walk.is_at("/books", "Books")
    walk.page.go_forward()
    walk.is_at("/books/3", "A Tale of Two Cities")
    walk.page.reload()
    walk.is_at("/books/3", "A Tale of Two Cities")
    walk.page.go_back()
    walk.is_at("/books", "Books")


def modal(walk):
    walk.go("/today")
    walk.link("On finding one's way back")
    walk.is_at("/today/story/essay/4", "On finding one's way back")
    expect(walk.dialog()).to_be_visible()
    walk.shoot("story")
    walk.fits()
    # What is behind the dialog cannot be got at.
    expect(walk.page.locator(".behind")).to_have_attribute("inert", "")
    if walk.scripted:
        expect(walk.dialog()).to_be_focused()
        for _ in range(6):
            walk.page.keyboard.press("Tab")
            inside = "!document.activeElement.closest('.behind')"
            assert walk.page.evaluate(inside), "the focus has left the dialog"
        walk.page.keyboard.press("Escape")
    else:
        walk.link("Close", walk.dialog())
    walk.is_at("/today", "Today")
    expect(walk.dialog()).to_have_count(0)
    if walk.scripted:
        expect(walk.page.get_by_role("main")).to_be_focused()
    walk.page.go_back()
    expect(walk.dialog()).to_be_visible()
    walk.page.go_back()
    expect(walk.dialog()).to_have_count(0)


def deep_link(walk):
    response = walk.go("/today/news/3")
    assert response.status == 200
    walk.is_at("/today/news/3", "Map room closed on Thursday")
    walk.link("Close", walk.dialog())
    walk.is_at("/today/news", "All news")
    walk.link("Today", walk.page.get_by_role("main"))
    walk.is_at("/today", "Today")
    assert walk.go("/books/99").status == 404
    walk.shoot("nothing")
    # A link to it from a page is shown as well, in its place.
    walk.link("Books")
    walk.is_at("/books", "Books")


def signing_in(walk):
    walk.go("/today")
    walk.tab("Profile").click()
    walk.is_at("/login?callback=%2Fprofile", "Sign in")
    walk.page.get_by_label("Card number").fill("12x")
    walk.page.get_by_role("button", name="Sign in").click()
    expect(walk.page.get_by_role("alert")).to_contain_text("four to twelve digits")
    if walk.scripted:
        expect(walk.page.get_by_label("Card number")).to_be_focused()
    walk.shoot("login")
    walk.fits()
    walk.page.get_by_label("Card number").fill("1871")
    walk.page.get_by_role("button", name="Sign in").click()
    walk.is_at("/welcome?callback=%2Fprofile", "Welcome")
    walk.page.get_by_label("Your name").fill("Ada <b> Lovelace")
    walk.page.get_by_role("button", name="Go on").click()
    walk.is_at("/profile", "Ada <b> Lovelace")

    walk.go("/books/2")
    walk.page.get_by_role("button", name="Order to my desk").click()
    walk.is_at("/profile/orders/1", "Order 1")
    expect(walk.dialog()).to_contain_text("Moby-Dick")
    walk.shoot("order")
    walk.fits()
    walk.link("Delivery", walk.dialog())
    walk.is_at("/profile/delivery", "Delivery")
    walk.link("Orders", walk.dialog())
    walk.is_at("/profile/orders/1", "Order 1")
    walk.link("Delivery", walk.dialog())
    walk.page.get_by_label("Desk for your books").fill("Window, east")
    walk.page.get_by_role("button", name="Keep").click()
    walk.is_at("/profile", "Ada <b> Lovelace")
    expect(walk.page.get_by_role("main")).to_contain_text("Window, east")
    walk.shoot("profile")
    walk.fits()


def inspector(walk):
    walk.go("/books/3")
    walk.go("/today/story/essay/4")
    walk.go("/inspector")
    walk.is_at("/inspector", "Inspector")
    expect(walk.page.locator("svg .current text")).to_have_text(re.compile("/today/story"))
    walk.page.get_by_label("URL or path").fill("/library/3?x=1")
    walk.page.get_by_role("button", name="Explain").click()
    expect(walk.page.get_by_role("status").first).to_contain_text("leads to")
    walk.fits()
    walk.page.screenshot(
        path=os.path.join(walk.folder, f"{walk.name}-inspector.png"), full_page=True
    )
    dispatches = walk.page.locator("#dispatches")
    refresh = walk.page.get_by_role("link", name="Refresh")
    if walk.scripted:
        # Requests come in while one looks, by one stream and without another page.
        expect(walk.page.get_by_text("As they come in.")).to_be_visible()
        expect(refresh).to_be_hidden()
    loads, asked = walk.loads, []
    walk.page.on("request", lambda request: asked.append(request.url))
    for path in ["/books/5", "/books/4"]:
        other = walk.context.new_page()
        other.goto(walk.base + path)
        other.close()
        if walk.scripted:
            expect(dispatches.locator("tbody tr").first).to_contain_text(path)
        else:
            # Without the script one looks again.
            expect(dispatches).not_to_contain_text(path)
            refresh.click()
            expect(dispatches).to_contain_text(path)
            expect(dispatches).to_be_in_viewport()
            expect(walk.page.get_by_label("URL or path")).to_have_value("/library/3?x=1")
    if walk.scripted:
        assert walk.loads == loads and not asked, f"the page asked for {asked}"
    walk.go("/today/story/essay/4")
    walk.link("Close", walk.dialog())
    walk.page.get_by_role("button", name="Sign out").click()
    walk.is_at("/today", "Today")
    walk.go("/profile")
    walk.is_at("/login?callback=%2Fprofile", "Sign in")


def keyboard(walk):
    walk.go("/today")
    walk.page.keyboard.press("Tab")
    skip = walk.page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    walk.page.keyboard.press("Enter")
    expect(walk.page).to_have_url(walk.base + "/today#main")
    for role in ["banner", "navigation", "main", "contentinfo"]:
        expect(walk.page.get_by_role(role)).to_have_count(1)
    if walk.scripted:
        for path in ["/today", "/today/story/essay/4", "/login", "/inspector"]:
            walk.go(path)
            low = walk.page.evaluate(CONTRAST)
            assert not low, f"{path}: too little contrast: {low}"


# The contrast of each text with what it stands on, below the 4.5 that WCAG 2 asks for.
CONTRAST = """() => {
  const parse = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = (rgb) => {
    const [r, g, b] = rgb.map((v) => (v /= 255) <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
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
  for (const element of document.querySelectorAll('#room *:not(svg *)')) {
    const text = [...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    if (!text || element.closest('.unseen')) continue;
    const [one, other] = [parse(getComputedStyle(element).color).slice(0, 3), ground(element)].map(light);
    const ratio = (Math.max(one, other) + .05) / (Math.min(one, other) + .05);
    if (ratio < 4.5) low.push(`${element.tagName} ${element.textContent.slice(0, 20)} ${ratio.toFixed(2)}`);
  }
  return low;
}"""


def main():
    tool = sys.argv[1]
    folder = sys.argv[2] if len(sys.argv) > 2 else tempfile.mkdtemp(prefix="reading-room-")
    os.makedirs(folder, exist_ok=True)
    server = subprocess.Popen([tool, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True)
    failures = 0
    try:
        base = re.search(r"http://\S+", server.stdout.readline()).group().rstrip("/")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
                args=["--no-sandbox"],
            )
            for scripted in [True, False]:
                for size, scheme in [(WIDE, "light"), (NARROW, "dark")]:
                    walk = Walk(browser, base, folder, scripted, size, scheme)
                    walk.page.set_default_timeout(10_000)
                    for step in [tabs_and_history, modal, deep_link, keyboard, signing_in, inspector]:
                        try:
                            step(walk)
                            assert not walk.faults, walk.faults
                            print(f"passed  {walk.name}  {step.__name__}")
                        except Exception as error:
                            failures += 1
                            walk.faults = []
                            walk.shoot(f"failed-{step.__name__}")
                            print(f"FAILED  {walk.name}  {step.__name__} at {walk.page.url}\n{error}")
                    walk.context.close()
            browser.close()
    finally:
        server.send_signal(signal.SIGTERM)
        code = server.wait(timeout=30)
    print(f"{failures} failed, the server ended with {code}; screenshots are in {folder}")
    sys.exit(1 if failures or code else 0)


main()
