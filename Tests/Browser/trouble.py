"""Walks through what goes wrong: errors, forms that have grown old, a server that is not there."""

import re

from playwright.sync_api import expect


def errors(walk):
    """Every error is a page of the room, with a heading and a way on."""
    for path, status in [("/books/99", 404), ("/a%00b", 400), ("/logout", 405), ("/login?callback=//x", 400)]:
        response = walk.go(path)
        assert response.status == status, f"{path} is answered with {response.status}"
        is_page(walk)
    # With the tabs as the visitor has left them.
    walk.go("/books/3")
    walk.tab("Today").click()
    walk.go("/nothing/here")
    assert walk.tabs() == ["/today", "/books/3", "/profile"], walk.tabs()
    walk.shoot("nothing")
    for method, path, status in [("POST", "/today", 405), ("GET", "/" + "x" * 9000, 414)]:
        fields = {"Accept": "text/html"}
        answer = walk.context.request.fetch(walk.base + path, method=method, headers=fields, fail_on_status_code=False)
        assert answer.status == status, f"{method} is answered with {answer.status}"
        assert "<h1>" in answer.text() and "nav class=\"tabs\"" in answer.text(), answer.text()[:200]
    # A form from before signing in elsewhere: nothing is lost but a click.
    walk.go("/profile/delivery")
    walk.sign_in()
    walk.page.get_by_label("Desk for your books").fill("By the fire")
    walk.page.locator("main, [role=dialog]").locator("input[name=token]").last.evaluate("e => e.value = 'old'")
    walk.page.get_by_role("button", name="Keep").click()
    expect(walk.page).to_have_title(re.compile("grown old"))
    is_page(walk)
    walk.link("Open its page anew")
    walk.is_at("/profile/delivery", "Delivery")


def is_page(walk):
    expect(walk.page.get_by_role("heading", level=1)).to_have_count(1)
    for role in ["banner", "navigation", "main", "contentinfo"]:
        expect(walk.page.get_by_role(role)).to_have_count(1)
    assert len(walk.tabs()) == 3, walk.tabs()
    walk.fits()


def server_gone(walk):
    """While the server is gone the page stays and says so; when it is back, the reader goes on."""
    if not walk.scripted:
        return
    walk.go("/books/3")
    walk.server.stop()
    try:
        walk.tab("Today").click()
        bar = walk.page.get_by_role("alert")
        expect(bar).to_contain_text("cannot be reached")
        walk.is_at("/books/3", "A Tale of Two Cities")
        walk.shoot("gone")
        # A form is not sent again by itself.
        walk.page.get_by_role("button", name="Order to my desk").click()
        expect(bar).to_contain_text("may not have arrived")
        walk.is_at("/books/3", "A Tale of Two Cities")
        walk.tab("Today").click()
        expect(bar).to_contain_text("Trying again")
    finally:
        walk.server.start()
    walk.is_at("/today", "Today")
    expect(walk.page.get_by_role("alert")).to_have_count(0)


def killed(walk):
    """Who has signed in goes on where they were when the process is killed, and started again."""
    walk.go("/today/news")
    walk.go("/books/2")
    walk.go("/profile")
    walk.sign_in()
    walk.go("/books/2")
    walk.page.get_by_role("button", name="Order to my desk").click()
    walk.is_at("/profile/orders/1", "Order 1")
    walk.go("/profile/delivery")
    expect(walk.dialog()).to_be_visible()
    tabs = walk.tabs()
    walk.server.kill()
    walk.server.start()
    walk.page.reload()
    expect(walk.dialog()).to_be_visible()
    assert walk.tabs() == tabs, walk.tabs()
    walk.shoot("after-the-kill")
    # A page from before, whose form is still good.
    walk.page.get_by_label("Desk for your books").fill("By the fire")
    walk.server.kill()
    walk.server.start()
    walk.page.get_by_role("button", name="Keep").click()
    walk.is_at("/profile", "Ada")
    walk.go("/profile/orders/1")
    walk.is_at("/profile/orders/1", "Order 1")
    walk.go("/books/2")
    assert walk.tabs()[0] == "/today/news", walk.tabs()


WALKS = [errors, server_gone, killed]
