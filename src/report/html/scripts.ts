/** Filters the requirements, and opens what a link leads to; the page is complete without it. */
export const filterScript = `
(() => {
  const form = document.getElementById("filter");
  const search = document.getElementById("search");
  const kind = document.getElementById("kind");
  const count = document.getElementById("count");
  const all = [...document.querySelectorAll("details.requirement")];
  const texts = all.map((one) => one.textContent.toLowerCase());
  const groups = [...document.querySelectorAll("[data-group]")].map((one) => ({ one, open: one.open }));
  const first = kind.value;
  let isChosen = false;
  const apply = () => {
    // A search is for all verdicts, until one is chosen.
    if (!isChosen) kind.value = search.value === "" ? first : "";
    const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
    let left = 0;
    all.forEach((one, index) => {
      const fits = (kind.value === "" || one.dataset.tone === kind.value) && words.every((word) => texts[index].includes(word));
      if (one.hidden === fits) one.hidden = !fits;
      if (fits) left += 1;
    });
    const isFiltered = words.length > 0 || kind.value !== "";
    for (const { one, open } of groups) {
      one.hidden = one.querySelector("details.requirement:not([hidden])") === null;
      one.open = isFiltered || open;
    }
    count.value = left === all.length ? all.length + " requirements" : left + " of " + all.length;
  };
  const reveal = () => {
    const place = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (!place) return;
    if (place.closest("[hidden]")) { search.value = ""; kind.value = ""; isChosen = true; apply(); }
    for (let one = place.closest("details"); one; one = one.parentElement.closest("details")) one.open = true;
    place.scrollIntoView();
  };
  const step = (by) => {
    const shown = all.filter((one) => !one.hidden && one.closest("[data-group]").open);
    const at = shown.findIndex((one) => one.contains(document.activeElement));
    const next = shown[Math.max(0, Math.min(shown.length - 1, at + by))];
    if (next) next.querySelector("summary").focus();
  };
  form.addEventListener("submit", (event) => event.preventDefault());
  search.addEventListener("input", apply);
  kind.addEventListener("change", () => { isChosen = true; apply(); });
  addEventListener("hashchange", reveal);
  search.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { search.value = ""; apply(); }
  });
  addEventListener("keydown", (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const from = document.activeElement;
    if (by === undefined || !(from === search || (from && from.matches("details.requirement > summary")))) return;
    event.preventDefault();
    step(by);
  });
  form.hidden = false;
  apply();
  reveal();
})();
`;

/** Copies the command beside a button, or selects it where the browser gives no clipboard to pages from a file. */
export const copyScript = `
(() => {
  const said = document.getElementById("said");
  const copied = async (code) => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      return true;
    } catch {
      getSelection().selectAllChildren(code);
      return document.execCommand("copy");
    }
  };
  for (const button of document.querySelectorAll("button.copy")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const done = await copied(button.parentElement.querySelector("code"));
      button.textContent = done ? "Copied" : "Selected";
      said.textContent = done ? "The command is copied." : "The command is selected.";
      setTimeout(() => { button.textContent = "Copy"; said.textContent = ""; }, 2000);
    });
  }
})();
`;
