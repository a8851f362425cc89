"""What a site's own templates set: names that Material's templates, put in between, then find changed."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Environment, TemplateSyntaxError, nodes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# It gives the same wherever it is asked for with the context.
SAME = ("partials/language.html", "lang")
# What static-i18n's sitemap is written in. Other words may do anything, as "do" does.
EXTENSIONS = ("jinja2.ext.loopcontrols",)


def settings(folders: Iterable[str | Path]) -> frozenset[str] | None:
    """List the names that templates give something to.

    A loop and a macro keep their names to themselves, unless they put in another template.

    Args:
        folders: where the site's own templates are.

    Returns:
        The names; ``None`` where a template is not understood.
    """
    found: set[str] = set()
    for file in (file for folder in folders for file in sorted(Path(folder).rglob("*")) if file.is_file()):
        try:
            state = file.stat()
        except OSError:
            return None
        names = _read(file, state.st_mtime_ns, state.st_size)
        if names is None:
            return None
        found |= names
    return frozenset(found)


# Every language asks, and a served site each time that something is saved: pictures stand beside templates, too.
@cache
def _read(file: Path, _changed: int, _size: int) -> frozenset[str] | None:
    try:
        text = file.read_bytes()
        if b"{%" not in text:
            return frozenset()
        return frozenset(_names(Environment(autoescape=True, extensions=EXTENSIONS).parse(text.decode())))
    except (OSError, UnicodeDecodeError, TemplateSyntaxError):
        # Jinja says so where the template is used. Until then, and with what extends its language, it may be any.
        return None


def _names(template: nodes.Template) -> Iterator[str]:
    alone = {
        id(name)
        for scope in template.find_all((nodes.For, nodes.Macro))
        if not any(scope.find_all((nodes.Include, nodes.Import, nodes.FromImport)))
        for name in scope.find_all(nodes.Name)
    }
    for name in template.find_all(nodes.Name):
        if name.ctx != "load" and id(name) not in alone:
            yield name.name
    for module in template.find_all(nodes.Import):
        source = module.template.value if isinstance(module.template, nodes.Const) else None
        if (source, module.target) != SAME or not module.with_context:
            yield module.target
    for part in template.find_all(nodes.FromImport):
        yield from (name if isinstance(name, str) else name[1] for name in part.names)
