"""Drives The Reading Room in a real browser, with JavaScript on and off, narrow and wide, light and dark.

    python3 Tests/Browser/reading_room.py .build/debug/yardmaster [FOLDER FOR SCREENSHOTS] [NAME OF A WALK ...]

Needs playwright (`pip install playwright`) and a Chromium (`apt-get install chromium`); the variable
CHROMIUM names another one. With axe-playwright-python the rules of axe are asked as well.

With SWITCHYARD_SHARE=2 each walk is taken in two of the four windows, with JavaScript and without, one of them wide and
the other narrow: which of both pairs follows from its name and SWITCHYARD_SEED. Otherwise in all four.
"""

import os
import sys
import tempfile
import time
import zlib

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

# With JavaScript or not, the size, the scheme; of those that are two apart, both of each are tried.
WINDOWS = [(True, WIDE, "light"), (True, NARROW, "dark"), (False, NARROW, "dark"), (False, WIDE, "light")]


def is_drawn(step, window):
    """Whether a walk is among the share that this run takes."""
    if os.environ.get("SWITCHYARD_SHARE", "1") == "1":
        return True
    draw = zlib.crc32((os.environ.get("SWITCHYARD_SEED", "") + step.__name__).encode())
    return WINDOWS.index(window) % 2 == draw % 2


def main():
    tool = sys.argv[1]
    folder = sys.argv[2] if len(sys.argv) > 2 else tempfile.mkdtemp(prefix="reading-room-")
    wanted = set(sys.argv[3:])
    os.makedirs(folder, exist_ok=True)
    server = Server(tool)
    failures = 0

    def take(step, walk):
        nonlocal failures
        start = time.monotonic()
        try:
            step(walk)
            assert not walk.faults, walk.faults
            print(f"passed  {walk.name}  {step.__name__}  {time.monotonic() - start:.1f} s", flush=True)
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
            for window in WINDOWS:
                # What goes on from one another is drawn as one.
                if not wanted and is_drawn(TOGETHER[0], window):
                    walk = Walk(browser, server, folder, *window)
                    for step in TOGETHER:
                        take(step, walk)
                    walk.context.close()
                for step in APART:
                    if step.__name__ not in wanted if wanted else not is_drawn(step, window):
                        continue
                    walk = Walk(browser, server, folder, *window)
                    take(step, walk)
                    walk.context.close()
            browser.close()
    finally:
        code = server.stop()
    print(f"{failures} failed, the server ended with {code}; screenshots are in {folder}")
    sys.exit(1 if failures or code else 0)


main()
