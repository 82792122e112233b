"""Takes the pictures of the README from the app itself: two screenshots, and a walk as an animated picture.

    python3 Tests/Browser/pictures.py .build/debug/yardmaster .github/images

Needs pillow beside what the walks need (`pip install pillow`).
"""

import io
import os
import sys

from PIL import Image
from playwright.sync_api import sync_playwright

from server import Server

# As few colours as the pages can do with: the pictures are loaded by everybody who looks at the README.
COLOURS = 64
SIZE = {"width": 760, "height": 560}


class Film:
    """Frames of a page, each with the time for which it is shown."""

    def __init__(self, page):
        self.page = page
        self.frames = []
        self.times = []

    def take(self, milliseconds=1200):
        self.page.wait_for_timeout(300)
        self.add(milliseconds)

    def add(self, milliseconds):
        frame = Image.open(io.BytesIO(self.page.screenshot())).convert("RGB")
        self.frames.append(frame.resize((frame.width * 3 // 4, frame.height * 3 // 4), Image.LANCZOS))
        self.times.append(milliseconds)

    def save(self, path):
        # One palette for all frames, of the colours of all.
        width, height = self.frames[0].size
        strip = Image.new("RGB", (width, height * len(self.frames)))
        for number, frame in enumerate(self.frames):
            strip.paste(frame, (0, height * number))
        palette = strip.quantize(COLOURS)
        frames = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in self.frames]
        frames[0].save(
            path, save_all=True, append_images=frames[1:], duration=self.times, loop=0, optimize=True
        )


def shoot(page, path):
    page.wait_for_timeout(400)
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    image.quantize(COLOURS * 2, dither=Image.Dither.NONE).save(path, optimize=True)


def walk(page, base, folder):
    link = lambda name, exact=True: page.get_by_role("link", name=name, exact=exact).first
    film = Film(page)
    page.goto(base + "/books")
    page.get_by_role("button", name="Skip the tour").click()
    film.take()
    shoot(page, os.path.join(folder, "books.png"))
    link("Moby-Dick; or, The Whale").click()
    film.take()
    link("Today").click()
    film.take()
    link("The night shift at Nether Junction").click()
    film.take()
    page.keyboard.press("Escape")
    film.take(700)
    link("Books").click()
    film.take()
    page.get_by_role("button", name="Order to my desk").click()
    film.take()
    page.get_by_label("Card number").fill("1871")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_label("Your name").fill("Ada")
    film.take(900)
    page.get_by_role("button", name="Go on").click()
    film.take(1800)
    film.save(os.path.join(folder, "walk.gif"))


def yard(page, base, folder):
    page.set_viewport_size({"width": SIZE["width"], "height": 1000})
    page.goto(base + "/yard?url=/main/7&do=throwing&at=points")
    page.wait_for_timeout(1800)
    page.locator("svg.yard").evaluate("e => scrollTo(0, e.getBoundingClientRect().top - 16)")
    shoot(page, os.path.join(folder, "yard.png"))


def main():
    tool, folder = sys.argv[1:3]
    os.makedirs(folder, exist_ok=True)
    server = Server(tool)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
                args=["--no-sandbox"],
            )
            for scene in [walk, yard]:
                context = browser.new_context(viewport=SIZE, color_scheme="light")
                scene(context.new_page(), server.base, folder)
                context.close()
            browser.close()
    finally:
        server.stop()
    for name in sorted(os.listdir(folder)):
        print(f"{os.path.getsize(os.path.join(folder, name)) // 1024} KB  {name}")


main()
