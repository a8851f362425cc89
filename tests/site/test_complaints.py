"""What tests hold against a page: what fails or comes late, but not what it was asking for when it was left."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route

from support.browser import complaints, faults, serve

pytestmark = pytest.mark.browser

# Each asks for what is never answered.
ASKING = {
    "worker": "new Worker('slow.js')",
    "data": "fetch('slow.js')",
    "picture": "document.body.append(Object.assign(new Image(), { src: 'slow.js' }))",
}
SAID = {
    "a file that is missing": ("fetch('none.json')", ["404: {}none.json", "Failed to load resource"]),
    "a host that refuses": ("fetch('refused').catch(() => 0)", ["failed: {}refused", "Failed to load resource"]),
    "another host": ("fetch('http://other.example/').catch(() => 0)", ["http://other.example/"]),
    "an error": ("setTimeout(() => { throw new Error('wrong'); })", ["wrong"]),
    "what is said": ("console.error('said')", ["said"]),
    "what the page itself breaks off": (
        "const stop = new AbortController(); setTimeout(() => stop.abort(), 100);"
        "fetch('slow.js', { signal: stop.signal }).catch(() => 0)",
        ["failed: {}slow.js"],
    ),
}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("pages")
    for name in ("one", "two"):
        (folder / f"{name}.html").write_text(f"<!doctype html><link rel='icon' href='data:,'><p>{name}</p>")
    late = "fetch('one.html').then(() => setTimeout(() => document.body.append(new Image()), 400))"
    (folder / "late.html").write_text(f"{(folder / 'one.html').read_text()}<script>onload = () => {late};</script>")
    with serve(folder) as url:
        yield url


@pytest.fixture
def found(page: Page, address: str) -> list[str]:
    """What is held against a page that does nothing yet."""
    page.route("**/slow.js", lambda route: None)
    page.route("**/refused", lambda route: route.abort("connectionrefused"))
    page.route("http://other.example/", lambda route: route.fulfill(body=""))
    found = complaints(page, address)
    page.goto(address + "one.html")
    assert found == []
    return found


@pytest.mark.parametrize("asking", ASKING.values(), ids=ASKING)
def test_what_a_page_asks_for_when_it_is_left_is_no_fault(
    page: Page, address: str, found: list[str], asking: str
) -> None:
    for leave in (lambda: page.goto(address + "two.html"), page.reload, page.go_back):
        with page.expect_request("**/slow.js"):
            page.evaluate(f"() => {{ {asking}; }}")
        with page.expect_event("requestfailed") as failed:
            leave()
        assert failed.value.failure == "net::ERR_ABORTED"
    assert found == []


@pytest.mark.parametrize(("does", "said"), SAID.values(), ids=SAID)
def test_what_fails_is_a_fault_on_every_page(
    page: Page, address: str, found: list[str], does: str, said: list[str]
) -> None:
    for name in ("one", "two"):
        page.goto(f"{address}{name}.html")
        page.evaluate(f"() => {{ {does}; }}")
        page.wait_for_timeout(300)
        for part in said:
            assert any(one.startswith(part.format(address)) for one in found), found
        found.clear()


def test_a_page_that_is_not_there_is_a_fault(page: Page, address: str, found: list[str]) -> None:
    page.goto(address + "three.html")
    assert f"404: {address}three.html" in found
    found.clear()
    with pytest.raises(Exception, match="ERR_CONNECTION_REFUSED"):
        page.goto(address + "refused")
    assert f"failed: {address}refused" in found


def test_what_is_refused_while_the_page_is_left_is_a_fault(page: Page, address: str, found: list[str]) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    for name in ("slow.js", "two.html"):
        page.route(f"**/{name}", hold)
    for does in ("fetch('slow.js').catch(() => 0)", "location.href = 'two.html'"):
        with page.expect_event("request"):
            page.evaluate(f"() => {{ {does}; }}")
    with page.expect_event("requestfailed"):
        held[0].abort("connectionrefused")
    assert f"failed: {address}slow.js" in found
    held[1].continue_()
    page.wait_for_url(address + "two.html")


def test_what_comes_after_a_page_was_loaded_is_looked_at_too(page: Page, address: str) -> None:
    page.goto(address + "one.html")
    before = {rule for rule, _ in faults(page)}
    assert "image-alt" not in before
    page.goto(address + "late.html")
    assert {rule for rule, _ in faults(page)} == before | {"image-alt"}
