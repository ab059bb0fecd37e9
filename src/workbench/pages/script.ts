import { copyScript, filterScript } from "#report/html/scripts.ts";

/**
 * What the pages do in the browser. Without it they are complete but for live progress: it shows what the server sends,
 * loads the exchanges that come into view, and judges nothing. It is written as text because it runs in the browser; it is
 * a file of its own, so that the policy need not allow scripts in pages.
 */
export const workbenchScript = `
const partOf = async (href, wanted) => {
  const answer = await fetch(href);
  if (!answer.ok) throw new Error(String(answer.status));
  return new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(wanted);
};

const live = () => {
  const source = new EventSource("events");
  source.addEventListener("show", ({ data }) => {
    const { id, html } = JSON.parse(data);
    const place = document.getElementById(id);
    if (!place) return;
    const nameOf = (one) => one.querySelector("summary").textContent;
    const open = new Map([...place.querySelectorAll("details")].map((one) => [nameOf(one), one.open]));
    const focused = place.contains(document.activeElement) ? document.activeElement.textContent : undefined;
    place.innerHTML = html;
    for (const one of place.querySelectorAll("details")) {
      if (open.has(nameOf(one))) one.open = open.get(nameOf(one));
      if (focused === nameOf(one)) one.querySelector("summary").focus({ preventScroll: true });
    }
  });
  source.addEventListener("over", () => {
    source.close();
    location.reload();
  });
};

const fill = async (link, wanted, place) => {
  link.removeAttribute("data-fill");
  try {
    place.replaceChildren(...(await partOf(link.href, wanted)).childNodes);
  } catch {
    link.setAttribute("data-fill", "");
  }
};

/** Follows the links that come into view, in their places. */
const fillInView = (places, linkIn, wanted, rootMargin) => {
  const coming = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      const link = target.querySelector(linkIn);
      if (isIntersecting && link) fill(link, wanted, target);
    }
  }, { rootMargin });
  for (const place of places) coming.observe(place);
};

const exchanges = (rows) => {
  fillInView(rows.querySelectorAll(".chunk"), ":scope > p > a[data-fill]", ".chunk:has(> .exchange)", "1500px");
  rows.addEventListener("toggle", ({ target }) => {
    const link = target.open && target.querySelector("a[data-fill]");
    if (link) fill(link, ".talk-of-one", target.querySelector(".body"));
  }, true);
};

if (document.body.hasAttribute("data-live")) live();
for (const rows of document.querySelectorAll(".rows")) exchanges(rows);
fillInView(document.querySelectorAll(".verdict"), "a[data-fill]", ".verdict", "0px");
if (document.getElementById("filter")) {${filterScript}}
${copyScript}`;
