// The landmarks of code blocks, and the links to pages' twins.
(() => {
  "use strict";

  // Material's script asks for a sitemap beside the target of every link whose rel is exactly "alternate". With a blank
  // more it is the same relation, and its script leaves it alone.
  const hide = (link) => {
    if (link.rel === "alternate" && link.type === "text/markdown") {
      link.rel = "alternate ";
    }
  };
  document.querySelectorAll("link[rel=alternate]").forEach(hide);

  // Material puts the copy button of every code block into a <nav>: as many landmarks as blocks, all without a name.
  new MutationObserver((records) => {
    for (const record of records) {
      for (const node of record.addedNodes) {
        if (node.nodeName === "LINK") {
          hide(node);
        }
        if (node.nodeName === "NAV" && node.classList.contains("md-code__nav")) {
          node.setAttribute("role", "none");
        }
      }
    }
  }).observe(document.documentElement, { childList: true, subtree: true });
})();
