"use strict";
(() => {
  const root = document.documentElement;
  const replies = JSON.parse(document.getElementById("replies").textContent);
  const lang = () => root.lang === "zh" ? "zh" : "en";
  const state = new Map();
  root.classList.add("script");

  // a fraction, a decimal number or a percentage, in any width of signs; null is undefined
  function read(typed) {
    let text = typed.normalize("NFKC").trim().toLowerCase().replaceAll("−", "-").replace(/[⁄÷]/g, "/");
    if (["undefined", "nan", "无定义", "未定义", "没有定义", "none"].includes(text)) return null;
    if (/^0+\s*\/\s*0+$/.test(text)) return null;
    text = text.replace(/\s+/g, "").replace(/。$/, "");
    const found = /^([+-]?)(\d*\.?\d*)(?:\/(\d+\.?\d*))?(%?)$/.exec(text);
    if (!found || text.length > 40 || !/\d/.test(found[2])) return undefined;
    const below = found[3] === undefined ? 1 : Number(found[3]);
    if (!below) return undefined;
    return (found[1] === "-" ? -1 : 1) * Number(found[2]) / below / (found[4] ? 100 : 1);
  }

  const near = (a, b, within) => a === null || b === null ? a === b : Math.abs(a - b) <= within + 1e-12;

  function reply(data, typed) {
    const value = read(typed);
    if (value === undefined) return ["unread", replies.unread];
    if (near(value, data.answer, data.within)) return ["right", replies.right];
    const slip = data.slips.find((one) => near(value, one.value, data.within));
    if (slip) return ["wrong", slip];
    if (value !== null && data.answer !== null) {
      if (data.decimals && near(value, data.answer, data.nearly)) {
        const filled = (text) => text.replace("{decimals}", data.decimals);
        return ["nearly", { en: filled(replies.nearly.en), zh: filled(replies.nearly.zh) }];
      }
      if (!/[%％]/.test(typed) && near(value / 100, data.answer, data.within)) return ["wrong", replies.percent];
    }
    return ["wrong", replies.wrong];
  }

  function score() {
    const done = [...state.values()].filter((one) => one.verdict === "right" || one.verdict === "wrong");
    if (!done.length) return;
    const right = done.filter((one) => one.verdict === "right").length;
    const text = replies.score[lang()].replace("{right}", right).replace("{done}", done.length);
    document.getElementById("score").textContent = text;
  }

  function show(section) {
    const held = state.get(section);
    if (!held) return;
    section.querySelector("output").textContent = held.text[lang()];
    section.dataset.verdict = held.verdict;
  }

  for (const section of document.querySelectorAll(".exercise")) {
    const data = JSON.parse(section.dataset.answer);
    section.querySelector("form").addEventListener("submit", (event) => {
      event.preventDefault();
      const typed = section.querySelector("input").value;
      if (!typed.trim()) return;
      const [verdict, text] = reply(data, typed);
      state.set(section, { verdict, text });
      if (verdict === "right") section.querySelector("details").open = true;
      show(section);
      score();
    });
  }

  for (const button of document.querySelectorAll("[data-speak]")) {
    button.addEventListener("click", () => {
      root.lang = button.dataset.speak;
      document.title = root.dataset[lang() === "zh" ? "titleZh" : "titleEn"];
      for (const one of document.querySelectorAll("[data-speak]")) {
        one.setAttribute("aria-pressed", String(one === button));
      }
      for (const section of state.keys()) show(section);
      score();
    });
  }
})();
