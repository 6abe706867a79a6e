// One message: its author, text, picture and buttons, changed in place.

import { Board } from "./board.js";
import { settle } from "./choices.js";
import { hue, icon, initial, make, paragraphs, signed } from "./dom.js";
import { host } from "./host.js";
import { here, isLayered } from "./layers.js";
import { Hold } from "./hold.js";
import { addressOf, fetched, filmOf, movesFor, prepared, sharper } from "./pictures.js";
import { addressOfCups, addressOfGame } from "./places.js";
import { Seats } from "./seats.js";
import { sketch } from "./sketch.js";
import { Stage, vacant } from "./stage.js";
import { openWithin } from "./within.js";
import { t, told } from "./words.js";

const CORNERS = "M11.5 3H17v5.5M8.5 17H3v-5.5M17 3l-6 6M3 17l6-6";
const PLAYS = /^[^.]*\.[^.]*\.(throw$|rollon$|move:|learn:|solve:)/;
const ROLL_ON = /\.rollon$/;
const STEP = "step";
const ENDING = 3_600_000; // milliseconds that a result's words wait at most: until its last move has been played
const LITTLE = 360; // pixels of the page that an old board is wide, as in picture.css

/** Whether only the person whose turn it is may press a button. */
export const plays = (token) => PLAYS.test(token);

/** Whether a button is a move or a single roll: what the focus goes to, and the number keys press. */
export const steps = (token) => plays(token) && !ROLL_ON.test(token);

export class Message {
  /**
   * `isMine(user)` returns who sits at this page; `press(button)` presses, `enlarge(message, opener)` enlarges,
   * `ask(message, place, opener)` asks what to do at a seat, and `reaches(message)` where its pieces may go.
   */
  constructor({ id, at, body }, { isMine, press, enlarge, ask, reaches }) {
    this.id = id;
    this.isMine = isMine;
    this.press = press;
    this.enlarge = enlarge;
    this.ask = ask;
    this.reaches = reaches;
    this.date = new Date(at * 1000);
    this.buttons = [];
    this.ending = null; // the board whose last move it shows before its picture
    this.picture = null; // what shows it, and the address that it shows
    this.source = null;
    this.body = body;
    this.build(body);
  }

  build({ author, kind }) {
    const name = author ? author.name : "Palmarés";
    const face = author
      ? make("span", `face ${hue(author.user)}`, { "aria-hidden": "true" }, initial(name))
      : make("img", "face", { src: "/icon.svg", alt: "" });
    this.time = make("time", "", { datetime: this.date.toISOString() });
    const head = make("header", "", {}, make("b", author ? hue(author.user) : "", {}, name), " ");
    if (!author) head.append(make("span", "tag", { "data-word": "bot" }, t("bot")), " ");
    head.append(this.time);
    this.text = make("div", "text");
    this.rows = make("div", "rows", { role: "group", "aria-live": "off" });
    this.panel = make("div", "panel", {}, this.text, this.rows);
    this.card = make("div", "card", {}, this.panel);
    this.element = make("article", `message ${kind}`, { id: `m${this.id}`, tabindex: "-1" }, face, head, this.card);
  }

  /** Shows a state of the message; the `past` ones were there before the reader came. */
  show({ revision, body, layers, film }, past) {
    const goesOn = this.ending && !film && body.picture?.digest === this.body.picture?.digest;
    this.revision = revision;
    this.body = body;
    this.layers = layers;
    this.film = film;
    this.past = Boolean(past);
    if (!goesOn) this.ending = past ? null : moving(filmOf(this));
    this.fill(this.address() === this.source ? 0 : movesFor(this));
  }

  /** The address of what it shows: of its picture, or of the board before that; null if it is folded. */
  address() {
    return this.folded && !this.open ? null : (this.ending?.src ?? addressOf(this));
  }

  /** The last move has been played: shows the result, unless something else has come meanwhile. */
  async ended(src) {
    await fetched(addressOf(this));
    if (this.ending?.src !== src) return;
    this.ending = null;
    this.fill();
  }

