"""The results of a project, and all that is known of them.

The classes of results take a tenth of a second to make, and most builds change no page that shows any: modules that
need these classes are imported where they are used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lockstep.benchmarks.acknowledged import load_acknowledgements
from lockstep.benchmarks.doubts import check_doubts, doubts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lockstep.benchmarks.acknowledged import Acknowledgement
    from lockstep.benchmarks.doubts import Doubt
    from lockstep.benchmarks.model import Results
    from lockstep.findings import Finding
    from lockstep.project import Project


class Read(NamedTuple):
    """Results by name, what the project knows of doubtful ones, and what the audit says of those of each name.

    ``faults`` are what is wrong with files of results, which are ``None`` then; ``findings`` are these and all others.
    """

    results: Mapping[str, Results | None]
    acknowledgements: Sequence[Acknowledgement]
    doubts: Mapping[str, tuple[Doubt, ...]]
    faults: Sequence[Finding]
    findings: Sequence[Finding]


def read_published(project: Project) -> Read:
    """Read the results of a project, and audit them."""
    from lockstep.benchmarks.load import load_results  # noqa: PLC0415 (see above)

    results, faults = load_results(project)
    acknowledgements, misstated = load_acknowledgements(project, results)
    doubted = doubts(results, acknowledgements)
    others = check_doubts(project, results, doubted, acknowledgements)
    return Read(results, acknowledgements, doubted, faults, (*faults, *misstated, *others))
