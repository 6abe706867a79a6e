// The replay of a game over the table, in an app: a page in a frame, since an app has one page only.

import { make } from "./dom.js";
import { host, routed } from "./host.js";

/** Opens the replay of the app's game; `back()` gets the focus back once it is closed. */
export function openWithin(title, back) {
  const frame = make("iframe", "within", { src: routed(`/${host.name}/game`), title });
  document.body.append(frame);
  frame.addEventListener("load", () => frame.contentWindow.focus());
  host.leave(() => {
    frame.remove();
    host.leave(null);
    back();
  });
}

/** Dresses a page in the frame as the one around it, and makes a link lead back to the table. */
export function lieWithin(link) {
  document.documentElement.style.cssText = parent.document.documentElement.style.cssText; // the host's colours and bars
  link.href = "#";
  link.addEventListener("click", (event) => {
    event.preventDefault();
    host.back?.();
  });
}
