/** Opens what a link leads to where the browser does not; the page is complete without it. */
(() => {
  const reveal = () => {
    const place = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (!place) return;
    for (let one = place.closest("details"); one; one = one.parentElement.closest("details")) one.open = true;
    place.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  reveal();
})();

/** Copies the command beside a button, or selects it where the browser gives no clipboard to pages from a file. */
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
      setTimeout(() => {
        button.textContent = "Copy";
        said.textContent = "";
      }, 2000);
    });
  }
})();
