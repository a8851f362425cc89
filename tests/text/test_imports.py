"""Imports point one way: adapters, then wings, then the shared ground; torch only where a program runs."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "src/lockstep"
WINGS = ("languages", "snippets", "benchmarks", "twins")
ADAPTERS = ("markdown", "mkdocs", "pytest", "cli", "check")
# Run inside a verification's or a measurement's own process, or by the programs there.
WITH_TORCH = {
    "benchmarks/measuring/building.py",
    "benchmarks/measuring/child.py",
    "benchmarks/measuring/comparing.py",
    "benchmarks/measuring/memory.py",
    "benchmarks/measuring/probe.py",
    "benchmarks/measuring/suites/causal_lm_models.py",
    "benchmarks/measuring/suites/vision_models.py",
    "inductor.py",
    "proof.py",
    "snippets/verification/child.py",
    "snippets/verification/models.py",
}
MODULES = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))


def imported(module: str) -> set[str]:
    """Every module that a file imports anywhere, for type checking only included."""
    found: set[str] = set()
    for node in ast.walk(ast.parse((PACKAGE / module).read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{module}: a relative import"
            found.add(str(node.module))
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def reaches(names: set[str], *packages: str) -> set[str]:
    return {name for name in names if any(name == package or name.startswith(f"{package}.") for package in packages)}


@pytest.mark.parametrize("module", MODULES)
def test_torch_is_imported_only_where_a_program_runs(module: str) -> None:
    assert module in WITH_TORCH or not reaches(imported(module), "torch", "transformers", "tokenizers")


@pytest.mark.parametrize("module", [module for module in MODULES if module.startswith(WINGS)])
def test_a_wing_knows_no_host_and_no_other_wing(module: str) -> None:
    names = imported(module)
    assert not reaches(names, "mkdocs", "pytest", "_pytest", "markdown", "material", "mkdocs_static_i18n")
    wing = module.split("/")[0]
    assert not reaches(names, *(f"lockstep.{other}" for other in (*WINGS, *ADAPTERS) if other != wing))


def is_ground(module: str) -> bool:
    return module.startswith("rules/") or ("/" not in module and module != "proof.py")


@pytest.mark.parametrize("module", [module for module in MODULES if is_ground(module)])
def test_the_ground_knows_no_wing_and_no_adapter(module: str) -> None:
    if module.removesuffix(".py") in ADAPTERS:
        return
    names = imported(module)
    assert not reaches(names, *(f"lockstep.{above}" for above in (*WINGS, *ADAPTERS)))
    assert not reaches(names, "mkdocs", "pytest")


@pytest.mark.parametrize("module", MODULES)
def test_modules_are_short(module: str) -> None:
    assert len((PACKAGE / module).read_text("utf-8").splitlines()) <= 400


def test_one_module_knows_the_translate_toolkit() -> None:
    assert [module for module in MODULES if reaches(imported(module), "translate", "lxml")] == [
        "languages/exchange/formats.py"
    ]


def test_one_module_knows_pyflakes() -> None:
    assert [module for module in MODULES if reaches(imported(module), "pyflakes")] == ["snippets/names.py"]


def test_a_build_that_reads_no_results_makes_no_classes_for_them() -> None:
    """They take a tenth of a second, and a site that has not changed as much altogether."""
    hosts = ("mkdocs.plugin", "markdown.benchmarks", "markdown.snippets", "markdown.twin", "check")
    code = f"import sys, {', '.join(f'lockstep.{host}' for host in hosts)}; print('pydantic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
