// What boards are put together from: documents, and the sprites that they name.
// `render/layers/document.py` says what is in a board's document.

import { ask, routed } from "./host.js";
import { soon } from "./tasks.js";

const TOGETHER = 128; // sprites asked for at once
const SPRITES = 1500; // sprites kept, some 15 KB each
const BOARDS = 64;

const sprites = new Map(); // by name: an image, or the promise of one
const boards = new Map(); // documents by address
const due = {}; // promises of boards by address
const doubted = new Set(); // addresses whose sprites the server has forgotten, or another process has them

/** Whether this browser can put boards together. */
export const isAble = typeof createImageBitmap === "function" && typeof HTMLCanvasElement === "function";

/** Whether an address is that of a board in layers. */
export const isLayered = (src) => /\.board(?:\?|$)/.test(src ?? "");

/**
 * A document that came with its message or before it, and the sprites that are new in it, in base64. One told after
 * another has runs of sprites and things for those there; if that one is not here, the document is loaded from its
 * address.
 */
export function know(src, { document: text, sprites: fresh }) {
  if (boards.has(src)) return;
  if (text) describe(src, JSON.parse(text));
  for (const [name, data] of Object.entries(fresh ?? {})) {
    if (!sprites.has(name)) expect(name, soon(() => imageOf(Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0)))));
  }
}

function describe(src, board) {
  const before = board.from && boards.get(src.replace(/\d+\/[0-9a-f]{16}(?=\.board)/, board.from));
  if (board.from && !before) return;
  if (before) {
    board.art = board.art.flatMap((name) => (isRun(name) ? before.art.slice(name[0], name[0] + name[1]) : name));
    board.things = board.things.flatMap((thing) => (isRun(thing) ? again(board, before, thing) : [thing]));
  }
  keep(boards, src, board, BOARDS);
}

const isRun = (part) => Array.isArray(part) && part.length === 2;

/** A run of an earlier board's things. */
const again = ({ art }, before, [first, count]) =>
  before.things.slice(first, first + count).map(([sprite, ...place]) => [art.indexOf(before.art[sprite]), ...place]);

/** The document of an address, if it and all its sprites are here. */
export function here(src) {
  const board = boards.get(src);
  return board && namesOf(board).every((name) => sprites.get(name) instanceof ImageBitmap) ? board : null;
}

/**
 * Loads a board and its sprites, once for all who wait for it; fails if any of them is gone: then the next try loads all
 * of them in one file.
 */
export async function loaded(src) {
  try {
    due[src] ??= gathered(src);
    return await due[src];
  } catch (error) {
    boards.delete(src);
    doubted.add(src);
    throw error;
  } finally {
    delete due[src];
  }
}

async function gathered(src) {
  const board = boards.get(src) ?? (await read(src));
  keep(boards, src, board, BOARDS);
  const names = namesOf(board);
  const missing = names.filter((name) => !sprites.has(name)).sort();
  const base = missing.indexOf(board.base);
  const packs = base < 0 ? [] : [missing.splice(base, 1)]; // a file of its own: the next visit finds it kept
  while (missing.length) packs.push(missing.splice(0, TOGETHER));
  for (const pack of packs) fetchPack(pack);
  await Promise.all(names.map((name) => sprites.get(name)));
  for (const name of names) keep(sprites, name, sprites.get(name), SPRITES);
  return board;
}

const namesOf = ({ base, art }) => [base, ...art];

async function read(src) {
  if (!doubted.delete(src)) return (await got(src)).json();
  const whole = await got(`${src}${src.includes("?") ? "&" : "?"}whole`);
  const pack = await whole.arrayBuffer();
  const board = JSON.parse(new TextDecoder().decode(part(pack, 0)));
  for (const [place, name] of namesOf(board).entries()) {
    // a sprite that is still on its way may not come
    if (!sprites.get(name)?.width) expect(name, soon(() => imageOf(part(pack, place + 1))));
  }
  return board;
}

async function got(address) {
  const answer = await ask(address);
  if (!answer.ok) throw new Error(answer.status);
  return answer;
}

/** Loads several sprites at once. */
function fetchPack(names) {
  const pack = got(routed(`/art?of=${names.join()}`)).then((answer) => answer.arrayBuffer());
  for (const [place, name] of names.entries()) {
    expect(name, pack.then((buffer) => soon(() => imageOf(part(buffer, place)))));
  }
}

/** A sprite is on its way. */
function expect(name, coming) {
  sprites.set(name, coming);
  coming.then(
    (image) => sprites.set(name, image),
    () => sprites.get(name) !== coming || sprites.delete(name),
  );
}

const imageOf = (bytes) => createImageBitmap(new Blob([bytes], { type: "image/webp" }));

/** What is at a place of a pack: each comes after its length. */
function part(pack, place) {
  const view = new DataView(pack);
  let at = 0;
  for (; place; place -= 1) at += 4 + view.getUint32(at);
  const length = view.getUint32(at);
  if (!length) throw new Error("a sprite is gone");
  return new Uint8Array(pack, at + 4, length);
}

/** The image of a name in a board's document. */
export const spriteOf = (name) => sprites.get(name);

/** Keeps a value, and forgets the one that was kept longest ago. */
function keep(kept, key, value, most) {
  kept.delete(key);
  kept.set(key, value);
  if (kept.size > most) kept.delete(kept.keys().next().value);
}
