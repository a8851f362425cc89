// The landmarks of code blocks.
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
})();
