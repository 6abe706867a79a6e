// The table in play: the board, and always in the same place next to it whose turn it is and what to press.

import { $, icon, make, memory, paragraphs, signed } from "./dom.js";
import { t, told } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const PIPS = ["", "11", "0022", "001122", "00022022", "0002112022", "000102202122"];
const LIST = "M4 5.5h12M4 10h12M4 14.5h8";
const GLASS = "M8.5 3a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11M12.6 12.6 17 17M6 8.5h5M8.5 6v5";
const INFO = "M10 9v5M10 6v.2M10 2.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15";

export class Table {
  /** `isMine(user)` says who sits at this page. */
  constructor({ isMine }) {
    this.isMine = isMine;
    this.section = $("table");
    this.item = null;
    this.seating = false; // whether the sheet asks about a seat
    this.heard = {}; // by table, the lines announced last
    this.shown = {}; // by table, the turns listed last
    $("sheet").addEventListener("click", ({ target }) => target === $("sheet") && $("sheet").close());
  }

  /** Puts a message on the table, or clears it; the former one returns to the log. */
  place(item) {
    document.body.classList.toggle("playing", Boolean(item));
    document.body.classList.toggle("lobby", Boolean(item?.body.places));
    document.body.classList.toggle("exercise", Boolean(item?.body.details) && !item.body.board);
    document.body.classList.toggle("over", Boolean(item?.body.board) && !item.body.details && !item.body.places);
    if (this.seating && !item?.body.places) $("sheet").close(); // the game has begun meanwhile
    if (item === this.item && (!item || item.element.parentNode === this.section)) return;
    this.item = item;
    if (!item) return;
    if (!item.turn) this.lay(item);
    this.section.append(item.element);
  }

  /** Returns a message from the table to the log. */
  leave(item) {
    if (item.turn) item.panel.append(item.text, item.rows);
    for (const part of ["turn", "tools", "story"]) item[part]?.remove();
    item.turn = null;
    item.element.setAttribute("aria-live", "off"); // in the log it was announced already
  }

  lay(item) {
    item.turn = make("p", "turn");
    item.story = make("ol", "story", { "aria-live": "off", tabindex: "0" }); // the keyboard scrolls it
    const moves = make("button", "tool", { type: "button" }, icon(LIST));
    const about = make("button", "tool", { type: "button" }, icon(INFO));
    const zoom = make("button", "tool zoom", { type: "button", "aria-haspopup": "dialog" }, icon(GLASS));
    zoom.addEventListener("click", () => item.enlarge(item, zoom));
    moves.addEventListener("click", () => this.open(t("moves"), this.turns(item)));
    about.addEventListener("click", () => this.open(t("about"), ...this.about(item)));
    item.tools = make("div", "tools", {}, moves, about, zoom);
    item.panel.append(item.turn, item.tools, item.rows, item.text, item.story);
  }

  /** Shows whose turn it is, what was rolled, and what has happened. */
  fill(item) {
    if (!item.turn) return;
    this.turn(item);
    const { board, turn, lines } = item.body;
    const details = board && item.body.details; // an exercise has no turns
    item.turn.hidden = item.tools.hidden = item.story.hidden = !details;
    for (const [index, name] of ["moves", "about", "enlarge"].entries()) {
      item.tools.children[index].setAttribute("aria-label", t(name));
      item.tools.children[index].title = t(name);
    }
    if (details) this.spare(item, told(item.body).details?.turns ?? details.turns ?? [0, 0]);
    this.tell(item);
    if (!details) return;
    const last = told(item.body).lines.at(-1) ?? [];
    const called = lines.flat().find(([, , user]) => user && user === turn);
    const named = last.find(([, style]) => style === "strong"); // an app calls nobody
    const name = turn && (called ?? named)?.[0];
    const waiting = last.map(([words]) => words).join("");
    const mine = turn && this.isMine(turn);
    const words = name ? t(mine ? "your_turn" : "turn_of", { name }) : waiting;
    item.turn.classList.toggle("mine", Boolean(mine));
    item.turn.replaceChildren(make("span", "", {}, ...signed(words)), ...(details.value ? [die(details.value)] : []));
    item.turn.style.setProperty("--seat", details.tint || "transparent");
    item.turn.style.setProperty("--on-seat", inkOn(details.tint));
    item.story.setAttribute("aria-label", t("moves"));
    item.story.replaceChildren(...this.turns(item).children);
    this.shown = { table: board[0], turns: new Set(this.lines(item).map(String)) };
  }

