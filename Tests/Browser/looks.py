"""Walks that look at the pages: what stays still, what others see of a link, the tour, and axe's rules."""

import os

from playwright.sync_api import expect

try:
    from axe_playwright_python.sync_playwright import Axe
except ImportError:
    Axe = None

PAGES = [
    "/today", "/today/story/essay/6", "/books", "/books/2", "/library/3", "/login", "/welcome", "/profile",
    "/profile/orders", "/profile/delivery", "/yard?url=/main/7&do=throwing&at=points", "/books/99", "/a%00b",
]


def still(walk):
    """Neither the tabs nor the heading move when another tab is shown, or somebody has signed in."""
    if not walk.scripted:
        return
    places = set()
    for path in ["/today", "/books", "/login", "/profile"]:
        walk.go(path)
        if path == "/login":
            walk.sign_in()
            continue
        tabs = walk.page.locator("nav.tabs a")
        places.add(tuple(round(tabs.nth(n).bounding_box()[k], 1) for n in range(3) for k in ["x", "y", "width"]))
    assert len(places) == 1, places


def preview(walk):
    """A link that is passed on says what it leads to."""
    walk.go("/books/2")
    for name in ["description", "og:title", "og:description", "og:site_name"]:
        meta = walk.page.locator(f'meta[name="{name}"], meta[property="{name}"]')
        expect(meta).to_have_count(1)
        assert len(meta.get_attribute("content")) > 5, name
    assert "Melville" in walk.page.locator('meta[name="description"]').get_attribute("content")


def waiting(walk):
    """Whoever waits sees so, on a touch screen too."""
    if not walk.scripted:
        return
    walk.go("/today")
    walk.page.route("**/books", lambda route: (walk.page.wait_for_timeout(700), route.continue_()))
    walk.tab("Books").click(no_wait_after=True)
    bar = "getComputedStyle(document.body, '::before').animationName"
    walk.until(f"{bar} === 'wait'")
    walk.is_at("/books", "Books")
    walk.page.unroute("**/books")


def tour(walk):
    """Three steps, each over when it is done; or none."""
    walk.go("/today")
    tour = walk.page.get_by_role("complementary", name="A short tour")
    expect(tour).to_contain_text("1 of 3")
    walk.shoot("tour")
    walk.link("Books", tour)
    walk.link("A Tale of Two Cities")
    expect(tour).to_contain_text("2 of 3")
    walk.link("Today", tour)
    expect(tour).to_contain_text("3 of 3")
    walk.link("Books", tour)
    walk.is_at("/books/3", "A Tale of Two Cities")
    expect(tour).to_contain_text("There it is")
    walk.page.get_by_role("button", name="Close", exact=True).click()
    expect(tour).to_have_count(0)
    walk.is_at("/books/3", "A Tale of Two Cities")
    walk.context.clear_cookies()
    walk.go("/books")
    walk.page.get_by_role("button", name="Skip the tour").click()
    walk.is_at("/books", "Books")
    expect(tour).to_have_count(0)


def rules(walk):
    """axe finds nothing on any page, narrow and wide, light and dark."""
    if not walk.scripted:
        return
    for width in [360, 1280]:
        walk.page.set_viewport_size({"width": width, "height": 800})
        for path in PAGES:
            walk.go(path)
            if path == "/welcome" and walk.page.get_by_label("Card number").count():
                walk.sign_in()
                walk.go(path)
            walk.page.wait_for_timeout(250)
            walk.fits()
            name = path.split("?")[0].strip("/").replace("/", "-").replace("%", "")
            walk.page.screenshot(path=os.path.join(walk.folder, f"{walk.name}-{width}-{name}.png"))
            if not Axe:
                continue
            found = Axe().run(walk.page).response["violations"]
            told = [f"{v['id']}: {[n['html'][:120] for n in v['nodes'][:2]]}" for v in found]
            assert not told, f"{path} at {width}: " + "\n".join(told)


WALKS = [still, preview, waiting, tour, rules]
