// Search in one language. Material's worker does the searching; this one, in its place, gives it the language's own
// index on first use, and words as readers type them: without accents, in any case, in another form of the word.
(() => {
  "use strict";
  // Material's messages.
  const [SETUP, READY, QUERY, RESULT] = [0, 1, 2, 3];
  const parameters = new URLSearchParams(location.search);
  const language = parameters.get("language");
  const script = parameters.get("script");
  // Before a stem, so that it is no word that somebody may begin to type.
  const STEM = "\ue000";
  const EXACT = 10;

  const post = self.postMessage.bind(self);
  const listen = self.addEventListener.bind(self);

  // Lower case without marks. Only those of alphabets in which a word without them is still that word: not the vowels
  // of Devanagari. Turkish pairs I with ı and İ with i; folded, all four are one letter.
  const MARKS = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]/g;
  const fold = (text) => text.toLowerCase().normalize("NFD").replace(MARKS, "").normalize("NFC").replaceAll("ı", "i");

  // What every language's stemmer leaves alone: names of the API and numbers.
  const isPlain = (word) => word.length > 3 && !/[^\p{L}]/u.test(word);
  const BEFORE = {
    // One ending for its commonest, whose plural has another, and which is often typed without accents.
    pt: (word) => word.replace(/[oõ]es$|ao$/, "ão").replace(/cão$/, "ção"),
  };
  let stem = () => null;

  const setUpStemmer = (name) => {
    if (!name) {
      return;
    }
    let run = self.lunr.stemmer;
    if (name !== "en") {
      importScripts("../lunr/min/lunr.stemmer.support.min.js", `../lunr/min/lunr.${name}.min.js`);
      run = self.lunr[name].stemmer;
    }
    const { Token } = self.lunr;
    const before = BEFORE[name] ?? ((word) => word);
    stem = (word) => (isPlain(word) ? STEM + fold(run(new Token(before(word), {})).toString()) : null);
  };

  // A word, the parts of a compound such as `torch.compile`, and the stem: all at the word's own place, so that it is
  // the whole word that is marked.
  const setUpTokens = () => {
    const { lunr } = self;
    const Plain = lunr.Token;
    lunr.Token = class extends Plain {
      constructor(text, metadata) {
        super(fold(text ?? ""), metadata);
        this.word = text;
      }
    };
    const inIndex = (token) => {
      const folded = token.toString();
      const parts = folded.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);
      const bare = folded.replace(/^[^\p{L}\p{N}]+/u, "");
      const terms = new Set([folded, bare, ...parts, stem(token.word)]);
      return [...terms].filter(Boolean).map((term) => new Plain(term, token.metadata));
    };
    // A query's words have no place, and are expanded below.
    return (token) => ("position" in token.metadata ? inIndex(token) : token);
  };

  // A word that is found as itself and by its stem is to be marked once: Material would mark the mark.
  const setUpResults = () => {
    const { prototype } = self.lunr.Index;
    const plain = prototype.search;
    prototype.search = function search(query) {
      const results = plain.call(this, query);
      for (const { matchData } of results) {
        const seen = {};
        for (const fields of Object.values(matchData.metadata)) {
          for (const [name, field] of Object.entries(fields)) {
            const known = (seen[name] ??= new Set());
            field.position = field.position.filter((place) => !known.has(place) && known.add(place));
          }
        }
      }
      return results;
    };
  };

  let material;
  let answer;
  const ask = (message) =>
    new Promise((resolve) => {
      answer = resolve;
      material({ data: message });
    });

  let separator;
  let loading;
  const load = async () => {
    const response = await fetch(new URL(`../../../search/${language}.json`, location.href));
    if (!response.ok || !/^search\.\w+\.min\.js$/.test(script)) {
      throw new Error(`no search index for ${language}`);
    }
    const { config, docs, stemmer } = await response.json();
    self.addEventListener = (_, handler) => (material = handler);
    self.postMessage = (message) => answer(message);
    importScripts(script);
    self.addEventListener = listen;
    separator = new RegExp(config.separator, "g");
    setUpStemmer(stemmer);
    self.lunr.stemmer = setUpTokens();
    self.lunr.Pipeline.registerFunction(self.lunr.stemmer, "lockstep");
    self.lunr.QueryLexer.termSeparator = /\s/;
    setUpResults();
    await ask({ type: SETUP, data: { config, docs, options: { suggest: false } } });
  };

  const wordsOf = (query) => query.split(/\s+/).flatMap((part) => part.split(separator)).filter(Boolean);

  // Each word as it is, weighing most; as the beginning of others, which Material makes of it; by its stem, and by what
  // begins with that: in Turkish the stem of one form is often another form.
  const expand = (query) => {
    if (/"|(^|\s)[+-]\S/.test(query)) {
      return fold(query);
    }
    const forms = (word) => {
      const [folded, root] = [fold(word), stem(word.toLowerCase())];
      return root ? [`${folded}^${EXACT}`, folded, `${root}^1`, ...beginning(root)] : [`${folded}^${EXACT}`, folded];
    };
    return wordsOf(query).flatMap(forms).join(" ");
  };
  const beginning = (root) => (root.length > 4 ? [root.slice(STEM.length)] : []);

  // What is marked on the page that a result leads to: the page's own words, not those that were looked up.
  const plainText = (html) => html.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
  const spelled = (item, query) => {
    const html = [item.title, item.text, ...(item.tags ?? [])].join("\n");
    const forms = new Set([...html.matchAll(/<mark>(.*?)<\/mark>/g)].map((match) => plainText(match[1])));
    const found = [...forms].sort((one, other) => other.length - one.length);
    const missing = wordsOf(query).filter((word) => {
      const [folded, root] = [fold(word), stem(word.toLowerCase())];
      const isForm = (form) => stem(form.toLowerCase()) === root || beginning(root).some((start) => form.startsWith(start));
      return !found.some((form) => fold(form).includes(folded) || (root && isForm(fold(form))));
    });
    return Object.fromEntries([...found.map((form) => [form, true]), ...missing.map((word) => [word, false])]);
  };

  const search = async (query) => {
    if (!query.trim()) {
      return { items: [] };
    }
    await (loading ??= load());
    const { data } = await ask({ type: QUERY, data: expand(query) });
    for (const item of data.items.flat()) {
      if (Object.keys(item.terms).length) {
        item.terms = spelled(item, query);
      }
    }
    return { items: data.items };
  };

  // One after the other: an answer does not say to which question.
  let last = Promise.resolve();
  listen("message", ({ data: { type, data } }) => {
    if (type === SETUP) {
      post({ type: READY });
    } else if (type === QUERY) {
      last = last
        .then(() => search(data))
        .catch((error) => {
          loading = undefined;
          console.warn(error);
          return { items: [] };
        })
        .then((found) => post({ type: RESULT, data: found }));
    }
  });
})();
