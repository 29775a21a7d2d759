"use strict";
// Figures that move: each has sliders, a drawing and a sentence, all functions of the sliders.
// What is computed of counts comes from figures.js, the script of the reports.
(() => {
  const zh = document.documentElement.lang.startsWith("zh");
  const say = (en, cn) => zh ? cn : en;
  const f = figures, t = f.text, line = (xs, of) => xs.map((x) => [x, of(x)]);
  const span = (from, to, n = 100) => Array.from({ length: n + 1 }, (_, i) => from + (to - from) * i / n);
  const density = (x, m) => Math.exp(-((x - m) ** 2) / 2) / Math.sqrt(2 * Math.PI);
  const below = (x) => {  // Marsaglia 2004, J Stat Softw 11(4)
    if (x < -7) return 0;
    if (x > 7) return 1;
    let term = x, sum = x;
    for (let k = 3; Math.abs(term) > 1e-17; k += 2) { term *= x * x / k; sum += term; }
    return 0.5 + sum * density(x, 0);
  };
  const rates = (tpr, fpr, share, n = 1000) => ({ tp: n * share * tpr, fn: n * share * (1 - tpr), fp: n * (1 - share) * fpr, tn: n * (1 - share) * (1 - fpr) });
  const wilson = (x, n) => {
    const z = 1.959963984540054, p = x / n, mid = p + z * z / (2 * n), half = z * Math.sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    return [(mid - half) / (1 + z * z / n), (mid + half) / (1 + z * z / n)];
  };
  const random = (seed) => () => {  // mulberry32
    seed = (seed + 0x6D2B79F5) | 0;
    let v = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    v = (v + Math.imul(v ^ (v >>> 7), 61 | v)) ^ v;
    return ((v ^ (v >>> 14)) >>> 0) / 4294967296;
  };
  const CASES = Array.from({ length: 60 }, (_, i) => ({ p: (i + 0.5) / 60, y: (i * 37) % 60 < ((i + 0.5) / 60) ** 2 * 60 ? 1 : 0 }));
  const RANKED = [1, 1, 0, 1, 1, 0, 0, 1, 0, 0];
  const hm = (p, r) => f.ratio(2 * p * r, p + r);
  const S = { tp: 10, fp: 9, fn: 40, tn: 9941 }, B = { tp: 45, fp: 900, fn: 5, tn: 9050 };

  const axes = (x, y, xz, yz) => zh ? [xz, yz] : [x, y];
  const SCORE = axes("score", "density", "分数", "密度"), ROC = axes("false positive rate", "recall (ROC curve)", "假阳性率", "召回率（ROC 曲线）");
  const PR = axes("recall", "precision (PR curve)", "召回率", "查准率（PR 曲线）"), AT = (y, yz) => axes("prevalence", y, "患病率", yz);
  const EVENTS = [[10, 20], [30, 34], [45, 55]];

  const LIVING = {
    distributions: {
      sliders: { d: ["d′", "d′", 0, 4, 0.1, 2], c: ["threshold", "阈值", -2, 6, 0.1, 1], pi: ["prevalence", "患病率", 0.01, 0.99, 0.01, 0.5] },
      x: [-4, 8], y: [0, 0.45], axes: SCORE,
      draw: (v) => ({ lines: [line(span(-4, 8), (x) => density(x, 0)), line(span(-4, 8), (x) => density(x, v.d))], rules: [v.c] }),
      more: (v) => {
        const at = (c) => f.of(rates(1 - below(c - v.d), 1 - below(c), v.pi)), o = at(v.c), swept = span(-4, 8).map(at);
        return [
          { x: [0, 1], y: [0, 1], axes: ROC, drawn: { lines: [swept.map((one) => [one.fpr, one.recall]), [[0, 0], [1, 1]]], points: [[o.fpr, o.recall]] } },
          { x: [0, 1], y: [0, 1], axes: PR, drawn: { lines: [swept.map((one) => [one.recall, one.precision]), [[0, v.pi], [1, v.pi]]], points: [[o.recall, o.precision]] } },
        ];
      },
      matrix: (v) => rates(1 - below(v.c - v.d), 1 - below(v.c), v.pi),
      says: (v) => {
        const m = rates(1 - below(v.c - v.d), 1 - below(v.c), v.pi), o = f.of(m), n = (x) => x.toFixed(0), area = t(below(v.d / Math.SQRT2));
        return say(`Of 1000 cases with prevalence ${t(v.pi)}: TP ${n(m.tp)}, FP ${n(m.fp)}, FN ${n(m.fn)}, TN ${n(m.tn)}. Recall ${t(o.recall)}, false positive rate ${t(o.fpr)}, precision ${t(o.precision)}: one point of either curve. The area under the ROC curve is ${area}.`,
          `1000 个样本，患病率 ${t(v.pi)}：TP ${n(m.tp)}，FP ${n(m.fp)}，FN ${n(m.fn)}，TN ${n(m.tn)}。召回率 ${t(o.recall)}，假阳性率 ${t(o.fpr)}，查准率 ${t(o.precision)}：各为两条曲线上的一个点。ROC 曲线下面积为 ${area}。`);
      },
    },
    ranking: {
      sliders: { k: ["cases called", "判为正的个数", 0, 10, 1, 5] }, x: [0, 1], y: [0, 1], axes: ROC,
      draw: (v) => {
        const at = (k) => { const tp = RANKED.slice(0, k).reduce((a, b) => a + b, 0); return [(k - tp) / 5, tp / 5]; };
        return { lines: [Array.from({ length: 11 }, (_, k) => at(k)), [[0, 0], [1, 1]]], points: [at(v.k)] };
      },
      says: (v) => {
        const tp = RANKED.slice(0, v.k).reduce((a, b) => a + b, 0), o = f.of({ tp, fp: v.k - tp, fn: 5 - tp, tn: 5 - v.k + tp });
        return say(`Ranking + + − + + − − + − −, the first ${v.k} called: recall ${t(o.recall)}, false positive rate ${t(o.fpr)}, precision ${t(o.precision)}.`,
          `排序为 + + − + + − − + − −，前 ${v.k} 个判为正：召回率 ${t(o.recall)}，假阳性率 ${t(o.fpr)}，查准率 ${t(o.precision)}。`);
      },
    },
    ppv: {
      sliders: { r: ["sensitivity", "灵敏度", 0, 1, 0.01, 0.9], s: ["specificity", "特异度", 0, 1, 0.01, 0.9], pi: ["prevalence", "患病率", 0.001, 0.999, 0.001, 0.01] }, x: [0, 1], y: [0, 1], axes: AT("PPV, NPV", "PPV、NPV"),
      draw: (v) => ({ lines: [line(span(0.001, 0.999), (x) => f.of(rates(v.r, 1 - v.s, x)).precision), line(span(0.001, 0.999), (x) => f.of(rates(v.r, 1 - v.s, x)).npv)], points: [[v.pi, f.of(rates(v.r, 1 - v.s, v.pi)).precision]] }),
      says: (v) => { const o = f.of(rates(v.r, 1 - v.s, v.pi)); return say(`Precision ${t(o.precision)}, NPV ${t(o.npv)}, accuracy ${t(o.accuracy)}.`, `查准率 ${t(o.precision)}，阴性预测值 ${t(o.npv)}，总体准确率 ${t(o.accuracy)}。`); },
    },
    silence: {
      sliders: { pi: ["prevalence", "患病率", 0, 0.5, 0.005, 0.005] }, x: [0, 0.5], y: [0, 1], axes: AT("accuracy", "总体准确率"),
      draw: (v) => ({ lines: [[[0, 1], [0.5, 0.5]]], points: [[v.pi, 1 - v.pi]] }),
      says: (v) => { const o = f.of(rates(0, 0, v.pi)); return say(`A detector that never speaks: accuracy ${t(o.accuracy)}, recall ${t(o.recall)}.`, `从不报警的检测器：总体准确率 ${t(o.accuracy)}，召回率 ${t(o.recall)}。`); },
    },
    agreement: {
      sliders: { pi: ["prevalence", "患病率", 0.01, 0.99, 0.01, 0.1], r: ["recall = specificity", "召回率 = 特异度", 0.5, 1, 0.01, 0.9] }, x: [0, 1], y: [0, 1], axes: AT("MCC, kappa", "MCC、Kappa"),
      draw: (v) => ({ lines: [line(span(0.01, 0.99), (x) => f.of(rates(v.r, 1 - v.r, x)).mcc), line(span(0.01, 0.99), (x) => kappa(rates(v.r, 1 - v.r, x)))], rules: [v.pi] }),
      says: (v) => { const c = rates(v.r, 1 - v.r, v.pi); return say(`MCC ${t(f.of(c).mcc)}, kappa ${t(kappa(c))}, balanced accuracy ${t(f.of(c).balanced_accuracy)}.`, `MCC ${t(f.of(c).mcc)}，Kappa ${t(kappa(c))}，平衡准确率 ${t(f.of(c).balanced_accuracy)}。`); },
    },
    harmonic: {
      sliders: { p: ["precision", "查准率", 0.01, 1, 0.01, 0.9], r: ["recall", "召回率", 0.01, 1, 0.01, 0.1], b: ["β", "β", 0.25, 4, 0.25, 1] }, x: [0, 1], y: [0, 1], axes: axes("recall", "mean", "召回率", "平均"),
      draw: (v) => ({ lines: [line(span(0.01, 1), (x) => fbeta(v.p, x, v.b)), line(span(0.01, 1), (x) => (v.p + x) / 2)], points: [[v.r, fbeta(v.p, v.r, v.b)]] }),
      says: (v) => say(`F with β = ${v.b}: ${t(fbeta(v.p, v.r, v.b))}; the arithmetic mean would be ${t((v.p + v.r) / 2)}.`, `β = ${v.b} 的 F 为 ${t(fbeta(v.p, v.r, v.b))}；算术平均为 ${t((v.p + v.r) / 2)}。`),
    },
    macro: {
      sliders: { p: ["precision of A, recall of B", "A 的查准率、B 的召回率", 0.01, 1, 0.01, 1], r: ["recall of A, precision of B", "A 的召回率、B 的查准率", 0.01, 1, 0.01, 0.1] }, x: [0, 1], y: [0, 1], axes: axes("recall of A, precision of B", "macro F1", "A 的召回率、B 的查准率", "宏平均 F1"),
      draw: (v) => ({ lines: [line(span(0.01, 1), (x) => hm(v.p, x)), line(span(0.01, 1), (x) => (v.p + x) / 2)], points: [[v.r, hm(v.p, v.r)], [v.r, (v.p + v.r) / 2, 1]] }),
      says: (v) => say(`Mean of the F1s ${t(hm(v.p, v.r))}; F1 of the means ${t((v.p + v.r) / 2)}.`, `F1 的平均 ${t(hm(v.p, v.r))}；平均值的 F1 ${t((v.p + v.r) / 2)}。`),
    },
    bins: {
      sliders: { n: ["bins", "区间数", 1, 30, 1, 10] }, x: [0, 1], y: [0, 1], axes: axes("said", "seen", "所说", "所见"),
      draw: (v) => ({ lines: [[[0, 0], [1, 1]]], points: binned(v.n).map((b) => [b.p, b.y]) }),
      says: (v) => say(`60 cases in ${v.n} bins of equal width: expected calibration error ${t(ece(v.n))}. The model is the same for every number of bins.`, `60 个样本分成 ${v.n} 个等宽区间：期望校准误差 ${t(ece(v.n))}。无论分几个区间，模型都是同一个。`),
    },
    coverage: {
      sliders: { n: ["positives in a study", "每项研究的正例数", 5, 200, 5, 20], p: ["true recall", "真实召回率", 0.5, 0.95, 0.05, 0.8], s: ["seed", "种子", 1, 50, 1, 1] }, x: [0, 1], y: [0, 21], axes: axes("recall", "study", "召回率", "研究"),
      draw: (v) => ({ rules: [v.p], bars: studies(v).map(([lo, hi], i) => [lo, hi, 20 - i, lo <= v.p && v.p <= hi]) }),
      says: (v) => { const hit = studies(v).filter(([lo, hi]) => lo <= v.p && v.p <= hi).length; return say(`${hit} of 20 intervals cover the true recall ${t(v.p)}.`, `20 个区间中有 ${hit} 个包含真实召回率 ${t(v.p)}。`); },
    },
    costs: {
      sliders: { r: ["a miss costs so many alarms", "一次漏报相当于几次误报", 1, 60, 0.5, 10] }, x: [0, 60], y: [0, 3500], axes: axes("cost of a miss, in alarms", "cost", "一次漏报相当于几次误报", "代价"),
      draw: (v) => ({ lines: [line([0, 60], (x) => S.fp + x * S.fn), line([0, 60], (x) => B.fp + x * B.fn)], rules: [v.r] }),
      says: (v) => { const s = S.fp + v.r * S.fn, b = B.fp + v.r * B.fn; return say(`Detector S costs ${t(s)}, detector B ${t(b)}: ${s < b ? "S" : "B"} is cheaper. They meet at ${t(891 / 35)}.`, `检测器 S 的代价为 ${t(s)}，B 为 ${t(b)}：${s < b ? "S" : "B"} 更划算。两线相交于 ${t(891 / 35)}。`); },
    },
    events: {
      sliders: { a: ["start of the first detection (s)", "第一个检测的起点（秒）", 0, 25, 1, 12], l: ["its length (s)", "其时长（秒）", 1, 20, 1, 3], i: ["least IoU", "最小 IoU", 0.1, 0.9, 0.1, 0.5] }, x: [0, 60], y: [0, 4], axes: axes("seconds", "", "秒", ""),
      lanes: (v) => [[3, say("events", "事件")], [2, say("detections, any overlap", "检测，任意重叠")], [1, say(`detections, IoU ≥ ${v.i}`, `检测，IoU ≥ ${v.i}`)]],
      draw: (v) => {
        const judged = (y, rule) => calls(v).map((call) => [...call, y, EVENTS.some((one) => rule(one, call))]);
        return { bars: [...EVENTS.map((one) => [...one, 3, true]), ...judged(2, any), ...judged(1, overlap(v.i))] };
      },
      says: (v) => {
        const half = overlap(v.i);
        const found = (rule) => EVENTS.filter((one) => calls(v).some((call) => rule(one, call))).length;
        const wrong = (rule) => calls(v).filter((call) => !EVENTS.some((one) => rule(one, call))).length;
        const seconds = EVENTS.reduce((sum, one) => sum + calls(v).reduce((s, call) => s + shared(one, call), 0), 0);
        return say(`Any overlap: ${found(any)} of 3 events found, false alarms ${wrong(any)}. IoU ≥ ${v.i}: ${found(half)} of 3, false alarms ${wrong(half)}. By seconds: ${seconds} of 24 found.`,
          `任意重叠：3 个事件找到 ${found(any)} 个，误报 ${wrong(any)} 次。IoU ≥ ${v.i}：找到 ${found(half)} 个，误报 ${wrong(half)} 次。按秒计：24 秒中找到 ${seconds} 秒。`);
      },
    },
    proper: {
      sliders: { q: ["true probability", "真实概率", 0.05, 0.95, 0.05, 0.7], p: ["stated probability", "所报概率", 0.01, 0.99, 0.01, 0.5] }, x: [0, 1], y: [0, 1], axes: axes("stated probability", "expected score", "所报概率", "期望分数"),
      draw: (v) => ({ lines: [line(span(0, 1), (x) => brier(v.q, x)), line(span(0, 1), (x) => absolute(v.q, x))], points: [[v.p, brier(v.q, v.p)], [v.p, absolute(v.q, v.p), 1]] }),
      says: (v) => {
        const end = v.q > 0.5 ? 1 : 0, even = v.q === 0.5;
        return say(`Expected Brier score ${t(brier(v.q, v.p))}, least at ${t(v.q)}; expected absolute error ${t(absolute(v.q, v.p))}, ${even ? "the same everywhere: it does not care what is said" : `least at ${end}: it rewards exaggeration`}.`,
          `期望布里尔分数 ${t(brier(v.q, v.p))}，在 ${t(v.q)} 处最小；期望绝对误差 ${t(absolute(v.q, v.p))}，${even ? "处处相同：说什么都一样" : `在 ${end} 处最小：它鼓励夸大`}。`);
      },
    },
    pairs: {
      sliders: { b: ["only A right", "只有 A 判对", 0, 12, 1, 10], c: ["only B right", "只有 B 判对", 0, 12, 1, 5], r: ["both right", "都判对", 0, 76, 1, 75], k: ["times as many cases", "样本量的倍数", 1, 10, 1, 1] }, x: [-0.3, 0.3], y: [0, 3], axes: axes("accuracy of A − accuracy of B", "", "A 的总体准确率 − B 的总体准确率", ""),
      lanes: () => [[2, say("the same cases", "同一批样本")], [1, say("as if each had its own", "假如各用各的样本")]],
      draw: (v) => ({ rules: [0], bars: difference(v).map(([lo, hi], i) => [lo, hi, 2 - i, lo > 0 || hi < 0]) }),
      says: (v) => {
        const [[lo, hi], [low, high]] = difference(v).map((one) => one.map(t)), n = 100 * v.k, b = v.b * v.k, c = v.c * v.k, d = t((b - c) / n), p = t(midP(b, c));
        return say(`Of ${n} cases only A is right in ${b}, only B in ${c}. Difference ${d}, 95% interval ${lo} to ${hi}; as if each had its own cases ${low} to ${high}. McNemar's mid-p: ${p}.`,
          `${n} 个样本中，只有 A 判对的 ${b} 个，只有 B 判对的 ${c} 个。差为 ${d}，95% 区间 ${lo} 到 ${hi}；假如各用各的样本，则为 ${low} 到 ${high}。McNemar 的 mid-p：${p}。`);
      },
    },
    bits: {
      sliders: { n: ["commands", "指令数", 2, 32, 1, 4], p: ["accuracy", "总体准确率", 0, 1, 0.01, 0.9], s: ["seconds a trial", "每次试验的秒数", 1, 10, 0.5, 4] }, x: [0, 1], y: [0, 5], axes: axes("accuracy", "bits a trial", "总体准确率", "每次试验的比特数"),
      draw: (v) => ({ lines: [line(span(0, 1), (x) => wolpaw(v.n, x)), [[0, Math.log2(v.n)], [1, Math.log2(v.n)]]], rules: [1 / v.n], points: [[v.p, wolpaw(v.n, v.p)]] }),
      says: (v) => {
        const bits = wolpaw(v.n, v.p), [a, m, most, chance] = [bits, bits * 60 / v.s, Math.log2(v.n), 1 / v.n].map(t), under = v.p < 1 / v.n;
        return say(`${a} bits a trial of ${most} at most, ${m} a minute. Chance is ${chance}${under ? "; below it the formula would rise again, and is taken as 0" : ""}.`,
          `每次试验 ${a} 比特，至多 ${most}；每分钟 ${m}。随机水平为 ${chance}${under ? "；低于它公式会重新上升，此处取 0" : ""}。`);
      },
    },
    cells: {
      sliders: { n: ["cells", "格子数", 1, 60, 1, 4], d: ["d′", "d′", 0, 4, 0.1, 1.5] }, x: [1, 60], y: [0, 1], axes: axes("cells of scores", "area under the ROC curve", "分数的格子数", "ROC 曲线下面积"),
      draw: (v) => ({ lines: [1, -1].map((sign) => line(span(1, 60, 59), (n) => held(n, v.d).area + sign * held(n, v.d).doubt)), points: [[v.n, held(v.n, v.d).area]] }),
      says: (v) => { const h = held(v.n, v.d), area = t(below(v.d / Math.SQRT2)); return say(`Counted in ${v.n} cells, the area is ${t(h.area)}, off by at most ${t(h.doubt)}. Of the scores themselves it is ${area}.`, `分成 ${v.n} 个格子计数，面积为 ${t(h.area)}，最多差 ${t(h.doubt)}。由分数本身算得 ${area}。`); },
    },
  };

  function kappa(c) {
    const n = c.tp + c.fp + c.fn + c.tn, e = ((c.tp + c.fn) * (c.tp + c.fp) + (c.fp + c.tn) * (c.fn + c.tn)) / n ** 2;
    return f.ratio((c.tp + c.tn) / n - e, 1 - e);
  }
  function fbeta(p, r, b) { return f.ratio((1 + b * b) * p * r, b * b * p + r); }
  function brier(q, p) { return q * (1 - p) ** 2 + (1 - q) * p ** 2; }
  function absolute(q, p) { return q * (1 - p) + (1 - q) * p; }
  function held(n, d) {  // two normal distributions counted in n cells of equal width, the outer ones open
    const edges = [-Infinity, ...span(-4, 8, n).slice(1, -1), Infinity], share = (m) => edges.slice(1).map((e, i) => below(e - m) - below(edges[i] - m));
    const up = share(d), down = share(0);
    let under = 0, ordered = 0, same = 0;
    up.forEach((one, i) => { ordered += one * under; same += one * down[i]; under += down[i]; });
    return { area: ordered + same / 2, doubt: same / 2 };
  }
  function any(event, call) { return shared(event, call) > 0; }
  function overlap(least) { return (x, y) => shared(x, y) / (x[1] - x[0] + y[1] - y[0] - shared(x, y)) >= least; }
  function difference(v) {  // 1.96 standard errors: of paired counts, and of two separate samples
    const n = 100 * v.k, b = v.b * v.k, c = v.c * v.k, d = (b - c) / n, A = (v.r + v.b) / 100, B = (v.r + v.c) / 100;
    return [Math.sqrt(b + c - (b - c) ** 2 / n) / n, Math.sqrt((A * (1 - A) + B * (1 - B)) / n)].map((se) => [d - 1.959963984540054 * se, d + 1.959963984540054 * se]);
  }
  function midP(b, c) {  // twice the binomial tail of the smaller count, what was seen by half
    const m = b + c, k = Math.min(b, c);
    let log = -m * Math.LN2, sum = 0;
    for (let i = 0; i <= k; i++) {
      sum += Math.exp(log) * (i < k ? 2 : 1);
      log += Math.log(m - i) - Math.log(i + 1);
    }
    return Math.min(1, sum);
  }
  function wolpaw(n, p) {
    if (p <= 1 / n) return 0;
    return Math.max(0, Math.log2(n) + p * Math.log2(p) + (p < 1 ? (1 - p) * Math.log2((1 - p) / (n - 1)) : 0));
  }
  function calls(v) { return [[v.a, v.a + v.l], [46, 54]]; }
  function shared(one, other) { return Math.max(0, Math.min(one[1], other[1]) - Math.max(one[0], other[0])); }
  function binned(n) {
    const bins = Array.from({ length: n }, () => ({ n: 0, p: 0, y: 0 }));
    for (const one of CASES) { const b = bins[Math.min(n - 1, Math.floor(one.p * n))]; b.n += 1; b.p += one.p; b.y += one.y; }
    return bins.filter((b) => b.n).map((b) => ({ n: b.n, p: b.p / b.n, y: b.y / b.n }));
  }
  function ece(n) { return binned(n).reduce((sum, b) => sum + b.n * Math.abs(b.y - b.p), 0) / CASES.length; }
  function studies(v) {
    const next = random(v.s * 1000);
    return Array.from({ length: 20 }, () => {
      let x = 0;
      for (let i = 0; i < v.n; i++) x += next() < v.p ? 1 : 0;
      return wilson(x, v.n);
    });
  }

  const W = 480, H = 260, E = 30;
  function svg(one) {
    const [x0, x1] = one.x, [y0, y1] = one.y;
    const X = (x) => (E + (W - 2 * E) * (x - x0) / (x1 - x0)).toFixed(1), Y = (y) => (H - E - (H - 2 * E) * (y - y0) / (y1 - y0)).toFixed(1);
    const { lines = [], points = [], rules = [], bars = [] } = one.drawn;
    const parts = [`<rect class="frame" x="${E}" y="${E}" width="${W - 2 * E}" height="${H - 2 * E}"/>`];
    lines.forEach((path, i) => parts.push(`<polyline class="line${i}" points="${path.filter((p) => Number.isFinite(p[1])).map((p) => X(p[0]) + "," + Y(p[1])).join(" ")}"/>`));
    rules.forEach((x) => parts.push(`<line class="rule" x1="${X(x)}" x2="${X(x)}" y1="${E}" y2="${H - E}"/>`));
    bars.forEach(([a, b, y, good]) => parts.push(`<line class="${good ? "hit" : "miss"}" x1="${X(a)}" x2="${X(b)}" y1="${Y(y)}" y2="${Y(y)}"/>`));
    points.filter((p) => Number.isFinite(p[1])).forEach((p) => parts.push(`<circle class="point${p[2] ?? 0}" cx="${X(p[0])}" cy="${Y(p[1])}" r="5"/>`));
    for (const [value, place] of [[x0, "start"], [x1, "end"]]) parts.push(`<text x="${X(value)}" y="${H - 10}" text-anchor="${place === "start" ? "start" : "end"}">${value}</text>`);
    for (const [y, words] of one.named ?? []) parts.push(`<text x="${E + 5}" y="${Number(Y(y)) - 10}">${words}</text>`);
    if (!one.named) for (const value of [y0, y1]) parts.push(`<text x="${E - 4}" y="${Y(value)}" text-anchor="end">${value}</text>`);
    parts.push(`<text x="${W / 2}" y="${H - 10}" text-anchor="middle">${one.axes[0]}</text><text x="${E}" y="${E - 10}">${one.axes[1]}</text>`);
    return `<svg viewBox="0 0 ${W} ${H}" aria-hidden="true">${parts.join("")}</svg>`;
  }

  function table(m) {
    const n = (x) => x.toFixed(0), [yes, no, truly, not] = zh ? ["判为正", "判为负", "实际为正", "实际为负"] : ["called positive", "called negative", "positive in truth", "negative in truth"];
    return `<table><tr><th></th><th>${yes}</th><th>${no}</th></tr><tr><th>${truly}</th><td>TP ${n(m.tp)}</td><td>FN ${n(m.fn)}</td></tr><tr><th>${not}</th><td>FP ${n(m.fp)}</td><td>TN ${n(m.tn)}</td></tr></table>`;
  }

  for (const place of document.querySelectorAll("[data-living]")) {
    const one = LIVING[place.dataset.living];
    const values = {}, controls = document.createElement("div"), drawn = document.createElement("div"), words = place.querySelector("p");
    place.querySelector(".living-drawn")?.remove();
    controls.className = "living-controls";
    drawn.className = one.more ? "living-drawn living-several" : "living-drawn";
    words.setAttribute("role", "status");
    const show = () => {
      const panels = [{ ...one, drawn: one.draw(values), named: one.lanes?.(values) }, ...(one.more ? one.more(values) : [])].map(svg).join("");
      drawn.innerHTML = panels + (one.matrix ? table(one.matrix(values)) : "");
      words.textContent = one.says(values);
    };
    for (const [name, [en, cn, min, max, step, value]] of Object.entries(one.sliders)) {
      values[name] = value;
      const label = document.createElement("label"), input = document.createElement("input"), shown = document.createElement("output");
      Object.assign(input, { type: "range", min, max, step, value });
      input.name = name;
      shown.textContent = value;
      label.append(say(en, cn) + " ", shown, input);
      input.addEventListener("input", () => { values[name] = Number(input.value); shown.textContent = input.value; show(); });
      controls.append(label);
    }
    place.prepend(controls, drawn);
    show();
  }
})();
