// Subset controls of benchmark tables, the language switcher, the code blocks' landmarks. Runs in the head, before the page is painted: where
// this file is missing or scripts are off, nothing is hidden and every subset is there.
(() => {
  "use strict";
  document.documentElement.dataset.lockstep = "";

  const figures = () => document.querySelectorAll(".ls-benchmark");

  const show = (figure, key) => {
    for (const subset of figure.querySelectorAll(".ls-subset")) {
      subset.toggleAttribute("data-shown", subset.dataset.subset === key);
    }
    figure.querySelector("select").value = key;
  };

  const keys = (figure) => [...figure.querySelectorAll("option")].map((option) => option.value);

  // The element that the address points at; an address may hold anything.
  const pointed = () => {
    try {
      return document.getElementById(decodeURIComponent(location.hash.slice(1)));
    } catch {
      return null;
    }
  };

  // The address names each table's subset, by keys that are the same in every language. What it does not name, or names
  // wrongly, is the table's own first choice.
  const restore = () => {
    const parameters = new URLSearchParams(location.search);
    for (const figure of figures()) {
      const wanted = parameters.get(figure.dataset.key);
      const first = figure.querySelector("option[selected]").value;
      show(figure, keys(figure).includes(wanted) ? wanted : first);
    }
    // A link to a note leads into a subset that may be hidden.
    const target = pointed();
    const subset = target && target.closest(".ls-subset:not([data-shown])");
    if (subset) {
      show(subset.closest(".ls-benchmark"), subset.dataset.subset);
      target.scrollIntoView();
    }
  };

  const remember = (figure, key) => {
    const url = new URL(location.href);
    // Whoever chooses a subset has left the note that led to another.
    if (figure.contains(pointed())) {
      url.hash = "";
    }
    url.searchParams.set(figure.dataset.key, key);
    history.replaceState(history.state, "", url);
  };

  document.addEventListener("DOMContentLoaded", restore);
  addEventListener("popstate", restore);

  document.addEventListener("change", (event) => {
    const figure = event.target.closest(".ls-benchmark__control")?.closest(".ls-benchmark");
    if (figure) {
      show(figure, event.target.value);
      remember(figure, event.target.value);
    }
  });

  // Material puts the copy button of every code block into a <nav>: as many landmarks as blocks, all without a name.
  new MutationObserver((records) => {
    for (const record of records) {
      for (const node of record.addedNodes) {
        if (node.nodeName === "NAV" && node.classList.contains("md-code__nav")) {
          node.setAttribute("role", "none");
        }
      }
    }
  }).observe(document.documentElement, { childList: true, subtree: true });

  // The same page in another language: the same section, the same subsets. In the capturing phase, so that the address
  // is complete before any other script looks at it.
  document.addEventListener(
    "click",
    (event) => {
      const link = event.target.closest("a.md-select__link[hreflang]");
      if (link) {
        link.search = location.search;
        link.hash = location.hash;
      }
    },
    true,
  );
})();
