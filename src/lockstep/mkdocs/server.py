"""The one place where MkDocs' development server is changed: a missing page is answered in its own language."""

from __future__ import annotations

from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mkdocs.livereload import LiveReloadServer

# The server asks for an error's page by its number alone. Every request has a thread, and so a context, of its own.
_path: ContextVar[str] = ContextVar("lockstep_request", default="/")


def serve_own_404(server: LiveReloadServer, folders: Sequence[str]) -> None:
    """Answer what is missing below a language's folder with that language's page."""
    plain = server.error_handler

    def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:  # noqa: ANN401 (WSGI's own)
        _path.set(environ["PATH_INFO"])
        return server.serve_request(environ, start_response)

    def error_page(code: int) -> bytes | None:
        inside = _path.get().removeprefix(server.mount_path).lstrip("/").split("/", 1)[0]
        page = Path(server.root, inside, f"{code}.html")
        return page.read_bytes() if inside in folders and page.is_file() else plain(code)

    server.error_handler = error_page
    server.set_app(application)
