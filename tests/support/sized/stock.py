"""The same pages without anything of Lockstep: plain fences and plain tables in the place of its blocks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from support.sized.words import SOURCE, texts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from lockstep.benchmarks.model import Results

RECORD = re.compile(r"^translates:\n(?: +.*\n)*", re.MULTILINE)
PASSAGE = re.compile(r'^--8<-- "(?P<file>[^:]+):(?P<region>[^"]+)"$', re.MULTILINE)
TABLE = re.compile(r"^```benchmark\nresults: (?P<name>.+)\n```$", re.MULTILINE)


class Stock:
    """Rewrites pages, knowing the programs and the results that they show."""

    def __init__(self, programs: Mapping[str, str], results: Mapping[str, Results]) -> None:
        """Take the texts of the programs and the results by their names."""
        self.programs, self.results = programs, results

    def page(self, text: str, language: str) -> str:
        """Rewrite a page of a language."""
        text = RECORD.sub("", text)
        text = PASSAGE.sub(lambda found: self._region(found["file"], found["region"]), text)
        return TABLE.sub(lambda found: self._table(found["name"], language), text)

    def _region(self, file: str, region: str) -> str:
        _, start, rest = self.programs[file].partition(f"# --8<-- [start:{region}]\n")
        passage, end, _ = rest.partition(f"\n# --8<-- [end:{region}]")
        assert start and end, f"{file} has no region {region}"
        return passage

    def _table(self, name: str, language: str) -> str:
        tables = []
        for subset in self.results[name].subsets:
            lines = [_row(head[language] for head in texts()["table"]), "|---|--:|--:|--:|--:|"]
            for cell in subset.cells:
                eager, compiled = cell.eager.mean_ms, cell.compiled.mean_ms
                assert eager and compiled
                numbers = (f"{eager}", f"{compiled}", f"{eager / compiled:.2f}")
                shown = (number if language == SOURCE else number.replace(".", ",") for number in numbers)
                lines.append(_row([cell.workload.model, str(cell.workload.batch_size), *shown]))
            tables.append("\n".join([f"**{subset.hardware.device}, torch {subset.software.torch}**", "", *lines]))
        return "\n\n".join(tables)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
