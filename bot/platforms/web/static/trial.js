// A position of a past game, tried out: played on against bots over a socket, and gone with it.

import { Board } from "./board.js";
import { $, make, signed } from "./dom.js";
import { protocols } from "./host.js";
import { know } from "./layers.js";
import { prepared } from "./pictures.js";
import { t } from "./words.js";

let trials = 0;

export class Trial {
  /** `show(board)` puts a board on the stage; `left(words)` is called when the trial is over, with what went wrong. */
  constructor(address, frame, { show, left }) {
    this.name = `trial-${(trials += 1)}`;
    this.show = show;
    this.left = left;
    this.newest = null; // the position that was told last: an earlier one still loading is not shown
    this.board = new Board(frame, (move) => this.play(move));
    this.socket = new WebSocket(address.replace(/^http/, "ws"), protocols());
    this.socket.addEventListener("message", ({ data }) => this.hear(JSON.parse(data)));
    this.socket.addEventListener("close", () => this.leave(t("broken")));
  }

  async hear(told) {
    if (told.problem) {
      this.leave(told.problem);
      return;
    }
    this.newest = told;
    const src = `${this.name}/${told.at}.board`;
    know(src, told);
    const board = await prepared(src);
    if (this.newest !== told || !this.socket) return;
    if (!board && !told.sprites) {
      this.socket.send(JSON.stringify({ at: -1, move: "", sprites: true })); // of no version: it plays nothing
      return;
    }
    if (board) this.show(board, told.alt);
    $("trial").dataset.at = String(told.at);
    $("says").replaceChildren(...signed(told.says));
    $("tried-turns").replaceChildren(...[...told.story].reverse().map((line) => make("li", "", {}, ...signed(line))));
    const held = $("choices").contains(document.activeElement);
    $("choices").replaceChildren(...told.choices.map((choice) => this.button(choice)));
    if (held) ($("choices").firstChild ?? $("leave")).focus();
    const names = new Map(told.choices.map(([label, move]) => [move, label]));
    if (board) this.board.show(told.spots, { width: board.size[0], height: board.size[1] }, names);
  }

  button([label, move]) {
    const button = make("button", move ? "button" : "button primary", { type: "button" }, ...signed(label)); // a roll is no move
    button.addEventListener("click", () => this.play(move));
    return button;
  }

  /** Plays once: until the answer is here, nothing more can be chosen. */
  play(move) {
    if (this.played === this.newest.at) return;
    this.played = this.newest.at;
    this.socket.send(JSON.stringify({ at: this.newest.at, move }));
  }

  /** Throws the trial away. */
  leave(words = "") {
    if (!this.socket) return;
    const { socket } = this;
    this.socket = null;
    socket.close();
    this.board.layer.remove();
    this.left(words);
  }
}
