"""Everything that is known here of the insides of MkDocs' development server.

It calls a function that builds into one folder, which MkDocs empties first, and serves that folder. When a build fails,
it goes on with half a site, answers no request until one succeeds, and says nothing to browsers. Here, the folder that
is served holds the last good site, a build that fails ends like any other, and what it had to say is put into pages.
"""

from __future__ import annotations

import logging
import shutil
import socket
import tempfile
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.exceptions import PluginError

from lockstep.mkdocs import i18n
from lockstep.mkdocs.banner import banner, put
from lockstep.mkdocs.serving import Serving, page_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from threading import Condition

    from mkdocs.livereload import LiveReloadServer

    Start = Callable[..., Any]
    Headers = list[tuple[str, str]]

log = logging.getLogger("mkdocs.plugins.lockstep")

# Of every page; what stands there is not of one page alone.
ASSETS = "assets/"
# The server asks for an error's page by its number alone. Every request has a thread, and so a context, of its own.
_path: ContextVar[str] = ContextVar("lockstep_request", default="")


def take_over(server: LiveReloadServer, serving: Serving) -> Path:
    """Serve the last good site, rebuild once per save, and tell authors what came of it.

    Returns the folder to remove in the end.
    """
    _watch(server, serving)
    ours = Path(tempfile.mkdtemp(prefix="lockstep_"))
    _keep(server, serving, ours)
    _answer(server, serving)
    return ours


def refuse_taken(address: tuple[str, int]) -> None:
    """Refuse an address that cannot be served at: MkDocs would build the site first, and stop with a traceback.

    Raises:
        PluginError: it is taken, not allowed, or not this machine's.
    """
    host, port = address
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        try:
            # As the server does: one that has just ended is in nobody's way.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
        except OSError as error:
            message = f"{host}:{port} cannot be served at: {error.strerror or error} (name another with --dev-addr)"
            raise PluginError(message) from None


def watch(server: LiveReloadServer, paths: Iterable[str]) -> None:
    """Have the site built again when something changes at one of the paths, whether or not it is there."""
    for path in paths:
        server.watch(path)


def _watch(server: LiveReloadServer, serving: Serving) -> None:
    """Have our watcher look at what MkDocs and the plugins before us asked for, and at what we need."""
    asked = list(server._watched_paths)
    for path in asked:
        while path in server._watched_paths:
            server.unwatch(path)
    server.observer = serving.watcher  # type: ignore[assignment]
    watch(server, dict.fromkeys([*asked, *(str(Path(path).absolute()) for path in serving.watched)]))


def _keep(server: LiveReloadServer, serving: Serving, ours: Path) -> None:
    """Build in the folder that MkDocs chose, and move what is good from there to the one that is served."""
    build, built = server.builder, Path(server.root)
    served, old = ours / "site", ours / "old"

    def show() -> None:
        if serving.dirty:
            return
        # Requests wait for the end of the build, so that none finds the place empty.
        if served.exists():
            served.rename(old)
        shutil.move(built, served)
        _empty(built)
        shutil.rmtree(old, ignore_errors=True)

    def rebuild() -> None:
        previews.show(serving.watcher.take(), served)
        serving.begin()
        try:
            build()
        except (Exception, SystemExit) as error:
            serving.fail(error)
        else:
            if not serving.holds():
                previews.settle(built)
                show()
                serving.end()
                return
            serving.keep()
        i18n.recover()
        # What a build that is not shown has left would make pages that do not belong to the site that is.
        serving.previews.end()
        previews.settle(built)
        if not serving.dirty:
            _empty(built)

    previews = _Shown(server, serving, ours / "preview")
    serving.end()
    show()
    server.root, server.builder = str(built if serving.dirty else served), rebuild


