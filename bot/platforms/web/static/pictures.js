// Pictures on their way: loaded and decoded before anybody shows them.

import { chatOf } from "./places.js";

const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const NIGHT = matchMedia("(prefers-color-scheme: dark)");
const LONGEST = 8000;
const TRIES = 3;
const REST = 700;

/** Waits until a picture can be shown at once, but not for ever: its words stand for it then. */
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
 * Where a picture is. A board moves once, when it comes, and for nobody who wants less motion; by night it is dark, where
 * its chat has chosen no theme.
 */
export function addressOf({ id, body, past }) {
  if (!body.picture) return null;
  const ending = body.picture.ending ?? "png";
  const still = body.board && ending === "gif" && (past || CALM.matches);
  const dark = body.picture.dims && isNight() && `dark=${encodeURIComponent(chatOf(location.hash))}`;
  return asking(`/picture/${id}/${body.picture.digest}.${ending}`, still && "still", dark);
}

/** After how many milliseconds a board's picture comes to rest that is seen as it comes. */
export const movesFor = ({ body, past }) => (past || CALM.matches ? 0 : (body.picture?.moves ?? 0));

/** Where the picture of the front is; for whoever wants less motion it stands still. */
export const addressOfFront = () => asking("/front.gif", CALM.matches && "still", isNight() && "dark");

/** An address with what is asked of it, as far as anything is. */
function asking(address, ...wishes) {
  const asked = wishes.filter(Boolean).join("&");
  return asked ? `${address}?${asked}` : address;
}

/** Whether it is night where the reader is: then what can be dark is. */
export const isNight = () => NIGHT.matches;

/** Calls back when night falls, and when day breaks. */
export const atDusk = (change) => NIGHT.addEventListener("change", change);
