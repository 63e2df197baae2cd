"""A page in a headless Chromium, driven over the DevTools protocol with the standard library alone."""

import base64
import json
import os
import shutil
import socket
import struct
import subprocess
import tempfile
import time
import urllib.request


class Chromium:
    """One browser with one page. Use as a context manager; it ends the process that it has started."""

    def __init__(self, width=1440, height=900):
        program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
        if program is None:
            raise SystemExit("no chromium found (Debian: chromium); CHROMIUM names another binary")
        self.folder = tempfile.mkdtemp(prefix="report-check-")
        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", "--hide-scrollbars",
             "--no-first-run", "--user-data-dir=" + self.folder, "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port = self._wait_for_port()
        request = urllib.request.Request(f"http://127.0.0.1:{port}/json/new?about:blank", method="PUT")
        target = json.load(urllib.request.urlopen(request, timeout=30))
        self.socket = _WebSocket("127.0.0.1", port, target["webSocketDebuggerUrl"].split(str(port), 1)[1])
        self.number = 0
        self.problems = []
        self.requests = []
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        self.resize(width, height)

    def _wait_for_port(self):
        path = os.path.join(self.folder, "DevToolsActivePort")
        for _ in range(600):
            if self.process.poll() is not None:
                raise SystemExit(f"chromium ended with {self.process.returncode}")
            if os.path.exists(path):
                lines = open(path).read().split("\n")
                if len(lines) > 1:
                    return int(lines[0])
            time.sleep(0.05)
        raise SystemExit("chromium does not answer")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def call(self, method, **parameters):
        """Calls a method of the protocol and gives its result; collects what the page reports meanwhile."""
        self.number += 1
        number = self.number
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.receive())
            if message.get("id") == number:
                if "error" in message:
                    raise AssertionError(f"{method}: {message['error']}")
                return message["result"]
            self._note(message)

    def _note(self, message):
        method, parameters = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.problems.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
            self.problems.append(" ".join(str(part.get("value", part)) for part in parameters["args"]))
        elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
            self.problems.append(parameters["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])

    def resize(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def prefer(self, scheme):
        """The system's wish: light or dark."""
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def open(self, path):
        """Opens a file and waits until its scripts have run."""
        self.problems, self.requests = [], []
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        self.wait("document.readyState === 'complete' && location.protocol === 'file:'")

    def evaluate(self, expression):
        """The value of an expression in the page."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise AssertionError(f"{expression}: {details.get('exception', {}).get('description', details['text'])}")
        return answer["result"].get("value")

    def wait(self, expression, seconds=30):
        end = time.monotonic() + seconds
        while not self.evaluate(expression):
            if time.monotonic() > end:
                raise AssertionError(f"never true: {expression}")
            time.sleep(0.02)

    def settle(self):
        """Waits until what was asked for is drawn."""
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def mouse(self, x, y, kind="click", **parameters):
        if kind == "click":
            for event in ("mouseMoved", "mousePressed", "mouseReleased"):
                self.mouse(x, y, event, button="none" if event == "mouseMoved" else "left", clickCount=1)
        else:
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **parameters)
        self.settle()

    def click(self, selector):
        """Clicks the middle of an element, which must be seen."""
        box = self.evaluate(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)}); if (!e) return null;"
            " const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2, b.width]; })()")
        if not box or box[2] <= 0:
            raise AssertionError(f"cannot click {selector}: {box}")
        self.mouse(box[0], box[1])

    def key(self, key, text=None):
        text = text if text is not None else (key if len(key) == 1 else None)
        down = {"type": "keyDown", "key": key}
        if text:
            down["text"] = text
        if key == "Enter":
            down["text"] = "\r"
        self.call("Input.dispatchKeyEvent", **down)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)
        self.settle()

    def type(self, text):
        for letter in text:
            self.key(letter)

    def screenshot(self, path):
        self.settle()
        picture = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(picture))


class _WebSocket:
    """The client's half of RFC 6455, as far as the protocol needs it: text messages."""

    def __init__(self, host, port, path):
        self.connection = socket.create_connection((host, port), timeout=120)
        self.buffer = b""
        key = base64.b64encode(os.urandom(16)).decode()
        self.connection.sendall(
            (f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.buffer:
            self._read()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise AssertionError(head.decode(errors="replace"))

    def _read(self):
        part = self.connection.recv(1 << 16)
        if not part:
            raise AssertionError("the browser has closed the connection")
        self.buffer += part

    def _take(self, count):
        while len(self.buffer) < count:
            self._read()
        part, self.buffer = self.buffer[:count], self.buffer[count:]
        return part

    def send(self, text, code=1):
        data = text.encode() if isinstance(text, str) else text
        size = len(data)
        if size < 126:
            head = struct.pack("!BB", 0x80 | code, 0x80 | size)
        elif size < 1 << 16:
            head = struct.pack("!BBH", 0x80 | code, 0x80 | 126, size)
        else:
            head = struct.pack("!BBQ", 0x80 | code, 0x80 | 127, size)
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[place & 3] for place, byte in enumerate(data))
        self.connection.sendall(head + mask + masked)

    def receive(self):
        message = b""
        while True:
            first, second = self._take(2)
            size = second & 127
            if size == 126:
                size = struct.unpack("!H", self._take(2))[0]
            elif size == 127:
                size = struct.unpack("!Q", self._take(8))[0]
            data = self._take(size)
            code = first & 15
            if code == 9:
                self.send(data, 10)
            elif code == 8:
                raise AssertionError("the browser has closed the connection")
            elif code in (0, 1, 2):
                message += data
                if first & 0x80:
                    return message.decode()
