// Pictures are loaded and decoded before they are shown.

import { chatOf } from "./places.js";

const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const NIGHT = matchMedia("(prefers-color-scheme: dark)");
const LONGEST = 8000;
const TRIES = 3;
const REST = 700;

/** Waits until a picture can be shown at once, with a time limit: then its text stands for it. */
export function fetched(src) {
  const late = new Promise((done) => setTimeout(done, LONGEST));
  return Promise.race([decoded(src), late]);
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

/**
 * The address of a picture. A board moves once, when it arrives, unless the reader prefers less motion. At night it is
 * dark, if its chat has chosen no theme.
 */
export function addressOf({ id, body, past }) {
  if (!body.picture) return null;
  const ending = body.picture.ending ?? "png";
  const still = body.board && ending === "gif" && (past || CALM.matches);
  const dark = body.picture.dims && isNight() && `dark=${encodeURIComponent(chatOf(location.hash))}`;
  return asking(`/picture/${id}/${body.picture.digest}.${ending}`, still && "still", dark);
}

/** Milliseconds until a board's picture stops after it arrives. */
export const movesFor = ({ body, past }) => (past || CALM.matches ? 0 : (body.picture?.moves ?? 0));

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