  /** Announces a board's news to screen readers; the log next to it is announced by itself. */
  tell(item) {
    const lines = [...item.text.children].filter(({ hidden }) => !hidden).map(({ textContent }) => textContent.trim());
    const table = item.body.board?.[0] ?? item.id;
    const known = this.heard.table === table ? [...this.heard.lines] : [];
    this.heard = { table, lines: lines.filter(Boolean) };
    const fresh = this.heard.lines.filter((line) => {
      const at = known.indexOf(line);
      if (at >= 0) known.splice(at, 1);
      return at < 0;
    });
    if (fresh.length) $("teller").textContent = fresh.join("\n");
  }

  /** Scrolls a lobby's page, or a result, to its top. */
  turn(item) {
    const page = item.body.rows.flat().map(([, token]) => token.split(".")[2].split(":")[0]).join();
    if ((item.body.places || !item.body.details) && page !== item.page) item.panel.scrollTop = 0;
    item.page = page;
  }

  /** Hides what is behind the i: the table's code, its rules and its seal; and marks what the story has too. */
  spare(item, [first, last]) {
    const known = new Set(this.about(item).map(({ textContent }) => textContent));
    for (const [index, line] of [...item.text.children].entries()) {
      line.hidden = known.has(line.textContent);
      line.classList.toggle("told", first <= index && index < last);
    }
  }

  /** The last turns, the newest first; those since somebody of this page acted are marked. */
  turns(item) {
    const shown = this.shown.table === item.body.board[0] && this.shown.turns;
    const looked = memory.get(`looked.${item.body.board[0]}`, -1, "sessionStorage");
    return make(
      "ol",
      "story",
      {},
      ...[...this.lines(item)].reverse().map(([number, words]) => {
        const fresh = looked >= 0 && number > looked;
        const mark = fresh ? [make("span", "unseen", {}, t("since")), " "] : [];
        const late = shown && !shown.has(String([number, words])); // not before the picture has shown it
        return make("li", `${fresh ? "new" : ""} ${late ? "late" : ""}`.trim(), {}, ...mark, ...signed(words));
      }),
    );
  }

  lines(item) {
    return (told(item.body).details ?? item.body.details).story;
  }

  about(item) {
    const { about } = told(item.body).details ?? item.body.details;
    return paragraphs(about, this.isMine);
  }

  /** Somebody of this page acts: they have seen what happened so far. */
  acted() {
    const { board, details } = this.item?.body ?? {};
    if (board && details) memory.set(`looked.${board[0]}`, details.story.at(-1)?.[0] ?? 0, "sessionStorage");
  }

  /** Asks something about a seat. */
  ask(title, choices) {
    this.open(title, choices);
    this.seating = true;
  }

  open(title, ...content) {
    this.seating = false;
    $("sheet-title").replaceChildren(...signed(title));
    $("sheet-text").replaceChildren(...content);
    $("sheet").showModal();
  }
}

/** A die with a number; one above six as text. */
function die(value) {
  if (value > 6) return make("b", "number", {}, String(value));
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 32 32");
  svg.setAttribute("class", "die");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", String(value));
  const face = svg.appendChild(document.createElementNS(SVG, "rect"));
  for (const [name, size] of Object.entries({ x: 1, y: 1, width: 30, height: 30, rx: 8 })) face.setAttribute(name, size);
  for (const [x, y] of PIPS[value].match(/../g)) {
    const pip = svg.appendChild(document.createElementNS(SVG, "circle"));
    for (const [name, size] of Object.entries({ cx: 8 + 8 * x, cy: 8 + 8 * y, r: 2.9 })) pip.setAttribute(name, size);
  }
  return svg;
}

/** Black or white, the one with more contrast on a colour `#rrggbb`. */
function inkOn(tint) {
  const light = (at) => {
    const share = Number.parseInt(tint.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  if (!tint) return "inherit";
  const luminance = 0.2126 * light(1) + 0.7152 * light(3) + 0.0722 * light(5);
  return luminance > 0.179 ? "#000000" : "#ffffff"; // at least 4.5:1 on any colour; a softer black would fall below
}
