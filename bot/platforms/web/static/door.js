// The admission page: exchanges an invitation for a cookie, and removes it from the address.

import { invitationIn, uninvited } from "./places.js";

const form = document.getElementById("door");
const link = document.getElementById("link");
const said = document.getElementById("said");

/** Sends an invitation; if it is valid, the page replaces the admission page. */
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

/** Removes an invitation from the address, valid or not. */
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
document.documentElement.dataset.started = ""; // tells old.js that this browser can read the page
