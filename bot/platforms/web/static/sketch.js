// A board at rest in another size than its own, drawn once: an old one in the log, or enlarged.

import { spriteOf } from "./layers.js";

/** Draws a board whose sprites are here on a canvas, as sharp as the screen is where it is `wide` on the page. */
export function sketch(canvas, { size: [width, height], base, art, things, rest }, wide) {
  const times = Math.min(1, (wide * devicePixelRatio) / width);
  Object.assign(canvas, { width: Math.round(width * times), height: Math.round(height * times) });
  const pen = canvas.getContext("2d", { alpha: false });
  pen.scale(times, times);
  pen.drawImage(spriteOf(base), 0, 0);
  for (let run = 0; run < rest.length; run += 2) {
    for (const [sprite, x, y] of things.slice(rest[run], rest[run] + rest[run + 1])) {
      pen.drawImage(spriteOf(art[sprite]), x, y);
    }
  }
  canvas.dataset.at = "rest";
}
