"""Everything that is known here of the insides of MkDocs' build: where it reads a page, and where it writes one.

It calls two functions of its own for each page, which read it into HTML and put that into the theme. Those are wrapped
here, to take a page as an earlier build of the same site has left it. A version of MkDocs whose functions are not the
ones that were read for this is left as it is.
"""

from __future__ import annotations

import logging
from functools import wraps
from typing import TYPE_CHECKING, Any, Protocol

from mkdocs.commands import build
from mkdocs.structure.files import InclusionLevel
from mkdocs.structure.toc import AnchorLink, TableOfContents
from mkdocs.utils import meta

from lockstep.mkdocs import standin
from lockstep.store import decode, encode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from jinja2 import Environment
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import File, Files
    from mkdocs.structure.nav import Navigation
    from mkdocs.structure.pages import Page

    Find = Callable[[MkDocsConfig], "Keeper | None"]

# Of the functions that are wrapped, as they were read: MkDocs 1.6.
KNOWN = {
    "_populate_page": "79e037e829992f3e26117fdd8917488d",
    "_build_page": "df237bc9baaceb08328c10981f476f4a",
    "get_data": "08a65e1d347919f78da82921f710e711",
}
_plain = {name: getattr(build, name, None) for name in ("_populate_page", "_build_page")}
# Before another takes its place.
_get_data = getattr(meta, "get_data", None)
_command = build.build
Kept = dict[str, Any]
# What is taken down of one: the name of its logger, its level, its text.
MESSAGE = 3


class Keeper(Protocol):
    """Who knows of pages as an earlier build has left them.

    Each takes what does the work where there is nothing kept, for any page of the same language.
    """

    def read(self, page: Page, files: Files, work: Callable[[Page], None]) -> None:
        """Read a page into HTML."""

    def write(
        self, page: Page, pages: Sequence[File], nav: Navigation, *, draft: bool, work: Callable[[Page], None]
    ) -> None:
        """Put a page into the theme, and that into the site."""


def changed() -> list[str]:
    """Name the functions that are not those of the MkDocs that is known here."""
    return standin.changed(KNOWN, {**_plain, "get_data": _get_data})


def wrap(find: Find) -> None:
    """Have each page asked of who knows it, for as long as this process lives; once is enough.

    Args:
        find: finds the one to ask for a site that is being built; ``None`` to do everything as ever.
    """

    def populate(page: Page, config: MkDocsConfig, files: Files, dirty: bool = False) -> None:
        keeper = None if dirty else find(config)

        def work(page: Page) -> None:
            _plain["_populate_page"](page, config, files, dirty)  # type: ignore[misc]

        if keeper:
            keeper.read(page, files, work)
        else:
            work(page)

    def write(
        page: Page, config: MkDocsConfig, pages: Sequence[File], nav: Navigation, *rest: object, excluded: bool = False
    ) -> None:
        _, dirty = rest
        keeper = None if dirty else find(config)

        def work(page: Page) -> None:
            _plain["_build_page"](page, config, pages, nav, *rest, excluded=excluded)  # type: ignore[misc]

        if keeper:
            keeper.write(page, pages, nav, draft=excluded, work=work)
        else:
            work(page)

    vars(build).update(_populate_page=populate, _build_page=write)


def make(page: Page, config: MkDocsConfig, files: Files, nav: Navigation, env: Environment) -> None:
    """Make a page that has been made before, from its source to its file in the site."""
    pages = files.documentation_pages(inclusion=InclusionLevel.is_included)
    _plain["_populate_page"](page, config, files)  # type: ignore[misc]
    _plain["_build_page"](page, config, pages, nav, env)  # type: ignore[misc]


def wrap_command(around: Callable[[MkDocsConfig, Callable[[], None]], None]) -> None:
    """Have the command that builds a site ask first; what serves one, and programs that build, go on as ever.

    Args:
        around: takes the configuration, and what builds.
    """

    @wraps(_command)
    def command(config: MkDocsConfig, *, serve_url: str | None = None, dirty: bool = False) -> None:
        def work() -> None:
            _command(config, serve_url=serve_url, dirty=dirty)

        if serve_url or dirty:
            work()
        else:
            around(config, work)

    vars(build).update(build=command)


