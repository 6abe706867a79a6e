// A second canvas over a board's own: the board at rest, with as many pixels as the screen has.

import { make } from "./dom.js";
import { Ground } from "./ground.js";
import { soon } from "./tasks.js";

export class Sharp {
  constructor() {
    this.canvas = make("canvas", "sharp", { "aria-hidden": "true", hidden: "" });
    this.ground = null;
    this.wanted = null;
  }

  /** Draws what differs of a board, in short tasks, and shows it over `below`; unless another one is wanted meanwhile. */
  async show(board, below) {
    this.wanted = board;
    if (this.canvas.parentNode !== below.parentNode) below.after(this.canvas);
    if (!this.ground?.fits(board)) await soon(() => (this.ground = new Ground(board.base, board.size, this.canvas)));
    const { ground } = this;
    if (this.wanted !== board) return;
    await Promise.all(ground.plan(board, board.rest).map((box) => soon(() => ground.redraw(box))));
    if (this.wanted === board) this.canvas.hidden = false;
  }

  hide() {
    this.wanted = null;
    this.canvas.hidden = true;
  }

  leave() {
    this.hide();
    this.canvas.remove();
  }
}
