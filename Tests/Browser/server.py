"""The server of the demo app, which walks may stop and start again."""

import re
import signal
import subprocess
import tempfile


class Server:
    def __init__(self, tool):
        self.tool = tool
        self.folder = tempfile.TemporaryDirectory()
        self.port = 0
        self.start()

    def start(self):
        """Serves; after the first time, at the port that was free then."""
        self.process = subprocess.Popen(
            [self.tool, "serve", "--port", str(self.port), "--state", f"sqlite:{self.folder.name}/visitors.db"],
            stdout=subprocess.PIPE, text=True
        )
        self.base = re.search(r"http://\S+", self.process.stdout.readline()).group().rstrip("/")
        self.port = int(self.base.rsplit(":", 1)[1])

    def kill(self):
        """Ends it at once, as a crash does."""
        self.process.kill()
        self.process.wait(timeout=30)

    def stop(self):
        """Stops it; returns the code that it ended with."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=30)
