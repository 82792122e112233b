"""Walks through the pages: tabs, dialogs, signing in and out, the keyboard."""

from playwright.sync_api import expect

from walk import CONTRAST


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
    # With the script, closing is going back; without it one has gone on.
    walk.page.go_forward() if walk.scripted else walk.page.go_back()
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
    walk.tab("Books").click()
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


def signing_out(walk):
    walk.go("/today/story/essay/4")
    walk.link("Close", walk.dialog())
    walk.sign_out()
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
        for path in ["/today", "/today/story/essay/4", "/login"]:
            walk.go(path)
            low = walk.page.evaluate(CONTRAST)
            assert not low, f"{path}: too little contrast: {low}"
