"""A browser window that walks through The Reading Room, and what is looked at on the way."""

import os
import re

from playwright.sync_api import expect

# What a browser complains of where a walk asks for it: errors as statuses, and a server that is not there.
ASKED_FOR = r"status of (400|403|404|405|422|500|501|504)|ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET"

NARROW = {"width": 375, "height": 740}
WIDE = {"width": 1280, "height": 860}


class Walk:
    """A browser window, and where it is."""

    def __init__(self, browser, server, folder, scripted, size, scheme):
        self.server = server
        self.base = server.base
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
        self.page.set_default_timeout(10_000)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self.listen)
        self.loads = 0
        self.page.on("domcontentloaded", self.count)

    def listen(self, message):
        # What the policy refuses is told here; so are the statuses that these walks ask for.
        if message.type == "error" and not re.search(ASKED_FOR, message.text):
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

    def tabs(self):
        """Where the bar of sections leads."""
        bar = self.page.locator('nav[aria-label="Sections"] a')
        return [bar.nth(index).get_attribute("href") for index in range(bar.count())]

    def sign_in(self, name="Ada"):
        """Fills in the card and the name, from the page to sign in."""
        self.page.get_by_label("Card number").fill("1871")
        self.page.get_by_role("button", name="Sign in").click()
        self.page.get_by_label("Your name").fill(name)
        go_on = self.page.get_by_role("button", name="Go on")
        go_on.click()
        # Who goes elsewhere before the answer is there has not signed in.
        expect(go_on).to_have_count(0)

    def sign_out(self):
        sign_out = self.page.get_by_role("button", name="Sign out")
        sign_out.click()
        expect(sign_out).to_have_count(0)

    def scroll(self, y):
        """Scrolls the page as a reader does, and waits until the page has seen it."""
        self.page.evaluate(f"window.scrollTo(0, {y})")
        self.page.wait_for_timeout(250)

    def is_scrolled(self, y):
        self.until(f"Math.abs(window.scrollY - {y}) < 4")

    def until(self, condition):
        """Waits for something to be so; playwright's own way is against the policy of the pages."""
        for _ in range(50):
            if self.page.evaluate(condition):
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(f"{condition} is not so: {self.page.evaluate('[scrollY, location.href]')}")

    def dialog(self):
        return self.page.get_by_role("dialog")

    def shoot(self, name):
        self.page.screenshot(path=os.path.join(self.folder, f"{self.name}-{name}.png"))

    def fits(self):
        """Nothing stands out of the window at the side."""
        if self.scripted:
            width = self.page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
            assert width <= 0, f"{self.page.url} is {width} pixels too wide"


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
