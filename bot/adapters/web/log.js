// The messages: shown in order, changed in place, with the focus and the reading place left where they were.

import { $, hue, initial, make, paragraphs, signed } from "./dom.js";
import { current, region, t } from "./words.js";

const NEAR_END = 90;
const TOGETHER = 300;
const KEPT = 200;
const SAME_GESTURE = 350;
const SOON = 1500;

export class Log {
  /** `press(message, token)` gives the id of the sent frame; `isMine(user)` says who sits at this page. */
  constructor({ press, isMine }) {
    this.press = press;
    this.isMine = isMine;
    this.items = new Map();
    this.waiting = new Map();
    this.pinned = true;
    this.focused = null;
    this.scroller = $("scroller");
    this.list = $("log");
    this.scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
    const watch = new ResizeObserver(() => this.settle());
    watch.observe($("column"));
    watch.observe(this.scroller);
    $("newest").addEventListener("click", () => this.toEnd());
    this.list.addEventListener("click", (event) => this.clicked(event));
    this.list.addEventListener("keydown", (event) => {
      if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
    });
  }

  /** The revisions the page has, by message. */
  have() {
    return Object.fromEntries([...this.items].map(([id, item]) => [id, item.revision]));
  }

  clear() {
    this.items.clear();
    this.list.replaceChildren();
    this.pinned = true;
  }

  /** Takes new and changed messages, and lets go of those that are gone. */
  update({ messages, gone, caught_up: past }) {
    this.list.setAttribute("aria-busy", String(Boolean(past))); // the past is there to be read, not read aloud
    const held = this.list.contains(document.activeElement) ? document.activeElement : null;
    for (const id of gone) this.forget(id);
    for (const message of messages) this.take(message);
    const ids = [...this.items.keys()].sort((a, b) => a - b);
    for (const id of ids.slice(0, Math.max(0, ids.length - KEPT))) this.forget(id);
    if (messages.length || gone.length) this.arrange();
    if (held && !held.isConnected) this.refocus();
    this.settle();
    if (past) requestAnimationFrame(() => this.list.setAttribute("aria-busy", "false"));
  }

  /** The newest message that has buttons: the one the number keys press. */
  board() {
    return [...this.items.values()].filter((item) => item.buttons.length).at(-1) ?? null;
  }

  /** Presses the n-th button of the newest board, counted from 1. */
  pressNumber(number) {
    const button = this.board()?.buttons[number - 1];
    if (button && performance.now() - Number(button.dataset.since) > 150) this.go(button);
    return Boolean(button);
  }

  /** Whether a message still has a button of this token. */
  offers(message, token) {
    const item = this.items.get(Number(message));
    return Boolean(item?.buttons.some((button) => button.dataset.token === token));
  }

  /** A press was answered. */
  answered(id, refused) {
    const button = this.waiting.get(id);
    this.waiting.delete(id);
    if (!button) return;
    const { token } = button.dataset;
    const free = () => button.dataset.token === token && button.removeAttribute("aria-disabled");
    if (refused) free();
    else setTimeout(free, SOON); // by then the board has changed, and the button with it
  }

  /** Loads again what a lost connection left half loaded. */
  repair() {
    for (const picture of this.list.querySelectorAll("img")) {
      if (picture.complete && !picture.naturalWidth) picture.src = picture.getAttribute("src");
    }
  }

  take(message) {
    const known = this.items.get(message.id);
    if (known && known.revision >= message.revision) return;
    const item = known ?? this.open(message);
    item.revision = message.revision;
    item.body = message.body;
    this.fill(item);
  }

  forget(id) {
    this.items.get(id)?.element.remove();
    this.items.delete(id);
  }

  open({ id, at, body }) {
    const { author } = body;
    const element = make("article", `message ${body.kind}`, { id: `m${id}`, tabindex: "-1" });
    const name = author ? author.name : "Palmarés";
    const face = author
      ? make("span", `face ${hue(author.user)}`, { "aria-hidden": "true" }, initial(name))
      : make("img", "face", { src: "/icon.svg", alt: "" });
    const date = new Date(at * 1000);
    const time = make("time", "", { datetime: date.toISOString() });
    const head = make("header", "", {}, make("b", author ? hue(author.user) : "", {}, name), " ");
    if (!author) head.append(make("span", "tag", { "data-word": "bot" }, t("bot")), " ");
    head.append(time);
    const text = make("div", "text");
    const rows = make("div", "rows", { role: "group", "aria-live": "off" });
    element.append(face, head, make("div", "card", {}, text, rows));
    const item = { id, date, element, head, time, text, rows, buttons: [], picture: null };
    this.items.set(id, item);
    return item;
  }

  fill(item) {
    const { body } = item;
    const words = JSON.stringify(body.lines);
    if (words !== item.words) {
      item.words = words;
      item.text.replaceChildren(...paragraphs(body.lines, this.isMine));
    }
    this.draw(item);
    this.offer(item);
    item.element.classList.toggle("illustrated", Boolean(body.picture));
  }

