"""Pages that no language claims: nobody would find them, or everybody in the wrong language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lockstep.files import below, relative
from lockstep.findings import Finding, near
from lockstep.languages.pages import is_page
from lockstep.project import HERE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lockstep.project import Project


def check_folders(project: Project) -> Iterator[Finding]:
    """Report pages outside the languages' folders, and folders that hold pages but are no language's."""
    folders = [language.folder for language in project.languages]
    if folders == [HERE] or not project.docs.is_dir():
        return
    for entry in sorted(project.docs.iterdir()):
        path = relative(entry, project.root)
        if entry.name.startswith(".") or entry.name in folders:
            continue
        if entry.is_dir():
            pages = [file for file in below(entry) if is_page(file, project)]
            if pages:
                count = "a page" if len(pages) == 1 else f"{len(pages)} pages"
                message = f"the folder '{entry.name}' holds {count} but is no language's"
                hint = f"name its language in [tool.lockstep.languages], or move it; {near(entry.name, folders)}"
                yield Finding(path, 1, 1, "LS226", message, hint)
        elif is_page(entry, project):
            hint = f"move it into the folder of its language; {near(entry.stem, folders)}"
            yield Finding(path, 1, 1, "LS227", "a page outside the folders of the languages", hint)
