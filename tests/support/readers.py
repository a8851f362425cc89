"""A three-language site with a page that is not translated, built as its owner may have set it up."""

import json
from pathlib import Path

from lockstep.messages import template
from support.project import PAGE, SmallProject, make_project

ADDRESS = "https://x.example/docs/torch/"

GUIDE = """\
# {title} {{ #guide }}

{text}

## {modes} {{ #modes }}

{link}

## {last} {{ #last }}

{filler}
"""

ADVANCED = """\
# Advanced { #advanced }

Only in English so far; see [the guide](compile.md#modes).

- one
- two

> A quotation.

## Cache setup { #cache-setup }

> [!TIP]
> Keep the cache.

| a | b |
|---|---|
| 1 | 2 |

```benchmark
results: numbers
```
"""

TEXTS = {
    "en": ("Guide", "Text.", "Modes", "See [advanced](advanced.md#cache-setup) and [home](../index.md).", "Last"),
    "pt": ("Guia", "Texto.", "Modos", "Veja [avançado](advanced.md#cache-setup) e [início](../index.md).", "Fim"),
    "tr": ("Rehber", "Metin.", "Modlar", "Bkz. [ileri](advanced.md#cache-setup) ve [ana sayfa](../index.md).", "Son"),
}
NAV = "nav:\n  - index.md\n  - Guide: [guide/compile.md, guide/advanced.md]\n"
FILLER = "\n\n".join(["…"] * 60)
FOLDERS = {"en": "", "pt": "pt/", "tr": "tr/"}
TAGS = {"en": "en", "pt": "pt-BR", "tr": "tr"}
NAMES = {"en": "English", "pt": "Português", "tr": "Türkçe"}
UNTRANSLATED = {"pt": "Português (sem tradução)", "tr": "Türkçe (çevrilmedi)"}


def make_readers_project(root: Path) -> SmallProject:
    """Write the project: home and guide in three languages, ``guide/advanced.md`` in English alone."""
    project = make_project(root)
    for folder, (title, text, modes, link, last) in TEXTS.items():
        page = GUIDE.format(title=title, text=text, modes=modes, link=link, last=last, filler=FILLER)
        project.write(f"docs/{folder}/guide/compile.md", page)
    project.write("docs/en/guide/advanced.md", ADVANCED)
    project.edit("mkdocs.yml", "plugins:\n", f"{NAV}plugins:\n  - search\n")
    project.edit("mkdocs.yml", "  - attr_list\n", "  - attr_list\n  - tables\n")
    return project


def configure(project: SmallProject, *, address: bool = False, flat: bool = False, instant: bool = False) -> None:
    """Set the site up: with an address of its own, with pages as files, with pages swapped in place."""
    options = "site_name: Small\n"
    options += f"site_url: {ADDRESS}\n" if address else ""
    options += "use_directory_urls: false\n" if flat else ""
    project.edit("mkdocs.yml", "site_name: Small\n", options)
    if instant:
        project.edit("mkdocs.yml", "font: false}", "font: false, features: [navigation.instant, search.highlight]}")


# Of a fourth language, written from right to left; what is left out here stands in the catalogue with a mark.
ARABIC = {
    "This page has not been translated yet: its text is in {language}.": "لم تُترجم هذه الصفحة بعد، ونصها ب{language}.",
    "Open the original page": "افتح الصفحة الأصلية",
    "not translated": "غير مترجمة",
    "Page not found": "الصفحة غير موجودة",
    "There is no page at this address.": "لا توجد صفحة في هذا العنوان.",
    "Go to the home page": "اذهب إلى الصفحة الرئيسية",
    "Tip": "نصيحة",
    "Subset": "المجموعة الفرعية",
    "Task": "المهمة",
    "Model": "النموذج",
    "Batch size": "حجم الدفعة",
    "Speed-up": "التسريع",
}


def add_arabic(project: SmallProject) -> None:
    """Add Arabic to the project: configuration, pages, one catalogue, and no code."""
    project.edit("pyproject.toml", 'tr = "tr"\n', 'tr = "tr"\nar = "ar"\n')
    project.edit(
        "mkdocs.yml",
        "theme: {language: tr}}\n",
        "theme: {language: tr}}\n        - {locale: ar, name: العربية, build: true}\n",
    )
    project.write("docs/ar/index.md", PAGE.format(title="البداية"))
    link = "انظر [المتقدم](advanced.md#cache-setup) و[الرئيسية](../index.md)."
    page = GUIDE.format(
        title="الدليل", text="نص عن المُترجِم.", modes="الأوضاع", link=link, last="النهاية", filler=FILLER
    )
    project.write("docs/ar/guide/compile.md", page)
    catalogue = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
    # Of the interface alone: none of these pages has a reference.
    for message in template():
        quoted = [json.dumps(text, ensure_ascii=False) for text in (message, ARABIC.get(message, f"ع {message}"))]
        catalogue += f"msgid {quoted[0]}\nmsgstr {quoted[1]}\n\n"
    project.write("locale/ar/LC_MESSAGES/lockstep.po", catalogue)
