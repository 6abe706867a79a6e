// Presses of buttons: which button, for whom, and what to confirm first.

import { settle } from "./choices.js";
import { $, make } from "./dom.js";
import { plays } from "./message.js";
import { labelOf } from "./seats.js";
import { t, told } from "./words.js";

const SAME_GESTURE = 350;
const SOON = 1500;
const SIT = /\.sit:(?=\d+$)/;
const RISE = /\.rise:\d+$/;

export class Presses {
  /**
   * `press(message, token, users)` sends one for the first of these who sits here, returns the frame's id; `speaker()`
   * returns the speaker's id; `items` are the messages; `calm()` is called when no answer is pending any more.
   */
  constructor({ press, speaker, items, table, calm }) {
    this.press = press;
    this.speaker = speaker;
    this.items = items;
    this.table = table;
    this.calm = calm;
    this.waiting = new Map();
    this.down = null;
    addEventListener("pointerup", () => this.released());
    addEventListener("pointercancel", () => (this.down = null));
  }

  /** Listens to presses in a part of the page. */
  listen(part) {
    part.addEventListener("click", (event) => this.clicked(event));
    part.addEventListener("pointerdown", (event) => this.touched(event));
    part.addEventListener("keydown", (event) => {
      if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
    });
  }

  clicked(event) {
    const down = event.detail ? this.down : null; // without a pointer nothing was held down
    this.down = null;
    const button = event.target.closest("button[data-token]");
    if (!button) return;
    const changed = performance.now() - Number(button.dataset.since) < SAME_GESTURE;
    if (event.detail > 1 && changed) return; // the second half of a double click, on a new button
    if (down?.button === button && down.token !== button.dataset.token) this.send(down.message, down.token);
    else this.go(button);
  }

  /** A press is for the button under the pointer when it went down, even if the board changes before it is lifted. */
  touched(event) {
    this.down = null;
    const button = event.target.closest("button[data-token]");
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    this.down = { button, token: button.dataset.token, message: button.closest("article").id.slice(1) };
  }

  released() {
    const { down } = this;
    if (!down || down.button.isConnected) return; // a click follows
    this.down = null;
    this.send(down.message, down.token);
  }

  go(button) {
    if (button.getAttribute("aria-disabled") === "true") return;
    const item = this.items.get(Number(button.closest("article").id.slice(1)));
    const { token, user } = button.dataset;
    if (this.isSecondSeat(item, token)) this.askSeat(item, token, button);
    else this.wish(item, token, user, button);
  }

  /** Presses a button, which then waits for the answer. */
  wish(item, token, holder, button) {
    button.setAttribute("aria-disabled", "true");
    item.wait();
    this.waiting.set(this.send(String(item.id), token, holder), button);
  }

  /** Presses for the person to act, or who may press this, or whose seat it is, if they are of this page. */
  send(message, token, holder = null) {
    const { turn, only } = this.items.get(Number(message))?.body ?? {};
    if (turn) this.table.acted();
    return this.press(message, token, plays(token) ? [turn] : (only?.[token] ?? [holder]));
  }

  /** A press was answered. */
  answered(id, refused) {
    const button = this.waiting.get(id);
    this.waiting.delete(id);
    if (!button) return;
    const { token } = button.dataset;
    const free = () => {
      if (button.dataset.token === token) button.removeAttribute("aria-disabled");
      this.calm();
    };
    if (refused) free();
    else setTimeout(free, SOON); // by then the board has changed, and the button with it
  }

  /** Shows a choice of what can be done at a seat. */
  ask(item, place, opener) {
    const deeds = place.deeds.map(([, token, , , on], index) => {
      const states = { type: "button", role: "radio", "aria-checked": String(on) };
      const button = make("button", "button choice", states, labelOf(place, index));
      button.addEventListener("click", () => {
        $("sheet").close();
        if (on) return;
        item.wait();
        this.waiting.set(this.send(String(item.id), token, place.holder), opener);
      });
      return button;
    });
    const group = make("div", "row choices", { role: "radiogroup", "aria-label": place.caption }, ...deeds);
    settle(group);
    this.table.ask(place.caption, group);
  }

  /** Whether a press would give a second colour to somebody who has one, which is rarely intended. */
  isSecondSeat({ body }, token) {
    const me = this.speaker();
    const sits = ({ holder, deeds }) => holder === me && deeds.some(([, deed]) => RISE.test(deed));
    return SIT.test(token) && Boolean(body.places?.some(sits));
  }

  /** Asks whether they want to move there, or to play that colour too. */
  askSeat(item, token, opener) {
    const at = item.body.places.findIndex(({ deeds }) => deeds.some(([, deed]) => deed === token));
    const title = told(item.body).places[at]?.caption ?? item.body.places[at]?.caption ?? opener.textContent;
    const ways = [
      [t("move_seat"), token.replace(SIT, ".moveto:"), "button primary"],
      [t("both_seats"), token, "button"],
    ];
    const buttons = ways.map(([label, deed, look]) => {
      const button = make("button", look, { type: "button" }, label);
      button.addEventListener("click", () => {
        $("sheet").close();
        this.wish(item, deed, this.speaker(), opener);
      });
      return button;
    });
    this.table.ask(title, make("div", "row", {}, ...buttons));
  }
}
