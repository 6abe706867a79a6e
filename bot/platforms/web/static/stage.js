// A canvas on which the page puts boards together, and moves their pieces.
// `render/layers/document.py` says what is in a board's document.

import { spriteOf } from "./layers.js";

const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const CALMED = 150; // milliseconds that a board rests until it gets more pixels: the next one may be there already

/** A film backwards. */
export const backwards = (film) =>
  [...film].reverse().map(([time, standing, tracks]) => [time, standing, tracks.map((track) => [...track].reverse())]);

/** A canvas on which boards come to rest after what is new has moved. */
export class Stage {
  constructor(canvas) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d", { alpha: false });
    this.grounds = new Map(); // by size and theme, as boards of two densities take turns
    this.ground = null; // what stands still in a scene: its canvas, and its sprites and places by what they are
    this.frame = 0;
    this.board = null;
    this.touched = []; // the boxes that moving parts cover on the canvas
  }

  /**
   * Shows a board whose sprites are here; `film`: scenes that come before it rests, of the board `cast`, in `most`
   * milliseconds. `sharper()` returns the same board with more pixels, which takes its place once it rests.
   */
  show(board, film = board.film, { cast = board, most = Infinity, sharper = null } = {}) {
    this.stop();
    this.sharper = sharper;
    this.board = film.length ? cast : board;
    this.end = board;
    this.found(board);
    if (!film.length || CALM.matches || document.hidden) {
      this.rest();
      return;
    }
    this.film = film;
    this.pace = Math.max(1, film.reduce((sum, [time]) => sum + time, 0) / most);
    this.scene = this.began = null;
    this.move(film[0], 0);
    this.canvas.dataset.at = "begins"; // words come with the board, and laying them out takes a frame
    this.frame = requestAnimationFrame(() => (this.frame = requestAnimationFrame((now) => this.turn(now))));
  }

  /** Takes the ground of a board's size and theme; the one before it is kept. */
  found({ base, size: [width, height] }) {
    const name = `${base} ${width} ${height}`;
    if (this.ground?.name === name) return;
    const ground = this.grounds.get(name) ?? { name, base, laid: new Map(), canvas: document.createElement("canvas") };
    if (!this.grounds.has(name)) {
      Object.assign(ground.canvas, { width, height });
      this.copy(spriteOf(base), [0, 0, width, height], ground.canvas.getContext("2d"));
    }
    this.grounds = new Map([this.ground, ground].filter(Boolean).map((one) => [one.name, one]));
    this.ground = ground;
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
    this.touched = [[0, 0, width, height]];
  }

  /** Leaves the film: whatever comes next is shown at once. */
  stop() {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.sharpening);
    this.frame = 0;
  }

  /** The board as it stands after its film. */
  rest() {
    this.stop();
    this.board = this.end;
    this.lay(this.board.rest);
    this.canvas.dataset.at = "rest";
    if (this.sharper) this.sharpening = setTimeout(() => this.sharpen(this.end), CALMED);
  }

  /** Shows a board that rests with more pixels, unless another one has come meanwhile. */
  async sharpen(board) {
    const dense = await this.sharper?.();
    if (dense && this.end === board && this.canvas.dataset.at === "rest") this.show(dense, []);
  }

  /** Draws the film's picture for a time, and asks for the next one. */
  turn(now) {
    if (this.began === null) this.canvas.dataset.at = "film";
    this.began ??= now;
    let time = (now - this.began) * this.pace;
    for (const scene of this.film) {
      if (time < scene[0]) {
        this.move(scene, time / scene[0]);
        this.frame = requestAnimationFrame((next) => this.turn(next));
        return;
      }
      time -= scene[0];
    }
    this.rest();
  }

  /** Draws a scene's picture at a share of its time; only what has moved is drawn again. */
  move(scene, share) {
    const [, standing, tracks] = scene;
    if (this.scene !== scene) this.lay(standing);
    else this.clear();
    this.scene = scene;
    this.touched = tracks.map((track) => this.pose(track, share)).filter(Boolean);
  }

  /** Takes moving parts from the canvas. */
  clear() {
    for (const box of this.touched) this.copy(this.ground.canvas, box);
    this.touched = [];
  }

  copy(image, [x, y, width, height], pen = this.pen) {
    pen.drawImage(image, x, y, width, height, x, y, width, height);
  }

  /** Draws a track's sprite where it is at a share of the time; returns the box that it covers. */
  pose(track, share) {
    const last = track.length - 1;
    const first = Math.min(last, Math.floor(share * last));
    const [here, there] = [track[first], track[Math.min(last, first + 1)]];
    if (!here) return null;
    const part = there ? share * last - first : 0;
    const between = (at, usual) => {
      const [from, to] = [here[at] ?? usual, (there || here)[at] ?? usual];
      return from + (to - from) * part;
    };
    const [x, y, degrees, times] = [between(1, 0), between(2, 0), between(3, 0), between(4, 100) / 100];
    const image = this.sprite(here[0]);
    const [width, height] = [image.width * times, image.height * times];
    if (degrees) {
      this.pen.translate(x, y);
      this.pen.rotate((-degrees * Math.PI) / 180);
      this.pen.drawImage(image, -width / 2, -height / 2, width, height);
      this.pen.setTransform(1, 0, 0, 1, 0, 0);
    } else this.pen.drawImage(image, x - width / 2, y - height / 2, width, height);
    const reach = Math.ceil((degrees ? Math.hypot(width, height) : Math.max(width, height)) / 2) + 2;
    return this.within(Math.floor(x) - reach, Math.floor(y) - reach, 2 * reach + 1, 2 * reach + 1);
  }

  /** A box as far as it is on the canvas; null if none of it is. */
  within(x, y, width, height) {
    const [left, top] = [Math.max(0, x), Math.max(0, y)];
    const [wide, high] = [Math.min(this.canvas.width, x + width) - left, Math.min(this.canvas.height, y + height) - top];
    return wide > 0 && high > 0 ? [left, top, wide, high] : null;
  }

  /** Changes the ground to what stands now, and shows it; only the places that differ are drawn. */
  lay(runs) {
    const now = new Map();
    for (let run = 0; run < runs.length; run += 2) {
      for (const [sprite, x, y] of this.board.things.slice(runs[run], runs[run] + runs[run + 1])) {
        const { width, height } = this.sprite(sprite);
        let what = `${this.board.art[sprite]} ${x} ${y}`;
        while (now.has(what)) what += " more"; // the same lies there twice
        now.set(what, [x, y, width, height]);
      }
    }
    const { canvas, laid } = this.ground;
    const kept = [...laid.keys()].filter((what) => now.has(what));
    const same = [...now.keys()].filter((what) => laid.has(what));
    const apart = kept.some((what, place) => what !== same[place]); // something came to lie below what it was above
    const before = apart ? [...laid] : [...laid].filter(([what]) => !now.has(what));
    const after = apart ? [...now] : [...now].filter(([what]) => !laid.has(what));
    this.ground.laid = now;
    const boxes = [...before, ...after].map(([, [x, y, width, height]]) => this.within(x, y, width, height));
    for (const box of boxes.filter(Boolean)) this.redraw(box);
    this.clear();
    for (const box of boxes.filter(Boolean)) this.copy(canvas, box);
  }

  /** Draws a box of the ground again: the empty board, and what stands there. */
  redraw(box) {
    const { base, canvas, laid } = this.ground;
    const pen = canvas.getContext("2d");
    pen.save();
    pen.beginPath();
    pen.rect(...box);
    pen.clip();
    this.copy(spriteOf(base), box, pen);
    for (const [what, place] of laid) if (meet(place, box)) pen.drawImage(spriteOf(what.split(" ")[0]), place[0], place[1]);
    pen.restore();
  }

  sprite(number) {
    return spriteOf(this.board.art[number]);
  }
}

const meet = ([x, y, width, height], [left, top, wide, high]) =>
  x < left + wide && left < x + width && y < top + high && top < y + height;
