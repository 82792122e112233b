"""Walks of readers who order, and of those who have a name."""

from playwright.sync_api import expect


def order_of_a_stranger(walk):
    """An order that is begun by a stranger is made when the stranger has signed in."""
    walk.go("/books/2")
    walk.page.get_by_role("button", name="Order to my desk").click()
    walk.is_at("/login?callback=%2Fbooks%2F2%2Forder", "Sign in")
    expect(walk.page.get_by_role("main")).to_contain_text("Moby-Dick")
    walk.shoot("order-waits")
    walk.sign_in()
    walk.is_at("/profile/orders/1", "Order 1")
    expect(walk.dialog()).to_contain_text("Moby-Dick")
    # It is made once, and no address makes one.
    assert walk.go("/books/3/order").url == walk.base + "/books/3"
    walk.go("/profile/orders")
    expect(walk.dialog().locator(".cards li")).to_have_count(1)
    walk.link("Close", walk.dialog())
    if walk.scripted:
        walk.go("/books/4")
        walk.page.get_by_role("button", name="Order to my desk").click()
        walk.is_at("/profile/orders/2", "Order 2")
        walk.page.go_back()
        walk.is_at("/books/4", "Middlemarch")


def order_that_was_given_up(walk):
    """Who goes elsewhere before signing in, and signs in for something else, has ordered nothing."""
    walk.go("/books/2")
    walk.page.get_by_role("button", name="Order to my desk").click()
    walk.go("/profile/orders")
    walk.sign_in()
    walk.is_at("/profile/orders", "Your orders")
    expect(walk.dialog()).to_contain_text("Nothing yet")


def cards(walk):
    """What the page to sign in says of the card is so: nothing is kept under it."""
    walk.go("/login")
    expect(walk.page.get_by_role("main")).to_contain_text("nothing is kept under the card")
    walk.go("/books/2")
    walk.page.get_by_role("button", name="Order to my desk").click()
    walk.sign_in()
    walk.is_at("/profile/orders/1", "Order 1")
    walk.link("Close", walk.dialog())
    walk.sign_out()
    walk.go("/profile/orders")
    walk.sign_in()
    expect(walk.dialog()).to_contain_text("Nothing yet")


def names(walk):
    """Names of real people are taken, in whatever letters; what turns the direction of text is not."""
    taken = ["سمیه‌ای", "क्‍ष", "👩‍👩‍👧‍👦", "O’Brien-Şahin", "דָּוִד"]
    walk.go("/profile")
    walk.page.get_by_label("Card number").fill("1871")
    walk.page.get_by_role("button", name="Sign in").click()
    field = walk.page.get_by_label("Your name")
    field.fill("Ada\u202eecalevoL")
    walk.page.get_by_role("button", name="Go on").click()
    expect(walk.page.get_by_role("alert")).to_contain_text("U+202E")
    expect(walk.page.get_by_role("alert")).to_contain_text("turns the direction")
    field.fill("a" * 61)
    walk.page.get_by_role("button", name="Go on").click()
    expect(walk.page.get_by_role("alert")).to_contain_text("this has 61")
    field.fill(taken[0])
    walk.page.get_by_role("button", name="Go on").click()
    walk.is_at("/profile", taken[0])
    for name in taken:
        walk.go("/profile/delivery")
        walk.page.get_by_label("Desk for your books").fill(name)
        walk.page.get_by_role("button", name="Keep").click()
        walk.is_at("/profile", taken[0])
        expect(walk.page.get_by_role("main")).to_contain_text(name)


def old_shelf(walk):
    """The former address of books can be found, and the page says what a proxy has done with it."""
    walk.go("/books")
    walk.link("/library/3")
    walk.is_at("/library/3", "A Tale of Two Cities")
    note = walk.page.get_by_role("note")
    expect(note).to_contain_text("/library/3")
    expect(note).to_contain_text("/books/3")
    walk.shoot("old-shelf")
    walk.go("/books/3")
    expect(note).to_have_count(0)


WALKS = [order_of_a_stranger, order_that_was_given_up, cards, names, old_shelf]
