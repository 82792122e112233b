"""Walks through the yard: whatever is broken there, only that dispatch ends."""

from playwright.sync_api import expect


def yard(walk):
    walk.go("/books/3")
    walk.page.get_by_role("link", name="The yard: watch a URL find its way").click()
    walk.is_at("/yard", "The yard")
    send(walk, "Send it", "It arrived", "main")
    walk.shoot("yard")
    walk.fits()
    walk.page.get_by_label("A URL").fill("/old/7")
    send(walk, "Send it", "It arrived", "bay")
    # After the commit the signal is asked again.
    expect(walk.page.locator(".steps")).to_contain_text("turn it on to /bay/7")
    expect(walk.page.locator(".steps li").filter(has_text="shows clear")).to_have_count(2)
    for place in ["signal", "points", "track"]:
        walk.page.get_by_label("A URL").fill("/main/7")
        walk.page.get_by_role("radio", name=f"the {place}").check()
        send(walk, "Throw an error", "403" if place == "signal" else "500")
        if place != "track":
            expect(walk.page.locator("pre")).to_contain_text("a wheel has come off")
        send(walk, "Drop the answer", {"signal": "403", "points": "500", "track": "never said so"}[place])
        expect(walk.page.locator("pre").first).to_contain_text("never called")
        walk.shoot(f"yard-{place}")
        send(walk, "Never answer", {"signal": "403", "points": "500", "track": "504"}[place])
    send(walk, "Send it in circles", "500", "circle")
    walk.shoot("yard-circle")
    walk.page.get_by_label("A URL").fill("/closed/7")
    send(walk, "Send it", "403", "closed")
    walk.page.get_by_label("A URL").fill("/%zz")
    send(walk, "Send it", "400")
    # The room itself is as it was.
    walk.link("Books")
    walk.is_at("/books/3", "A Tale of Two Cities")


def send(walk, button, verdict, stop=None):
    walk.page.get_by_role("button", name=button, exact=True).click()
    expect(walk.page.get_by_role("status").first).to_contain_text(verdict)
    expect(walk.page.get_by_text("20 of them arrived")).to_be_visible()
    if stop:
        expect(walk.page.locator(f"svg.yard.{stop}")).to_be_visible()


def rest(walk):
    """Who wants less motion sees where the wagon has come to, and nothing roll."""
    walk.page.emulate_media(reduced_motion="reduce")
    walk.go("/yard?url=/main/7&do=none")
    wagon = walk.page.locator("svg.yard .wagon")
    style = wagon.evaluate("e => [getComputedStyle(e).animationName, getComputedStyle(e).offsetDistance]")
    assert style == ["none", "100%"], style
    box, yard = wagon.bounding_box(), walk.page.locator("svg.yard").bounding_box()
    assert box["x"] > yard["x"] + yard["width"] * 0.7, "the wagon has not got to its track"


WALKS = [yard, rest]
