(function () {
  const root = document.documentElement, $ = id => document.getElementById(id);
  const all = (query, from) => Array.from((from || document).querySelectorAll(query));
  const D = JSON.parse($("data").textContent);
  root.classList.add("script");

  // ---- language
  function speak(lang) {
    root.lang = lang === "zh" ? "zh" : "en";
    all("[data-speak]").forEach(b => b.setAttribute("aria-pressed", String(b.dataset.speak === root.lang)));
    all("[data-label-en]").forEach(e => e.setAttribute("aria-label", e.getAttribute("data-label-" + root.lang)));
    document.title = root.dataset["title" + (root.lang === "zh" ? "Zh" : "En")];
  }

  // ---- the state: a place among the thresholds, and a share of positives (null: that of the rows)
  const live = Array.isArray(D.t) && $("prevalence"), moves = live && $("threshold"); // calls without scores: one place
  const T = live ? D.t.map(t => (t === "inf" ? Infinity : t === "-inf" ? -Infinity : t)) : [];
  let place = D.start, share = D.share === undefined ? null : D.share;

  // the sliders of the first screen, and the same again beside the pictures that they move
  const sliders = live ? {
    threshold: moves ? [$("threshold"), ...all('[data-slider="threshold"]')] : [],
    prevalence: [$("prevalence"), ...all('[data-slider="prevalence"]')]
  } : {};
  const shares = figures.shares();
  const nearest = p => shares.reduce((best, one, i) => (Math.abs(one - p) < Math.abs(shares[best] - p) ? i : best), 0);

  // ---- the card on another prevalence follows the sliders; moved, it has no interval
  const card = document.querySelector('[data-card="prevalence"]');
  const asBuilt = card && card.innerHTML;
  function carded(counts, share) {
    if (!card || !D.card) return;
    const began = place === D.start && share === D.share;
    card.classList.toggle("moved", !began);
    if (began) { card.innerHTML = asBuilt; return; }
    const at = share === null ? D.card.share : share;
    const right = figures.of(figures.atPrevalence(counts, at)).precision;
    const of = right >= 0.01 || right === 0 ? 100 : 1000;
    const facts = { share: figures.percent(at), n: figures.fixed(of * right, 0), of, value: figures.text(right, D.error) };
    const fill = words => words.replace(/\{(\w+)\}/g, (_, name) => String(facts[name]));
    const write = (query, words) => {
      const to = card.querySelector(query);
      to.replaceChildren(...["en", "zh"].map(lang => {
        const one = document.createElement("span");
        one.lang = lang;
        one.textContent = fill(words[lang]);
        return one;
      }));
    };
    write("h2", D.card.question);
    write(".answer", Number.isNaN(right) ? D.card.unknown : D.card.answer);
    write(".behind", D.card.moved);
    const bar = card.querySelector(".bar");
    if (bar) bar.remove();
  }

  // Curves are drawn at the prevalence of the evaluation, and their marks stay on them.
  function marks(counts, prevalence) {
    const own = figures.of(D.share === null ? counts : figures.atPrevalence(counts, D.share));
    const values = Object.assign(own, { threshold: T[place], prevalence });
    D.marks.forEach(m => {
      const svg = document.querySelector('[data-picture="' + m.kind + '"] svg');
      if (!svg) return;
      let mark = svg.querySelector(".live");
      const flat = m.at[1] === null;
      if (!mark) {
        mark = document.createElementNS("http://www.w3.org/2000/svg", flat ? "line" : "circle");
        mark.setAttribute("class", "live");
        svg.appendChild(mark);
      }
      const [left, top, wide, tall] = m.box, x = figures.place(values[m.at[0]], m.x);
      const y = flat ? 0 : figures.place(values[m.at[1]], m.y);
      const seen = !Number.isNaN(x) && !Number.isNaN(y);
      mark.setAttribute("visibility", seen ? "visible" : "hidden");
      if (!seen) return;
      const set = flat
        ? { x1: left + x * wide, x2: left + x * wide, y1: top, y2: top + tall }
        : { cx: left + x * wide, cy: top + (1 - y) * tall, r: 5 };
      Object.keys(set).forEach(k => mark.setAttribute(k, set[k].toFixed(2)));
    });
  }

  function show() {
    if (!live) return;
    const counts = { tp: D.tp[place], fp: D.fp[place], fn: D.P - D.tp[place], tn: D.N - D.fp[place] };
    const rows = D.P / (D.P + D.N), moved = share === null ? counts : figures.atPrevalence(counts, share);
    const f = figures.of(moved), n = moved.tp + moved.fp + moved.fn + moved.tn;
    f.prevalence = share === null ? rows : share;
    all("[data-count]").forEach(e => { e.textContent = figures.count(counts[e.dataset.count]); });
    all("[data-figure]").forEach(e => { e.textContent = figures.text(f[e.dataset.figure], D.error); });
    const whole = figures.wholeCases({ called: (moved.tp + moved.fp) / n, right: moved.tp / n, missed: moved.fn / n });
    all("[data-thousand]").forEach(e => { e.textContent = whole[e.dataset.thousand]; });
    const at = figures.short(T[place], 5), of = figures.percent(f.prevalence);
    const sums = { tn: D.N, fp: D.N, fn: D.P, tp: D.P };
    all("[data-shade]").forEach(e => e.style.setProperty("--s", String(figures.ratio(counts[e.dataset.shade], sums[e.dataset.shade]) || 0)));
    sliders.threshold.forEach(e => { e.value = place; e.setAttribute("aria-valuetext", at); });
    if (moves) $("threshold-value").textContent = at;
    all("[data-now]").forEach(e => { e.textContent = e.dataset.now === "threshold" ? at : of; });
    sliders.prevalence.forEach(e => { e.value = nearest(f.prevalence); e.setAttribute("aria-valuetext", of); });
    $("prevalence-value").textContent = of;
    $("prevalence-rows").hidden = share !== null;
    carded(counts, share);
    marks(counts, f.prevalence);
  }

  // ---- the address keeps the state
  let printing = null;
  function keep() {
    const parts = [];
    if (live && place !== D.start) parts.push("t=" + D.t[place]);
    if (live && share !== D.share) parts.push("p=" + (share === null ? "rows" : share));
    if (root.lang !== root.dataset.first) parts.push("lang=" + root.lang);
    const open = all("details.section[open]").map(e => e.id);
    if (open.length && !printing) parts.push("open=" + open.join(","));
    try {
      history.replaceState(null, "", parts.length ? "#" + parts.join("&") : location.pathname + location.search);
    } catch (refused) { /* a frame without an address of its own */ }
  }

  function read() {
    const given = new URLSearchParams(location.hash.slice(1));
    if (location.hash && !location.hash.includes("=")) return unfold(location.hash.slice(1));
    speak(given.get("lang") || root.dataset.first);
    if (given.get("open")) given.get("open").split(",").forEach(id => { if ($(id) && $(id).tagName === "DETAILS") $(id).open = true; });
    if (!live) return;
    const t = given.get("t") === "inf" ? Infinity : given.get("t") === "-inf" ? -Infinity : parseFloat(given.get("t"));
    // calls at t are those at the next threshold upwards
    place = Number.isNaN(t) ? D.start : Math.max(T.findIndex(one => one >= t), 0);
    const p = parseFloat(given.get("p"));
    share = given.get("p") === "rows" ? null : p > 0 && p < 1 ? p : D.share;
    show();
  }

  // ---- what a metric means, beside its name
  const tip = $("tip");
  function explain(link) {
    const entry = $(link.hash.slice(1));
    if (!entry) return;
    tip.replaceChildren(...all(".short", entry).map(e => e.cloneNode(true)));
    tip.hidden = false;
    const box = link.getBoundingClientRect(), wide = Math.min(352, innerWidth - 16);
    tip.style.width = wide + "px";
    tip.style.left = Math.max(8, Math.min(box.left, innerWidth - wide - 8)) + scrollX + "px";
    const below = box.bottom + 6, over = box.top - tip.offsetHeight - 6;
    tip.style.top = (below + tip.offsetHeight > innerHeight && over > 0 ? over : below) + scrollY + "px";
    link.setAttribute("aria-describedby", "tip");
  }
  function silent(link) {
    tip.hidden = true;
    link.removeAttribute("aria-describedby");
  }
  all("a.metric").forEach(link => {
    ["mouseenter", "focus"].forEach(e => link.addEventListener(e, () => explain(link)));
    ["mouseleave", "blur"].forEach(e => link.addEventListener(e, () => silent(link)));
    link.addEventListener("click", () => { $("glossary").open = true; });
  });

  // ---- controls
  all("[data-speak]").forEach(b => b.addEventListener("click", () => { speak(b.dataset.speak); keep(); }));
  if (live) {
    sliders.prevalence.forEach(e => { e.max = shares.length - 1; });
    sliders.threshold.forEach(e => e.addEventListener("input", () => { place = Number(e.value); show(); keep(); }));
    sliders.prevalence.forEach(e => e.addEventListener("input", () => { share = shares[Number(e.value)]; show(); keep(); }));
    $("again").addEventListener("click", () => { place = D.start; share = D.share; show(); keep(); });
  }
  // ---- what can be taken along: words, tables, pictures
  const told = () => { $("copied").hidden = false; setTimeout(() => { $("copied").hidden = true; }, 2000); };
  function copyText(text, element) {
    const chosen = () => { if (element) getSelection().selectAllChildren(element); };
    if (navigator.clipboard) navigator.clipboard.writeText(text).then(told, chosen);
    else chosen();
  }
  all("[data-copy]").forEach(b => b.addEventListener("click", () => {
    if (b.dataset.copy === "methods") {
      const text = document.querySelector("#methods-text [lang=" + root.lang + "]") || $("methods-text");
      copyText(text.textContent.trim(), text);
    } else copyText(D.copy[b.dataset.copy][root.lang], null);
  }));
  // A picture by itself: the colours that the page gives it become its own.
  function drawn(figure) {
    const from = figure.querySelector("svg"), to = from.cloneNode(true);
    const colours = getComputedStyle(from);
    const names = Array.from(new Set(from.outerHTML.concat(document.querySelector("style").textContent).match(/--vc-[a-z0-9-]+/g)));
    names.forEach(name => to.style.setProperty(name, colours.getPropertyValue(name)));
    to.style.background = colours.getPropertyValue("--vc-background");
    to.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    all("[lang]", to).forEach(e => { if (e.getAttribute("lang") !== root.lang) e.remove(); });
    const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
    style.textContent = all("style").map(e => e.textContent).join("\n").replace(/[^{}]*\bhtml\b[^{}]*\{[^}]*\}/g, "");
    to.prepend(style);
    return new XMLSerializer().serializeToString(to);
  }
  function given(address, name) {
    const link = document.createElement("a");
    link.href = address;
    link.download = name;
    link.click();
  }
  all("[data-save]").forEach(b => b.addEventListener("click", () => {
    const figure = b.closest("figure"), name = figure.dataset.picture, text = drawn(figure);
    const address = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(text);
    if (b.dataset.save === "svg") return given(address, name + ".svg");
    const box = figure.querySelector("svg").getBoundingClientRect(), image = new Image();
    image.width = box.width;
    image.height = box.height;
    image.onload = () => {
      const canvas = document.createElement("canvas");
      canvas.width = 3 * box.width;
      canvas.height = 3 * box.height;
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      given(canvas.toDataURL("image/png"), name + ".png");
    };
    image.src = address;
  }));

  // ---- sections open where a link leads, and stay open in the address
  const sections = all("details.section");
  function unfold(id) {
    const to = id && document.getElementById(id);
    if (!to) return;
    for (let e = to; e; e = e.parentElement) if (e.tagName === "DETAILS") e.open = true;
    to.scrollIntoView();
  }
  all('nav a, a[href="#glossary"]').forEach(link => link.addEventListener("click", e => {
    e.preventDefault();
    unfold(link.hash.slice(1));
    const head = document.querySelector(link.hash + " summary");
    if (head) head.focus({ preventScroll: true });
  }));
  sections.forEach(e => e.addEventListener("toggle", keep));
  document.addEventListener("keydown", e => { if (e.key === "Escape") tip.hidden = true; });
  window.addEventListener("hashchange", read);
  // paper shows every section; afterwards they are as they were
  window.addEventListener("beforeprint", () => {
    printing = all("details:not([open])");
    printing.forEach(d => { d.open = true; });
  });
  window.addEventListener("afterprint", () => {
    if (printing) printing.forEach(d => { d.open = false; });
    printing = null;
  });
  speak(root.dataset.first);
  show();
  read();
})();
