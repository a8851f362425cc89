"""Sentences about noise, failures that name nobody, and how samples are taken."""

import getpass
import random
import socket
from decimal import Decimal
from pathlib import Path

import pytest

from lockstep.benchmarks.measuring import noise, reasons
from lockstep.benchmarks.measuring.sampling import FEWEST, MOST, calls_per_block, rounds, take


def decimals(*values):
    return [Decimal(str(value)) for value in values]


def test_steady_samples_need_no_warning():
    assert list(noise.warnings("eager", decimals(*[10, 10.1, 9.9, 10, 10.2] * 4))) == []


def test_samples_that_scatter():
    # Quartiles 10 and 11.5, median 10: 15 %.
    samples = decimals(*[10, 11.5] * 6, *[10] * 4)
    assert list(noise.warnings("eager", samples)) == [
        "The eager times scatter: their quartiles lie 15% of the median apart; "
        "perhaps the machine was not quite steady."
    ]
    (warning,) = noise.warnings("compiled", decimals(*[10, 15] * 6))
    assert "lie 40% of the median apart; perhaps something else was using the machine" in warning


def test_samples_that_drift():
    (warning,) = noise.warnings("compiled", decimals(*[10] * 9, *[10.8] * 8))
    assert warning == "The compiled times drift: the second half is 8% slower."
    (warning,) = noise.warnings("eager", decimals(*[20] * 9, *[18.5] * 8))
    assert "8% faster" in warning


def test_a_watch_tells_what_others_took(monkeypatch):
    monkeypatch.setattr(noise.os, "cpu_count", lambda: 2)
    monkeypatch.setattr(noise.time, "monotonic", iter([100.0, 110.0]).__next__)
    monkeypatch.setattr(noise, "_now", iter([(50.0, 3.0, 1.0), (56.0, 4.0, 2.0)]).__next__)
    assert list(noise.Watch().warnings()) == [
        # 6 and 1 of 2 times 10 seconds.
        "Other programs took 30% of the CPU's time while samples were taken.",
        "The host of this virtual machine withheld 5% of the CPU's time.",
        "The CPU was slowed down because of heat while samples were taken.",
    ]


def test_a_quiet_watch(monkeypatch):
    monkeypatch.setattr(noise, "_now", lambda: (50.0, 3.0, 1.0))
    assert list(noise.Watch().warnings()) == []


@pytest.mark.parametrize(
    ("text", "scrubbed"),
    [
        ("no file /home/ana/models/weights.bin here", "no file weights.bin here"),
        ("cannot open C:\\Users\\ana\\x.py", "cannot open x.py"),
        ("at 0x7f3a0c11 in a\nb\x1b[31m", "at 0x… in a b [31m"),
        ("input/output error, 3/4 of 10 ms", "input/output error, 3/4 of 10 ms"),
        ("see https://pytorch.org/docs", "see https://pytorch.org/docs"),
        ("x" * 300, "x" * 199 + "…"),
    ],
)
def test_reasons_are_one_line_without_paths(text, scrubbed):
    assert reasons.scrubbed(text) == scrubbed


def test_reasons_name_neither_user_nor_host(monkeypatch):
    monkeypatch.setattr(socket, "gethostname", lambda: "Gpu-Node7.example.org")
    monkeypatch.setattr(getpass, "getuser", lambda: "mariana")
    told = reasons.scrubbed("mariana on gpu-node7 (gpu-node7.example.org): /home/mariana/a.py; marianas")
    assert told == "… on … (…): a.py; marianas"
    assert str(Path.home()) not in reasons.scrubbed(f"{Path.home()}/secret")


def test_memory_running_out_is_found_behind_other_errors():
    try:
        try:
            raise RuntimeError(
                "[enforce fail] DefaultCPUAllocator: can't allocate memory: you tried to allocate 8 bytes"
            )
        except RuntimeError as error:
            raise ValueError("backend failed") from error
    except ValueError as error:
        assert reasons.out_of_memory(error)
    assert reasons.out_of_memory(MemoryError())
    assert not reasons.out_of_memory(ValueError("no"))


def test_blocks_take_50_milliseconds_or_one_call():
    assert [calls_per_block(seconds, 1000) for seconds in (7.0, 0.05, 0.0499, 0.01, 1e-12)] == [1, 1, 2, 5, 1000]


def test_the_fewest_samples_whatever_the_budget():
    taken = list(rounds(("eager", "compiled"), 0.0, random.Random(0)))
    assert len(taken) == FEWEST
    assert {frozenset(pair) for pair in taken} == {frozenset({"eager", "compiled"})}
    # Both orders come, and the seed decides.
    assert len(set(taken)) == 2
    assert taken == list(rounds(("eager", "compiled"), 0.0, random.Random(0)))


def test_the_most_samples_whatever_the_budget():
    assert len(list(rounds(("compiled",), 1e9, random.Random(0)))) == MOST


def test_a_sample_is_the_mean_of_a_block():
    happened = []
    clock = iter([10.0, 13.0])

    def timer():
        happened.append("clock")
        return next(clock)

    mean = take(lambda: happened.append("call"), 6, lambda: happened.append("reset"), timer)
    assert mean == 0.5
    assert happened == ["reset", "clock", *["call"] * 6, "clock"]
