// Boards that the page puts together and moves itself, from sprites and where they go.
// `render/layers/document.py` says what is in a board's document.

import { routed } from "./host.js";

const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const TOGETHER = 128; // sprites asked for at once
const SPRITES = 1500; // sprites kept, some 15 KB each
const BOARDS = 64;

const sprites = new Map(); // by name: an image, or the promise of one
const boards = new Map(); // documents by address

/** Whether this browser can put boards together. */
export const isAble = typeof createImageBitmap === "function" && typeof HTMLCanvasElement === "function";

/** Whether an address is that of a board in layers. */
export const isLayered = (src) => /\.board(?:\?|$)/.test(src ?? "");

/** A document that came in another way than from its address. */
export function know(src, text) {
  if (!boards.has(src)) keep(boards, src, JSON.parse(text), BOARDS);
}

/** The document of an address, if it and all its sprites are here. */
export function here(src) {
  const board = boards.get(src);
  return board && namesOf(board).every((name) => sprites.get(name) instanceof ImageBitmap) ? board : null;
}

/** Loads a board and its sprites; fails if any of them is gone. */
export async function loaded(src) {
  const board = boards.get(src) ?? (await read(src));
  keep(boards, src, board, BOARDS);
  const names = namesOf(board);
  const missing = names.filter((name) => !sprites.has(name)).sort();
  const [base] = missing.splice(missing.indexOf(board.base), missing.includes(board.base) ? 1 : 0);
  const packs = base ? [[base]] : []; // its own file, which the next visit finds in the browser's memory
  while (missing.length) packs.push(missing.splice(0, TOGETHER));
  for (const pack of packs) fetchPack(pack);
  await Promise.all(names.map((name) => sprites.get(name)));
  for (const name of names) keep(sprites, name, sprites.get(name), SPRITES);
  return board;
}

const namesOf = ({ base, art }) => [base, ...art];

async function read(src) {
  const answer = await got(src);
  return answer.json();
}

async function got(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

/** Loads several sprites at once. */
function fetchPack(names) {
  const pack = got(routed(`/art?of=${names.join()}`)).then((answer) => answer.arrayBuffer());
  for (const [place, name] of names.entries()) {
    const one = pack.then((buffer) => decoded(buffer, place));
    sprites.set(name, one);
    one.then(
      (image) => sprites.set(name, image),
      () => sprites.delete(name),
    );
  }
}

/** The image at a place of a pack: each comes after its length. */
function decoded(buffer, place) {
  const view = new DataView(buffer);
  let at = 0;
  for (let skipped = 0; skipped < place; skipped += 1) at += 4 + view.getUint32(at);
  const length = view.getUint32(at);
  if (!length) throw new Error("a sprite is gone");
  return createImageBitmap(new Blob([new Uint8Array(buffer, at + 4, length)], { type: "image/png" }));
}

/** Keeps a value, and forgets the one that was kept longest ago. */
function keep(kept, key, value, most) {
  kept.delete(key);
  kept.set(key, value);
  if (kept.size > most) kept.delete(kept.keys().next().value);
}

/** A film backwards. */
export const backwards = (film) =>
  [...film].reverse().map(([time, standing, tracks]) => [time, standing, tracks.map((track) => [...track].reverse())]);

/** A canvas on which boards come to rest after what is new has moved. */
export class Stage {
  constructor(canvas) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d", { alpha: false });
    this.ground = document.createElement("canvas"); // what stands still in a scene
    this.frame = 0;
    this.board = null;
  }

  /**
   * Shows a board whose sprites are here; `film`: scenes that come before it rests, of the board `cast`, in `most`
   * milliseconds.
   */
  show(board, film = board.film, { cast = board, most = Infinity } = {}) {
    this.stop();
    this.board = film.length ? cast : board;
    this.end = board;
    const [width, height] = board.size;
    for (const sheet of [this.canvas, this.ground]) {
      if (sheet.width !== width || sheet.height !== height) Object.assign(sheet, { width, height });
    }
    if (!film.length || CALM.matches || document.hidden) {
      this.rest();
      return;
    }
    this.canvas.dataset.at = "film";
    this.film = film;
    this.pace = Math.max(1, film.reduce((sum, [time]) => sum + time, 0) / most);
    this.scene = null;
    this.began = null;
    this.frame = requestAnimationFrame((now) => this.turn(now));
  }

  /** Leaves the film: whatever comes next is shown at once. */
  stop() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
  }

  /** The board as it stands after its film. */
  rest() {
    this.stop();
    this.board = this.end;
    this.lay(this.board.rest);
    this.canvas.dataset.at = "rest";
  }

  /** Draws the film's picture for a time, and asks for the next one. */
  turn(now) {
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
    if (this.scene === scene) {
      for (const [x, y, width, height] of this.touched) this.pen.drawImage(this.ground, x, y, width, height, x, y, width, height);
    } else {
      this.lay(standing);
      this.scene = scene;
    }
    this.touched = tracks.map((track) => this.pose(track, share)).filter(Boolean);
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
    return this.within(Math.floor(x) - reach, Math.floor(y) - reach, 2 * reach + 1);
  }

  /** A square of the canvas, as far as it is on it; null if none of it is. */
  within(x, y, side) {
    const [left, top] = [Math.max(0, x), Math.max(0, y)];
    const [width, height] = [Math.min(this.canvas.width, x + side) - left, Math.min(this.canvas.height, y + side) - top];
    return width > 0 && height > 0 ? [left, top, width, height] : null;
  }

  /** Draws what stands, first on the ground, to which the moving parts' former places return. */
  lay(runs) {
    const pen = this.ground.getContext("2d", { alpha: false });
    pen.drawImage(sprites.get(this.board.base), 0, 0);
    for (let run = 0; run < runs.length; run += 2) {
      for (const [sprite, x, y] of this.board.things.slice(runs[run], runs[run] + runs[run + 1])) {
        pen.drawImage(this.sprite(sprite), x, y);
      }
    }
    this.pen.drawImage(this.ground, 0, 0);
  }

  sprite(number) {
    return sprites.get(this.board.art[number]);
  }
}
