// Linked tabs: what is chosen in one set is chosen in every other that has it, by a key that is the same in every
// language, on this page and on those that are opened later. Without scripts, each set is a set of radio buttons.
(() => {
  "use strict";
  const KEY = "data-lockstep-tab";
  const RADIO = `input[${KEY}]`;
  // What belongs to this site: others may be on the same host.
  const STORE = `${new URL("../..", document.currentScript.src).pathname}lockstep.tabs`;
  const MOST = 50;

  // The keys that were chosen, the latest first. Where nothing can be stored, only what is on the page is linked.
  const chosen = () => {
    try {
      const stored = JSON.parse(localStorage.getItem(STORE) ?? "[]");
      return Array.isArray(stored) ? stored : [];
    } catch {
      return [];
    }
  };
  const keep = (key) => {
    const keys = [key, ...chosen().filter((other) => other !== key)];
    try {
      localStorage.setItem(STORE, JSON.stringify(keys.slice(0, MOST)));
    } catch {}
  };

  const radiosOf = (set) => [...set.children].filter((child) => child.matches(RADIO));
  const setsOf = (root) => [...new Set([...root.querySelectorAll(RADIO)].map((radio) => radio.parentElement))];
  // A tab has an address of its own: the id of its radio button.
  const addressed = () => document.getElementById(decode(location.hash.slice(1)))?.closest(RADIO);
  const decode = (text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return "";
    }
  };

  let linking = false;
  const choose = (radio) => {
    if (radio.checked) {
      return;
    }
    radio.checked = true;
    // Material moves the line below the label.
    linking = true;
    radio.dispatchEvent(new Event("change", { bubbles: true }));
    linking = false;
  };

  const link = (set, keys) => {
    const radios = radiosOf(set);
    // One that has the key twice keeps the one that is chosen.
    const key = keys.find((wanted) => radios.some((radio) => radio.getAttribute(KEY) === wanted));
    if (key !== undefined && radios.find((radio) => radio.checked)?.getAttribute(KEY) !== key) {
      choose(radios.find((radio) => radio.getAttribute(KEY) === key));
    }
  };
  const restore = (sets) => {
    const first = addressed()?.getAttribute(KEY);
    const keys = first ? [first, ...chosen()] : chosen();
    for (const set of sets) {
      link(set, keys);
    }
  };

  document.addEventListener("change", ({ target }) => {
    if (linking || !(target instanceof Element) || !target.matches(RADIO)) {
      return;
    }
    const key = target.getAttribute(KEY);
    keep(key);
    // The address names another tab: it would be chosen again when the page is loaded again.
    if (addressed() && addressed() !== target) {
      history.replaceState(history.state, "", `#${target.id}`);
    }
    // What is above may get another height; the tab that was chosen stays where it is.
    const set = target.parentElement;
    const top = set.getBoundingClientRect().top;
    for (const other of setsOf(document)) {
      if (other !== set) {
        link(other, [key]);
      }
    }
    scrollBy({ top: set.getBoundingClientRect().top - top, behavior: "instant" });
  });

  // Before they are painted: as the page comes in, and when another is put in its place.
  new MutationObserver((records) => {
    const added = records.flatMap((record) => [...record.addedNodes]).filter((node) => node instanceof Element);
    const sets = added.flatMap((node) => (node.matches(RADIO) ? [node.parentElement] : setsOf(node)));
    restore(new Set(sets.filter(Boolean)));
  }).observe(document.documentElement, { childList: true, subtree: true });
  // Browsers put back what was chosen when the page was left.
  addEventListener("pageshow", () => restore(setsOf(document)));
})();
