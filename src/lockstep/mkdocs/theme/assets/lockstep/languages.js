// The language switcher: the same page in another language, the same section, the same subsets of its tables.
(() => {
  "use strict";

  // Only on a site that swaps pages in place (navigation.instant), where the header and its switcher stay.
  const told = () => JSON.parse(document.querySelector('meta[name="lockstep"]')?.content ?? "null");
  const swapping = told();
  // A 404 page is shown at any address, and says where its own are from.
  const root = swapping && new URL(swapping.root, document.baseURI);

  const languageOf = (address) => {
    const url = new URL(address, location.href);
    if (url.origin !== root.origin || !url.pathname.startsWith(root.pathname)) {
      return null;
    }
    const folder = url.pathname.slice(root.pathname.length).split("/")[0];
    return swapping.folders.includes(folder) ? folder : "";
  };

  // In the capturing phase, so that the address is complete before any other script looks at it.
  const follow = (event) => {
    const link = event.target instanceof Element && event.target.closest("a[href]");
    if (!link) {
      return;
    }
    if (link.matches(".md-select__link[hreflang], .ls-notice a[hreflang]")) {
      link.search = location.search;
      link.hash = location.hash;
    }
    // Another language has another header, another search and another tag: its page is loaded whole.
    if (swapping && languageOf(link.href) !== languageOf(location.href)) {
      event.stopPropagation();
    }
  };
  for (const kind of ["click", "auxclick", "contextmenu"]) {
    document.addEventListener(kind, follow, true);
  }

  // What has been swapped in has counterparts of its own.
  const renew = () => {
    const links = told()?.links ?? [];
    document.querySelectorAll("header .md-select__link[hreflang]").forEach((link, index) => {
      if (links[index]) {
        link.href = new URL(links[index].href, document.baseURI);
        link.hreflang = links[index].hreflang;
        link.textContent = links[index].name;
      }
    });
  };
  if (swapping) {
    document.addEventListener("DOMContentLoaded", () => window.document$?.subscribe(renew));
  }
})();
