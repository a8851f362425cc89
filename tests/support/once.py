"""Folders that are made once in a test run: what they are made by is told by its name."""

from collections.abc import Callable
from pathlib import Path

# Takes a name and what fills a folder; gives the folder, which no test writes to. See the fixture `once`.
Once = Callable[[str, Callable[[Path], None]], Path]
