"""A failure's report: the verdict, and which pages show the program."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lockstep.files import relative

if TYPE_CHECKING:
    from lockstep.project import Project
    from lockstep.snippets.verification.outcome import Outcome


def report(outcome: Outcome, project: Project, name: str) -> str:
    """Report the verdict on the program ``name``, and the pages whose readers it concerns."""
    places = pages_showing(project, name)
    return f"{outcome}\nshown by: {', '.join(places)}" if places else str(outcome)


def pages_showing(project: Project, name: str) -> list[str]:
    """List the places where pages include a program, as ``path:line``, each page once; empty if none does.

    A search of the text is enough for a report: ``lockstep check`` reads pages as they are rendered.
    """
    include = re.compile(rf"""(?m)^(?![ \t>]*;).*-8<-+[ \t]+["']{re.escape(name)}(?::[^"'\n]*)?["']""")
    places = []
    for file in sorted(project.docs.rglob("*.md")):
        try:
            text = file.read_text("utf-8-sig", errors="replace")
        except OSError:
            continue
        if found := include.search(text):
            places.append(f"{relative(file, project.root)}:{text.count(chr(10), 0, found.start()) + 1}")
    return places
