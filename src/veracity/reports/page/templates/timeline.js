(function () {
  // ---- timelines: the window of time that each one shows
  const steps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800, 604800];
  const pad = n => String(n).padStart(2, "0");
  function clock(t, step) {
    const digits = step >= 1 ? 0 : Math.min(3, Math.ceil(-Math.log10(step) - 1e-9)), s = t % 60;
    const whole = Math.floor(t / 60 + 1e-9), m = whole % 60, h = Math.floor(whole / 60);
    return h + ":" + pad(m) + ":" + (digits ? (s < 10 ? "0" : "") + s.toFixed(digits) : pad(Math.round(s) % 60));
  }
  document.querySelectorAll(".timeline").forEach(one => {
    const all = Number(one.dataset.seconds), tracks = one.querySelector(".tracks"), ticks = one.querySelector(".ticks");
    const svgs = Array.from(one.querySelectorAll("svg.track")), least = Math.min(all, Math.max(all / 1e6, 0.02));
    const events = svgs.flatMap(svg => Array.from(svg.querySelectorAll("rect")).map(r => [Number(r.getAttribute("x")), Number(r.getAttribute("width"))])).sort((a, b) => a[0] - b[0]);
    let start = 0, wide = all;
    function show() {
      wide = Math.min(all, Math.max(least, wide));
      start = Math.min(all - wide, Math.max(0, start));
      svgs.forEach(svg => {
        svg.setAttribute("viewBox", start + " 0 " + wide + " 10");
        // an event that is narrower than a line is still seen
        const thin = svg.clientWidth ? wide / svg.clientWidth * 1.5 : 0;
        svg.querySelectorAll("rect").forEach(r => {
          const own = r.dataset.wide === undefined ? (r.dataset.wide = r.getAttribute("width")) : r.dataset.wide;
          r.setAttribute("width", Math.max(Number(own), thin));
        });
      });
      const room = Math.max(2, Math.floor(ticks.clientWidth / 90)), step = steps.find(s => wide / s <= room) || all;
      ticks.replaceChildren();
      for (let t = Math.ceil(start / step - 1e-9) * step; t <= start + wide * (1 + 1e-9); t += step) {
        const mark = document.createElement("span"), at = 100 * (t - start) / wide;
        mark.style.left = at + "%";
        mark.className = at < 6 ? "first" : at > 94 ? "last" : "";
        mark.textContent = clock(t, step);
        ticks.append(mark);
      }
    }
    function zoom(factor, at) {
      const share = at === undefined ? 0.5 : at, time = start + share * wide;
      wide = Math.min(all, Math.max(least, wide * factor));
      start = time - share * wide;
      show();
    }
    function next() {
      const found = events.find(e => e[0] > start + 0.55 * wide || (wide === all)) || events[0];
      if (!found) return;
      wide = Math.min(all, Math.max(4 * found[1], all / 200, 1e-3));
      start = found[0] + found[1] / 2 - wide / 2;
      show();
    }
    const ways = { "in": () => zoom(0.5), out: () => zoom(2), earlier: () => { start -= wide / 2; show(); }, later: () => { start += wide / 2; show(); }, whole: () => { start = 0; wide = all; show(); }, next };
    one.querySelectorAll("[data-zoom]").forEach(b => b.addEventListener("click", () => ways[b.dataset.zoom]()));
    const place = e => { const box = svgs[0].getBoundingClientRect(); return Math.min(1, Math.max(0, (e.clientX - box.left) / box.width)); };
    tracks.addEventListener("wheel", e => {
      if (!e.ctrlKey && !e.metaKey && wide === all && e.deltaY > 0) return; // the page scrolls on
      if (Math.abs(e.deltaX) > Math.abs(e.deltaY)) { start += e.deltaX / 500 * wide; show(); e.preventDefault(); return; }
      if (!e.ctrlKey && !e.metaKey) return;
      zoom(Math.pow(1.002, e.deltaY), place(e));
      e.preventDefault();
    }, { passive: false });
    let from = null;
    tracks.addEventListener("pointerdown", e => { if (wide < all) { from = [e.clientX, start]; tracks.setPointerCapture(e.pointerId); } });
    tracks.addEventListener("pointermove", e => {
      if (from === null) return;
      start = from[1] - (e.clientX - from[0]) / Math.max(svgs[0].clientWidth, 1) * wide;
      show();
    });
    ["pointerup", "pointercancel"].forEach(name => tracks.addEventListener(name, () => { from = null; }));
    tracks.addEventListener("dblclick", e => zoom(0.25, place(e)));
    tracks.addEventListener("keydown", e => {
      const keys = { ArrowLeft: "earlier", ArrowRight: "later", "+": "in", "=": "in", "-": "out", Home: "whole", n: "next" };
      if (!keys[e.key]) return;
      ways[keys[e.key]]();
      e.preventDefault();
    });
    window.addEventListener("resize", show);
    const fold = one.closest("details");
    if (fold) fold.addEventListener("toggle", show);
    show();
  });
})();
