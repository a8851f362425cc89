"""What is known here of how MkDocs reads a page's source: its front matter, and where its links lead.

Nearly every link leads to a page, a section or another site, and nearly every front matter holds texts and lists of
texts, which have been read when the page was checked. What is anything else is read as ever.
"""

from __future__ import annotations

import re
from typing import Any

import yaml
from mkdocs import utils
from mkdocs.structure import pages
from mkdocs.utils import meta

from lockstep.mkdocs.standin import StandIn
from lockstep.yamltext import compose, is_text

# A private name.
_Links: Any = getattr(pages, "_RelativePathTreeprocessor", None)
# Of what is stood in for, as it was read: MkDocs 1.6.
KNOWN = {
    "get_data": "08a65e1d347919f78da82921f710e711",
    "YAML_RE": "158197c8d3cb7f510ef77fa4de779fc9",
    "path_to_url": "d1be80603318583dcdfda3b0622d73f6",
    "_target_uri": "c018895f57782c7175cd07bd35863fa0",
    "get_relative_url": "7fe7d14343172172161b92c7fd61679b",
}
PLAIN: dict[str, Any] = {
    "get_data": getattr(meta, "get_data", None),
    "YAML_RE": getattr(meta, "YAML_RE", None),
    "path_to_url": getattr(_Links, "path_to_url", None),
    "_target_uri": getattr(_Links, "_target_uri", None),
    "get_relative_url": utils.get_relative_url,
}
# An address by the path of a source and the id of a section.
LINK = re.compile(r"(?P<path>(?:[\w.-]+/)*[\w-][\w.-]*\.\w+|(?=#))(?P<section>(?:#[\w.-]+)?)", re.ASCII)
ELSEWHERE = re.compile(r"https?://[\w.-]+(?:[/?#][\w./?#=&%~+,;:@!*-]*)?", re.ASCII)
# As texts without quotes, these are none.
WORDS = frozenset(("y", "n", "yes", "no", "true", "false", "on", "off", "null", ""))


def _get_data(doc: str) -> tuple[str, dict[str, Any]]:
    """Part a page from its front matter."""
    front = meta.YAML_RE.match(doc)
    data = _texts(front[1]) if front else None
    if front is None or data is None:
        made: tuple[str, dict[str, Any]] = PLAIN["get_data"](doc)
        return made
    return doc[front.end() :].lstrip("\n"), data


def _texts(front: str) -> dict[str, Any] | None:
    """Read a front matter that holds nothing but texts and lists of them; ``None`` for any other."""
    # What an anchor stands for is one and the same thing, wherever it is.
    if "&" in front:
        return None
    try:
        node = compose(front)
        return _data(node) if isinstance(node, yaml.MappingNode) and is_text(node) else None
    except (yaml.YAMLError, ValueError, RecursionError):
        return None


def _data(node: yaml.Node) -> Any:  # noqa: ANN401 (YAML)
    if isinstance(node, yaml.ScalarNode):
        if not node.style and node.value.lower() in WORDS:
            raise ValueError(node.value)
        return node.value
    if isinstance(node, yaml.SequenceNode):
        return [_data(item) for item in node.value]
    return {_data(key): _data(value) for key, value in node.value}


def _path_to_url(self: Any, url: str) -> str:  # noqa: ANN401 (private to upstream)
    """Find the address that a link on a page leads to."""
    link = LINK.fullmatch(url)
    if link:
        file = self.file
        if link["path"]:
            file = self.files.get_file_from_path(self._target_uri(file.src_uri, link["path"]))
        if file and not (link["path"] and file.inclusion.is_excluded()):
            if anchor := link["section"][1:]:
                self.links_to_anchors.setdefault(file, {}).setdefault(anchor, url)
            return utils.get_relative_url(file.url, self.file.url) + link["section"] if link["path"] else url
    elif ELSEWHERE.fullmatch(url):
        return url
    made: str = PLAIN["path_to_url"](self, url)
    return made


STAND_INS = (
    StandIn(meta, "get_data", _get_data),
    StandIn(_Links, "path_to_url", _path_to_url),
)
