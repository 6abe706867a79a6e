// Pictures are loaded and decoded before they are shown.

import { routed } from "./host.js";
import { here, isAble, isLayered, know, loaded } from "./layers.js";

const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const NIGHT = matchMedia("(prefers-color-scheme: dark)");
const LONGEST = 8000;
const TRIES = 3;
const REST = 700;
const WIDTH = 880; // pixels of the screen up to which a board's own are enough
let begun = {}; // the first parts of a document whose last one is on its way
const lost = new Set(); // the addresses of boards in layers that are gone

/** Waits until a picture can be shown at once, with a time limit: then its text stands for it. */
export const fetched = (src) => soonest(decoded(src));

/** Waits until a message's picture can be shown at once, as `fetched`: a board in layers, or if it is gone its picture. */
export async function arrived(message) {
  const src = addressOf(message);
  const film = filmOf(message)?.src;
  if (film) {
    fetched(src); // while the board moves
    await soonest(prepared(film));
    return lost.has(film) ? fetched(src) : null;
  }
  if (!isLayered(src)) return src ? fetched(src) : null;
  await soonest(prepared(src));
  return lost.has(src) ? fetched(addressOf(message)) : null;
}

/** Waits for what comes, with a time limit. */
const soonest = (coming) => Promise.race([coming, new Promise((done) => setTimeout(done, LONGEST))]);

/** The board in layers at an address, once it can be shown; null if it is gone: then its picture has another address. */
export async function prepared(src) {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    try {
      return here(src) ?? (await loaded(src));
    } catch {
      if (tries < TRIES) await new Promise((done) => setTimeout(done, REST * (tries - 1)));
    }
  }
  lost.add(src);
  return null;
}

async function decoded(src) {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const image = new Image();
    image.src = src;
    try {
      await image.decode();
      return;
    } catch {
      await new Promise((done) => setTimeout(done, REST * tries));
    }
  }
}

/** Takes parts of a board, which are too many to come with its message. */
export function foretold({ at, dims, begins = "", document: rest, sprites }) {
  const text = (begun.at === at ? begun.text : "") + (rest ?? begins);
  begun = begins ? { at, text } : {};
  if (isAble && !begins && !(dims && isNight())) know(routed(`/picture/${at}.board`), { document: rest && text, sprites });
}

/**
 * The address of a picture: of the board in layers, which the page puts together, else of a file. A board moves once,
 * when it arrives, unless the reader prefers less motion. At night it is dark, if its chat has chosen no theme.
 */
export function addressOf({ id, body: { picture }, layers }) {
  if (!picture) return null;
  const dark = picture.dims && isNight() && "dark";
  const file = routed(`/picture/${id}/${picture.digest}`);
  const src = picture.layers && isAble && asking(`${file}.board`, dark);
  if (!src || lost.has(src)) return asking(`${file}.${picture.ending ?? "png"}`, dark); // the server draws a board
  if (layers && !dark) know(src, layers);
  return src;
}

/**
 * The board whose last move a reader sees before a message's picture, with its address and size; null if there is none,
 * and for readers who prefer less motion or look elsewhere.
 */
export function filmOf({ id, body: { picture }, film }) {
  if (!film || !picture || !isAble || CALM.matches || document.hidden) return null;
  const dark = picture.dims && isNight() && "dark";
  const src = asking(routed(`/picture/${id}/${film.digest}.board`), dark);
  if (!dark) know(src, film);
  return lost.has(src) ? null : { ...film, src };
}

/** A board in layers with twice as many pixels each way, if the screen has them; else null. */
export function sharper(src) {
  const isDense = devicePixelRatio > 1.25 && devicePixelRatio * Math.min(innerWidth, innerHeight) > WIDTH;
  return isDense ? prepared(`${src}${src.includes("?") ? "&" : "?"}dense`) : null;
}

/** Milliseconds until a board's picture stops after it arrives. */
export function movesFor(message) {
  if (message.past || CALM.matches) return 0;
  const src = addressOf(message);
  return isLayered(src) ? (here(src)?.moves ?? 0) : (message.body.picture?.moves ?? 0);
}

/** The address of the front page's picture; a still if the reader prefers less motion. */
export const addressOfFront = () => asking("/front.gif", CALM.matches && "still", isNight() && "dark");

/** An address with its query, if any. */
function asking(address, ...wishes) {
  const asked = wishes.filter(Boolean).join("&");
  return asked ? `${address}?${asked}` : address;
}

/** Whether it is night at the reader's place: then what can be dark is. */
export const isNight = () => NIGHT.matches;

/** Calls back at nightfall and daybreak. */
export const atDusk = (change) => NIGHT.addEventListener("change", change);
