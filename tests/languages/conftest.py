import shutil

import pytest

from support.exchange import make_site
from support.repository import Repository, make_repository


@pytest.fixture
def repository(tmp_path):
    return make_repository(tmp_path / "project")


@pytest.fixture
def recorded(repository):
    """The same with evidence: the translation is current."""
    repository.run("accept", "docs/pt/guide.md")
    repository.commit("evidence")
    return repository


@pytest.fixture(scope="session")
def exchange_template(tmp_path_factory):
    return make_site(tmp_path_factory.mktemp("exchange") / "project")


@pytest.fixture
def exchange(exchange_template, tmp_path):
    """A project with something of everything for translators; see :mod:`support.exchange`."""
    return Repository(shutil.copytree(exchange_template.root, tmp_path / "project"))
