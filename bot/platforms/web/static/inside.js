// A page in a frame over the table of an app.

import { host } from "./host.js";

/** Dresses a page in the frame as the one around it, and makes a link lead back to the table. */
export function lieWithin(link) {
  document.documentElement.style.cssText = parent.document.documentElement.style.cssText; // the host's colours and bars
  link.href = "#";
  link.addEventListener("click", (event) => {
    event.preventDefault();
    host.back?.();
  });
}
