"""MkDocs in a process of its own that begins as a fork of one with all modules imported: half of a small build's time.

Where there is no such server (Windows), the process imports them itself.
"""

import multiprocessing
import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

METHOD = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
PROCESSES = multiprocessing.get_context(METHOD)
IMPORTED = (
    "mkdocs.__main__",
    "mkdocs.commands.build",
    "mkdocs.commands.serve",
    "mkdocs_static_i18n.plugin",
    "material.plugins.search.plugin",
    "material.extensions.emoji",
    "markdown.extensions.admonition",
    "markdown.extensions.attr_list",
    "markdown.extensions.def_list",
    "markdown.extensions.footnotes",
    "markdown.extensions.md_in_html",
    "markdown.extensions.tables",
    "markdown.extensions.toc",
    "pygments.lexers",
    "pygments.lexers.python",
    "pygments.formatters.html",
    "pygments.styles.default",
    "pymdownx.highlight",
    "pymdownx.quotes",
    "pymdownx.superfences",
    "pymdownx.tabbed",
    "lockstep.mkdocs.plugin",
    "lockstep.markdown.benchmarks",
    "lockstep.markdown.callouts",
    "lockstep.markdown.commands",
    "lockstep.markdown.languages",
    "lockstep.markdown.reference",
    "lockstep.markdown.snippets",
    "lockstep.markdown.tabs",
)
LIMIT_S = 120


def run_mkdocs(arguments: Sequence[str], cwd: Path, environment: Mapping[str, str]) -> tuple[int, bytes]:
    """Run MkDocs where torch and transformers cannot be imported; return its exit status and what it printed."""
    PROCESSES.set_forkserver_preload(list(IMPORTED))
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder, "output")
        process = PROCESSES.Process(target=_become, args=(list(arguments), str(cwd), dict(environment), str(output)))
        process.start()
        process.join(LIMIT_S)
        if process.exitcode is None:
            process.kill()
            process.join()
            raise TimeoutError(f"mkdocs {' '.join(arguments)} in {cwd}: {output.read_bytes().decode()}")
        return process.exitcode, output.read_bytes()


def _become(arguments: list[str], cwd: str, environment: dict[str, str], output: str) -> None:
    """Give this process what one that was started by a shell would have."""
    descriptor = os.open(output, os.O_WRONLY | os.O_CREAT)
    os.dup2(descriptor, 1)
    os.dup2(descriptor, 2)
    os.close(descriptor)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8")
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(cwd)
    # A build needs neither.
    assert not {"torch", "transformers"} & sys.modules.keys()
    sys.modules["torch"] = sys.modules["transformers"] = None
    sys.argv = ["mkdocs", *arguments]

    from mkdocs.__main__ import cli

    cli(arguments, prog_name="mkdocs")
