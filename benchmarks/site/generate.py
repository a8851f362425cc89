"""Writes a documentation site of any size, in English, Portuguese and Turkish, to measure builds with.

Run it from anywhere: ``python benchmarks/site/generate.py FOLDER [--pages 200] [--seed 1]``. The same seed and number
of pages give the same bytes. The folder then holds a project of Lockstep that ``mkdocs build --strict`` builds without
a finding. With ``--stock`` it holds the same pages for MkDocs, Material and static-i18n alone: passages of programs as
plain fences, results as plain tables. With ``--zensical`` it holds a folder per language, each with those pages and a
configuration of its own, for ``zensical build -f FOLDER/en/mkdocs.yml``.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

# The tests' own helpers; not this folder's neighbours.
sys.path[0] = str(Path(__file__).parents[2] / "tests")

from support.sized.site import make_site  # noqa: E402


def main() -> int:
    """Write the site."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where to write it; must be empty or not there yet")
    parser.add_argument("--pages", type=int, default=200, help="pages in English, four at least")
    parser.add_argument("--seed", type=int, default=1)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--stock", action="store_true", help="without anything of Lockstep")
    form.add_argument("--zensical", action="store_true", help="without anything of Lockstep, a folder per language")
    options = parser.parse_args()
    if options.pages < 4:
        parser.error("--pages: four at least")
    if options.folder.exists() and (not options.folder.is_dir() or any(options.folder.iterdir())):
        parser.error(f"{options.folder} is not an empty folder")
    site = make_site(options.seed, options.pages)
    if options.stock:
        site.write_stock(options.folder)
    elif options.zensical:
        site.write_zensical(options.folder)
    else:
        site.write(options.folder)
    pages = site.stock if options.stock or options.zensical else site.pages
    mean = sum(len(text.encode()) for text in pages.values()) / len(pages)
    sys.stdout.write(f"{len(pages)} pages of {mean:.0f} bytes on average, seed {options.seed}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
