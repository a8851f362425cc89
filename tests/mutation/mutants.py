"""Mutants of a program: what an author might break without noticing, made from its syntax tree.

Each is the program's text with one thing changed; lines and markers stay where they are.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lockstep.snippets.program import Program

SIMPLE = (ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return)


@dataclass(frozen=True)
class Mutant:
    """A changed program: ``kind`` is what was done, ``name`` adds to what."""

    kind: str
    name: str
    text: str


def mutants(program: Program) -> list[Mutant]:
    """Make every mutant of a program that must fail."""
    text = program.text
    tree = ast.parse(text)
    shown = [statement for statement in tree.body if statement.lineno < program.proof_line]
    proof = [statement for statement in tree.body if statement.lineno >= program.proof_line]
    made = []

    def add(kind: str, what: str, nodes: list[ast.AST], new: str = "pass") -> None:
        if nodes:
            made.append(Mutant(kind, f"{kind} {what}".strip(), _replace(text, [(node, new) for node in nodes])))

    add("without-import", "torch", [node for node in _walk(shown) if _imports_torch(node)])
    for name, node, original in _compilations(shown):
        called = _statements(shown, lambda call, name=name: _calls(call, name))
        # One that is never called by its name is handed to something that does.
        add("without-call", name, called or _statements(shown, lambda call, name=name: _takes(call, name)))
        add("without-compile", name, [node], original)
        if isinstance(node, ast.Call):
            for option in ("fullgraph", "mode"):
                if any(keyword.arg == option for keyword in node.keywords):
                    add(f"without-{option}", name, [node], _without(node, option))
    add("without-proof", "", _statements(proof, _is_check))
    numbers = [value for call in _walk(proof) if _is_check(call) for value in call.args if _is_number(value)]
    if numbers:
        add("other-number", ast.unparse(numbers[-1]), [numbers[-1]], str(numbers[-1].value + 1))
    return made


def checked(program: Program) -> set[str]:
    """Name the checks of a program's proof."""
    proof = (one for one in ast.parse(program.text).body if one.lineno >= program.proof_line)
    return {ast.unparse(node.func) for node in _walk(list(proof)) if _is_check(node)}


def _compilations(shown: list[ast.stmt]) -> Iterator[tuple[str, ast.AST, str]]:
    """Give what is compiled: the name under which it is called, the node that compiles, and what to write instead."""
    for node in _walk(shown):
        if isinstance(node, ast.FunctionDef):
            for decorator in node.decorator_list:
                if "torch.compile" in ast.unparse(decorator):
                    yield node.name, decorator, "(lambda function: function)"
        elif isinstance(node, ast.Assign) and _is_compile(node.value):
            # What is put in place of a method is called through its object.
            target = node.targets[0]
            name = ast.unparse(target.value if isinstance(target, ast.Attribute) else target)
            yield name, node.value, ast.unparse(node.value.args[0])
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            function = node.value.func
            if isinstance(function, ast.Attribute) and function.attr == "compile" and not _is_compile(node.value):
                yield ast.unparse(function.value), node, "pass"


def _walk(statements: list[ast.stmt]) -> Iterator[ast.AST]:
    for statement in statements:
        yield from ast.walk(statement)


def _statements(statements: list[ast.stmt], wanted: Callable[[ast.AST], bool]) -> list[ast.AST]:
    """Find the innermost statements in which there is such a call."""
    return [node for node in _walk(statements) if isinstance(node, SIMPLE) and any(map(wanted, ast.walk(node)))]


def _imports_torch(node: ast.AST) -> bool:
    return isinstance(node, ast.Import) and any(alias.name == "torch" for alias in node.names)


def _is_compile(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "torch.compile"


def _calls(node: ast.AST, name: str) -> bool:
    """Tell whether this calls ``name``, or a method of it other than `compile`."""
    if not isinstance(node, ast.Call):
        return False
    called = ast.unparse(node.func)
    return called == name or (called.startswith(f"{name}.") and called != f"{name}.compile")


def _takes(node: ast.AST, name: str) -> bool:
    """Tell whether this calls something of the program's own with ``name``."""
    own = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    return own and any(ast.unparse(value) == name for value in node.args)


def _is_check(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func).startswith("proof.")


def _is_number(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) in {int, float}


def _without(call: ast.Call, option: str) -> str:
    keywords = [keyword for keyword in call.keywords if keyword.arg != option]
    return ast.unparse(ast.Call(call.func, call.args, keywords))


def _replace(text: str, changes: list[tuple[ast.AST, str]]) -> str:
    """Put other code in the place of nodes that do not overlap, and keep the number of lines."""
    # The columns of a syntax tree count bytes.
    lines = text.encode().split(b"\n")
    for node, new in changes:
        first, last = node.lineno - 1, node.end_lineno - 1
        rest = lines[last][node.end_col_offset :]
        lines[first] = lines[first][: node.col_offset] + new.encode() + (rest if first == last else b"")
        if first != last:
            lines[first + 1 : last + 1] = [b""] * (last - first - 1) + [rest]
    return b"\n".join(lines).decode()
