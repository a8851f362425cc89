"""A real browser on a real server: Playwright's own Chromium, or the system's."""

import functools
import http.server
import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Playwright, Request, Response

# The headless shell has no window around a page, which costs as much as the page.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# No sandbox, as in a container that runs as root; no errands of the browser's own.
OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


# The share of the screen that moves after the first paint; Chromium's own "good" is 0.1.
LITTLE = 0.02
# Until all has been loaded for 0.8 s, and until what came due meanwhile has been drawn.
SHIFT = """() => new Promise(done => {
  let sum = 0;
  new PerformanceObserver(list => { for (const entry of list.getEntries()) sum += entry.value; })
    .observe({ type: "layout-shift", buffered: true });
  const [page, ...others] = ["navigation", "resource"].flatMap(kind => performance.getEntriesByType(kind));
  const loaded = Math.max(page.loadEventEnd, ...others.map(other => other.responseEnd));
  setTimeout(() => done(sum), Math.max(100, loaded + 800 - performance.now()));
})"""
# How a page that is looked at for faults is told from another: whether the search has started is out of sight.
SEEN = """() => {
  const copy = document.documentElement.cloneNode(true);
  copy.querySelectorAll(".md-search").forEach(search => search.remove());
  return copy.outerHTML;
}"""
LOOK = """context => axe.run(context ?? document, { resultTypes: ["violations"] }).then(found => found.violations)"""


def find_browser(playwright: Playwright) -> str | None:
    own = playwright.chromium.executable_path
    return own if Path(own).exists() else next(filter(None, map(shutil.which, NAMES)), None)


def launch(playwright: Playwright) -> Browser | None:
    """Start a browser; ``None`` where there is none to start."""
    path = find_browser(playwright)
    return playwright.chromium.launch(executable_path=path, args=OPTIONS) if path else None


def required() -> bool:
    return bool(os.environ.get("CI"))


class _Below(http.server.SimpleHTTPRequestHandler):
    """Serves a folder below a path, as a project site on a shared host is served."""

    # Connections are kept, as hosts keep them.
    protocol_version = "HTTP/1.1"
    prefix = ""

    def translate_path(self, path: str) -> str:
        bare = path.split("?")[0].split("#")[0]
        inside = bare.removeprefix(self.prefix) if bare.startswith(self.prefix) else "/outside-the-site"
        return super().translate_path("/" + inside.lstrip("/"))

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer what is missing with the nearest 404 page above it, as hosts of static sites do."""
        inside = self.path.split("?")[0].removeprefix(self.prefix).strip("/")
        for folder in PurePosixPath("/" + inside).parents:
            page = Path(self.directory, *folder.parts[1:], "404.html")
            if code == 404 and page.is_file():
                body = page.read_bytes()
                self.send_response(404)
                self.send_header("Content-Type", "text/html")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body if self.command == "GET" else b"")
                return
        super().send_error(code, message, explain)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def serve(folder: Path, prefix: str = "/docs/torch/") -> Iterator[str]:
    """Serve a built site on a free port; yields its address."""
    handler = functools.partial(type("Handler", (_Below,), {"prefix": prefix}), directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    # Asked to stop, it waits for half of this on average.
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}{prefix}"
    server.shutdown()
    server.server_close()


def complaints(page: Page, address: str) -> list[str]:
    """Collect, from now on, what goes wrong in a page: errors, missing files, requests to other hosts.

    A request that is broken off because the page is left for another is none: Material starts its search when a page
    has been loaded, and who goes on at once does not wait for that.
    """
    found: list[str] = []
    # How often a page was asked for, and which of these times was the last that was answered.
    asked = answered = 0
    # The page that a request is of.
    pages: dict[Request, int] = {}

    def leads_on(request: Request) -> bool:
        return request.is_navigation_request() and request.frame == page.main_frame

    def begin(request: Request) -> None:
        nonlocal asked
        asked += leads_on(request)
        # Until the next is answered, it is the last that asks.
        pages[request] = asked if leads_on(request) else answered
        if not request.url.startswith(inside):
            found.append(request.url)

    def end(request: Request) -> None:
        nonlocal answered
        if leads_on(request):
            answered = max(answered, pages.get(request, 0))

    def fail(request: Request) -> None:
        end(request)
        if request.failure != "net::ERR_ABORTED" or pages.get(request, 0) >= asked:
            found.append(f"failed: {request.url}")

    def answer(response: Response) -> None:
        end(response.request)
        if response.status >= 400:
            found.append(f"{response.status}: {response.url}")

    inside = (address.split("/docs/")[0], "data:", "blob:")
    page.on("console", lambda message: found.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("request", begin)
    page.on("requestfailed", fail)
    page.on("response", answer)
    return found


def faults(page: Page, context: dict[str, list[list[str]]] | None = None) -> list[tuple[str, list[object]]]:
    """Look for faults of accessibility in a page that has just been loaded: the rules, and where they are broken.

    The last of its requests are waited for meanwhile: if they change the page, it is looked at again.
    """
    page.evaluate(Axe().axe_script)
    before = page.evaluate(SEEN)
    found = page.evaluate(LOOK, context)
    page.wait_for_load_state("networkidle")
    if page.evaluate(SEEN) != before:
        found = page.evaluate(LOOK, context)
    return [(violation["id"], [node["target"] for node in violation["nodes"]]) for violation in found]


def shift(page: Page) -> float:
    """Measure how much of a page that has been loaded moved while that was done.

    A table that comes in two parts gets other columns with the second, now and then: what moves every time counts, for
    a reader who comes for the first time.
    """
    moved = page.evaluate(SHIFT)
    browser = page.context.browser
    if moved >= LITTLE and browser:
        dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
        context = browser.new_context(
            viewport=page.viewport_size,
            color_scheme="dark" if dark else "light",
            storage_state=page.context.storage_state(),
        )
        again = context.new_page()
        again.goto(page.url)
        again.wait_for_load_state("networkidle")
        moved = min(moved, again.evaluate(SHIFT))
        context.close()
    return float(moved)
