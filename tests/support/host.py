"""Python-Markdown with a site's extensions, made to tell what it took for a fence and what for a heading."""

import html

from bs4 import BeautifulSoup
from markdown import Markdown
from pymdownx.superfences import highlight_validator

from lockstep.markdown.commands import CommandsExtension

EXTENSIONS = [
    "attr_list",
    "md_in_html",
    "tables",
    "admonition",
    "def_list",
    "toc",
    "pymdownx.highlight",
    "pymdownx.quotes",
    "pymdownx.superfences",
    "pymdownx.details",
    "pymdownx.tabbed",
]
LOCKSTEP = ["lockstep.snippets", "lockstep.callouts", "lockstep.benchmarks", "lockstep.languages", "lockstep.tabs"]


def _fence(source, language, class_name, options, md, **kwargs):
    classes = html.escape(",".join(kwargs["classes"]))
    code = html.escape(source)
    language = html.escape(language or "")
    return f'<pre class="fence" data-language="{language}" data-classes="{classes}"><code>{code}</code></pre>'


def converter(*more, **configs):
    """Build a converter that leaves code plain, so that texts can be compared."""
    plain = {"name": "*", "class": "", "format": _fence, "validator": highlight_validator}
    return Markdown(
        extensions=[*EXTENSIONS, *more],
        extension_configs={
            "pymdownx.quotes": {"callouts": True},
            "pymdownx.superfences": {"custom_fences": [plain]},
            "pymdownx.tabbed": {"alternate_style": True},
            "toc": {"slugify": lambda text, separator: "no-id"},
            **configs,
        },
    )


def fences(markup):
    """List the fences that readers see: language, classes, text."""
    found = BeautifulSoup(markup, "html5lib").select("pre.fence")
    return [(pre["data-language"].lower(), pre["data-classes"], pre.get_text()) for pre in found]


def headings(tokens):
    """List the headings of a converter's ``toc_tokens``: level, and the explicit id or an empty text."""
    for token in tokens:
        yield token["level"], "" if token["id"].startswith("no-id") else token["id"]
        yield from headings(token["children"])


def lockstep(project, folder="en", page="docs/en/page.md"):
    """Build a converter for a page of a project, as a host without a plugin would."""
    options = {"root": str(project), "language": folder, "page": page}
    return converter(*LOCKSTEP, CommandsExtension(**options), **dict.fromkeys(LOCKSTEP, options))
