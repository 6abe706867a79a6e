// The seats on the picture of a table before its game: press a free one to take it, your own to leave it; the host
// chooses how a bot plays. The picture's renderer provides the places.

import { make } from "./dom.js";
import { t } from "./words.js";

export class Seats {
  /** `frame` holds the picture; `isMine(user)`: who sits at this page; `ask(place, opener)` shows the choices. */
  constructor(frame, { isMine, ask }) {
    this.isMine = isMine;
    this.ask = ask;
    this.layer = frame.appendChild(make("div", "seats", { role: "group", "aria-live": "off" }));
  }

  /** Shows the seats of a picture, in the reader's language. */
  show(places, { width, height }, told) {
    this.layer.hidden = !places.length;
    const key = JSON.stringify([places, told, width, places.map(({ holder }) => holder && this.isMine(holder))]);
    if (key === this.key) return;
    this.key = key;
    const held = [...this.layer.children].indexOf(document.activeElement);
    this.layer.setAttribute("aria-label", t("seats"));
    this.layer.replaceChildren(
      ...places.flatMap((place, index) => {
        const worded = { ...place, ...told[index] };
        const at = ([x, y, radius]) => [(100 * x) / width, (100 * y) / height, (200 * radius) / width];
        return place.discs.map((disc, number) => this.element(worded, at(disc), number));
      }),
    );
    if (held >= 0) this.layer.children[held]?.focus({ preventScroll: true });
  }

  element(place, [x, y, size], number) {
    const { holder, deeds, mark, caption } = place;
    const may = deeds.length > 0 && (!holder || this.isMine(holder));
    const kind = deeds.length > 1 || mark ? "bot" : holder ? "own" : "free";
    const name = deeds.length === 1 ? labelOf(place, 0) : caption;
    const once = number ? { tabindex: "-1", "aria-hidden": "true" } : { "aria-label": name };
    const button = { type: "button", title: name, "data-token": deeds.length === 1 ? deeds[0][1] : null, "data-user": holder };
    const element = may
      ? make("button", `spot seat ${kind}`, { ...button, ...once })
      : make("span", `spot seat ${mark ? kind : "taken"}`, { "aria-hidden": "true" });
    if (mark && !number) element.append(make("span", "mark", {}, mark));
    element.style.left = `${x}%`;
    element.style.top = `${y}%`;
    element.style.setProperty("--size", `${size}cqw`);
    if (may && deeds.length > 1) element.addEventListener("click", () => this.ask(place, element));
    return element;
  }
}

/** The name of an action in the reader's language. */
export const labelOf = ({ deeds, labels }, index) => [labels[index]].flat()[0] ?? deeds[index][0];
