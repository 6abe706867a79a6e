// The messages: shown in order, changed in place, with the focus and the reading place left where they were.

import { Board } from "./board.js";
import { $, hue, icon, initial, make, paragraphs, signed } from "./dom.js";
import { fetched } from "./pictures.js";
import { Viewer } from "./viewer.js";
import { current, moment, region, t, told } from "./words.js";

const NEAR_END = 90;
const TOGETHER = 300;
const SAME_GESTURE = 350;
const SOON = 1500;
const PLAYS = /^[^.]*\.[^.]*\.(throw$|move:)/; // what only the person whose turn it is may press
const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const CORNERS = "M11.5 3H17v5.5M8.5 17H3v-5.5M17 3l-6 6M3 17l6-6";

export class Log {
  /**
   * `press(message, token, user)` gives the id of the sent frame; `isMine(user)` says who sits at this page; `shown(ids)`
   * hears which messages have changed, and whether that was before the reader came.
   */
  constructor({ press, isMine, shown }) {
    this.press = press;
    this.isMine = isMine;
    this.shown = shown;
    this.viewer = new Viewer();
    this.down = null;
    this.items = new Map();
    this.waiting = new Map();
    this.coming = []; // what has come and is not shown yet, oldest first: frames, each with its pictures' loading
    this.pinned = true;
    this.focused = null;
    this.parked = false;
    this.scroller = $("scroller");
    this.list = $("log");
    this.scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
    this.scroller.addEventListener("blur", () => (this.parked = false));
    const watch = new ResizeObserver(() => this.settle());
    watch.observe($("column"));
    watch.observe(this.scroller);
    $("newest").addEventListener("click", () => this.toEnd());
    this.list.addEventListener("click", (event) => this.clicked(event));
    this.list.addEventListener("pointerdown", (event) => this.touched(event));
    addEventListener("pointerup", () => this.released());
    addEventListener("pointercancel", () => (this.down = null));
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
    this.coming = [];
    this.list.replaceChildren();
    this.pinned = true;
  }

  /**
   * Takes new and changed messages, and lets go of those that are gone: in the order in which they came, and each only
   * when it is whole, with its picture. So nobody sees old words beside a new board, however slow the line is.
   */
  update(frame) {
    const ids = frame.messages.filter((message) => this.isNew(message)).map(({ id }) => id);
    const sources = frame.caught_up ? [] : frame.messages.filter(({ id }) => ids.includes(id)).map(addressOf);
    const entry = { frame, ready: !sources.some(Boolean) };
    this.coming.push(entry);
    if (entry.ready) this.advance();
    else {
      for (const id of ids) this.wait(this.items.get(id) ?? this.board());
      Promise.all(sources.filter(Boolean).map(fetched)).then(() => {
        entry.ready = true;
        this.advance();
      });
    }
  }

  /** Shows what has come, up to the first that is not whole. */
  advance() {
    while (this.coming[0]?.ready) this.apply(this.coming.shift().frame);
  }

  isNew({ id, revision }) {
    return !(this.items.get(id)?.revision >= revision);
  }

  /** Marks a message that is about to change; the page shows that once it takes long enough to be noticed. */
  wait(item, on = true) {
    item?.element.classList.toggle("busy", on);
    item?.element.setAttribute("aria-busy", String(on));
  }

  apply({ messages, gone, caught_up: past }) {
    this.list.setAttribute("aria-busy", String(Boolean(past))); // the past is there to be read, not read aloud
    const held = this.list.contains(document.activeElement) ? document.activeElement : null;
    for (const id of gone) this.forget(id);
    const filled = messages.filter((message) => this.isNew(message)).map((message) => this.take(message, past));
    if (filled.length) for (const item of this.items.values()) this.wait(item, false);
    if (messages.length || gone.length) this.arrange();
    if ((held && !held.isConnected) || this.resumes()) this.refocus();
    this.settle();
    this.shown(filled, past);
    if (past) requestAnimationFrame(() => this.list.setAttribute("aria-busy", "false"));
  }

  /** The newest message that has buttons: the one the number keys press. */
  board() {
    const pressable = [...this.items.values()].filter(({ body }) => body.rows.length);
    const newest = pressable.at(-1) ?? null;
    if (!newest || newest.body.board) return newest;
    const [table] = newest.body.rows[0][0][1].split(".");
    return pressable.findLast(({ body }) => body.board?.[0] === table) ?? newest;
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
    const free = () => {
      if (button.dataset.token === token) button.removeAttribute("aria-disabled");
      if (!this.coming.length) for (const item of this.items.values()) this.wait(item, false);
    };
    if (refused) free();
    else setTimeout(free, SOON); // by then the board has changed, and the button with it
  }

  /** Loads again what a lost connection left half loaded. */
  repair() {
    for (const picture of this.list.querySelectorAll("img")) {
      if (picture.complete && !picture.naturalWidth) picture.src = picture.getAttribute("src");
    }
  }

