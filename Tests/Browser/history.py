"""Walks through the history: signing in, going back, scrolling, opening and closing."""

import re

from playwright.sync_api import expect

LOW = {"width": 360, "height": 500}


def stacks_through_signing_in(walk):
    """Whoever signs in finds every tab as it was."""
    for path in ["/today/news", "/books/2"]:
        walk.go(path)
    walk.tab("Profile").click()
    walk.sign_in()
    walk.is_at("/profile", "Ada")
    assert walk.tabs() == ["/today/news", "/books/2", "/profile"], walk.tabs()
    walk.tab("Today").click()
    walk.is_at("/today/news", "All news")
    walk.page.get_by_role("button", name="Sign out").click()
    walk.is_at("/today", "Today")
    assert walk.tabs() == ["/today", "/books", "/profile"], walk.tabs()


def back_through_signing_in(walk):
    """Going back from the page behind the guard leads to the page before it; nothing has to be pressed twice."""
    walk.go("/today")
    walk.link("All news")
    # Who goes on before a page is there has not been at it.
    walk.is_at("/today/news", "All news")
    walk.tab("Books").click()
    walk.link("Moby-Dick; or, The Whale")
    walk.is_at("/books/2", "Moby-Dick; or, The Whale")
    walk.tab("Profile").click()
    walk.sign_in()
    walk.is_at("/profile", "Ada")
    if walk.scripted:
        walk.page.go_back()
        walk.is_at("/books/2", "Moby-Dick; or, The Whale")
        assert walk.tabs() == ["/today/news", "/books", "/profile"], walk.tabs()
        walk.page.go_forward()
        walk.is_at("/profile", "Ada")
        return
    # Without the script the pages to sign in are in the history; each step back shows another page.
    for path, title in [
        ("/welcome?callback=%2Fprofile", "Signed in"),
        ("/login?callback=%2Fprofile", "Signed in"),
        ("/books/2", "Moby-Dick; or, The Whale"),
    ]:
        walk.page.go_back()
        walk.is_at(path, title)
    walk.page.go_forward()
    walk.link("Go on")
    walk.is_at("/profile", "Ada")


def state_of_an_entry(walk):
    """A page that is loaded anew shows the state of its own entry, and not the latest."""
    if not walk.scripted:
        return
    walk.go("/books/3")
    walk.tab("Today").click()
    walk.link("All news")
    walk.is_at("/today/news", "All news")
    place = walk.page.locator("#room").get_attribute("data-place")
    # Another window of the same visitor has gone on meanwhile.
    other = walk.context.new_page()
    for path in ["/books", "/today/news/3"]:
        other.goto(walk.base + path)
    other.close()
    walk.page.reload()
    walk.is_at("/today/news", "All news")
    expect(walk.page.locator("#room")).to_have_attribute("data-place", place)
    assert walk.tabs()[1] == "/books/3", walk.tabs()
    walk.page.go_back()
    walk.is_at("/today", "Today")
    walk.page.go_back()
    walk.is_at("/books/3", "A Tale of Two Cities")


def closing_keeps_the_place(walk):
    """A reader who closes a dialog is where it was opened: the page has not moved, and the link has the focus."""
    if not walk.scripted:
        return
    walk.page.set_viewport_size(LOW)
    walk.go("/today")
    link = walk.page.get_by_role("link", name="In praise of the index card")
    walk.scroll(380)
    for close in ["escape", "cross", "veil"]:
        link.click()
        expect(walk.dialog()).to_be_visible()
        if close == "escape":
            walk.page.keyboard.press("Escape")
        elif close == "cross":
            walk.link("Close", walk.dialog())
        else:
            walk.page.mouse.click(8, 8)
        walk.is_at("/today", "Today")
        walk.until("scrollY > 200")
        expect(link).to_be_focused()
    # One that was opened by its address leads to the page below all the same.
    walk.go("/today/story/essay/5")
    walk.page.keyboard.press("Escape")
    walk.is_at("/today", "Today")
    expect(link).to_be_focused()


def scroll_comes_back(walk):
    """Going back, and to another tab and back, shows a page as far down as it was left."""
    if not walk.scripted:
        return
    walk.page.set_viewport_size(LOW)
    walk.go("/today")
    walk.scroll(520)
    # A shorter page, in between: the browser alone would restore by its height.
    walk.page.get_by_role("link", name="All news").focus()
    walk.page.keyboard.press("Enter")
    walk.is_at("/today/news", "All news")
    walk.is_scrolled(0)
    walk.page.go_back()
    walk.is_at("/today", "Today")
    walk.until("scrollY > 300")
    walk.scroll(430)
    walk.page.evaluate("document.querySelector('nav.tabs a[href=\"/books\"]').click()")
    walk.is_at("/books", "Books")
    walk.is_scrolled(0)
    walk.page.evaluate("document.querySelector('nav.tabs a[href=\"/today\"]').click()")
    walk.is_at("/today", "Today")
    walk.is_scrolled(430)
    walk.page.reload()
    walk.is_scrolled(430)


def dialogs(walk):
    """A dialog keeps the page still, is closed beside it, and leaves the history as it was."""
    walk.page.set_viewport_size(LOW)
    walk.go("/today")
    if not walk.scripted:
        walk.link("On finding one's way back")
        walk.page.locator(".shade").click(position={"x": 4, "y": 4})
        walk.is_at("/today", "Today")
        return
    length = walk.page.evaluate("history.length")
    for _ in range(3):
        walk.link("On finding one's way back")
        expect(walk.dialog()).to_be_visible()
        walk.page.keyboard.press("Escape")
        walk.is_at("/today", "Today")
    grown = walk.page.evaluate("history.length") - length
    assert grown == 1, f"the history has grown by {grown}"

    walk.link("On finding one's way back")
    expect(walk.dialog()).to_be_visible()
    y = walk.page.evaluate("scrollY")
    walk.page.mouse.move(20, 20)
    walk.page.mouse.wheel(0, 300)
    walk.page.wait_for_timeout(300)
    assert walk.page.evaluate("scrollY") == y, "the page has scrolled below the dialog"
    # What a dialog is in the tree is most interesting while it is open.
    expect(walk.dialog().get_by_role("link", name=re.compile("inspector"))).to_be_visible()
    walk.page.emulate_media(media="print")
    assert not walk.page.locator(".behind").is_visible(), "the page below is printed"
    assert walk.page.locator(".veil").evaluate("e => getComputedStyle(e).position") == "static"
    walk.page.emulate_media(media="screen")


def text_in_a_dialog(walk):
    """What was written in a dialog is not dropped by one press of Escape."""
    if not walk.scripted:
        return
    walk.go("/profile")
    walk.sign_in()
    walk.link("Orders and delivery")
    walk.link("Delivery", walk.dialog())
    field = walk.page.get_by_label("Desk for your books")
    field.fill("By the")
    walk.page.keyboard.press("Escape")
    expect(walk.dialog()).to_contain_text("not kept yet")
    expect(field).to_have_value("By the")
    walk.page.keyboard.press("Escape")
    expect(walk.dialog()).to_have_count(0)
    walk.is_at("/profile", "Ada")
    walk.page.go_forward()
    expect(walk.dialog()).to_be_visible()
    walk.page.go_back()
    walk.page.go_back()
    walk.page.wait_for_timeout(200)
    expect(walk.dialog()).to_have_count(0)


WALKS = [
    stacks_through_signing_in, back_through_signing_in, state_of_an_entry, closing_keeps_the_place,
    scroll_comes_back, dialogs, text_in_a_dialog,
]
