import pytest


def pytest_addoption(parser):
    parser.addoption("--update", action="store_true", help="rewrite the expected files instead of comparing with them")


@pytest.fixture
def golden(request):
    """Compare a text with a file, or write it there with --update."""

    def compare(path, text):
        if request.config.getoption("--update"):
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8"), f"{path} differs; pytest --update rewrites it"

    return compare
