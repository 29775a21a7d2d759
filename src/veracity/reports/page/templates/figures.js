"use strict";
// Pure functions: counts in, figures out. tests/browser/test_figures_script.py runs them beside the library.
const figures = {
  // 0/0 has no value; x/0 is infinite.
  ratio(a, b) {
    return b === 0 ? (a === 0 ? NaN : a * Infinity) : a / b;
  },

  // The same rates within each class, in a population with another share of positives.
  atPrevalence(c, share) {
    const P = c.tp + c.fn, N = c.fp + c.tn, n = P + N;
    const up = figures.ratio(share * n, P), down = figures.ratio((1 - share) * n, N);
    return { tp: c.tp * up, fn: c.fn * up, fp: c.fp * down, tn: c.tn * down };
  },

  of(c) {
    const ratio = figures.ratio, P = c.tp + c.fn, N = c.fp + c.tn, n = P + N;
    const yes = c.tp + c.fp, no = c.fn + c.tn;
    const recall = ratio(c.tp, P), specificity = ratio(c.tn, N);
    return {
      recall, specificity,
      fpr: ratio(c.fp, N),
      fnr: ratio(c.fn, P),
      recall_gain: figures.gain(recall, ratio(P, n)),
      precision_gain: figures.gain(ratio(c.tp, yes), ratio(P, n)),
      called: ratio(yes, n),
      predicted_positive_rate: ratio(yes, n),
      precision: ratio(c.tp, yes),
      npv: ratio(c.tn, no),
      accuracy: ratio(c.tp + c.tn, n),
      f1: ratio(2 * c.tp, 2 * c.tp + c.fp + c.fn),
      balanced_accuracy: P === 0 ? specificity : N === 0 ? recall : (recall + specificity) / 2,
      mcc: figures.mcc(c, P, N, yes, no)
    };
  },

  // Flach & Kull (2015): how far above the prevalence, on the scale where F1 is straight.
  gain(v, share) {
    return figures.ratio(v - share, (1 - share) * v);
  },

  // 0 by its limit where exactly one of truth and prediction is constant; no value where both are.
  mcc(c, P, N, yes, no) {
    const flat = [P === 0 || N === 0, yes === 0 || no === 0];
    if (flat[0] && flat[1]) return NaN;
    if (flat[0] || flat[1]) return 0;
    return (c.tp * c.tn - c.fp * c.fn) / (Math.sqrt(P * N) * Math.sqrt(yes * no));
  },

  // Python rounds exact halves to even: v is one where v * 2^(d+1) is odd.
  fixed(v, d) {
    const half = v * 2 ** (d + 1);
    if (Number.isInteger(half) && half % 2 !== 0) {
      const scaled = v * 10 ** d, low = Math.floor(scaled);
      return ((low % 2 === 0 ? low : low + 1) / 10 ** d).toFixed(d);
    }
    return v.toFixed(d);
  },

  // A number as the library writes it; more decimals where half the width of its interval is small.
  text(v, error = Infinity) {
    if (Number.isNaN(v)) return "—";
    if (!Number.isFinite(v)) return v > 0 ? "∞" : "−∞";
    const size = Math.abs(v);
    const least = error > 0 && error < 1 ? Math.min(Math.ceil(-Math.log10(error)), 15) : 0;
    if (size >= 0.9995 && size < 1 - 1e-12) return figures.besideOne(v, Math.max(3, least), error === Infinity);
    if (size === 0 || (size >= 0.001 && size < 10)) return figures.fixed(v, Math.max(3, least));
    if (size < 0.001) return figures.short(v, Math.max(2, least + Math.floor(Math.log10(size)) + 1));
    return figures.fixed(v, Math.max(size < 1000 ? 2 : 0, least));
  },

  // Not quite 1: two digits of the difference; with an interval, the fewest decimals that show it.
  besideOne(v, decimals, alone) {
    if (alone) return figures.fixed(v, 1 - Math.floor(Math.log10(1 - Math.abs(v))));
    while (Math.abs(Number(figures.fixed(v, decimals))) === 1) decimals++;
    return figures.fixed(v, decimals);
  },

  // Some significant digits, as Python's "g" writes them.
  short(v, digits) {
    if (!Number.isFinite(v)) return figures.text(v);
    if (v === 0) return "0";
    const [digitsOf, power] = v.toExponential(digits - 1).split("e"), up = Number(power);
    const plain = digitsOf.includes(".") ? digitsOf.replace(/\.?0+$/, "") : digitsOf;
    if (up < -4 || up >= digits) return plain + "e" + (up < 0 ? "-" : "+") + String(Math.abs(up)).padStart(2, "0");
    const shown = figures.fixed(v, Math.max(digits - 1 - up, 0));
    return shown.includes(".") ? shown.replace(/\.?0+$/, "") : shown;
  },

  // A share as people say it.
  percent(v) {
    return Number.isNaN(v) ? "—" : figures.short(100 * v, 4) + "%";
  },

  // Shares as whole numbers of cases, of as few (a thousand, ten thousand, …) as tell them.
  wholeCases(shares) {
    let of = 1000;
    const names = Object.keys(shares), cases = name => of * shares[name];
    const off = name => Math.abs(Number(figures.fixed(cases(name), 0)) - cases(name)) > 0.05 * cases(name);
    while (of < 1e9 && names.some(off)) of *= 10;
    const grouped = v => figures.fixed(v, 0).replace(/\B(?=(\d{3})+$)/g, ",");
    return Object.fromEntries([["of", grouped(of)], ...names.map(name => [name, grouped(cases(name))])]);
  },

  // Prevalences with two digits, from one in ten thousand upwards, and as many to one downwards.
  shares() {
    const low = [-5, -4, -3].flatMap(power => Array.from({ length: 90 }, (_, i) => Number(10 + i + "e" + power)));
    const middle = Array.from({ length: 81 }, (_, i) => Number(10 + i + "e-2"));
    return [...low, ...middle, ...low.slice().reverse().map(v => Number((1 - v).toFixed(5)))];
  },

  count(v) {
    return Number.isInteger(v) ? String(v) : v < 1000 ? figures.short(v, 4) : figures.fixed(v, 1);
  },

  // The normal deviate with this share below it. The share below a deviate is a series that holds
  // everywhere (Marsaglia 2004, J Stat Softw 11(4)); halving finds the deviate.
  probit(p) {
    if (!(p > 0 && p < 1)) return p === 0 ? -Infinity : p === 1 ? Infinity : NaN;
    if (p > 0.5) return -figures.probit(1 - p);
    const below = x => {
      let term = x, sum = x;
      for (let k = 3; Math.abs(term) > 1e-18; k += 2) { term *= x * x / k; sum += term; }
      return 0.5 + sum * Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
    };
    let low = -8, high = 0;
    for (let i = 0; i < 60; i++) {
      const middle = (low + high) / 2;
      if (below(middle) < p) low = middle; else high = middle;
    }
    return (low + high) / 2;
  },

  // Where a value lies on an axis, as a share of its length; outside it, nowhere.
  place(v, [from, to, scale]) {
    const logit = x => Math.log(x / (1 - x));
    const turned = { linear: x => x, log: Math.log, logit, probit: figures.probit }[scale];
    if (!turned) return NaN;
    const share = (turned(v) - turned(from)) / (turned(to) - turned(from));
    return share >= 0 && share <= 1 ? share : NaN;
  }
};