  /** Whether the message has a game to play, or just had: at a table, in a lesson of somebody here, or a puzzle. */
  isPlayed() {
    const { board, rows, details, turn } = this.body;
    if (board) return Boolean(rows.length || details);
    return Boolean(details) && (!turn || this.isMine(turn));
  }

  /** Whether it is a position for everybody, without a table and not a lesson. */
  isPuzzle() {
    const { board, details, turn } = this.body;
    return Boolean(details) && !board && !turn;
  }

  /** Translates the message to the reader's language; the roll is announced once the picture is still. */
  fill(moves = 0) {
    this.element.style.setProperty("--moves", `${this.ending ? ENDING : moves}ms`);
    const said = told(this.body);
    const words = JSON.stringify(said.lines);
    if (words !== this.words) {
      this.words = words;
      this.text.replaceChildren(...paragraphs(said.lines, this.isMine));
    }
    this.summarise();
    this.draw(said.alt, moves > 0);
    this.offer(said.labels);
    if (this.picture && !this.folded) this.seats.show(this.body.places ?? [], this.body.picture, said.places);
    this.element.classList.toggle("illustrated", Boolean(this.body.picture));
    this.element.classList.toggle("playable", Boolean(this.body.details));
  }

  /** Shows the picture; a board in layers moves first if there is something `fresh` to see. */
  draw(alt, fresh) {
    const picture = this.ending ?? this.body.picture;
    const src = this.address();
    if (!src) {
      this.clear();
      return;
    }
    this.element.style.setProperty("--tall", Math.max(1, picture.height / picture.width));
    const { picture: before, stage } = this;
    if ((isLayered(src) ? "CANVAS" : "IMG") !== before?.nodeName) this.sheet(src);
    if (!before) this.hang();
    else if (before !== this.picture) {
      stage?.leave();
      before.replaceWith(this.picture);
    }
    const said = isLayered(src) ? { "aria-label": alt } : { alt };
    for (const [name, value] of Object.entries(said)) this.picture.setAttribute(name, value);
    if (this.source === src && before === this.picture) return;
    this.source = src;
    const { width, height } = picture;
    if (this.stage) this.put(src, fresh);
    else if (isLayered(src)) this.lay(src);
    else for (const [name, value] of Object.entries({ width, height, src })) this.picture.setAttribute(name, value);
  }

  /** Makes what shows the picture: a canvas for a board in layers, else an image. */
  sheet(src) {
    const { width, height } = this.ending ?? this.body.picture;
    const layered = isLayered(src);
    this.stage = layered && !this.folded && here(src) ? vacant({ width, height }) : null;
    this.picture = this.stage?.canvas;
    if (this.stage) return;
    const role = layered ? { role: "img", "data-at": "coming" } : { loading: this.past ? "lazy" : null };
    this.picture = make(layered ? "canvas" : "img", "picture", { width, height, ...role });
    this.stage = layered && !this.folded ? new Stage(this.picture) : null;
  }

  /** Takes the picture away. */
  clear() {
    this.ending = null;
    this.stage?.leave();
    this.picture?.parentNode.remove();
    this.picture = this.stage = this.source = null;
  }

  /** Leaves the page. */
  leave() {
    this.element.remove();
    this.stage?.leave();
    this.stage = null;
  }

  hang() {
    const [name, label] = [t("enlarge"), "enlarge"];
    const named = { type: "button", "aria-haspopup": "dialog", "aria-label": name, title: name, "data-label": label };
    const corner = make("button", "enlarge", named, icon(CORNERS));
    const frame = make("div", "frame", {}, this.picture, corner);
    this.panel.after(frame);
    this.board = new Board(frame, (token) => this.play(token));
    this.hold = new Hold(frame, () => this.reaches(this));
    this.seats = new Seats(frame, { isMine: this.isMine, ask: (place, opener) => this.ask(this, place, opener) });
    corner.addEventListener("click", () => this.enlarge(this, corner));
  }

