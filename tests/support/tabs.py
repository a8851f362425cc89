"""A three-language site with content tabs, whose labels are translated."""

from pathlib import Path

from support.project import SmallProject
from support.readers import configure, make_readers_project

SET = '=== "{}"\n\n    {} 1\n\n    {}\n\n=== "{}"\n\n    {} 2\n'
LABELS = {
    "en": ("CPU", "GPU", "Linux", "Windows"),
    "pt": ("CPU (processador)", "GPU (placa de vídeo)", "Linux", "Windows"),
    "tr": ("CPU (işlemci)", "GPU (ekran kartı)", "Linux", "Windows"),
}
TITLES = {"en": "Install", "pt": "Instalação", "tr": "Kurulum"}
LONG = "\n\n    ".join(["…"] * 12)


def tabbed(folder: str) -> str:
    """Write a page with four sets: two of devices, one of systems, one of devices below a list item."""
    cpu, gpu, linux, windows = LABELS[folder]
    devices = SET.format(cpu, "A", LONG, gpu, "B")
    indented = "".join(f"    {line}\n" if line else "\n" for line in SET.format(cpu, "E", "…", gpu, "F").split("\n"))
    return (
        f"# {TITLES[folder]} {{ #install }}\n\n{devices}\n## 1 {{ #first }}\n\n"
        f"{SET.format(linux, 'C', '…', windows, 'D')}\n## 2 {{ #second }}\n\n{devices}\n1. 1\n\n{indented}\n"
        + "…\n\n"
        * 60
    )


def make_tabs_project(root: Path, *, instant: bool = False, linked: bool = False) -> SmallProject:
    """Write the project; ``linked`` is Material's own feature, which goes by labels."""
    project = make_readers_project(root)
    configure(project, instant=instant, address=instant)
    if linked:
        project.edit("mkdocs.yml", "font: false", "font: false, features: [content.tabs.link]")
    project.edit("mkdocs.yml", "guide/advanced.md]", "guide/advanced.md, guide/install.md, guide/only.md]")
    extensions = "  - pymdownx.tabbed: {alternate_style: true}\n  - lockstep.tabs\n"
    project.edit("mkdocs.yml", "  - attr_list\n", f"  - attr_list\n{extensions}")
    for folder in LABELS:
        project.write(f"docs/{folder}/guide/install.md", tabbed(folder))
    project.write("docs/en/guide/only.md", tabbed("en").replace("Install", "Only"))
    return project
