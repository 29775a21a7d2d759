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
  const live = Array.isArray(D.t) && $("threshold");
  const T = live ? D.t.map(t => (t === "inf" ? Infinity : t === "-inf" ? -Infinity : t)) : [];
  let place = D.start, share = D.share === undefined ? null : D.share;

  const shares = figures.shares();
  const nearest = p => shares.reduce((best, one, i) => (Math.abs(one - p) < Math.abs(shares[best] - p) ? i : best), 0);

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
    all("[data-figure]").forEach(e => { e.textContent = figures.text(f[e.dataset.figure]); });
    const thousand = { called: moved.tp + moved.fp, right: moved.tp, missed: moved.fn };
    all("[data-thousand]").forEach(e => { e.textContent = figures.fixed(1000 * thousand[e.dataset.thousand] / n, 1); });
    const at = figures.short(T[place], 5), of = figures.percent(f.prevalence);
    $("threshold").value = place;
    $("threshold").setAttribute("aria-valuetext", at);
    $("threshold-value").textContent = at;
    all("[data-now]").forEach(e => { e.textContent = e.dataset.now === "threshold" ? at : of; });
    $("prevalence").value = nearest(f.prevalence);
    $("prevalence").setAttribute("aria-valuetext", of);
    $("prevalence-value").textContent = of;
    $("prevalence-rows").hidden = share !== null;
    marks(counts, f.prevalence);
  }

  // ---- the address keeps the state
  function keep() {
    const parts = [];
    if (live && place !== D.start) parts.push("t=" + D.t[place]);
    if (live && share !== D.share) parts.push("p=" + (share === null ? "rows" : share));
    if (root.lang !== root.dataset.first) parts.push("lang=" + root.lang);
    try {
      history.replaceState(null, "", parts.length ? "#" + parts.join("&") : location.pathname + location.search);
    } catch (refused) { /* a frame without an address of its own */ }
  }

  function read() {
    const given = new URLSearchParams(location.hash.slice(1));
    if (location.hash && !location.hash.includes("=")) return; // a place on the page
    speak(given.get("lang") || root.dataset.first);
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
    $("prevalence").max = shares.length - 1;
    $("threshold").addEventListener("input", e => { place = Number(e.target.value); show(); keep(); });
    $("prevalence").addEventListener("input", e => {
      share = shares[Number(e.target.value)];
      show();
      keep();
    });
    $("again").addEventListener("click", () => { place = D.start; share = D.share; show(); keep(); });
  }
  $("copy").addEventListener("click", () => {
    const text = document.querySelector("#methods-text [lang=" + root.lang + "]") || $("methods-text");
    const done = () => { $("copied").hidden = false; setTimeout(() => { $("copied").hidden = true; }, 2000); };
    const chosen = () => { getSelection().selectAllChildren(text); };
    if (navigator.clipboard) navigator.clipboard.writeText(text.textContent.trim()).then(done, chosen);
    else chosen();
  });
  document.addEventListener("keydown", e => { if (e.key === "Escape") tip.hidden = true; });
  window.addEventListener("hashchange", read);
  window.addEventListener("beforeprint", () => all("details.printed").forEach(d => { d.open = true; }));
  speak(root.dataset.first);
  show();
  read();
})();
