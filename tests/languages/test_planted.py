"""What `lockstep check` finds of faults planted in a site of twelve languages; `benchmarks/planted.py` has more."""

import re
from pathlib import Path

import pytest

import lockstep
from support.planted.faults import KINDS
from support.planted.measure import measure, shown
from support.planted.whole import WHOLE


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    return measure(tmp_path_factory.mktemp("planted"), seed=11, pages=24, faults=2 * (len(KINDS) + len(WHOLE)))


def test_every_kind_of_fault_is_planted(measured):
    assert {fault.kind for fault in measured.faults} == {*KINDS, *WHOLE}


def test_every_code_that_the_check_has_for_languages_is_planted(measured):
    package = Path(lockstep.__file__).parent
    files = [package / "check.py", *package.glob("languages/*.py")]
    # LS255 is of a build: only that knows which Markdown extensions are in use. LS208 is of a page too deep to be made.
    codes = set(re.findall(r'"(LS2\d\d)"', "".join(file.read_text("utf-8") for file in files))) - {"LS208", "LS255"}
    assert codes == {code for fault in measured.faults for code in fault.codes}


def test_every_fault_is_found(measured):
    assert [f"{fault.kind}: {fault.path}:{min(fault.lines(measured.site))}" for fault in measured.missed] == []


def test_every_text_that_is_lost_is_among_those_that_its_finding_names(measured):
    assert list(measured.misnamed) == []


def test_the_clean_site_has_no_findings_and_the_other_none_beside_its_faults(measured):
    assert [shown(finding) for finding in (*measured.twin, *measured.extra)] == []
