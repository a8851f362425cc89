"""A page's Markdown without what only the site's own renderer understands: attributes, HTML, addresses of sources.

What is code is left as it is. Links lead where readers' do; a caller says where that is, and what stands in the place
of a link that is bound to a number.
"""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from lockstep.plain import to_markdown

if TYPE_CHECKING:
    from collections.abc import Callable

    # The address that readers are led to, for the one that the page has.
    Resolve = Callable[[str], str]
    # What stands in the place of a link, for its text and its address; none where the link stays.
    Replace = Callable[[str, str], str | None]

ATTRIBUTE = r"""[^\s=>"'/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?"""
TOKEN = re.compile(
    rf"""(?xs)
    (?P<code>(?<![`\\])(?P<ticks>`+)(?!`)(?:(?!\n[ ]*\n).)+?(?<!`)(?P=ticks)(?!`))
    | (?P<escaped>\\[\\`*_{{}}\[\]()\#+.!<>|-])
    | (?P<angled>\]\([ ]*<[^<>\n]*>)
    | (?P<comment><!--.*?-->)
    | (?P<drawing><svg\b.*?</svg>)
    | (?P<hidden><(?P<name>script|style)\b.*?</(?P=name)>)
    | (?P<table><table\b.*?</table>)
    | (?P<listing><pre\b.*?</pre>)
    | (?P<auto><[a-zA-Z][a-zA-Z0-9+.-]*:[^<>\s]*>|<[^\s<>@]+@[^\s<>]+>)
    | (?P<tag></?(?P<element>[a-zA-Z][\w-]*)(?:\s+{ATTRIBUTE})*\s*/?>)
    """
)
# What each of them begins with.
BEGIN = re.compile(r"[`\\\]<]")
TITLE = re.compile(r"(?s)<title\b[^>]*>(.*?)</title>")
ITEM = r"""(?:[#.][\w:.-]+|[\w-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s}"']+))"""
ATTRIBUTES = re.compile(rf"\{{:?[ ]*{ITEM}(?:[ ]+{ITEM})*[ ]*\}}")
ICON = re.compile(r":(?:material|fontawesome|octicons|simple)-[\w-]+:[ ]?")
CONTENTS = re.compile(r"(?m)^\[TOC\][ ]*$")
CONTENTS_MARK = "[TOC]"
# The address of an inline link, its closing bracket in front of it.
ADDRESS = re.compile(
    r"\]\((?P<blank>[ ]*)(?:<(?P<angled>[^<>\n]*)>|(?P<bare>(?:[^\s()<>]|\((?:[^\s()]|\([^\s()]*\))*\))+))"
)
REST = re.compile(r"""(?s)[ \n]*(?:"[^"]*"|'[^']*')?[ ]*\)""")
DEFINITION = re.compile(r"(?m)^(?P<head>[ ]{0,3}\[(?P<name>[^\]\n^][^\]\n]*)\]:[ ]*)<?(?P<address>[^\s<>]+)>?")
DEFINED = "]:"
REFERENCE = re.compile(r"(?<!!)\[(?P<text>[^\[\]]+)\]\[(?P<name>[^\[\]]*)\]")
KEPT = re.compile("\ue004([0-9]+)\ue005")
BLANK = re.compile(r"\n(?:[> ]*\n){2,}")
VALUE = re.compile(r"""([^\s=<>"'/]+)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)""")
# Any other tag is left out: what it holds reads the same without.
APART = {"br": " ", "summary": "\n\n", "p": "\n\n", "hr": "\n\n---\n\n"}
MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*", "code": "`"}


def simplify(text: str, resolve: Resolve, replace: Replace) -> str:
    """Write a page's Markdown, without its code, so that any reader of Markdown understands it."""
    kept: list[str] = []
    anchors: list[str] = []

    def keep(piece: str) -> str:
        kept.append(piece)
        return f"\ue004{len(kept) - 1}\ue005"

    def restore(piece: str) -> str:
        return KEPT.sub(lambda match: kept[int(match[1])], piece) if "\ue004" in piece else piece

    def token(match: re.Match[str]) -> str:
        if match["code"] or match["escaped"] or match["auto"]:
            return keep(match[0])
        if match["angled"]:
            return match[0]
        if match["drawing"]:
            title = TITLE.search(match[0])
            return html.unescape(" ".join(title[1].split())) if title else ""
        if match["table"]:
            return f"\n\n{to_markdown(match[0])}\n\n"
        if match["listing"]:
            body = html.unescape(re.sub(r"<[^>]+>", "", match[0])).strip("\n")
            return "\n\n" + keep(f"```\n{body}\n```") + "\n\n"
        return _tag(match, anchors) if match["tag"] else ""

    text = _without_attributes(_replaced(text, token))
    if CONTENTS_MARK in text:
        text = CONTENTS.sub("", text)
    text = _definitions(ICON.sub("", text), resolve, replace, restore)
    return restore(_links(text, resolve, replace, restore))


def _replaced(text: str, token: Callable[[re.Match[str]], str]) -> str:
    """Do as ``TOKEN.sub``, which tries every alternative at every character."""
    out = []
    done, begin = 0, BEGIN.search(text)
    while begin:
        match = TOKEN.match(text, begin.start())
        if match:
            out += [text[done : match.start()], token(match)]
            done = match.end()
        begin = BEGIN.search(text, match.end() if match else begin.end())
    return "".join(out) + text[done:] if done else text


def _without_attributes(text: str) -> str:
    """Leave out attributes, and the blanks in front of them."""
    out = []
    done = 0
    # To look for blanks first would be to look at every blank of the text.
    for match in ATTRIBUTES.finditer(text):
        out.append(text[done : match.start()].rstrip(" "))
        done = match.end()
    return "".join(out) + text[done:] if done else text


def squeeze(text: str) -> str:
    """Leave one blank line where there are several."""
    return BLANK.sub(lambda match: "\n" + match[0].split("\n")[1].rstrip() + "\n", f"\n{text.strip()}\n").strip() + "\n"


def _tag(match: re.Match[str], anchors: list[str]) -> str:
    """Write a tag as Markdown, or leave it out."""
    element, tag = match["element"].lower(), match["tag"]
    attributes = {name.lower(): html.unescape(value.strip("\"'")) for name, value in VALUE.findall(tag)}
    if element == "a":
        if not tag.startswith("</"):
            anchors.append(attributes.get("href", ""))
            return "[" if anchors[-1] else ""
        href = anchors.pop() if anchors else ""
        return f"]({href})" if href else ""
    if element == "img":
        src = attributes.get("src")
        return f"![{attributes.get('alt', '')}]({src})" if src else ""
    if element in MARKS:
        return MARKS[element]
    return APART.get(element, "")


def _definitions(text: str, resolve: Resolve, replace: Replace, restore: Callable[[str], str]) -> str:
    """Lead the definitions of links where readers are led, and put in what stands in the place of a reference."""
    bound: dict[str, str] = {}

    def definition(match: re.Match[str]) -> str:
        address = restore(match["address"])
        if replace("", address) is not None:
            bound[" ".join(match["name"].casefold().split())] = address
            return ""
        return match["head"] + resolve(address)

    def reference(match: re.Match[str]) -> str:
        address = bound.get(" ".join((match["name"] or match["text"]).casefold().split()))
        return match[0] if address is None else replace(_bare(restore(match["text"])), address) or match["text"]

    if DEFINED in text:
        text = DEFINITION.sub(definition, text)
    return REFERENCE.sub(reference, text) if bound else text


def _links(text: str, resolve: Resolve, replace: Replace, restore: Callable[[str], str]) -> str:
    """Lead inline links where readers are led, and put in what stands in the place of one."""
    out = ""
    done = 0
    for match in ADDRESS.finditer(text):
        address = restore(match["bare"] if match["angled"] is None else match["angled"])
        end = REST.match(text, match.end())
        if not end:
            continue
        out += text[done : match.start()]
        done = match.end()
        # Most links stay: where they begin need not be known.
        if replace("", address) is not None and (start := _opening(out)) >= 0:
            shown = replace(_bare(restore(out[start + 1 :])), address)
            out = out[:start] + (shown or "")
            done = end.end()
            continue
        target = resolve(html.unescape(address))
        out += f"](<{target}>" if " " in target else f"]({target}"
    return out + text[done:]


def _opening(text: str) -> int:
    """Find the bracket that opens the link whose text a text ends with."""
    depth = 0
    for index in range(len(text) - 1, -1, -1):
        depth += (text[index] == "[") - (text[index] == "]")
        if depth > 0:
            return index
    return -1


def _bare(text: str) -> str:
    """Take the marks of emphasis and code off the text of a link."""
    return text.strip("*_` ")