  /** Puts a board in layers on the canvas; if it is not here yet, once it comes. */
  put(src, fresh) {
    const { stage } = this;
    this.picture.dataset.src = src;
    const board = here(src);
    if (board) {
      if (this.ending) stage.show(board, board.film, { rested: () => this.ended(src) });
      else stage.show(board, fresh ? board.film : [], { sharper: () => sharper(src) });
      return;
    }
    stage.stop();
    this.picture.dataset.at = "coming";
    this.bring(src, stage);
  }

  /** Shows a board at rest as sharp as the screen is; what it moves with comes with the next one. */
  async bring(src, stage) {
    await null; // among many messages that come at once, most are folded in the end
    const dense = this.shows(src, stage) && (await sharper(src));
    const board = this.shows(src, stage) && !dense && (await prepared(src));
    if (!this.shows(src, stage)) return;
    if (dense) stage.cover(dense);
    else if (board) stage.show(board, []);
    else this.fill(); // its file is shown instead
  }

  /** Draws an old board small, once it is here. */
  async lay(src) {
    const { picture } = this;
    picture.dataset.src = src;
    const board = await prepared(src);
    if (this.source !== src || this.picture !== picture) return;
    if (board) sketch(picture, board, LITTLE);
    else this.fill(); // its file is shown instead
  }

  /** Whether it still is what shows an address. */
  shows(src, stage) {
    return this.source === src && this.stage === stage;
  }

  /** Shows the buttons that somebody of this page may press; in place of the others, whose turn it is. */
  offer(labels) {
    const { rows, turn, lines, details, only } = this.body;
    const held = this.buttons.find((button) => button === document.activeElement);
    const kind = held && kindOf(held);
    const mine = !turn || this.isMine(turn);
    const offered = rows
      .map((row, at) => row.map((button, index) => worded(button, labels[at]?.[index])))
      .map((row) => row.filter(([, token]) => (mine || !plays(token)) && (only?.[token]?.some(this.isMine) ?? true)))
      .filter((row) => row.length)
      .reduce(joined, []);
    for (const other of this.rows.querySelectorAll(".waiting, .steps")) other.remove();
    this.buttons = offered.flatMap((row, place) => {
      const line = this.rows.children[place] ?? this.rows.appendChild(make("div", "row"));
      const among = amongOf(row);
      line.className = among ? "row choices" : "row";
      for (const [name, value] of Object.entries({ role: "radiogroup", "aria-label": among })) {
        if (among) line.setAttribute(name, value);
        else line.removeAttribute(name);
      }
      const buttons = this.fit(line, row);
      if (among) settle(line);
      return buttons;
    });
    while (this.rows.children.length > offered.length) this.rows.lastChild.remove();
    if (held?.isConnected && kindOf(held) !== kind) this.guide(kind);
    const names = new Map(this.buttons.map(({ dataset, textContent }) => [dataset.token, textContent]));
    if (this.picture) this.board.show(details?.spots ?? [], this.body.picture, names);
    const name = mine || !rows.length ? null : lines.flat().find(([, , user]) => user === turn)?.[0];
    if (name) this.rows.append(make("p", "waiting", {}, t("turn_of", { name })));
    const over = rows.flat().some(([, token]) => token.endsWith(".again"));
    const game = this.body.game ?? (over && this.body.board?.[0]);
    if (game) this.rows.append(this.stepwise(game));
    const { cup } = this.body;
    if (cup && !host) {
      const standings = { href: addressOfCups(cup), "data-word": "standings" };
      this.rows.append(make("a", "button steps", standings, t("standings")));
    }
    const any = this.rows.hasChildNodes(); // a watcher of an app has no buttons in a game, and no room for them
    this.acts = !this.body.places && (this.acts || any);
    this.rows.hidden = !this.acts && !any;
  }

  /** Moves the focus off a button that now does something else, to the next step of the game: Enter must be safe. */
  guide(kind) {
    const next = this.buttons.find((button) => kindOf(button) === STEP) ?? (kind === STEP && this.buttons[0]);
    if (next) next.focus({ preventScroll: true });
  }

