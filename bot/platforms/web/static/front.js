// The front page: a moving board, a button to start a game, and the chat's last games.

import { $, make, memory, paragraphs } from "./dom.js";
import { addressOfFront } from "./pictures.js";
import { addressOfCups } from "./places.js";
import { current } from "./words.js";

const GAMES = { parchis: "Parchís", palma: "Palma" };
const STALE = 30 * 60;

export class Front {
  /** `say(line)` runs a command for the speaker; `left()` is called when the page with the focus hides. */
  constructor({ say, left }) {
    this.say = say;
    this.left = left;
    this.games = {};
    this.game = memory.get("game", "parchis");
    this.starts = false;
    this.section = $("front");
    $("home").addEventListener("click", () => this.show(this.section.hidden && !document.body.classList.contains("playing")));
    $("front-games").append(...Object.entries(GAMES).map(([game, name]) => this.choice(game, name)));
    this.choose(this.game);
    $("against").addEventListener("click", () => {
      this.starts = true;
      this.say(`/play ${this.game} bots=auto`);
    });
    $("here").addEventListener("click", () => this.say(`/play ${this.game}`));
    $("front-learn").addEventListener("click", () => this.say(`/learn ${this.game}`));
  }

  choice(game, name) {
    const button = make("button", "button", { type: "button", role: "radio", "data-game": game }, name);
    button.addEventListener("click", () => this.choose(game));
    button.addEventListener("keydown", ({ key }) => {
      if (!key.startsWith("Arrow")) return;
      this.choose(Object.keys(GAMES).find((other) => other !== this.game));
      $("front-games").querySelector("[aria-checked=true]").focus();
    });
    return button;
  }

  choose(game) {
    this.game = game in GAMES ? game : "parchis";
    memory.set("game", this.game);
    for (const button of $("front-games").children) {
      const chosen = button.dataset.game === this.game;
      button.setAttribute("aria-checked", String(chosen));
      button.tabIndex = chosen ? 0 : -1;
    }
  }

  /** Takes the last games of this chat, by language, and whether it has had tournaments. */
  learn(games, cups) {
    this.games = games;
    $("front-cups").hidden = !cups;
    $("front-cups").href = addressOfCups("");
    this.translate();
  }

  translate() {
    const lines = this.games[current()] ?? [];
    $("front-past").hidden = lines.length === 0;
    const told = paragraphs(lines, () => false).map((line) => {
      const link = line.querySelector("a");
      if (!link) return make("li", "", {}, line);
      link.replaceWith(...link.childNodes); // the whole line is a link
      return make("li", "", {}, make("a", "", { href: link.getAttribute("href") }, ...line.childNodes));
    });
    $("front-list").replaceChildren(...told);
  }

  /** The chat has changed: the front page shows while nothing is said, or nothing has been for long. */
  heard(items, past) {
    const last = items.at(-1);
    const old = last && Date.now() / 1000 - last.date / 1000 > STALE && !items.some(({ body }) => body.rows.length);
    if (past) this.show(!last || old);
    else if (last) this.show(false);
    else this.show(true);
    if (this.starts) this.start(items);
  }

  /** The table opened for immediate play exists: bots take the other seats. */
  start(items) {
    const buttons = items.at(-1)?.buttons ?? [];
    const fill = buttons.find(({ dataset }) => dataset.token.endsWith(".fill"));
    if (!fill) return;
    this.starts = false;
    fill.click();
  }

  show(on) {
    const held = !on && this.section.contains(document.activeElement);
    this.section.hidden = !on;
    $("log").hidden = on;
    document.body.classList.toggle("front", on);
    $("home").setAttribute("aria-expanded", String(on));
    if (on) $("scroller").scrollTop = 0;
    if (on) this.dress();
    if (held) this.left();
  }

  /** Shows the front page's board, light or dark by the time of day. */
  dress() {
    const address = addressOfFront();
    if (!this.section.hidden && $("front-board").getAttribute("src") !== address) $("front-board").src = address;
  }
}

