// The messages: in order, changed in place, without moving the focus or the reading position.

import { $, make } from "./dom.js";
import { host } from "./host.js";
import { Message, steps } from "./message.js";
import { addressOf, arrived } from "./pictures.js";
import { Presses } from "./presses.js";
import { Table } from "./table.js";
import { soon } from "./tasks.js";
import { Viewer } from "./viewer.js";
import { whole } from "./whole.js";
import { current, moment, region } from "./words.js";

const NEAR_END = 90;
const BELOW = /\.(analyse|harder:\w+|open:\w+:\w+)$/;
const TOGETHER = 300;
const HIDDEN = "[hidden], .past:not(.open) .card"; // where no focus may stay; asking the browser would lay out the page
const SHOWN = 60; // how many messages are shown until somebody asks for earlier ones

export class Log {
  /**
   * `press` and `speaker` are as for `Presses`; `isMine(user)` returns who sits at this page; `shown(ids)` gets the
   * changed messages, and whether they changed before the reader came. `missed()` is called if a change is of a
   * message that the page does not have. `reaches(item)` resolves to where the pieces of its board may go.
   */
  constructor({ press, speaker, isMine, shown, missed, reaches }) {
    this.isMine = isMine;
    this.missed = missed;
    this.shown = shown;
    this.viewer = new Viewer();
    this.deeds = {
      isMine,
      press: (button) => this.presses.go(button),
      enlarge: (item, opener) => this.viewer.open(item, opener),
      ask: (item, place, opener) => this.presses.ask(item, place, opener),
      reaches,
    };
    this.table = new Table({ isMine });
    this.keys = () => true; // whether number keys press
    this.earlier = SHOWN;
    this.items = new Map();
    const sent = (message, token, users) => {
      if (BELOW.test(token)) this.asked = true;
      return press(message, token, users);
    };
    const calm = () => this.coming.length || this.rest();
    this.presses = new Presses({ press: sent, speaker, items: this.items, table: this.table, calm });
    this.coming = []; // received and not shown yet, oldest first: frames, each with its pictures' loading
    this.pinned = true;
    this.settled = 0; // where the page itself has scrolled to
    this.asked = false; // whether a button was pressed whose answer comes as a new message
    this.parked = false;
    this.onBoard = false; // whether the last step was taken on the board, not by its buttons
    this.scroller = $("scroller");
    this.list = $("log");
    this.scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
    this.scroller.addEventListener("blur", () => (this.parked = false));
    const watch = new ResizeObserver(() => this.settle());
    watch.observe($("column"));
    watch.observe(this.scroller);
    $("newest").addEventListener("click", () => this.toEnd());
    for (const place of [this.list, this.table.section]) this.presses.listen(place);
    $("earlier").addEventListener("click", () => this.showEarlier());
  }

  /** The revisions the page has, by message. */
  have() {
    return Object.fromEntries([...this.items].map(([id, item]) => [id, item.revision]));
  }

  clear() {
    this.items.clear();
    this.coming = [];
    this.list.replaceChildren();
    this.table.section.replaceChildren();
    this.table.place(null);
    this.earlier = SHOWN;
    this.pinned = true;
  }

  /**
   * Takes new and changed messages, and removes those that are gone: in order, and each only when it is complete with
   * its picture. So nobody sees an old text with a new board, however slow the line is.
   */
  update(frame) {
    const fresh = frame.messages.filter((message) => this.isNew(message, frame.caught_up));
    const pictured = frame.caught_up ? [] : fresh.filter(addressOf);
    const entry = { frame, ready: !pictured.length };
    this.coming.push(entry);
    if (entry.ready) this.advance();
    else {
      for (const message of fresh) this.outdated(message)?.wait();
      Promise.all(pictured.map(arrived)).then(() => {
        entry.ready = true;
        this.advance();
      });
    }
  }

  /** The message whose buttons a new message will replace; none if only the picture changes. */
  outdated({ id, body }) {
    const item = this.items.get(id) ?? this.board();
    return item?.id === id && tokensOf(item.body) === tokensOf(body) ? null : item;
  }

  /** Shows what has arrived, up to the first incomplete message: each in a task of its own. */
  advance() {
    if (this.coming[0]?.ready) soon(() => this.next());
  }

  next() {
    if (!this.coming[0]?.ready) return;
    const { frame } = this.coming.shift();
    soon(() => this.advance()); // what this message puts off comes before the next one
    this.apply(frame);
  }

  /** The focused element, if it is in a message. */
  held() {
    const focused = document.activeElement;
    return this.list.contains(focused) || this.table.section.contains(focused) ? focused : null;
  }

