"""Templates that are compiled once for all languages and builds, and those that are not; and what blanks they lose."""

import re
from pathlib import Path

from jinja2 import Environment, FunctionLoader

from lockstep.mkdocs import templates
from lockstep.mkdocs.templates import TEMPLATES, Compiled
from lockstep.store import Store
from support.html import parse
from support.keeping import build
from support.project import SmallProject

HOOK = """\
def on_env(env, *, config, **_):
    language = config.theme["language"]
    env.filters["tongue"] = lambda text: f"{text} {language}"
"""


class Counting(Environment):
    """Counts what it compiles."""

    compiled = 0

    def _compile(self, source: str, filename: str) -> object:
        self.compiled += 1
        return super()._compile(source, filename)


def test_what_is_materials_is_compiled_once_until_it_changes() -> None:
    cache, texts = Compiled(), {"theirs.html": "1", "own.html": "2"}

    def load(name: str) -> tuple[str, str, None]:
        return texts[name], f"{TEMPLATES if name == 'theirs.html' else '/site'}/{name}", None

    def render(**options: object) -> tuple[str, int]:
        environment = Counting(loader=FunctionLoader(load), bytecode_cache=cache, **options)
        return "".join(environment.get_template(name).render(text="<") for name in texts), environment.compiled

    assert render() == ("12", 2)
    assert render() == ("12", 1)
    texts["theirs.html"] = "{{ text }}"
    assert render() == ("<2", 2)
    assert render() == ("<2", 1)
    assert render(autoescape=True) == ("&lt;2", 2)
    assert render(extensions=["jinja2.ext.do"]) == ("<2", 2)


def test_what_a_filter_of_the_sites_own_makes_of_a_text_is_that_of_each_language(small: SmallProject) -> None:
    small.write("hook.py", HOOK)
    small.write(
        "overrides/main.html", '{% extends "lockstep.html" %}{% block announce %}{{ "x" | tongue }}{% endblock %}'
    )
    small.edit("mkdocs.yml", "site_name: Small", "site_name: Small\nhooks: [hook.py]")
    small.edit("mkdocs.yml", "font: false}", "font: false, custom_dir: overrides}")
    run = small.build("--strict")
    assert run.code == 0, run.output
    for url, said in {"": "x en", "pt": "x pt-BR", "tr": "x tr"}.items():
        assert parse(small.page(url)).select_one(".md-banner").get_text(strip=True) == said


def test_what_was_compiled_is_kept_for_other_processes(tmp_path: Path) -> None:
    def load(name: str) -> tuple[str, str, None]:
        return "{{ 1 + 1 }}", f"{TEMPLATES}/{name}", None

    compiled = []
    for damage in (False, False, True):
        store = Store(tmp_path)
        if damage:
            for file in tmp_path.rglob("*"):
                if file.is_file():
                    file.write_bytes(b"broken")
        environment = Counting(loader=FunctionLoader(load), bytecode_cache=Compiled(store))
        assert environment.get_template("a.html").render() == "2"
        compiled.append(environment.compiled)
        store.close()
    assert compiled == [1, 0, 1]


def test_pages_lose_nothing_but_blanks_that_nobody_sees(small: SmallProject, monkeypatch) -> None:
    """Between two elements, there is a blank where there was one; inside of code and scripts, all are as they were."""
    small.edit("docs/en/index.md", "# ", "```text\na\n\n    b\n```\n\n# ")
    slim = build(small, off=True).site
    monkeypatch.setattr(templates, "_slim", lambda source: source)
    plain = build(small, off=True).site
    pages = [name for name in plain if name.endswith(".html")]
    assert len(pages) > 3
    for name in pages:
        assert re.sub(rb"\s+", b" ", slim[name]) == re.sub(rb"\s+", b" ", plain[name]), name
        assert len(slim[name]) < 0.9 * len(plain[name])
        kept = [re.findall(rb"(?s)<pre\b.*?</pre>|<script\b.*?</script>", site[name]) for site in (slim, plain)]
        assert kept[0] == kept[1]
    assert b"a\n\n    b" in slim["index.html"]
