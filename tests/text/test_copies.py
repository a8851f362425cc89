"""Copies of a process that do work from the state that it had when they were made."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from lockstep import copies
from lockstep.copies import POSSIBLE, Copy, ask

pytestmark = pytest.mark.skipif(not POSSIBLE, reason="processes cannot be forked here")
STATE = {"said": "before"}


@pytest.fixture
def made() -> Iterator[list[Copy]]:
    found: list[Copy] = []
    yield found
    for one in found:
        one.end()


def lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text("utf-8")


def test_a_copy_knows_what_its_maker_has_forgotten(made: list[Copy], monkeypatch: pytest.MonkeyPatch) -> None:
    def work(question: list[str]) -> list[str]:
        STATE["said"] += question[0]
        return [STATE["said"]]

    monkeypatch.setitem(STATE, "said", "before")
    made.append(Copy(work))
    STATE["said"] = "after"
    assert ask(made, ["!"]) == [["before!"]]
    assert ask(made, ["ü\n"]) == [["before!ü\n"]]
    assert STATE["said"] == "after"


@pytest.mark.parametrize("fault", [ValueError, SystemExit, KeyboardInterrupt])
def test_work_that_fails_has_no_answer_and_disturbs_nobody(
    made: list[Copy], fault: type[BaseException], capfd: pytest.CaptureFixture[str]
) -> None:
    def work(_: object) -> None:
        raise fault

    made.append(Copy(work))
    assert ask(made, 1) == [None]
    assert ask(made, 1) == [None]
    assert capfd.readouterr() == ("", "")


def test_one_that_does_not_answer_is_given_up(made: list[Copy], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copies, "PATIENCE_S", 0.2)
    made.append(Copy(lambda _: time.sleep(60)))
    assert ask(made, 1) == [None]


def test_copies_end_with_their_maker_or_when_they_are_told(made: list[Copy]) -> None:
    made += [Copy(lambda question: question) for _ in range(3)]
    first = made.pop(0)
    first.end()
    assert not lives(first.process)
    # The copies of a later one do not keep it alive.
    for one in made:
        os.close(one.asked)
        end = time.monotonic() + 30
        while lives(one.process):
            assert time.monotonic() < end
            time.sleep(0.01)
        one.asked = os.open(os.devnull, os.O_WRONLY)


def test_an_author_s_interrupt_is_the_maker_s_to_follow(made: list[Copy]) -> None:
    made.append(Copy(lambda question: question))
    # Once it answers, it has set itself up.
    assert ask(made, 1) == [1]
    os.kill(made[0].process, signal.SIGINT)
    assert ask(made, 2) == [2]


def test_a_copy_holds_no_file_of_its_maker_open(made: list[Copy], tmp_path: Path) -> None:
    with (tmp_path / "held").open("w") as held:
        made.append(Copy(lambda number: os.path.exists(f"/proc/self/fd/{number}")))  # noqa: PTH110 (a link to anything)
        assert ask(made, held.fileno()) == [False]
        assert ask(made, 2) == [True]
