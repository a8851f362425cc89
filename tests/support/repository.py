"""A small project in two languages in a git repository of its own, and the command line run in it."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner, Result

from lockstep.cli import main

CONFIG = """\
[tool.lockstep.languages]
en = "en"
pt = "pt-BR"
"""
# Whatever the machine's own configuration says.
ENVIRONMENT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.org",
}

SOURCE = """\
---
title: Guide
---

# Guide { #guide }

Compile the model first, then call it as you did before.

## Modes { #modes }

The first mode is the default one, and it balances speed against memory.

## Limits { #limits }

A graph break costs speed, and nothing tells you about it.
"""
TRANSLATION = """\
---
title: Guia
---

# Guia { #guide }

Compile o modelo primeiro e depois chame o modelo como antes.

## Modos { #modes }

O primeiro modo é o padrão, e ele equilibra a velocidade e a memória.

## Limites { #limits }

Uma quebra de grafo custa velocidade, e nada avisa você disso.
"""


@dataclass(frozen=True)
class Repository:
    root: Path

    def git(self, *arguments: str) -> str:
        done = subprocess.run(
            ["git", "-c", "protocol.file.allow=always", *arguments],
            cwd=self.root,
            env=os.environ | ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=True,
            text=True,
        )
        return done.stdout

    def write(self, path: str, text: str) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())

    def read(self, path: str) -> str:
        return (self.root / path).read_bytes().decode()

    def edit(self, path: str, old: str, new: str) -> None:
        text = self.read(path)
        assert old in text, f"{old!r} is not in {path}"
        self.write(path, text.replace(old, new))

    def commit(self, message: str = "x") -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)

    def run(self, *arguments: str, code: int = 0) -> str:
        """Run ``lockstep`` in the project; return what it printed."""
        here = Path.cwd()
        os.chdir(self.root)
        try:
            result: Result = CliRunner().invoke(main, arguments)
        finally:
            os.chdir(here)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        assert result.exit_code == code, result.output
        return result.output


def make_repository(root: Path) -> Repository:
    """Make a project whose translation is committed and has no evidence."""
    repository = Repository(root)
    repository.write("pyproject.toml", CONFIG)
    repository.write("docs/en/guide.md", SOURCE)
    repository.write("docs/pt/guide.md", TRANSLATION)
    repository.write("snippets/.keep", "")
    repository.write("benchmarks/results/.keep", "")
    repository.git("init", "-q", "-b", "main")
    repository.commit("everything")
    return repository


def copy_of(repository: Repository, target: Path, *options: str) -> Repository:
    """Clone a repository, as another machine would."""
    Repository(target.parent).git("clone", "-q", *options, f"file://{repository.root}", str(target))
    return Repository(target)
