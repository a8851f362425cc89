// Tables of results: which subset is shown, what is filtered and sorted, and that the address says so. Runs in the head,
// before the page is painted: where this file is missing or scripts are off, nothing is hidden and every subset is there.
(() => {
  "use strict";
  document.documentElement.dataset.lockstep = "";

  const FILTERS = ["batch", "mode"];
  // The tables of the page that is shown.
  let entered = [];
  const figureOf = (element) => element.closest(".ls-benchmark");

  // A table's parts, looked for once: a long one has hundreds of thousands of nodes.
  const parts = new WeakMap();
  const partsOf = (figure) => {
    if (!parts.has(figure)) {
      const [control, ...rest] = figure.children;
      const subsets = rest.filter((element) => element.matches(".ls-subset"));
      const selects = new Map([...control.querySelectorAll("select")].map((select) => [select.name, select]));
      parts.set(figure, {
        subsets: new Map(subsets.map((subset) => [subset.dataset.subset, subset])),
        selects,
        nothing: rest.find((element) => element.matches(".ls-nothing")),
        permalink: rest.find((element) => element.matches(".ls-actions")).querySelector(".ls-permalink"),
        columns: subsets.flatMap((subset) => tableOf(subset).headers.map((header) => header.dataset.column)),
      });
    }
    return parts.get(figure);
  };
  const shown = (figure) => partsOf(figure).subsets.get(states.get(figure).subset);

  // What a table shows, by keys that are the same in every language. Only what is not the table's own first choice
  // stands in the address: ID=SUBSET, ID.batch=4, ID.mode=default, ID.sort=-speed-up.
  const states = new WeakMap();
  const read = (figure, parameters) => {
    const { key, first } = figure.dataset;
    const { subsets, selects, columns } = partsOf(figure);
    const known = (otherwise, value, values) => (values.includes(value) ? value : otherwise);
    const options = (name) => [...(selects.get(name)?.options ?? [])].map((option) => option.value);
    return {
      subset: known(first, parameters.get(key), [...subsets.keys()]),
      batch: known("", parameters.get(`${key}.batch`), options("batch")),
      mode: known("", parameters.get(`${key}.mode`), options("mode")),
      sort: known("", parameters.get(`${key}.sort`), columns.flatMap((column) => [column, `-${column}`])),
    };
  };

  // The rows of a subset in the file's order, and what they are sorted and filtered by: read from the page once.
  const tables = new WeakMap();
  const tableOf = (subset) => {
    if (!tables.has(subset)) {
      const table = subset.firstElementChild;
      const bodies = [...table.tBodies];
      const headers = [...table.tHead.rows[0].cells];
      tables.set(subset, {
        bodies,
        headers,
        rows: bodies.flatMap((body) => [...body.rows]),
        size: bodies[0].rows.length,
        values: new Map(),
        filters: new Map(),
        choices: new Map(),
        applied: "||",
      });
    }
    return tables.get(subset);
  };

  // A column's values as numbers, NaN where there is none. Names become their place in the alphabet of the language.
  const valuesOf = (subset, column) => {
    const table = tableOf(subset);
    if (!table.values.has(column)) {
      const index = table.headers.findIndex((header) => header.dataset.column === column);
      const cells = table.rows.map((row) => row.cells[index]);
      table.values.set(column, "number" in table.headers[index].dataset ? numbers(cells) : places(cells, subset));
    }
    return table.values.get(column);
  };
  const numbers = (cells) => cells.map((cell) => parseFloat(cell.dataset.value));
  const places = (cells, subset) => {
    const { compare } = new Intl.Collator(subset.closest("[lang]")?.lang || undefined, { numeric: true });
    const names = cells.map(nameOf);
    const sorted = [...new Set(names)].sort(compare);
    const place = new Map();
    sorted.forEach((name, index) => {
      const same = index && compare(sorted[index - 1], name) === 0;
      place.set(name, same ? place.get(sorted[index - 1]) : index);
    });
    return names.map((name) => place.get(name));
  };
  const nameOf = (cell) => (cell.querySelector("bdi") ?? cell).textContent;

  // What a subset's rows are filtered by, as in the address.
  const filterOf = (subset, name) => {
    const { filters, headers, rows } = tableOf(subset);
    if (!filters.has(name)) {
      const index = headers.findIndex((header) => header.dataset.column === name);
      const value = (row) => (index < 0 ? subset.dataset[name] : row.cells[index].dataset.value ?? nameOf(row.cells[index]));
      filters.set(name, rows.map(value));
    }
    return filters.get(name);
  };

  const choicesOf = (subset, name) => {
    const { choices } = tableOf(subset);
    if (!choices.has(name)) {
      choices.set(name, new Set(filterOf(subset, name)));
    }
    return choices.get(name);
  };

  // Puts the rows into their order. Those without a value come last both ways, equals stay in the file's order, and so
  // do those that are filtered out, behind all others.
  const arrange = (subset, { batch, mode, sort }) => {
    const table = tableOf(subset);
    const column = sort.replace(/^-/, "");
    const sorts = table.headers.some((header) => header.dataset.column === column);
    const wanted = `${batch}|${mode}|${sorts ? sort : ""}`;
    if (table.applied === wanted) {
      return;
    }
    table.applied = wanted;
    const order = table.rows.map((_, index) => index);
    if (sorts) {
      const values = valuesOf(subset, column);
      const way = sort.startsWith("-") ? -1 : 1;
      const missing = (index) => Number.isNaN(values[index]);
      order.sort((a, b) => missing(a) - missing(b) || (missing(a) ? 0 : way * (values[a] - values[b])) || a - b);
    }
    const batches = batch && filterOf(subset, "batch");
    const modes = mode && filterOf(subset, "mode");
    const out = (index) => Boolean((batch && batches[index] !== batch) || (mode && modes[index] !== mode));
    const inside = order.filter((index) => !out(index));
    const all = inside.length < order.length ? [...inside, ...order.filter(out)] : order;
    all.forEach((index, place) => table.rows[index].toggleAttribute("data-out", place >= inside.length));
    table.bodies.forEach((body, number) => {
      const start = number * table.size;
      body.replaceChildren(...all.slice(start, start + table.size).map((index) => table.rows[index]));
      body.toggleAttribute("data-out", start >= inside.length);
    });
    table.none = !inside.length;
    for (const header of table.headers) {
      if (sorts && header.dataset.column === column) {
        header.setAttribute("aria-sort", sort === column ? "ascending" : "descending");
      } else {
        header.removeAttribute("aria-sort");
      }
    }
  };

  const show = (figure, state) => {
    const { subsets, selects, nothing } = partsOf(figure);
    for (const [key, subset] of subsets) {
      subset.toggleAttribute("data-shown", key === state.subset);
    }
    const subset = subsets.get(state.subset);
    for (const name of FILTERS) {
      const select = selects.get(name);
      if (select) {
        const there = choicesOf(subset, name);
        for (const option of select.options) {
          option.disabled = Boolean(option.value) && !there.has(option.value);
        }
        // What this subset does not have is no choice in it.
        state[name] = there.has(state[name]) ? state[name] : "";
        select.value = state[name];
      }
    }
    if (selects.has("subset")) {
      selects.get("subset").value = state.subset;
    }
    arrange(subset, state);
    nothing.hidden = !tableOf(subset).none;
    states.set(figure, state);
  };

  // The element that the address points at; an address may hold anything.
  const pointed = () => {
    try {
      return document.getElementById(decodeURIComponent(location.hash.slice(1)));
    } catch {
      return null;
    }
  };

  const link = (figure) => {
    partsOf(figure).permalink.href = `${location.search}#${encodeURIComponent(figure.id)}`;
  };

  const restore = () => {
    const parameters = new URLSearchParams(location.search);
    for (const figure of entered) {
      show(figure, read(figure, parameters));
      link(figure);
    }
    // A link to a note leads into a subset that may be hidden.
    const target = pointed();
    const subset = target && target.closest(".ls-subset:not([data-shown])");
    if (subset) {
      const figure = figureOf(subset);
      show(figure, { ...states.get(figure), subset: subset.dataset.subset });
      target.scrollIntoView();
    }
  };

  const remember = (figure) => {
    const url = new URL(location.href);
    // Whoever chooses something has left the note that led to another subset.
    if (figureOf(pointed()?.closest(".ls-subset") ?? document.body) === figure) {
      url.hash = "";
    }
    const { key, first } = figure.dataset;
    const { subset, ...others } = states.get(figure);
    const entries = [[key, subset === first ? "" : subset]];
    for (const [name, value] of Object.entries(others)) {
      entries.push([`${key}.${name}`, value]);
    }
    for (const [name, value] of entries) {
      value ? url.searchParams.set(name, value) : url.searchParams.delete(name);
    }
    // Changing the address lays the page out twice if it has not been before.
    document.body.getBoundingClientRect();
    try {
      history.replaceState(history.state, "", url);
    } catch {
      // A page that was opened as a file may not be allowed to.
    }
    entered.forEach(link);
  };

  const choose = (figure, change) => {
    show(figure, { ...states.get(figure), ...change });
    remember(figure);
  };

  // Headers become buttons: without the script there is nothing to press.
  const prepare = (figure) => {
    for (const subset of partsOf(figure).subsets.values()) {
      for (const header of tableOf(subset).headers.filter((header) => !header.firstElementChild)) {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "ls-sort";
        button.append(...header.childNodes);
        header.append(button);
      }
    }
  };

  // A long page is painted while it arrives: its tables show from the start what the address asks for.
  const arrivals = new MutationObserver((records) => {
    const parameters = new URLSearchParams(location.search);
    for (const node of records.flatMap((record) => [...record.addedNodes])) {
      if (node.nodeName === "DIV" && node.matches(".ls-benchmark > .ls-subset")) {
        const figure = figureOf(node);
        const wanted = parameters.get(figure.dataset.key);
        const offered = figure.querySelector("select[name=subset]")?.options ?? [];
        if ([...offered].some((option) => option.value === wanted)) {
          node.toggleAttribute("data-shown", node.dataset.subset === wanted);
        }
      }
    }
  });
  if (location.search) {
    arrivals.observe(document.documentElement, { childList: true, subtree: true });
  }

  // Material tells every page that it shows, the first one too, also where it fetches pages without loading them.
  document.addEventListener("DOMContentLoaded", () => {
    arrivals.disconnect();
    const enter = () => {
      entered = [...document.querySelectorAll(".ls-benchmark")];
      entered.forEach(prepare);
      restore();
    };
    window.document$ ? window.document$.subscribe(enter) : enter();
  });
  addEventListener("popstate", restore);

  document.addEventListener("change", (event) => {
    const select = event.target;
    if (select.closest?.(".ls-benchmark__control")) {
      choose(figureOf(select), { [select.name]: select.value });
    }
  });

  document.addEventListener("click", (event) => {
    const sort = event.target.closest?.("button.ls-sort");
    if (sort) {
      const { column } = sort.parentElement.dataset;
      const next = { [column]: `-${column}`, [`-${column}`]: "" };
      choose(figureOf(sort), { sort: next[states.get(figureOf(sort)).sort] ?? column });
    }
    const copy = event.target.closest?.("button.ls-copy");
    if (copy) {
      write(markdown(figureOf(copy))).then(
        () => say(copy, copy.dataset.done),
        () => say(copy, copy.dataset.failed),
      );
    }
  });

  const say = (button, text) => {
    const place = button.parentElement.querySelector(".ls-said");
    place.textContent = text;
    clearTimeout(Number(place.dataset.timer));
    place.dataset.timer = setTimeout(() => (place.textContent = ""), 4000);
  };

  // The rows that are shown, in their order, with the caption and where the numbers come from.
  const markdown = (figure) => {
    const subset = shown(figure);
    const { headers } = tableOf(subset);
    const rows = [...subset.querySelectorAll("tbody tr:not([data-out])")].map((row) => [...row.cells].map(plain));
    const line = (cells) => `| ${cells.join(" | ")} |`;
    const source = subset.querySelector(".ls-origin") ?? figure.querySelector("figcaption");
    return [
      plain(subset.querySelector("caption")),
      "",
      line(headers.map((header) => escape(header.textContent))),
      line(headers.map((header) => ("number" in header.dataset ? "---:" : "---"))),
      ...rows.map(line),
      "",
      plain(source),
      "",
    ].join("\n");
  };
  const plain = (element) =>
    [...element.childNodes]
      .filter((node) => !node.matches?.("svg, .ls-flag"))
      .map((node) => {
        const text = escape(node.textContent.replace(/\s+/g, " "));
        return node.nodeName === "SMALL" ? `(${text})` : node.nodeName === "A" ? `[${text}](${node.href})` : text;
      })
      .join("")
      .trim();
  const escape = (text) => text.replace(/[\\`*_[\]<>|~&]/g, "\\$&");

  const write = async (text) => {
    try {
      return await navigator.clipboard.writeText(text);
    } catch {
      // A page that was opened as a file, or over http, has no clipboard of that kind.
    }
    const area = document.createElement("textarea");
    const focused = document.activeElement;
    area.className = "ls-clipboard";
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    focused?.focus();
    if (!done) {
      throw new Error("not copied");
    }
  };
})();
