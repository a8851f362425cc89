"""The Python-Markdown extension that says which content tabs are the same in every language; pymdownx renders them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markdown.treeprocessors import Treeprocessor

from lockstep.languages.tabs import tab_key
from lockstep.links import BEHIND_INLINE, written
from lockstep.markdown.context import LockstepExtension, current
from lockstep.parts import OWN_KEY

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from markdown import Markdown

# On the radio button of each tab; our script links those that have the same.
ATTRIBUTE = "data-lockstep-tab"


class TabsExtension(LockstepExtension):
    """Puts the key of each tab on its radio button. Without a host that knows it, it is made of the label."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Python-Markdown's name)
        """Register with a converter."""
        md.treeprocessors.register(_Keys(md), "lockstep-tabs", BEHIND_INLINE)


class _Keys(Treeprocessor):
    def run(self, root: Element) -> None:
        page = current.get()
        known = page.tabs if page else ()
        sets = [_tabs(element) for element in root.iter("div") if "tabbed-set" in _classes(element)]
        # What is known of another page than that which is rendered, after all, is of no use.
        told = known if [len(keys) for keys in known] == [len(tabs) for tabs in sets] else [()] * len(sets)
        for tabs, keys in zip(sets, told, strict=True):
            for index, (radio, label) in enumerate(tabs):
                own = _own_key(label)
                key = keys[index] if keys else own or tab_key(written("".join(label.itertext()), self.md))
                if key:
                    radio.set(ATTRIBUTE, key)


def _classes(element: Element) -> list[str]:
    return (element.get("class") or "").split()


def _tabs(element: Element) -> list[tuple[Element, Element]]:
    """Take the radio buttons of a set of tabs, each with its label."""
    labels = [child for child in element if child.tag == "label"]
    labels += [label for child in element if "tabbed-labels" in _classes(child) for label in child]
    return list(zip((child for child in element if child.tag == "input"), labels, strict=False))


def _own_key(label: Element) -> str:
    """Take the key that the author gave off the label."""
    last = label[-1] if len(label) else None
    text = (label.text if last is None else last.tail) or ""
    own = re.search(OWN_KEY, text)
    if not own:
        return ""
    rest = text[: own.start()]
    if last is None:
        label.text = rest
    else:
        last.tail = rest
    return own["key"]