  /** Whether a message differs from what is shown; one that is told again may have words in more languages. */
  isNew({ id, revision }, past) {
    const known = this.items.get(id)?.revision;
    return past ? !(known > revision) : !(known >= revision);
  }

  apply({ messages, gone, caught_up: past }) {
    this.list.setAttribute("aria-busy", String(Boolean(past))); // screen readers do not announce the past
    const held = this.held();
    const answers = this.asked && messages.some(({ id }) => !this.items.has(id));
    if (answers) this.asked = false;
    for (const id of gone) this.forget(id);
    const told = messages.filter((one) => this.isNew(one, past)).map((one) => whole(one, this.items.get(one.id)));
    const filled = told.filter(Boolean).map((message) => this.take(message, past));
    if (filled.length < told.length) this.missed();
    if (filled.length) this.rest();
    if (messages.length || gone.length) this.arrange();
    if (answers) {
      this.pinned = true; // the answer to a press is there, at the end
      this.settle();
    }
    const lost = held && (this.held()?.closest(HIDDEN) ?? !this.held());
    if (lost || this.resumes()) soon(() => this.wanders(held) && this.refocus(held)); // moving the focus lays out the page
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

  /** All messages, the oldest first. */
  ordered() {
    return [...this.items.values()].sort((a, b) => a.id - b.id);
  }

  /** The buttons that the number keys press: moves and single rolls of the board on the table, while its game is on. */
  numbered() {
    const { item } = this.table;
    if (!this.keys() || !item?.body.details) return [];
    return item.buttons.filter(({ dataset }) => steps(dataset.token)).slice(0, 9);
  }

  /** Presses the n-th button of the board in play, counted from 1. */
  pressNumber(number) {
    const button = this.numbered()[number - 1];
    if (button && performance.now() - Number(button.dataset.since) > 150) this.presses.go(button);
    return Boolean(button);
  }

  /** Whether a message still has a button of this token. */
  offers(message, token) {
    const item = this.items.get(Number(message));
    return Boolean(item?.buttons.some((button) => button.dataset.token === token));
  }

  /** Reloads pictures that a lost connection left incomplete. */
  repair() {
    for (const picture of this.list.querySelectorAll("img")) {
      if (picture.complete && !picture.naturalWidth) picture.src = picture.getAttribute("src");
    }
  }

  /** No answer is pending any more. */
  rest() {
    for (const item of this.items.values()) item.wait(false);
  }

  /** Shows a message; returns its id. */
  take(message, past) {
    if (!this.items.has(message.id)) this.items.set(message.id, new Message(message, this.deeds));
    const item = this.items.get(message.id);
    item.show(message, past);
    this.viewer.follow(item);
    return message.id;
  }

  forget(id) {
    this.items.get(id)?.leave();
    this.items.delete(id);
  }

  /** Translates every message to the reader's language. */
  translate() {
    for (const item of this.items.values()) item.fill();
    if (this.table.item) this.table.fill(this.table.item);
    this.number();
    this.retime();
    this.settle();
  }

  /**
   * The message on the table: the newest game of all, or lesson of somebody here. One that is over is replaced by any
   * newer picture; a puzzle, which is for everybody, takes its place. An app's table lies there also for people who watch.
   */
  staged() {
    const pictured = [...this.items.values()].filter(({ body }) => body.picture);
    const isGame = (item) => (host && item.body.board) || (item.isPlayed() && !item.isPuzzle());
    const played = pictured.findLast(isGame) ?? null;
    const { details, places } = played?.body ?? {};
    const newest = pictured.at(-1);
    if (details || places || !newest || newest.id < played?.id) return played;
    return newest === played || newest.isPuzzle() ? newest : null;
  }

  showEarlier() {
    const { scrollHeight } = this.scroller;
    this.earlier += SHOWN;
    this.pinned = false;
    this.arrange();
    this.scroller.scrollTop += this.scroller.scrollHeight - scrollHeight;
    if ($("earlier").hidden) this.scroller.focus({ preventScroll: true });
  }

  /** Updates order, days, grouping by speaker, the table, and the numbers on the newest board's buttons. */
  arrange() {
    const staged = this.staged();
    if (this.table.item && this.table.item !== staged) this.table.leave(this.table.item);
    this.table.place(staged);
    if (staged) this.table.fill(staged);
    const all = [...this.items.keys()].filter((id) => this.items.get(id) !== staged).sort((a, b) => a - b);
    document.body.classList.toggle("spoken", all.at(-1) > staged?.id);
    const ids = all.slice(-this.earlier);
    $("earlier").hidden = ids.length === all.length;
    for (const id of all.slice(0, all.length - ids.length)) this.items.get(id).element.remove();
    for (const day of this.list.querySelectorAll(".day")) day.remove();
    let before = null;
    let place = this.list.firstChild;
    for (const id of ids) {
      const item = this.items.get(id);
      if (item.element === place) place = place.nextSibling;
      else this.list.insertBefore(item.element, place);
      const newDay = !before || before.date.toDateString() !== item.date.toDateString();
      if (newDay) item.element.before(make("p", "day", { "aria-live": "off" }, dayOf(item.date)));
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

  /** Numbers the newest board's buttons, and folds older boards. */
  number() {
    const board = this.board();
    const staged = this.staged();
    const newest = [...this.items.values()].findLast(({ body }) => body.picture);
    for (const item of this.items.values()) {
      const left = staged && item.body.board?.[0] === staged.body.board?.[0]; // its game continues in another message
      item.fold(Boolean(item.body.board) && ![staged, newest].includes(item) && (left || !item.body.rows.length));
      item.element.classList.toggle("live", item === board);
      for (const button of item.buttons) {
        delete button.dataset.key;
        button.removeAttribute("aria-keyshortcuts");
      }
    }
    this.numbered().forEach((button, index) => {
      button.dataset.key = String(index + 1);
      button.setAttribute("aria-keyshortcuts", String(index + 1));
    });
  }

  /** The times and days, in the reader's language. */
  retime() {
    if (this.region !== region()) this.clock = new Intl.DateTimeFormat(region(), { hour: "2-digit", minute: "2-digit" });
    this.region = region();
    for (const item of this.items.values()) say(item.time, this.clock.format(item.date));
    for (const time of this.list.querySelectorAll(".text time")) say(time, moment(new Date(time.dateTime)));
    for (const day of this.list.querySelectorAll(".day")) {
      if (!day.nextSibling) continue;
      const next = this.items.get(Number(day.nextSibling.id.slice(1)));
      say(day, dayOf(next.date));
    }
  }

  /** Whether the focus is where the last message has left it, and not where the reader has moved it since. */
  wanders(held) {
    return [held, document.body, this.scroller].includes(document.activeElement);
  }

  /** Returns the focus to its moved element; else to the next step, on the board for people who play there. */
  refocus(held) {
    if (held?.isConnected && !held.closest(HIDDEN)) {
      held.focus({ preventScroll: true });
      if (document.activeElement === held) return;
    }
    if (held) this.onBoard = held.classList.contains("spot");
    const board = this.board();
    const next = (this.onBoard && board?.element.querySelector(".spot")) || board?.buttons[0];
    (next ?? this.scroller).focus({ preventScroll: true });
    this.parked = !next;
  }

  /** Whether the focus waits here for buttons: there was nothing to press during a bot's turn. */
  resumes() {
    return this.parked && document.activeElement === this.scroller && this.board()?.buttons.length > 0;
  }

  /** Only a reader scrolls up: the page's own scrolling is noticed late, when more may have come below. */
  scrolled() {
    if (!$("front").hidden) return;
    const { scrollTop } = this.scroller;
    this.pinned = (this.pinned && scrollTop >= this.settled - 1) || this.end() - scrollTop < NEAR_END;
    $("newest").hidden = this.pinned || !this.scroller.clientHeight;
  }

  settle() {
    if (!this.scroller.clientHeight) $("newest").hidden = true; // a result has the room
    if (!this.pinned || !$("front").hidden) return;
    this.scroller.scrollTop = this.end();
    this.settled = this.scroller.scrollTop;
    $("newest").hidden = true;
  }

  /** The scroll position for the newest message: the end, or the top of a picture that is too high. */
  end() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    const last = this.list.lastElementChild;
    if (!last?.classList.contains("illustrated") || last.offsetHeight < clientHeight) return scrollHeight - clientHeight;
    return scrollTop + last.getBoundingClientRect().top - this.scroller.getBoundingClientRect().top;
  }

  toEnd() {
    this.pinned = true;
    $("newest").hidden = true;
    this.settle();
    this.scroller.focus({ preventScroll: true });
  }
}

/** Sets a text only if it differs: screen readers announce every change, even to the same text. */
function say(element, words) {
  if (element.textContent !== words) element.textContent = words;
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

/** The tokens of a message's buttons, joined. */
const tokensOf = ({ rows }) => rows.flat().map(([, token]) => token).join();
