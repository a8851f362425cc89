"""A suite of tiny workloads, most of which go wrong in a way of their own."""

from lockstep.benchmarks.measuring.suite import Input, Recipe, Suite

IDS = (
    "linear",
    "chatty",
    "raises",
    "unbuildable",
    "segfault",
    "aborts",
    "killed",
    "exits",
    "hangs",
    "huge",
    "differs",
    "dies-compiled",
    "raises-compiled",
    "zeros",
    "nan",
    "nan-compiled",
    "recompiles",
)


def recipe(name):
    return Recipe(
        id=name,
        task="arithmetic",
        model=name.title(),
        checkpoint=f"nobody/{name}",
        config={"kind": name},
        inputs={"x": Input("normal", (8,))},
    )


TINY = Suite("tiny", "tiny workloads", tuple(map(recipe, IDS)), "support.tiny_models")
