// Hold a piece before a roll: where it may go with each value of the dice. The bot knows, by the rules.

import { make } from "./dom.js";

const FINGER = 44;
const DRAG = 8;
const HELD = 400; // milliseconds

export class Hold {
  /** `frame` holds a picture; `ask()` resolves to places of pieces, each with values and places where they lead. */
  constructor(frame, ask) {
    this.frame = frame;
    this.ask = ask;
    this.layer = frame.appendChild(make("div", "reaches", { "aria-hidden": "true" }));
    this.held = null;
    frame.addEventListener("pointerdown", (event) => this.pressed(event));
    frame.addEventListener("pointermove", (event) => this.moved(event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) frame.addEventListener(end, () => this.release());
    frame.addEventListener("contextmenu", (event) => this.held && event.preventDefault());
  }

  pressed(event) {
    this.release();
    if (event.target.closest("button")) return; // a choice, which shows by itself where it leads
    const { clientX: x, clientY: y } = event;
    this.held = { x, y, timer: setTimeout(() => this.look(x, y), HELD) };
  }

  moved({ clientX, clientY }) {
    if (this.held && Math.hypot(clientX - this.held.x, clientY - this.held.y) > DRAG) this.release();
  }

  release() {
    clearTimeout(this.held?.timer);
    this.held = null;
    this.layer.replaceChildren();
  }

  /** Shows where the piece that is held may go. */
  async look(x, y) {
    const { held } = this;
    const pieces = await this.ask();
    if (this.held !== held) return;
    const box = this.layer.getBoundingClientRect();
    const picture = this.frame.querySelector(".picture");
    const width = Number(picture.getAttribute("width"));
    const times = box.width / width;
    const distance = ([[left, top]]) => Math.hypot(box.x + left * times - x, box.y + top * times - y);
    const [piece] = pieces.sort((one, other) => distance(one) - distance(other));
    if (!piece || distance(piece) > Math.max(FINGER, 2 * piece[0][2] * times)) return;
    const badges = new Map(); // several values may lead to one place
    for (const [value, place] of piece[1]) badges.set(String(place), [place, [...(badges.get(String(place))?.[1] ?? []), value]]);
    const [disc] = piece;
    this.layer.append(this.mark(disc, width, "held"), ...[...badges.values()].map(([place, values]) => this.mark(place, width, "", values.join())));
  }

  mark([x, y, radius], width, kind, words = "") {
    const mark = make("span", `reach ${kind}`.trim(), {}, words);
    mark.style.left = `${(100 * x) / width}cqw`;
    mark.style.top = `${(100 * y) / width}cqw`;
    mark.style.setProperty("--size", `${(220 * radius) / width}cqw`);
    return mark;
  }
}
