"""What of a block of code is the same in every language: passages, what a table of results shows, code but no texts."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import yaml
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

from lockstep.languages.blocks import COMMANDS, GLOSSARY, TRANSLATIONS
from lockstep.rules.block import FINDINGS
from lockstep.yamltext import compose

if TYPE_CHECKING:
    from pygments.lexer import Lexer

    from lockstep.fences import Fence

INCLUDE = re.compile(r"\s*-+8<-+\s+(?P<target>.*\S)\s*$")
# What each has.
CUT = "-8<-"
BENCHMARK, VERIFIED = "benchmark", "verified"
# Blocks whose body says what to show, in every language the same: what they become on the page, one and many.
BLOCKS = {
    BENCHMARK: ("table of results", "tables of results are"),
    GLOSSARY: ("glossary", "glossaries are"),
    TRANSLATIONS: ("state of the translations", "such blocks are"),
    COMMANDS: ("reference of the commands", "such blocks are"),
    FINDINGS: ("reference of findings", "such blocks are"),
    VERIFIED: ("list of what was verified", "such blocks are"),
}
LABELS = "labels"
# Their contents are texts, which are translated, or what a program printed.
TEXTS = {"", "text", "txt", "plain", "output", "markdown", "md", "html", "console", "shell-session", "pycon", "diff"}
CODE = re.compile(r"\w+(?:[./:=]+\w+)+|\w*[\d_]\w*")
# What readers put something of theirs in the place of.
PLACEHOLDER = re.compile(r"<[^\W\d][^<>\n]*>")
# What are comments and texts; the last is what YAML has for the one before it.
COMMENT, TEXT = "Token.Comment", "Token.Literal.String"
NAMES = {COMMENT: COMMENT, TEXT: TEXT, "Token.Literal.Scalar": TEXT}


def signature(fence: Fence) -> tuple[str, ...]:
    """Say what of a fence is the same in every language: the passages it includes, or its language and code."""
    lines = [line for line in fence.body if CUT in line]
    includes = tuple(match["target"].replace("'", '"') for line in lines if (match := INCLUDE.match(line)))
    if includes:
        return includes
    if fence.language in BLOCKS:
        return (fence.language, *_asked(tuple(fence.body)))
    if fence.language in TEXTS:
        return (fence.language,)
    return (fence.language, *code_lines(fence.language, fence.body))


@lru_cache(maxsize=4096)
def _asked(body: tuple[str, ...]) -> tuple[str, ...]:
    """Tell what a block asks to be shown. Labels are texts, which are translated: what they are labels of counts."""
    try:
        node = compose("\n".join(body))
    except (yaml.YAMLError, RecursionError):
        node = None
    if not isinstance(node, yaml.MappingNode):
        return tuple(" ".join(line.split()) for line in body if line.strip())
    asked = []
    for key, value in node.value:
        if key.value == LABELS and isinstance(value, yaml.MappingNode):
            said = ", ".join(sorted(str(name.value) for name, _ in value.value))
        else:
            said = " ".join(str(yaml.serialize(value)).split()).removesuffix(" ...")
        asked.append(f"{key.value}: {said}")
    return tuple(asked)


@lru_cache(maxsize=4096)
def code_lines(language: str, body: tuple[str, ...]) -> tuple[str, ...]:
    """List the lines of code as they are in every language.

    Comments are texts, which may be wrapped in another way; so are strings and placeholders (``<name>``), unless they
    look like code. Of a language that is not known, the number of lines is what counts.
    """
    lexer = _lexer(language)
    if not lexer:
        return tuple("" for line in body if line.strip())
    code = "".join(
        re.sub(r"[^\n]", "", value) if (name := _name(kind)) == COMMENT else _string(value) if name == TEXT else value
        for kind, value in lexer.get_tokens(PLACEHOLDER.sub("<>", "\n".join(body)))
    )
    # Indentation is code, blanks behind it may align comments.
    return tuple(
        line[: -len(line.lstrip())] + " ".join(line.split()) for line in code.expandtabs().split("\n") if line.strip()
    )


@cache
def _name(kind: object) -> str:
    """Tell comments and texts from all else: there are some eighty kinds of tokens, and a name takes its time."""
    return next((name for begin, name in NAMES.items() if str(kind).startswith(begin)), "")


def _string(value: str) -> str:
    """Leave of a text in code what is the same in every language: its lines, and all of it where it is no text."""
    bare = value.strip("\"'` ")
    return value if CODE.fullmatch(bare) or not bare else "\n" * value.count("\n")


@cache
def _lexer(language: str) -> Lexer | None:
    try:
        return get_lexer_by_name(language)
    except ClassNotFound:
        return None
