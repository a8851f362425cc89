// The language switcher, and the landmarks of code blocks.
(() => {
  "use strict";

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

  // The same page in another language: the same section, the same tables. In the capturing phase, so that the address
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
