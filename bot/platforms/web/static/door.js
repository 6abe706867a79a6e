// The door: an invitation's link lets in, and is no longer in the address then.

import { invitationIn, uninvited } from "./places.js";

const form = document.getElementById("door");
const link = document.getElementById("link");
const said = document.getElementById("said");

/** Hands an invitation in; where it is the right one, the page is there in place of the door. */
async function enter(text) {
  const token = invitationIn(text);
  if (!token) {
    said.textContent = form.dataset.none;
    return;
  }
  try {
    const answer = await fetch("/invitation", { method: "POST", body: token });
    if (answer.ok) location.reload();
    else said.textContent = await answer.text();
  } catch {
    said.textContent = form.dataset.away; // the bot is away
  }
}

/** Takes an invitation out of the address, whether it is the right one or not. */
function arrive() {
  const { href } = location;
  if (!invitationIn(href)) return;
  history.replaceState(null, "", uninvited(href));
  enter(href);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  enter(link.value);
});
addEventListener("hashchange", arrive);
arrive();
document.documentElement.dataset.started = ""; // old.js knows by it that this browser can read the page
