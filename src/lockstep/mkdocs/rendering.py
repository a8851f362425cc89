"""What is known here of the insides of Jinja: the same markup, from less work.

A page of Material's is made of more than fifty templates, each with a context of its own, and asks some hundred times
for a macro or a function in one: what is looked up each time is, nearly always, of no account. It asks some six hundred
times for an attribute, and many are items of dictionaries, or are not there. To compile a template, each of its nodes
is asked several times for what is below it.
"""

from __future__ import annotations

from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any

from jinja2 import Environment
from jinja2.nodes import Const, EvalContext, Name, Node, TemplateData
from jinja2.runtime import Context, Macro
from jinja2.utils import _PassArg, internalcode

from lockstep.mkdocs.standin import StandIn

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator, MutableMapping

# Of what is stood in for, as it was read: Jinja 3.1.
KNOWN = {
    "__init__": "74d3951880ce5a5115feaa5ef00d7d12",
    "call": "2836066d39d48503db3fd8455ee15065",
    "from_obj": "a53052a02010c55a8b668db0003b7d8b",
    "__call__": "aaf816649504ab864c66d09927722a50",
    "getattr": "51375c4e89bd9c877f7b01ae50f7c361",
    "iter_fields": "2af3355f12283dcf844d9400e9bef95c",
    "iter_child_nodes": "041deb71704fafe455f99f7f01430529",
    "find_all": "1fe4ba5f16027006fc55539753370c00",
}
PLAIN: dict[str, Any] = {
    "__init__": Context.__init__,
    "call": Context.call,
    "from_obj": _PassArg.from_obj,
    "__call__": Macro.__call__,
    "getattr": getattr(Environment, "getattr", None),
    **{name: getattr(Node, name, None) for name in ("iter_fields", "iter_child_nodes", "find_all")},
}
# How a callable says what it is to be given besides.
PASSED = "jinja_pass_arg"
# What the compiler gives, for those who take a context.
VARIABLES = ("_block_vars", "_loop_vars")
# What a dictionary has besides its items.
METHODS = frozenset(dir(dict))
NOTHING = object()
# Nodes of a template that have none below them.
LEAVES = frozenset((Const, Name, TemplateData))


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


def _getattr(self: Environment, obj: Any, attribute: str) -> Any:  # noqa: ANN401 (as upstream has them)
    """Find an attribute or else an item: of a dictionary, mostly an item; and of others, mostly one or none."""
    if type(obj) is dict and attribute not in METHODS:
        return obj[attribute] if attribute in obj else self.undefined(obj=obj, name=attribute)
    found = getattr(obj, attribute, NOTHING)
    if found is not NOTHING:
        return found
    try:
        return obj[attribute]
    except (TypeError, LookupError, AttributeError):
        return self.undefined(obj=obj, name=attribute)


def _below(node: Node) -> list[Node]:
    """List the nodes directly below one."""
    below: list[Node] = []
    for name in () if node.__class__ in LEAVES else node.fields:
        value = getattr(node, name, None)
        if isinstance(value, list):
            below += [one for one in value if isinstance(one, Node)]
        elif isinstance(value, Node):
            below.append(value)
    return below


def _iter_child_nodes(
    self: Node, exclude: Container[str] | None = None, only: Container[str] | None = None
) -> Iterator[Node]:
    """Go through the nodes directly below one."""
    if exclude is not None or only is not None:
        return PLAIN["iter_child_nodes"](self, exclude, only)  # type: ignore[no-any-return]
    return iter(_below(self))


def _find_all(self: Node, node_type: type[Node] | tuple[type[Node], ...]) -> Iterator[Node]:
    """Find all nodes of a kind below one, each with those below it at once behind it."""
    left = _below(self)[::-1]
    while left:
        node = left.pop()
        if isinstance(node, node_type):
            yield node
        left += _below(node)[::-1]


STAND_INS = (
    StandIn(Environment, "context_class", _Context),
    StandIn(Environment, "getattr", _getattr),
    StandIn(Node, "iter_child_nodes", _iter_child_nodes),
    StandIn(Node, "find_all", _find_all),
)
