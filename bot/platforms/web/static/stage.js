// A canvas on which the page puts boards together, and moves their pieces.
// `render/layers/document.py` says what is in a board's document.

import { Ground } from "./ground.js";
import { spriteOf } from "./layers.js";
import { Sharp } from "./sharp.js";

const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const CALMED = 150; // milliseconds that a board rests until it gets more pixels: the next one may be there already
const SPARE = 2; // stages kept for the next boards: a new canvas costs a slow phone several frames
const spare = [];

/** A stage that another board has left, with a canvas of this size; undefined if there is none. */
export function vacant({ width, height }) {
  const at = spare.findIndex(({ canvas }) => canvas.width === width && canvas.height === height);
  return at < 0 ? undefined : spare.splice(at, 1)[0];
}

/** A film backwards. */
export const backwards = (film) =>
  [...film].reverse().map(([time, standing, tracks]) => [time, standing, tracks.map((track) => [...track].reverse())]);

/** A canvas on which boards come to rest after what is new has moved. */
export class Stage {
  constructor(canvas) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d", { alpha: false });
    this.ground = null; // what stands still in a scene
    this.sharp = null; // where a board rests that has more pixels
    this.frame = 0;
    this.board = null;
    this.touched = []; // the boxes that moving parts cover on the canvas
  }

  /**
   * Shows a board whose sprites are here; `film`: scenes that come before it rests, of the board `cast`, in `most`
   * milliseconds. `sharper()` returns the same board with more pixels, which covers it once it rests; `rested()` is
   * called then.
   */
  show(board, film = board.film, { cast = board, most = Infinity, sharper = null, rested = null } = {}) {
    this.stop();
    this.sharp?.hide();
    this.sharper = sharper;
    this.rested = rested;
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

  /** Makes the ground that of a board's size and theme. */
  found(board) {
    if (this.ground?.fits(board)) return;
    this.ground = new Ground(board.base, board.size);
    const [width, height] = board.size;
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
    this.touched = null; // nothing of the canvas is as it should be
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
    this.rested?.();
    if (this.sharper) this.sharpening = setTimeout(() => this.sharpen(this.end), CALMED);
  }

  /** Covers a board that rests by the same one with more pixels, unless another one has come meanwhile. */
  async sharpen(board) {
    const dense = await this.sharper?.();
    if (dense && this.end === board && this.canvas.dataset.at === "rest") this.cover(dense);
  }

  /** Shows a board at rest over the canvas, with more pixels than the canvas has. */
  async cover(board) {
    this.sharp ??= new Sharp();
    await this.sharp.show(board, this.canvas);
    if (!this.sharp.canvas.hidden) this.canvas.dataset.at = "rest";
  }

  /** Leaves its place to another picture; its canvas is kept for a next board. */
  leave() {
    this.stop();
    this.end = null;
    this.sharp?.leave();
    spare.push(this);
    if (spare.length > SPARE) spare.shift();
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
    for (const box of this.touched) this.copy(box);
    this.touched = [];
  }

  /** Copies a box of the ground. */
  copy([x, y, width, height]) {
    this.pen.drawImage(this.ground.canvas, x, y, width, height, x, y, width, height);
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
    return this.ground.within(Math.floor(x) - reach, Math.floor(y) - reach, 2 * reach + 1, 2 * reach + 1);
  }

  /** Changes the ground to what stands now, and shows it; only the places that differ are drawn. */
  lay(runs) {
    const boxes = this.ground.plan(this.board, runs);
    for (const box of boxes) this.ground.redraw(box);
    const whole = [0, 0, this.canvas.width, this.canvas.height];
    this.touched = this.touched ? [...this.touched, ...boxes] : [whole];
    this.clear();
  }

  sprite(number) {
    return spriteOf(this.board.art[number]);
  }
}