def dump(page: Page) -> Kept:
    """Take down what reading has made of a page."""
    links = [[file.src_uri, anchors] for file, anchors in (page.links_to_anchors or {}).items()]
    return {
        "content": page.content,
        "toc": _tokens(page.toc),
        "title": page._title_from_render,
        "anchors": sorted(page.present_anchor_ids or ()),
        "links": links,
        # Not every value of YAML can be kept.
        "meta": page.meta if _can_be_kept(page.meta) else None,
    }


def restore(page: Page, kept: Kept, files: Files, config: MkDocsConfig) -> bool:
    """Make a page what reading has made of it before.

    Returns whether that could be done: every file that it leads to has to be there.
    """
    links = {files.get_file_from_path(uri): anchors for uri, anchors in kept["links"]}
    if None in links:
        return False
    _read_source(page, kept["meta"], config)
    page.content, page._title_from_render = kept["content"], kept["title"]
    page.toc = TableOfContents(_links(kept["toc"]))
    if page.toc.items:
        page.toc.items[0].active = True  # type: ignore[attr-defined]
    page.present_anchor_ids = set(kept["anchors"])
    page.links_to_anchors = links  # type: ignore[assignment]
    return True


def _read_source(page: Page, kept: dict[str, Any] | None, config: MkDocsConfig) -> None:
    """Read a page's text, and take its front matter as it was read before: that of many pages takes its time."""
    source = config.plugins.on_page_read_source(page=page, config=config) if kept else None
    if not kept or source is None:
        page.read_source(config)
        return
    front = meta.YAML_RE.match(source)
    page.markdown, page.meta = (source[front.end() :].lstrip("\n"), kept) if front else meta.get_data(source)


def _can_be_kept(value: object) -> bool:
    text = encode(value)
    return text is not None and bool(decode(text) == value)


def _tokens(items: Iterable[AnchorLink]) -> list[Any]:
    return [[item.title, item.id, item.level, _tokens(item.children)] for item in items]


def _links(tokens: Iterable[Any]) -> list[AnchorLink]:
    made = []
    for title, key, level, children in tokens:
        link = AnchorLink(title, key, level)
        link.children = _links(children)
        made.append(link)
    return made


class Hearing(logging.Handler):
    """Takes down what MkDocs and its plugins say, to say it again; ``whole`` is whether that can be done."""

    def __init__(
        self, said: list[list[str | int]], level: int = logging.INFO, *, ours: bool = False, quiet: bool = True
    ) -> None:
        """Put what is heard behind what has been said so far.

        Args:
            said: what has been said.
            level: the least level that is listened to.
            ours: whether to listen to findings of ours: those of a page are told by other means.
            quiet: whether to listen to what nobody else is told.
        """
        super().__init__(level)
        self.said = said
        self.ours = ours
        self.quiet = quiet
        self.whole = True
        # Those who would be told more than before while this one listens, and the level that they had.
        self.others: list[tuple[logging.Logger | logging.Handler, int]] = []

    def again(self, said: list[list[str | int]]) -> Hearing:
        """Take down what is said from here on elsewhere: to make another of these takes longer than to listen."""
        self.said, self.whole, self.others = said, True, []
        return self

    def emit(self, record: logging.LogRecord) -> None:
        """Take a message down, in the words that it had."""
        if record.exc_info:
            self.whole = False
        if self.ours or not getattr(record, "lockstep", False):
            self.said.append([record.name, record.levelno, record.getMessage()])

    def __enter__(self) -> Hearing:
        """Begin to listen."""
        logger = logging.getLogger("mkdocs")
        least = logger.getEffectiveLevel()
        if self.quiet and least > self.level:
            self.others = [(logger, logger.level), *((handler, handler.level) for handler in logger.handlers)]
            for handler in logger.handlers:
                handler.setLevel(max(handler.level, least))
            logger.setLevel(self.level)
        logger.addHandler(self)
        return self

    def __exit__(self, *_: object) -> None:
        """Listen no more."""
        logging.getLogger("mkdocs").removeHandler(self)
        for one, level in self.others:
            one.setLevel(level)


def say(said: Iterable[Sequence[Any]]) -> None:
    """Say again what was taken down."""
    for name, level, message in said:
        logging.getLogger(name).log(level, message)
