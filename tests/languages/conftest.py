import pytest

from support.repository import make_repository


@pytest.fixture
def repository(tmp_path):
    return make_repository(tmp_path / "project")


@pytest.fixture
def recorded(repository):
    """The same with evidence: the translation is current."""
    repository.run("accept", "docs/pt/guide.md")
    repository.commit("evidence")
    return repository
