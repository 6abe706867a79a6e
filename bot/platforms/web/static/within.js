// A page over the table, in an app: the replay of its game, or the tournaments; in a frame, since an app has one page only.

import { make } from "./dom.js";
import { host, routed } from "./host.js";

/** Opens a page of the app; `back()` gets the focus back once it is closed. */
export function openWithin(page, title, back) {
  const frame = make("iframe", "within", { src: routed(`/${host.name}/${page}`), title });
  document.body.append(frame);
  frame.addEventListener("load", () => frame.contentWindow.focus());
  host.leave(() => {
    frame.remove();
    host.leave(null);
    back();
  });
}