  /** A link to the replay of a game. */
  stepwise(code) {
    const named = { "data-word": "steps" };
    if (!host) return make("a", "button steps", { href: addressOfGame(code), ...named }, t("steps"));
    const button = make("button", "button steps", { type: "button", ...named }, t("steps"));
    button.addEventListener("click", () => openWithin("game", t("steps"), () => button.focus()));
    return button;
  }

  /** Updates a row's elements to its buttons. */
  fit(line, row) {
    const now = String(Math.round(performance.now()));
    const buttons = row.map(([label, token, tone, kind = "", on = false, among = "", odd = false], index) => {
      const button = line.children[index] ?? line.appendChild(make("button", "", { type: "button" }, make("span")));
      if (button.dataset.token !== token) {
        button.dataset.token = token;
        button.dataset.since = now;
        button.removeAttribute("aria-disabled");
        button.firstChild.replaceWith(make("span")); // its label comes with the roll
      }
      button.className = `button ${tone} ${kind}${odd ? " odd" : ""}`;
      const role = kind === "switch" ? kind : among && "radio";
      const states = { role: role || null, "aria-checked": role ? on : null, title: odd ? t("odd") : null };
      if (!among) button.removeAttribute("tabindex");
      for (const [name, value] of Object.entries({ ...states, "aria-pressed": kind === "choice" && !role ? on : null })) {
        if (value === null) button.removeAttribute(name);
        else button.setAttribute(name, String(value));
      }
      if (button.firstChild.textContent !== label) button.firstChild.replaceChildren(...signed(label));
      return button;
    });
    while (line.children.length > row.length) line.lastChild.remove();
    return buttons;
  }

  /** Presses a button by its token. */
  play(token) {
    const button = this.buttons.find(({ dataset }) => dataset.token === token);
    if (button) this.press(button);
  }

  /** Marks a pending change; that shows once it takes long enough to be noticed. */
  wait(on = true) {
    this.element.classList.toggle("busy", on);
    this.element.setAttribute("aria-busy", String(on));
  }

  /** Folds an old board to one line, which opens. */
  fold(past) {
    if (past === Boolean(this.opener)) return;
    this.element.classList.toggle("past", past);
    this.folded = past;
    this.open = false;
    this.clear(); // an old board is drawn when it opens
    this.fill();
    this.opener?.remove();
    this.opener = null;
    if (!past) return;
    this.opener = make("button", "opener", { type: "button", "aria-expanded": "false" });
    this.opener.addEventListener("click", () => {
      this.open = this.element.classList.toggle("open");
      this.opener.setAttribute("aria-expanded", String(this.open));
      this.fill();
    });
    this.card.before(this.opener);
    this.summarise();
  }

  /** The line of a folded board: its latest news. */
  summarise() {
    const lines = told(this.body).lines.map((line) => line.map(([part]) => part).join(""));
    const last = lines.findLast((line) => line.trim()) ?? "";
    this.opener?.replaceChildren(make("span", "", {}, ...signed(last)));
  }
}

/** A board that can move now, with the milliseconds until its winner is crowned; null for one that is not here. */
function moving(film) {
  const board = film && here(film.src);
  return board?.film.length ? { ...film, crowned: board.moves - board.film.at(-1)[0] } : null;
}

/** A button's label in the reader's language, and the group it is a choice of. */
function worded([label, token, tone, kind, on, among, odd], told) {
  const [name = label, group = among] = [told ?? []].flat();
  return [name, token, tone, kind, on, group, odd];
}

/** What a button does: moves and single rolls are the same, everything else is told apart by its verb. */
const kindOf = ({ dataset: { token } }) => (steps(token) ? STEP : token.split(".")[2].split(":")[0]);

/** The group that all buttons of a row are choices of, if there is one. */
const amongOf = (row) => (row.every(([, , , , , among]) => among && among === row[0][5]) ? row[0][5] : "");

/** Merges the choices of a group from several rows. */
function joined(rows, row) {
  const among = amongOf(row);
  if (among && rows.length && amongOf(rows.at(-1)) === among) return [...rows.slice(0, -1), [...rows.at(-1), ...row]];
  return [...rows, row];
}