class _Shown:
    """Pages that are shown before the site is built again.

    Whoever asks for one of these, or for what is part of all pages, is not kept waiting for the end of the build.
    """

    def __init__(self, server: LiveReloadServer, serving: Serving, folder: Path) -> None:
        self.server, self.serving, self.folder = server, serving, folder
        # What they hold, by their names in the site.
        self.pages: dict[str, bytes] = {}
        self.wait = server._epoch_cond
        server._epoch_cond = _Gate(self.wait, self.has)  # type: ignore[assignment]
        # The watcher has waited already.
        server.build_delay = 0.01

    def has(self, path: str) -> bool:
        """Whether a path can be answered now, whatever is being built."""
        return bool(self.pages) and (page_name(path) in self.pages or path.lstrip("/").startswith(ASSETS))

    def show(self, changed: set[str], served: Path) -> None:
        """Make the pages of files that were changed, and have browsers load them."""
        if self.serving.dirty or not self.serving.good:
            return
        shutil.rmtree(self.folder, ignore_errors=True)
        made = self.serving.previews.make(changed, self.folder)
        try:
            pages = {name: (self.folder / name).read_bytes() for name in made if name.endswith(".html")}
            for name in made:
                (served / name).parent.mkdir(parents=True, exist_ok=True)
                (self.folder / name).replace(served / name)
        except OSError:
            # A full disk, for one: the build that follows says so.
            return
        if not pages:
            return
        self.pages = pages
        log.info("Shown before the site is built: %s", ", ".join(sorted(pages)))
        with self.wait:
            # Behind the number of the build that follows, so that pages that are right already are not loaded again.
            self.server._visible_epoch = self.server._wanted_epoch + 1
            self.wait.notify_all()

    def settle(self, built: Path) -> None:
        """Show what has been built from here on, and nothing else before that is in its place."""
        shown, self.pages = self.pages, {}
        if any(not (built / name).is_file() or (built / name).read_bytes() != page for name, page in shown.items()):
            with self.wait:
                self.server._wanted_epoch += 2


class _Gate:
    """The lock that requests wait at for the end of a build, which lets some through."""

    def __init__(self, wait: Condition, passes: Callable[[str], bool]) -> None:
        self.wait, self.passes = wait, passes

    def __enter__(self) -> bool:
        return self.wait.__enter__()

    def __exit__(self, *error: Any) -> None:  # noqa: ANN401 (as the lock's own)
        self.wait.__exit__(*error)

    def wait_for(self, predicate: Callable[[], bool], timeout: float | None = None) -> bool:
        """Wait, until a file is asked for that can be answered: whoever waits for news says how long."""
        if timeout is not None:
            return self.wait.wait_for(predicate, timeout)
        path = _path.get()
        # Whoever came a moment before the page was there is not kept waiting either.
        return self.wait.wait_for(lambda: self.passes(path) or predicate())

    def notify_all(self) -> None:
        """Wake those who wait."""
        self.wait.notify_all()


def _empty(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700, exist_ok=True)


def _answer(server: LiveReloadServer, serving: Serving) -> None:
    """Answer what is missing below a language's folder with that language's page, and put banners into pages."""
    plain = server.error_handler

    def application(environ: dict[str, Any], start_response: Start) -> Iterable[bytes]:
        # As WSGI hands it on, and as MkDocs reads it.
        _path.set(environ["PATH_INFO"].encode("latin-1").decode("utf-8", "ignore").removeprefix(server.mount_path))
        started: list[Any] = []

        def start(status: str, headers: Headers) -> None:
            started[:] = status, headers

        if source := serving.source(_path.get()):
            serving.watcher.draw_near(source)
        body = server.serve_request(environ, start)
        status, headers = started
        if any(name == "Content-Type" and value.startswith("text/html") for name, value in headers):
            page = put(b"".join(body), _banner(serving, _path.get()))
            headers = [(name, str(len(page)) if name == "Content-Length" else value) for name, value in headers]
            body = [page]
        start_response(status, headers)
        return body

    def error_page(code: int) -> bytes | None:
        folder = _path.get().lstrip("/").split("/", 1)[0]
        inside = [folder] if folder in _folders(serving) else []
        pages = [Path(server.root, *parts, f"{code}.html") for parts in (inside, [])]
        page = next((page for page in pages if page.is_file()), None)
        if not page:
            return plain(code)
        # MkDocs leaves its script out here: a page that is still to come would have to be asked for again by hand.
        inject: Callable[[bytes, int], bytes] = server._inject_js_into_html
        return inject(page.read_bytes(), server._visible_epoch)

    server.error_handler = error_page
    server.set_app(application)


def _folders(serving: Serving) -> Sequence[str]:
    return [language.folder for language in serving.languages]


def _banner(serving: Serving, path: str) -> str:
    folder = path.lstrip("/").split("/", 1)[0]
    reader = next((one for one in serving.languages if one.folder == folder), serving.languages[0])
    return banner(serving.outcome, serving.pages.get(page_name(path)), reader)