  draw(item) {
    const { picture } = item.body;
    if (!picture) {
      item.picture?.remove();
      item.picture = null;
      return;
    }
    const src = `/picture/${item.id}/${picture.digest}.png`;
    if (!item.picture) {
      const { width, height } = picture;
      item.picture = make("img", "picture", { src, width, height, alt: picture.alt, loading: "lazy" });
      item.text.after(item.picture);
      return;
    }
    item.picture.alt = picture.alt;
    if (item.picture.getAttribute("src") === src) return;
    const next = new Image();
    next.src = src;
    const show = () => {
      if (item.body.picture?.digest === picture.digest) item.picture?.setAttribute("src", src);
    };
    next.decode().then(show, show);
  }

  offer(item) {
    const now = String(Math.round(performance.now()));
    item.buttons = [];
    item.body.rows.forEach((row, place) => {
      const line = item.rows.children[place] ?? item.rows.appendChild(make("div", "row"));
      row.forEach(([label, token, tone], index) => {
        const button = line.children[index] ?? line.appendChild(make("button", "", { type: "button" }, make("span")));
        if (button.dataset.token !== token) {
          button.dataset.token = token;
          button.dataset.since = now;
          button.removeAttribute("aria-disabled");
        }
        button.className = `button ${tone}`;
        if (button.firstChild.textContent !== label) button.firstChild.replaceChildren(...signed(label));
        item.buttons.push(button);
      });
      while (line.children.length > row.length) line.lastChild.remove();
    });
    while (item.rows.children.length > item.body.rows.length) item.rows.lastChild.remove();
  }

  /** Order, days, who speaks on, and the numbers on the newest board's buttons. */
  arrange() {
    const ids = [...this.items.keys()].sort((a, b) => a - b);
    for (const day of this.list.querySelectorAll(".day")) day.remove();
    let before = null;
    let place = this.list.firstChild;
    for (const id of ids) {
      const item = this.items.get(id);
      if (item.element === place) place = place.nextSibling;
      else this.list.insertBefore(item.element, place);
      const newDay = !before || before.date.toDateString() !== item.date.toDateString();
      if (newDay) item.element.before(make("p", "day", {}, dayOf(item.date)));
      const speaksOn =
        !newDay &&
        before.body.author?.user === item.body.author?.user &&
        item.date - before.date < TOGETHER * 1000;
      item.element.classList.toggle("on", speaksOn);
      before = item;
    }
    this.number();
    this.retime();
  }

  /** Numbers the newest board's buttons, and lets boards of the past step back. */
  number() {
    const board = this.board();
    const newest = [...this.items.values()].filter(({ picture }) => picture).at(-1);
    for (const item of this.items.values()) {
      item.element.classList.toggle("past", Boolean(item.picture && item !== newest && !item.buttons.length));
      item.element.classList.toggle("live", item === board);
      item.buttons.forEach((button, index) => {
        if (item === board && index < 9) button.dataset.key = String(index + 1);
        else delete button.dataset.key;
      });
    }
  }

  /** The times and days, in the language of whoever reads. */
  retime() {
    const format = new Intl.DateTimeFormat(region(), { hour: "2-digit", minute: "2-digit" });
    for (const item of this.items.values()) item.time.textContent = format.format(item.date);
    for (const day of this.list.querySelectorAll(".day")) {
      const next = this.items.get(Number(day.nextSibling.id.slice(1)));
      day.textContent = dayOf(next.date);
    }
  }

  clicked(event) {
    const button = event.target.closest("button[data-token]");
    if (!button) return;
    const changed = performance.now() - Number(button.dataset.since) < SAME_GESTURE;
    if (event.detail > 1 && changed) return; // the second half of a double click, over a button that is new there
    this.go(button);
  }

  go(button) {
    if (button.getAttribute("aria-disabled") === "true") return;
    button.setAttribute("aria-disabled", "true");
    const message = button.closest("article").id.slice(1);
    this.waiting.set(this.press(message, button.dataset.token), button);
  }

  refocus() {
    const button = this.board()?.buttons[0];
    (button ?? this.scroller).focus({ preventScroll: true });
  }

  scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    this.pinned = scrollHeight - scrollTop - clientHeight < NEAR_END;
    $("newest").hidden = this.pinned;
  }

  settle() {
    if (this.pinned) this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  toEnd() {
    this.pinned = true;
    $("newest").hidden = true;
    this.settle();
    this.scroller.focus({ preventScroll: true });
  }
}

function dayOf(date) {
  const start = (day) => new Date(day.getFullYear(), day.getMonth(), day.getDate());
  const days = Math.round((start(date) - start(new Date())) / 86_400_000);
  if (days > -2) {
    const word = new Intl.RelativeTimeFormat(current(), { numeric: "auto" }).format(days, "day");
    return word.charAt(0).toLocaleUpperCase(current()) + word.slice(1);
  }
  return new Intl.DateTimeFormat(region(), { dateStyle: "full" }).format(date);
}
