// Play on the board: tap, focus or drag the pieces that may move and the squares where they land. Hold a piece to see
// where it may go.
// The picture's renderer provides the places; each does the same as a button below.

import { make } from "./dom.js";
import { t } from "./words.js";

const FINGER = 44;
const DRAG = 8;
const HOLD = 400; // milliseconds after which a press looks and does not play
const [LANDING, PIECE] = [1, 2];

export class Board {
  /** `frame` holds the picture; `play(token)` presses a button of the message. */
  constructor(frame, play) {
    this.frame = frame;
    this.play = play;
    this.layer = frame.appendChild(make("div", "spots", { role: "group", "aria-live": "off" }));
    this.targets = [];
    this.chosen = null;
    this.drag = null;
    this.layer.addEventListener("click", (event) => this.clicked(event));
    this.layer.addEventListener("pointerdown", (event) => this.grabbed(event));
    this.layer.addEventListener("pointermove", (event) => this.dragged(event));
    this.layer.addEventListener("pointerup", (event) => this.dropped(event));
    this.layer.addEventListener("pointercancel", () => this.release());
    this.layer.addEventListener("contextmenu", (event) => this.drag && event.preventDefault()); // a finger that holds
    this.layer.addEventListener("keydown", (event) => event.key === "Escape" && this.choose(null));
  }

  /** Offers spots of a picture, each `[token, landing, piece]`, with the names of the buttons. */
  show(spots, { width, height }, names) {
    const key = JSON.stringify([spots, [...names]]);
    if (key === this.key) return;
    this.key = key;
    this.scale = { width, height };
    const held = this.layer.contains(document.activeElement);
    const offered = spots.filter(([token]) => names.has(token));
    this.targets = [
      ...waysOf(offered, PIECE).map((ways) => targetOf("piece", PIECE, ways)),
      ...waysOf(offered, LANDING).map((ways) => targetOf(ways[0][PIECE] ? "landing" : "deed", LANDING, ways)),
    ];
    this.layer.setAttribute("aria-label", t("board"));
    this.layer.replaceChildren(...this.targets.map((target) => this.element(target, names)));
    this.choose(null);
    if (held) this.targets[0]?.element.focus({ preventScroll: true });
  }

  element(target, names) {
    const name = target.tokens.map((token) => names.get(token)).join(" / ");
    const { width, height } = this.scale;
    const [x, y, radius] = target.disc;
    const element = make("button", `spot ${target.kind}`, { type: "button", "aria-label": name, title: name });
    element.style.left = `${(100 * x) / width}%`;
    element.style.top = `${(100 * y) / height}%`;
    element.style.setProperty("--size", `${(240 * radius) / width}cqw`);
    target.element = element;
    return element;
  }

  /** A keyboard clicks the focused spot; a finger the nearest, since spots of two pieces may overlap. */
  clicked(event) {
    if (this.skip) {
      this.skip = false;
      return;
    }
    const pressed = event.target.closest(".spot");
    if (!pressed) return;
    const target = event.detail ? this.nearest(event) : this.targets.find(({ element }) => element === pressed);
    if (!target) return;
    const tokens = this.left(target);
    if (tokens.length === 1) this.play(tokens[0]);
    else this.choose(target === this.chosen ? null : target);
  }

  /** The choices at a spot: several pieces may land on it, including the chosen one. */
  left({ tokens }) {
    const both = tokens.filter((token) => this.chosen?.tokens.includes(token));
    return both.length ? both : tokens;
  }

  nearest({ clientX, clientY }, among = this.targets) {
    const middles = among.map((target) => {
      const box = target.element.getBoundingClientRect();
      return [Math.hypot(clientX - box.x - box.width / 2, clientY - box.y - box.height / 2), box.width, target];
    });
    const [distance, size, target] = middles.sort(([a], [b]) => a - b)[0] ?? [Infinity];
    return distance <= Math.max(FINGER, size) ? target : null;
  }

  /** Shows where one piece can go; null shows all again. */
  choose(target) {
    this.chosen = target;
    for (const { element, tokens } of this.targets) {
      const out = target && !tokens.some((token) => target.tokens.includes(token));
      element.classList.toggle("out", Boolean(out));
      element.classList.toggle("way", Boolean(target && !out && target.element !== element));
      if (tokens.length > 1) element.setAttribute("aria-pressed", String(target?.element === element));
    }
  }

  grabbed(event) {
    const target = event.target.closest(".spot") && this.nearest(event);
    this.skip = false;
    if (target?.kind !== "piece") return;
    const holding = setTimeout(() => this.look(target), HOLD);
    this.drag = { target, x: event.clientX, y: event.clientY, ghost: null, holding };
    event.target.setPointerCapture(event.pointerId); // only spots get pointer events, and it is leaving this one
  }

  /** Shows where a piece that is held may go; letting it go plays nothing. */
  look(target) {
    this.skip = true;
    this.choose(target);
  }

  dragged(event) {
    if (!this.drag) return;
    const { target, x, y } = this.drag;
    if (!this.drag.ghost) {
      if (Math.hypot(event.clientX - x, event.clientY - y) < DRAG) return;
      clearTimeout(this.drag.holding);
      this.drag.ghost = this.layer.appendChild(this.picked(target));
      this.choose(target);
    }
    const box = this.layer.getBoundingClientRect();
    this.drag.ghost.style.translate = `${event.clientX - box.x}px ${event.clientY - box.y}px`;
  }

  dropped(event) {
    const { target, ghost } = this.drag ?? {};
    this.release();
    if (!ghost) return;
    this.skip = true;
    const mine = (token) => target.tokens.includes(token);
    const ways = this.targets.filter(({ kind, tokens }) => kind === "landing" && tokens.some(mine));
    const landing = this.nearest(event, ways);
    if (landing) this.play(landing.tokens.find(mine));
  }

  release() {
    clearTimeout(this.drag?.holding);
    this.drag?.ghost?.remove();
    if (this.drag?.ghost) this.choose(null);
    this.drag = null;
  }

  /** A piece as the picture shows it, lifted. */
  picked({ disc: [x, y, radius] }) {
    const picture = this.frame.querySelector(".sharp:not([hidden])") ?? this.frame.querySelector(".picture");
    const times = picture.width / this.scale.width;
    const side = Math.ceil(2.3 * radius * times);
    const ghost = make("canvas", "dragged", { "aria-hidden": "true", width: side, height: side });
    ghost.style.setProperty("--size", `${(side * picture.clientWidth) / picture.width}px`);
    ghost.getContext("2d").drawImage(picture, Math.round(side / 2 - x * times), Math.round(side / 2 - y * times));
    return ghost;
  }
}

/** The spots grouped by movable piece, or by landing place. */
function waysOf(spots, part) {
  const places = new Map();
  for (const spot of spots) {
    const place = spot[part]?.join();
    if (place) places.set(place, [...(places.get(place) ?? []), spot]);
  }
  return [...places.values()];
}

function targetOf(kind, part, ways) {
  return { kind, disc: ways[0][part], tokens: ways.map(([token]) => token) };
}
