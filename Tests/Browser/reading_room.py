"""Drives The Reading Room in a real browser, with JavaScript on and off, narrow and wide, light and dark.

    python3 Tests/Browser/reading_room.py .build/debug/yardmaster [FOLDER FOR SCREENSHOTS] [NAME OF A WALK ...]

Needs playwright (`pip install playwright`) and a Chromium (`apt-get install chromium`); the variable
CHROMIUM names another one. With axe-playwright-python the rules of axe are asked as well.
"""

import os
import sys
import tempfile

from playwright.sync_api import sync_playwright

import desk
import history
import inspector
import looks
import rooms
import trouble
import yard
from server import Server
from walk import NARROW, WIDE, Walk

# Those of the first list go on from one another, in one window; each of the others begins as a stranger.
TOGETHER = [
    rooms.tabs_and_history, rooms.modal, rooms.deep_link, rooms.keyboard, rooms.signing_in,
    rooms.signing_out,
]
APART = history.WALKS + desk.WALKS + trouble.WALKS + yard.WALKS + looks.WALKS + inspector.WALKS


def main():
    tool = sys.argv[1]
    folder = sys.argv[2] if len(sys.argv) > 2 else tempfile.mkdtemp(prefix="reading-room-")
    wanted = set(sys.argv[3:])
    os.makedirs(folder, exist_ok=True)
    server = Server(tool)
    failures = 0

    def take(step, walk):
        nonlocal failures
        try:
            step(walk)
            assert not walk.faults, walk.faults
            print(f"passed  {walk.name}  {step.__name__}", flush=True)
        except Exception as error:
            failures += 1
            walk.faults = []
            walk.shoot(f"failed-{step.__name__}")
            print(f"FAILED  {walk.name}  {step.__name__} at {walk.page.url}\n{error}", flush=True)

    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
                args=["--no-sandbox"],
            )
            for scripted in [True, False]:
                for size, scheme in [(WIDE, "light"), (NARROW, "dark")]:
                    def enter():
                        return Walk(browser, server, folder, scripted, size, scheme)

                    if not wanted:
                        walk = enter()
                        for step in TOGETHER:
                            take(step, walk)
                        walk.context.close()
                    for step in APART:
                        if wanted and step.__name__ not in wanted:
                            continue
                        walk = enter()
                        take(step, walk)
                        walk.context.close()
            browser.close()
    finally:
        code = server.stop()
    print(f"{failures} failed, the server ended with {code}; screenshots are in {folder}")
    sys.exit(1 if failures or code else 0)


main()