  /** Shows a message; gives its id. */
  take(message, past) {
    const item = this.items.get(message.id) ?? this.open(message);
    item.revision = message.revision;
    item.body = message.body;
    item.past = Boolean(past);
    this.fill(item);
    return message.id;
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

  /** Puts every message into the reader's language. */
  translate() {
    for (const item of this.items.values()) this.fill(item);
    this.number();
    this.retime();
    this.settle();
  }

  fill(item) {
    const said = told(item.body);
    const words = JSON.stringify(said.lines);
    if (words !== item.words) {
      item.words = words;
      item.text.replaceChildren(...paragraphs(said.lines, this.isMine));
    }
    this.draw(item, said.alt);
    this.offer(item, said.labels);
    item.element.classList.toggle("illustrated", Boolean(item.body.picture));
  }

  draw(item, alt) {
    const { picture } = item.body;
    const src = addressOf(item);
    if (!src) {
      item.picture?.parentNode.remove();
      item.picture = null;
      return;
    }
    const { width, height } = picture;
    item.element.style.setProperty("--tall", Math.max(1, height / width));
    if (!item.picture) {
      item.picture = make("img", "picture", { src, width, height, alt, loading: item.past ? "lazy" : null });
      const [name, label] = [t("enlarge"), "enlarge"];
      const named = { type: "button", "aria-haspopup": "dialog", "aria-label": name, title: name, "data-label": label };
      const enlarge = make("button", "enlarge", named, icon(CORNERS));
      const frame = make("div", "frame", {}, item.picture, enlarge);
      item.text.after(frame);
      item.board = new Board(frame, (token) => this.play(item, token));
      enlarge.addEventListener("click", () => this.viewer.open(item.picture, enlarge));
      return;
    }
    item.picture.alt = alt;
    if (item.picture.getAttribute("src") === src) return;
    for (const [name, value] of Object.entries({ width, height, src })) item.picture.setAttribute(name, value);
    this.viewer.follow(item.picture);
  }

  /** Offers the buttons that somebody of this page may press; in place of the others it says whose turn it is. */
  offer(item, labels) {
    const now = String(Math.round(performance.now()));
    const { rows, turn } = item.body;
    const mine = !turn || this.isMine(turn);
    const { spots = [] } = item.body.details ?? {};
    const offered = rows
      .map((row, at) => row.map(([, token, tone], index) => [labels[at]?.[index] ?? row[index][0], token, tone]))
      .map((row) => row.filter(([, token]) => mine || !PLAYS.test(token)))
      .filter((row) => row.length);
    item.buttons = [];
    item.rows.querySelector(".waiting")?.remove();
    offered.forEach((row, place) => {
      const held = item.rows.children[place] ?? item.rows.appendChild(make("div", "row"));
      row.forEach(([label, token, tone], index) => {
        const button = held.children[index] ?? held.appendChild(make("button", "", { type: "button" }, make("span")));
        if (button.dataset.token !== token) {
          button.dataset.token = token;
          button.dataset.since = now;
          button.removeAttribute("aria-disabled");
        }
        button.className = `button ${tone}`;
        if (button.firstChild.textContent !== label) button.firstChild.replaceChildren(...signed(label));
        item.buttons.push(button);
      });
      while (held.children.length > row.length) held.lastChild.remove();
    });
    while (item.rows.children.length > offered.length) item.rows.lastChild.remove();
    const names = new Map(item.buttons.map(({ dataset, textContent }) => [dataset.token, textContent]));
    if (item.picture) item.board.show(spots, item.body.picture, names);
    if (mine || !rows.length) return;
    const name = item.body.lines.flat().find(([, , user]) => user === turn)?.[0];
    if (name) item.rows.append(make("p", "waiting", {}, t("turn_of", { name })));
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
    for (const time of this.list.querySelectorAll(".text time")) time.textContent = moment(new Date(time.dateTime));
    for (const day of this.list.querySelectorAll(".day")) {
      const next = this.items.get(Number(day.nextSibling.id.slice(1)));
      day.textContent = dayOf(next.date);
    }
  }

  clicked(event) {
    const down = event.detail ? this.down : null; // without a pointer nothing was put down
    this.down = null;
    const button = event.target.closest("button[data-token]");
    if (!button) return;
    const changed = performance.now() - Number(button.dataset.since) < SAME_GESTURE;
    if (event.detail > 1 && changed) return; // the second half of a double click, over a button that is new there
    if (down?.button === button && down.token !== button.dataset.token) this.send(down.message, down.token);
    else this.go(button);
  }

  /** What a pointer is put down on is what is pressed, though somebody else changes the board before it is lifted. */
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
    button.setAttribute("aria-disabled", "true");
    this.wait(this.items.get(Number(button.closest("article").id.slice(1))));
    const message = button.closest("article").id.slice(1);
    this.waiting.set(this.send(message, button.dataset.token), button);
  }

  /** Presses a button by what it does. */
  play(item, token) {
    const button = item.buttons.find(({ dataset }) => dataset.token === token);
    if (button) this.go(button);
  }

  /** Presses for whoever is to act, if that is somebody of this page. */
  send(message, token) {
    const { turn } = this.items.get(Number(message))?.body ?? {};
    return this.press(message, token, PLAYS.test(token) ? turn : null);
  }

  refocus() {
    const button = this.board()?.buttons[0];
    (button ?? this.scroller).focus({ preventScroll: true });
    this.parked = !button;
  }

  /** Tells whether the focus waits here for buttons: there was nothing to press, while a bot had its turn. */
  resumes() {
    return this.parked && document.activeElement === this.scroller && this.board()?.buttons.length > 0;
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

/** Where a picture is. A board moves once, when it comes, and for nobody who wants less motion. */
function addressOf({ id, body, past }) {
  if (!body.picture) return null;
  const ending = body.picture.ending ?? "png";
  const still = body.board && ending === "gif" && (past || CALM.matches) ? "?still" : "";
  return `/picture/${id}/${body.picture.digest}.${ending}${still}`;
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
