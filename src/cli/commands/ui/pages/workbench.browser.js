// What the pages of the workbench do in the browser. Without it they are complete but for live progress: it shows what the
// server has, and decides nothing.

const shown = {};
const show = ({ id, html }) => {
  const place = document.getElementById(id);
  if (!place || shown[id] === html) return;
  shown[id] = html;
  const nameOf = (one) => one.querySelector("summary").textContent;
  const open = new Map([...place.querySelectorAll("details")].map((one) => [nameOf(one), one.open]));
  const focused = place.contains(document.activeElement) ? document.activeElement.textContent : undefined;
  place.innerHTML = html;
  for (const one of place.querySelectorAll("details")) {
    if (open.has(nameOf(one))) one.open = open.get(nameOf(one));
    if (focused === nameOf(one)) one.querySelector("summary").focus({ preventScroll: true });
  }
};

/** Asks what there is to show until the job is over; where no answer comes, it asks again. */
const live = async () => {
  const fragments = await fetch("live")
    .then((answer) => answer.json())
    .catch(() => []);
  if (fragments === null) return location.reload();
  fragments.forEach(show);
  setTimeout(live, 500);
};

/** Judges the recordings of the history whose lines come into view; where that fails, the link stays. */
const judging = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    const link = target.querySelector("a");
    if (!isIntersecting || !link) continue;
    judging.unobserve(target);
    fetch(link.href)
      .then(async (answer) => {
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        target.replaceChildren(...page.querySelector(".verdict").childNodes);
      })
      .catch(() => undefined);
  }
});

if (document.body.hasAttribute("data-live")) live();
for (const place of document.querySelectorAll(".verdict")) judging.observe(place);
