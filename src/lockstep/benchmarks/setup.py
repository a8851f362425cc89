"""What was measured on what, and how: the parts of a result file that are the same for many numbers."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, Strict

from lockstep.benchmarks.fields import (
    Address,
    Amount,
    Bytes,
    Count,
    Day,
    Given,
    Hash,
    Label,
    Record,
    Slug,
    Tally,
    without_default,
)

OPTIONAL = Field(default=None, json_schema_extra=without_default)


class Published(Record):
    """Numbers taken over from a publication."""

    kind: Literal["imported"]
    """``imported``, from a publication."""

    publisher: Label
    """Who published them."""

    document: Annotated[Label | None, Given] = OPTIONAL
    """The publication, by name."""

    url: Address
    """Where they can be looked up."""

    license: Annotated[Label | None, Given] = OPTIONAL
    """The terms of the publication, as an SPDX identifier."""

    date: Annotated[Day | None, Given] = OPTIONAL
    """When they were published."""


class Measured(Record):
    """Numbers measured by Lockstep. Neither a person nor a host is named."""

    kind: Literal["measured"]
    """``measured``, by Lockstep."""

    tool: Label
    """What measured them, with its version (``lockstep 0.1.0``)."""

    date: Day
    """The day of the first measurement in the file."""

    license: Annotated[Label | None, Given] = OPTIONAL
    """The terms under which they may be used, as an SPDX identifier."""


Origin: TypeAlias = Annotated[Published | Measured, Field(discriminator="kind")]
"""Where the numbers come from, as far as it is known."""


class PublishedProtocol(Record):
    """How a publication says that it took its times."""

    kind: Literal["published"]
    """``published``: one number stands for each time."""

    statistic: Literal["mean", "median", "minimum"]
    """What a time is, over the repetitions."""

    repetitions: Count
    """Timed inferences behind each time."""

    warm_up: bool
    """Whether untimed inferences went before (they hold the compilation)."""

    same_input: bool
    """Whether every inference was given the same input (for vision models, the same image)."""


class SampledProtocol(Record):
    """How Lockstep took its samples. A sample is the mean time of a call over a block of calls in a row."""

    kind: Literal["sampled"]
    """``sampled``: every sample is in the file."""

    timer: Label
    """The clock, by its Python name."""

    warm_up_calls: Count
    """Untimed calls of each arm, after its first one and before its first sample."""

    interleaving: Literal["alternating", "shuffled"]
    """How blocks of the two arms follow each other: in turn, or each pair in an order drawn by ``order_seed``."""

    order_seed: Tally
    """The seed of the order, and of weights and inputs."""

    threads: Count
    """Threads that the CPU's operators may use."""

    time_budget_s: Count
    """Seconds that the samples of one cell were meant to take."""


Protocol: TypeAlias = Annotated[PublishedProtocol | SampledProtocol, Field(discriminator="kind")]
"""How times were taken."""


class Processor(Record):
    """The machine's CPU."""

    model: Label
    """Its name."""

    cores: Count
    """Physical cores."""

    threads: Count
    """Logical cores."""


class Hardware(Record):
    """The device that ran the models."""

    kind: Literal["cpu", "cuda", "rocm", "xpu", "mps"]
    """What sort of device it is, by PyTorch's name for it."""

    device: Label
    """Its name, as published or as the driver tells it."""

    count: Count = 1
    """How many of them one model ran on."""

    memory: Annotated[Bytes | None, Given] = OPTIONAL
    """Its memory, in bytes."""

    capability: Annotated[Label | None, Given] = OPTIONAL
    """What its instructions can do: a compute capability (``9.0``), or the CPU's vectors (``AVX512``)."""

    driver: Annotated[Label | None, Given] = OPTIONAL
    """The version of its driver."""

    cpu: Annotated[Processor | None, Given] = OPTIONAL
    """The CPU beside it, or that it is."""


class Software(Record):
    """The software that ran the models."""

    torch: Label
    """PyTorch's version, as published or as it tells itself (``2.1.0.dev+cu118``)."""

    torch_git: Annotated[Hash | None, Given] = OPTIONAL
    """The git revision that PyTorch was built from."""

    stated_torch: Annotated[Label | None, Given] = OPTIONAL
    """The version that a publication's headings claim over these numbers, where they claim one."""

    cuda: Annotated[Label | None, Given] = OPTIONAL
    """The CUDA or ROCm version that PyTorch was built for."""

    transformers: Annotated[Label | None, Given] = OPTIONAL
    """The version of transformers."""

    python: Annotated[Label | None, Given] = OPTIONAL
    """The version of Python."""

    os: Annotated[Label | None, Given] = OPTIONAL
    """The operating system and its architecture."""

    compiler: Annotated[Label | None, Given] = OPTIONAL
    """The compiler that ``torch.compile`` called (``g++ 12.2.0``)."""

    environment: dict[Label, Label] = Field(default_factory=dict)
    """Environment variables that matter to speed; none that holds a path."""

    @property
    def nightly(self) -> bool:
        """Whether it is a development build, which PEP 440 marks with ``.dev``."""
        return ".dev" in self.torch


class Workload(Record):
    """What one call computes."""

    id: Slug
    """Names the model and what is done with it, the same on every device (``resnet``, ``qwen2.5-0.5b-decode``)."""

    task: Label
    """What the model does, by the name of its transformers pipeline (``object-detection``)."""

    model: Label
    """The model's name for readers."""

    checkpoint: Label
    """The published model, as a repository of the Hugging Face Hub."""

    batch_size: Count
    """Images or sequences per call; 1 also where a publisher wrote "unbatched"."""

    weights: Annotated[Literal["pretrained", "random"] | None, Given] = OPTIONAL
    """Whether the weights were the published ones. Dense models take the same time with random ones."""

    dtype: Annotated[Literal["float32", "float16", "bfloat16"] | None, Given] = OPTIONAL
    """The type of weights and activations."""

    # JSON has lists only: here alone, one is taken for a tuple.
    inputs: dict[Label, Annotated[tuple[Count, ...], Strict(False)]] = Field(default_factory=dict)
    """The shape of every input tensor, by the name of the argument."""

    hash: Annotated[Hash | None, Given] = OPTIONAL
    """A hash over all that shapes the computation: configuration, inputs, type, and the code that sets them up."""


class Treatment(Record):
    """What was done to the compiled arm: the arguments of ``torch.compile``."""

    backend: Label
    """``backend``."""

    mode: Literal["default", "reduce-overhead", "max-autotune", "max-autotune-no-cudagraphs"]
    """``mode``."""

    fullgraph: Annotated[bool | None, Given] = OPTIONAL
    """``fullgraph``."""

    dynamic: Annotated[Literal["automatic", "always", "never"] | None, Given] = OPTIONAL
    """``dynamic``: None, True or False."""

    scope: Annotated[Literal["model", "forward", "regions"] | None, Given] = OPTIONAL
    """What was compiled: the module, its ``forward`` alone, or each of its repeated blocks."""


class Correctness(Record):
    """How far the compiled output is from the eager one, before anything is timed."""

    passed: bool
    """Whether it is as near as ``tolerance`` asks."""

    relative_error: Amount
    """The norm of the difference over the norm of the eager output; the worst output tensor's."""

    tolerance: Amount
    """The greatest relative error that passes."""
