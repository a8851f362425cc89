"""What is known here of the insides of Jinja: the same markup, from less work.

A page of Material's is made of more than fifty templates, each with a context of its own, and asks some two hundred
times for a macro or a function in one: what is looked up each time is, nearly always, of no account.
"""

from __future__ import annotations

from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any

from jinja2 import Environment
from jinja2.nodes import EvalContext
from jinja2.runtime import Context, Macro
from jinja2.utils import _PassArg, internalcode

from lockstep.mkdocs.standin import StandIn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, MutableMapping

# Of what is stood in for, as it was read: Jinja 3.1.
KNOWN = {
    "__init__": "74d3951880ce5a5115feaa5ef00d7d12",
    "call": "2836066d39d48503db3fd8455ee15065",
    "from_obj": "a53052a02010c55a8b668db0003b7d8b",
    "__call__": "aaf816649504ab864c66d09927722a50",
}
PLAIN: dict[str, Any] = {
    "__init__": Context.__init__,
    "call": Context.call,
    "from_obj": _PassArg.from_obj,
    "__call__": Macro.__call__,
}
# How a callable says what it is to be given besides.
PASSED = "jinja_pass_arg"
# What the compiler gives, for those who take a context.
VARIABLES = ("_block_vars", "_loop_vars")


class _Context(Context):
    """A template's variables."""

    def __init__(
        self,
        environment: Environment,
        parent: dict[str, Any],
        name: str | None,
        blocks: dict[str, Callable[[Context], Iterator[str]]],
        globals: MutableMapping[str, Any] | None = None,  # noqa: A002 (as upstream has it)
    ) -> None:
        self.parent, self.vars = parent, {}
        self.environment, self.name = environment, name
        self.eval_ctx = EvalContext(environment, name)
        self.exported_vars = set()
        self.blocks = {name: [block] for name, block in blocks.items()} if blocks else {}
        self._globals = globals

    @property
    def globals_keys(self) -> set[str]:  # type: ignore[override]
        # Asked for by imports alone, and always the same for the time that a context is there.
        return set(self._globals or ())

    @internalcode
    def call(self, called: Any, /, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 (as upstream has them)
        """Call what a template calls: a macro, or a function that asks for nothing besides, as is."""
        kind = type(called)
        if kind is Macro:
            args = (self.eval_ctx, *args)
        elif kind not in (FunctionType, MethodType) or getattr(called, PASSED, None) is not None:
            return super().call(called, *args, **kwargs)
        for name in VARIABLES:
            kwargs.pop(name, None)
        try:
            return called(*args, **kwargs)
        except StopIteration:
            return super().call(_stop)


def _stop() -> None:
    raise StopIteration


STAND_INS = (StandIn(Environment, "context_class", _Context),)
