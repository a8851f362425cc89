"""A site that shows everything that pages can be made of, and what its authors may do to it between two builds."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import yaml
from click.testing import CliRunner

from lockstep.cli import main
from lockstep.snippets.record import Entry
from support.project import VERIFIED, SmallProject, record
from support.readers import make_readers_project

HOMES = "docs/en/index.md", "docs/pt/index.md", "docs/tr/index.md"
GUIDES = "docs/en/guide/compile.md", "docs/pt/guide/compile.md", "docs/tr/guide/compile.md"
TABLE = "\n```benchmark\nresults: numbers\n```\n"
TABS = """\
# {title} {{ #tabs }}

=== "{one}"

    See [the guide](compile.md#guide).

=== "Pip"

    Two.

{link}
"""
PAGES = {
    "about/state.md": "# State {number} {{ #state }}\n\n```translations\n```\n\n"
    "## {latency} {{ #latency }}\n\n```glossary\n```\n",
    "about/verified.md": "# Verified {number} {{ #verified }}\n\n```verified\n```\n",
    "about/terms.md": "# Terms {number} {{ #terms }}\n\n```glossary\ndefinitions: about/state.md\n```\n",
}
LATENCY = ("Latency", "Latência", "Gecikme")
NAV = ["index.md", {"Guide": ["guide/compile.md", "guide/advanced.md", "guide/tabs.md"]}]
ABOUT = {"About": ["about/state.md", "about/verified.md", "about/terms.md"]}


def make_kept_project(root: Any) -> SmallProject:
    """Write the project: a page for each kind of block, one that is stale, one that falls back, one not in the menu."""
    project = make_readers_project(root)
    project.write("docs/glossary.yml", "latency: {pt: latência, tr: gecikme}\nbatch size: {pt: lote, tr: ısı}\n")
    for number, folder in enumerate(("en", "pt", "tr")):
        for name, text in PAGES.items():
            project.write(f"docs/{folder}/{name}", text.format(number=number, latency=LATENCY[number]))
        tabs = TABS.format(title=f"Tabs {number}", one=f"Conda {number}", link="Text.")
        project.write(f"docs/{folder}/guide/tabs.md", tabs)
    project.write("docs/en/guide/loose.md", "# Loose { #loose }\n\nIn no menu.\n")
    project.write("docs/en/picture.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>")

    def set_up(config: dict[str, Any]) -> None:
        config["nav"] = [*NAV, ABOUT]
        config["markdown_extensions"] += [
            {"pymdownx.tabbed": {"alternate_style": True}},
            {"toc": {"permalink": True}},
            "lockstep.tabs",
        ]
        config["validation"] = {"nav": {"omitted_files": "info"}, "links": {"anchors": "warn"}}
        config["exclude_docs"] = "glossary.yml"

    configure(project, set_up)
    accept(project, "pt")
    project.edit(GUIDES[0], "Text.\n", "Another text.\n")
    return project


def configure(project: SmallProject, change: Callable[[dict[str, Any]], None]) -> None:
    config = yaml.safe_load((project.root / "mkdocs.yml").read_text("utf-8"))
    change(config)
    project.write("mkdocs.yml", yaml.safe_dump(config, allow_unicode=True, sort_keys=False))


def language(config: dict[str, Any], number: int) -> dict[str, Any]:
    plugin = next(plugin for plugin in config["plugins"] if isinstance(plugin, dict) and "i18n" in plugin)
    return plugin["i18n"]["languages"][number]


def accept(project: SmallProject, folder: str) -> None:
    pages = sorted(str(page) for page in (project.root / "docs" / folder).rglob("*.md"))
    result = CliRunner().invoke(main, ["accept", *pages])
    assert result.exit_code == 0, result.output


def front(project: SmallProject, path: str, line: str) -> None:
    """Put a line into a page's front matter, in the place of one of the same key."""
    text = (project.root / path).read_text("utf-8")
    if not text.startswith("---\n"):
        text = f"---\n---\n{text}"
    head, _, body = text.removeprefix("---\n").partition("---\n")
    key = line.partition(":")[0]
    head = "".join(one for one in head.splitlines(keepends=True) if not one.startswith(f"{key}:"))
    project.write(path, f"---\n{head}{line}\n---\n{body}")


def append(project: SmallProject, path: str, text: str) -> None:
    file = project.root / path
    project.write(path, file.read_text("utf-8").rstrip() + f"\n\n{text}\n")


def swap(project: SmallProject, path: str, text: str) -> None:
    """Take a text off the end of a page, or put it there."""
    old = (project.root / path).read_text("utf-8")
    project.write(path, old.removesuffix(text) if old.endswith(text) else f"{old}{text}")


def toggle(project: SmallProject, path: str, text: str) -> None:
    """Delete a file, or write it."""
    file = project.root / path
    if file.exists():
        file.unlink()
    else:
        project.write(path, text)


def cycle(name: str, *values: object) -> Callable[[SmallProject, Random, int], None]:
    """Give an option of MkDocs one value after another; ``None`` takes it out."""

    def edit(project: SmallProject, random: Random, number: int) -> None:
        def change(config: dict[str, Any]) -> None:
            value = random.choice([value for value in values if value != config.get(name)])
            config.pop(name, None)
            if value is not None:
                config[name] = value

        configure(project, change)

    return edit


def theme(name: str, *values: object) -> Callable[[SmallProject, Random, int], None]:
    def edit(project: SmallProject, random: Random, number: int) -> None:
        def change(config: dict[str, Any]) -> None:
            value = random.choice([value for value in values if value != config["theme"].get(name)])
            config["theme"].pop(name, None)
            if value is not None:
                config["theme"][name] = value

        configure(project, change)

    return edit


def overridden(name: str, *values: object) -> Callable[[SmallProject, Random, int], None]:
    """Give an option of one language one value after another."""

    def edit(project: SmallProject, random: Random, number: int) -> None:
        def change(config: dict[str, Any]) -> None:
            one = language(config, random.choice((1, 2)))
            one[name] = random.choice([value for value in values if value != one.get(name)])

        configure(project, change)

    return edit


def _heading(project: SmallProject, random: Random, number: int) -> None:
    path = random.choice(GUIDES)
    text = (project.root / path).read_text("utf-8")
    project.write(path, re.sub(r"(?m)^# .*$", f"# Guide {number} {{ #guide }}", text, count=1))


def _translates(project: SmallProject, random: Random, number: int) -> None:
    text = (project.root / GUIDES[1]).read_text("utf-8")
    if re.search(r"(?m)^  last: \w+\n", text):
        project.write(GUIDES[1], re.sub(r"(?m)^  last: \w+\n", "", text))
    else:
        accept(project, "pt")


def _rename(project: SmallProject, random: Random, number: int) -> None:
    old, new = project.root / "docs/pt/guide/tabs.md", project.root / "docs/pt/guide/tabs-old.md"
    if not old.exists():
        old, new = new, old
    old.rename(new)


def _program(project: SmallProject, random: Random, number: int) -> None:
    text = (project.root / "snippets/prog.py").read_text()
    project.write("snippets/prog.py", re.sub(r"Linear\(\d+, 2\)", f"Linear({number + 3}, 2)", text))
    record(project.root)


def _record(project: SmallProject, random: Random, number: int) -> None:
    record(project.root, prog=Entry(key="", runs=(VERIFIED.model_copy(update={"torch": f"2.99.{number}"}),)))


def _result(project: SmallProject, random: Random, number: int) -> None:
    path = "benchmarks/results/numbers.json"
    text = (project.root / path).read_text()
    project.write(path, re.sub(r'("compiled": .*"mean_ms": )[\d.]+', rf"\g<1>{600 + number}.25", text))


def _line_ends(project: SmallProject, random: Random, number: int) -> None:
    path = random.choice((*HOMES, *GUIDES))
    data = (project.root / path).read_bytes()
    bom = b"\xef\xbb\xbf"
    data = data.removeprefix(bom) if data.startswith(bom) else bom + data
    data = data.replace(b"\r\n", b"\n") if b"\r\n" in data else data.replace(b"\n", b"\r\n")
    project.write(path, data.decode().replace("\r\n", "\n") if random.random() < 0.5 else data)


def _left_out(project: SmallProject, random: Random, number: int) -> None:
    text = (project.root / "pyproject.toml").read_text()
    out, line = "guide/advanced.md", 'exclude = ["guide/advanced.md"]\n'
    project.write(
        "pyproject.toml",
        text.replace(line, "")
        if line in text
        else f"{text}".replace("[tool.lockstep.languages]", f"[tool.lockstep]\n{line}[tool.lockstep.languages]"),
    )

    def change(config: dict[str, Any]) -> None:
        config["exclude_docs"] = "glossary.yml" if line in text else f"glossary.yml\n{out}\n"

    configure(project, change)


Edit = Callable[[SmallProject, Random, int], None]
OWN_MAIN = """\
{{% extends "lockstep.html" %}}
{{% block announce %}}{number} {shown}{{% endblock %}}
"""
SHOWN = ("", "{{ page.next_page.title }}", "{% for file in pages %}{{ file.page.content | length }} {% endfor %}")


def _template(project: SmallProject, random: Random, number: int) -> None:
    project.write("overrides/main.html", OWN_MAIN.format(number=number, shown=random.choice(SHOWN)))
    configure(project, lambda config: config["theme"].update(custom_dir="overrides"))


def _no_template(project: SmallProject, random: Random, number: int) -> None:
    configure(project, lambda config: config["theme"].pop("custom_dir", None))


EDITS: dict[str, Edit] = {
    "body of a source page": lambda project, random, number: append(project, GUIDES[0], f"Word {number}."),
    "body of a translation": lambda project, random, number: append(
        project, random.choice(GUIDES[1:]), f"Söz {number}."
    ),
    "body of a fallback": lambda project, random, number: append(
        project, "docs/en/guide/advanced.md", f"More {number}."
    ),
    "body of a state page": lambda project, random, number: append(
        project, "docs/tr/about/state.md", f"Daha {number}."
    ),
    "title in the front matter": lambda project, random, number: front(
        project, random.choice(HOMES), f"title: T {number}"
    ),
    "title of a page that another names": lambda project, random, number: front(
        project, GUIDES[0], f"title: G {number}"
    ),
    "first heading": _heading,
    "description": lambda project, random, number: front(
        project, random.choice(HOMES), f'description: A "b" <{number}>'
    ),
    "other metadata": lambda project, random, number: front(
        project,
        random.choice((*HOMES, *GUIDES)),
        random.choice(
            (
                f"when: {{2024-01-{number % 28 + 1:02}: x, [1, 2]: y}}",
                f"icon: material/{'star' if number % 2 else 'home'}",
            )
        ).replace("[1, 2]", "3"),
    ),
    "what a translation translates": _translates,
    "order of the menu": cycle("nav", [*NAV, ABOUT], [ABOUT, *NAV], [NAV[1], NAV[0]], None),
    "titles of the menu": lambda project, random, number: configure(
        project,
        lambda config: config.update(nav=[{f"H {number}": "index.md"}, {f"strict {number}": NAV[1]["Guide"]}, ABOUT]),
    ),
    "title of the menu by another name": lambda project, random, number: configure(
        project, lambda config: config.update(nav=[{random.choice(("watch", "strict")): "index.md"}, *NAV[1:], ABOUT])
    ),
    "a page comes or goes": lambda project, random, number: toggle(
        project, "docs/en/guide/extra.md", f"# Extra {number} {{ #extra }}\n"
    ),
    "a translation comes or goes": lambda project, random, number: toggle(
        project, "docs/tr/guide/advanced.md", f"# İleri {number} {{ #advanced }}\n\n## Ö {{ #cache-setup }}\n"
    ),
    "a picture comes or goes": lambda project, random, number: toggle(project, "docs/en/picture.svg", "<svg/>"),
    "a picture is shown": lambda project, random, number: swap(project, GUIDES[0], "\n![x](../picture.svg)\n"),
    "a page is renamed": _rename,
    "program": _program,
    "record": _record,
    "result": _result,
    "term": lambda project, random, number: project.write(
        "docs/glossary.yml", f"latency: {{pt: latência, tr: g{number}}}\n"
    ),
    "catalogue": lambda project, random, number: toggle(
        project, "locale/tr/LC_MESSAGES/lockstep.po", f'msgid "Tip"\nmsgstr "İpucu {number}"\n'
    ),
    "address": cycle("site_url", "https://a.example/x/", "https://b.example/", None),
    "features": theme(
        "features", ["navigation.footer"], ["navigation.instant", "toc.integrate"], ["navigation.tabs"], None
    ),
    "palette": theme("palette", {"scheme": "slate"}, {"primary": "red"}, None),
    "template": _template,
    "no template": _no_template,
    "exclusion": _left_out,
    "titles by language": overridden("nav_translations", {"Guide": "Guia 1"}, {"Guide": "Guia 2", "About": "S"}, {}),
    "name by language": overridden("site_name", "Um", "Dois"),
    "look by language": overridden("theme", {"language": "pt"}, {"language": "tr"}),
    "a table comes or goes": lambda project, random, number: swap(project, random.choice(GUIDES), TABLE),
    "a link leads nowhere": lambda project, random, number: swap(project, random.choice(GUIDES), "\n[x](nowhere.md)\n"),
    "an anchor is not there": lambda project, random, number: swap(
        project, random.choice(HOMES), "\n[x](guide/compile.md#no)\n"
    ),
    "an anchor goes": lambda project, random, number: project.write(
        "docs/en/guide/advanced.md",
        (project.root / "docs/en/guide/advanced.md").read_text().replace("#cache-setup", "#setup-cache")
        if "{ #cache-setup" in (project.root / "docs/en/guide/advanced.md").read_text()
        else (project.root / "docs/en/guide/advanced.md").read_text().replace("#setup-cache", "#cache-setup"),
    ),
    "an include that is not there": lambda project, random, number: swap(
        project, random.choice(HOMES), '\n```python\n--8<-- "prog.py:no"\n```\n'
    ),
    "line ends": _line_ends,
    "line ends in the configuration": cycle("copyright", "a\r\nb\rc", "a\nb", None),
    "validation": cycle(
        "validation", {"links": {"anchors": "warn", "not_found": "info"}}, {"links": {"anchors": "info"}}, None
    ),
    "addresses of pages": cycle("use_directory_urls", True, False),
    "edit links": cycle("edit_uri_template", "https://e.example/{path}", "https://f.example/{path}", None),
    "pages in no menu": cycle("not_in_nav", "loose.md", None),
    "drafts": cycle("draft_docs", "loose.md", "advanced.md", None),
    "what templates may show": cycle(
        "extra", {"strict": 1, "generator": False}, {"strict": 2}, {"2024-01-01": ["x"]}, None
    ),
    "nothing": lambda project, random, number: None,
}
