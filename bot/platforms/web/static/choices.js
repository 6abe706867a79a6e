// A group with one choice: Tab reaches the chosen one, arrow keys move on, Enter chooses.

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Makes one choice of a group reachable by Tab. */
export function settle(group) {
  const radios = [...group.querySelectorAll("[role=radio]")];
  const chosen = radios.find((radio) => radio.getAttribute("aria-checked") === "true") ?? radios[0];
  for (const radio of radios) radio.tabIndex = radio === chosen ? 0 : -1;
}

document.addEventListener("keydown", (event) => {
  const step = STEPS[event.key];
  const group = event.target.closest?.("[role=radiogroup].choices");
  if (!step || !group) return;
  event.preventDefault();
  const radios = [...group.querySelectorAll("[role=radio]")];
  radios[(radios.indexOf(event.target) + step + radios.length) % radios.length].focus();
});
