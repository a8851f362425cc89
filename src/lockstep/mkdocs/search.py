"""Everything that is known here of the insides of Material's search, which knows one index for all languages.

Each build of a language leaves an index of its own, with its pages and its fallbacks. What Material fetches with every
page is left without entries; our worker (``lockstep.js``, beside Material's) fetches its language's index on first use.
"""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.utils import write_file

from lockstep.store import allowed

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

    from lockstep.project import Language

PLUGIN = "material/search"
FOLDER = "search"
EMPTY = "search_index.json"
SCRIPTS = files("material") / "templates/assets/javascripts"
# In a page's configuration: where Material starts its worker.
WORKER = re.compile(r'(?P<key>"search": ")(?P<folder>[^"]*/)?(?P<script>search\.\w+\.min\.js)"')
OURS = "lockstep.js"

# Words are cut at white space, at punctuation, and at points and hyphens that end or begin them: `torch.compile`,
# `reduce-overhead`, `_orig_mod` and `6.00` stay whole, and our worker knows their parts. Material splits this at every
# "|" and compiles the pieces.
SEPARATOR = r"""[\s\u200b"'“”‘’«»`()\[\]{}<>,;:!?؟،؛¿¡=+*~^/\\@#%…–—、。，．]+|&[a-z]+;|[.-](?=[\s.-])|[.-]$|^[.-]+"""
# Languages whose words are not parted by blanks: Material's own pipeline parts them.
SEGMENTED = frozenset({"hi", "ja", "ko", "th", "zh"})


def _index(config: MkDocsConfig) -> Any:  # noqa: ANN401 (untyped upstream)
    plugin = config.plugins.get(PLUGIN)
    return plugin.search_index if plugin and plugin.config.enabled else None


def entries(config: MkDocsConfig) -> list[Any]:
    """Give the entries of the language that is being built, to be added to; one of no use where there is no search."""
    index = _index(config)
    return index.entries if index else []


def dictionaries(config: MkDocsConfig) -> list[Path]:
    """List the files of words that the site has given, for languages that write none apart."""
    plugin = config.plugins.get(PLUGIN)
    names = [plugin.config.jieba_dict, plugin.config.jieba_dict_user] if plugin else []
    return [Path(name) for name in names if name]


def forget(config: MkDocsConfig) -> None:
    """Leave no entries to those who put the languages' indexes together, and compare each with each for that."""
    index = _index(config)
    if index and allowed():
        index.entries = []


def write_index(config: MkDocsConfig, language: Language) -> None:
    """Keep the entries of the language that has just been built, before static-i18n puts all together."""
    index = _index(config)
    if not index:
        return
    data = json.loads(index.generate_search_index(None))
    code = language.locale.language
    # "en" stands for the pipeline that our worker puts in the place of English's.
    data["config"] |= {"lang": [code if code in SEGMENTED else "en"], "pipeline": ["stemmer"], "separator": SEPARATOR}
    _write(config, f"{language.tag}.json", data | {"stemmer": _stemmer(code)})


def empty_index(config: MkDocsConfig) -> None:
    """Leave no entries in what is fetched with every page."""
    index = _index(config)
    if index:
        data = json.loads(index.generate_search_index(None))
        data["config"] |= {"lang": ["en"], "pipeline": [], "separator": SEPARATOR}
        _write(config, EMPTY, data | {"docs": []})


def own_worker(page: str, language: Language) -> str:
    """Start our worker in the place of Material's, which it calls, and tell it which language to search."""
    return WORKER.sub(rf'\g<key>\g<folder>{OURS}?language={language.tag}&script=\g<script>"', page, count=1)


def _stemmer(code: str) -> str | None:
    """Name the stemmer of a language, where lunr has one."""
    if code in SEGMENTED:
        return None
    return code if code == "en" or (SCRIPTS / f"lunr/min/lunr.{code}.min.js").is_file() else None


def _write(config: MkDocsConfig, name: str, data: dict[str, Any]) -> None:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    write_file(text.encode(), str(Path(config.site_dir, FOLDER, name)))
