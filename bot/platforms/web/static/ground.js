// What stands still on a board: a canvas with the empty board, and sprites in their places.

import { spriteOf } from "./layers.js";

export class Ground {
  /** An empty board of a size, on a canvas of its own unless one is given. */
  constructor(base, [width, height], canvas = document.createElement("canvas")) {
    Object.assign(canvas, { width, height });
    this.base = base;
    this.canvas = canvas;
    this.pen = canvas.getContext("2d", { alpha: false });
    this.laid = new Map(); // by what it is: where it lies
    this.pen.drawImage(spriteOf(base), 0, 0);
  }

  /** Whether a board lies on the same empty board. */
  fits({ base, size: [width, height] }) {
    return base === this.base && width === this.canvas.width && height === this.canvas.height;
  }

  /** Makes it those `runs` of a board's things; returns the boxes in which it differs, to be drawn again. */
  plan(board, runs) {
    const { art } = board;
    const now = new Map();
    for (let run = 0; run < runs.length; run += 2) {
      for (const [sprite, x, y] of board.things.slice(runs[run], runs[run] + runs[run + 1])) {
        const { width, height } = spriteOf(art[sprite]);
        let what = `${art[sprite]} ${x} ${y}`;
        while (now.has(what)) what += " more"; // the same lies there twice
        now.set(what, [x, y, width, height]);
      }
    }
    const { laid } = this;
    const kept = [...laid.keys()].filter((what) => now.has(what));
    const same = [...now.keys()].filter((what) => laid.has(what));
    const apart = kept.some((what, place) => what !== same[place]); // something came to lie below what it was above
    const before = apart ? [...laid] : [...laid].filter(([what]) => !now.has(what));
    const after = apart ? [...now] : [...now].filter(([what]) => !laid.has(what));
    this.laid = now;
    return [...before, ...after].map(([, box]) => this.within(...box)).filter(Boolean);
  }

  /** Draws a box again: the empty board, and what stands there. */
  redraw(box) {
    const { base, pen, laid } = this;
    const [x, y, width, height] = box;
    pen.save();
    pen.beginPath();
    pen.rect(...box);
    pen.clip();
    pen.drawImage(spriteOf(base), x, y, width, height, x, y, width, height);
    for (const [what, place] of laid) if (meet(place, box)) pen.drawImage(spriteOf(what.split(" ")[0]), place[0], place[1]);
    pen.restore();
  }

  /** A box as far as it is on the canvas; null if none of it is. */
  within(x, y, width, height) {
    const [left, top] = [Math.max(0, x), Math.max(0, y)];
    const [wide, high] = [Math.min(this.canvas.width, x + width) - left, Math.min(this.canvas.height, y + height) - top];
    return wide > 0 && high > 0 ? [left, top, wide, high] : null;
  }
}

const meet = ([x, y, width, height], [left, top, wide, high]) =>
  x < left + wide && left < x + width && y < top + high && top < y + height;
