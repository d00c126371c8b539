"""A headless Chromium, spoken to over two pipes: no port, no library."""

import base64
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile

NAMES = ("chromium", "chromium-browser", "google-chrome")


def find():
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Browser:
    def __init__(self, program, *options):
        self.home = tempfile.mkdtemp(prefix="scree-report-")
        to_child, self.out = os.pipe()
        self.inn, from_child = os.pipe()

        def connect():  # the browser reads from 3 and writes to 4
            a, b = os.dup(to_child), os.dup(from_child)
            os.dup2(a, 3)
            os.dup2(b, 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--force-color-profile=srgb", "--disable-background-networking", "--no-first-run",
             "--user-data-dir=" + self.home, "--remote-debugging-pipe", *options, "about:blank"],
            preexec_fn=connect, close_fds=False,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_child)
        os.close(from_child)
        self.numbers = itertools.count(1)
        self.rest = b""
        self.events = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = None
        self.session = self.call("Target.attachToTarget", targetId=target,
                                 flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")

    def read(self):
        while b"\0" not in self.rest:
            more = os.read(self.inn, 1 << 20)
            if not more:
                sys.exit("the browser went away")
            self.rest += more
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **params):
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": params}
        if getattr(self, "session", None):
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.out, data):]
        while True:
            answer = self.read()
            if answer.get("id") == number:
                if "error" in answer:
                    sys.exit(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def wait(self, method):
        while True:
            for event in self.events:
                if event.get("method") == method:
                    return
            self.events.append(self.read())

    def open(self, url):
        self.events.clear()
        self.call("Page.navigate", url=url)
        self.wait("Page.loadEventFired")

    def value(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            sys.exit(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def key(self, key, code):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key,
                      windowsVirtualKeyCode=code)

    def emulate(self, scheme, width):
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900,
                  deviceScaleFactor=1, mobile=False)

    def screenshot(self, path, height=None):
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"],
                "height": min(size["height"], height or 1e9), "scale": 1}
        data = self.call("Page.captureScreenshot", clip=clip,
                         captureBeyondViewport=True)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def close(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.home, ignore_errors=True)
