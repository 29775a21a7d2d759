"use strict";
// Pure functions: counts in, figures out. tests/reports/test_page_script.py runs them beside the library.
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

  // A number as the library writes it.
  text(v) {
    if (Number.isNaN(v)) return "—";
    if (!Number.isFinite(v)) return v > 0 ? "∞" : "−∞";
    const size = Math.abs(v);
    if (size === 0) return "0.000";
    if (size >= 0.9995 && size < 1 - 1e-12) return figures.fixed(v, 1 - Math.floor(Math.log10(1 - size)));
    if (size >= 0.001 && size < 10) return figures.fixed(v, 3);
    if (size < 0.001) return figures.short(v, 2);
    return figures.fixed(v, size < 1000 ? 2 : 0);
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

  count(v) {
    return Number.isInteger(v) ? String(v) : v < 1000 ? figures.short(v, 4) : figures.fixed(v, 1);
  },

  // Where a value lies on an axis, as a share of its length; outside it, nowhere.
  place(v, [from, to, scale]) {
    const turned = { linear: x => x, log: Math.log, logit: x => Math.log(x / (1 - x)) }[scale];
    if (!turned) return NaN;
    const share = (turned(v) - turned(from)) / (turned(to) - turned(from));
    return share >= 0 && share <= 1 ? share : NaN;
  }
};
