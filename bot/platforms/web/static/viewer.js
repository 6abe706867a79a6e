// A picture in full size, over everything else: drag, pinch, and close with a tap or Esc.

import { $ } from "./dom.js";
import { prepared, sharper } from "./pictures.js";
import { sketch } from "./sketch.js";

export class Viewer {
  constructor() {
    this.dialog = $("viewer");
    this.image = $("viewed");
    this.canvas = $("laid");
    this.opener = null;
    this.dialog.addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("close", () => this.closed());
  }

  /** Opens a message's picture; the focus comes back to `opener`. */
  open(item, opener) {
    this.opener = opener;
    this.item = item;
    this.follow(item);
    this.dialog.showModal();
    this.dialog.scrollTo((this.dialog.scrollWidth - this.dialog.clientWidth) / 2, 0);
  }

  /** A message has changed: shows its picture if it is the open one. */
  follow(item) {
    const { picture, body } = item;
    if (!picture || item !== this.item) return;
    const { width, height } = body.picture;
    const isBoard = picture.nodeName === "CANVAS";
    this.image.hidden = isBoard;
    this.canvas.hidden = !isBoard;
    if (isBoard) this.lay(picture, width, height);
    else for (const [name, value] of Object.entries({ src: picture.getAttribute("src"), alt: picture.alt, width, height })) {
      this.image.setAttribute(name, value);
    }
  }

  /** Draws a board at rest, as sharp as the screen is. */
  async lay({ dataset: { src }, ariaLabel }, width, height) {
    this.canvas.setAttribute("aria-label", ariaLabel);
    Object.assign(this.canvas.style, { width: `${width}px`, height: `${height}px` });
    const board = (await sharper(src)) ?? (await prepared(src));
    if (board && this.item?.source === src) sketch(this.canvas, board, width);
  }

  closed() {
    if (this.dialog.open) return; // the event comes late, and a picture was opened since
    this.item = null;
    this.image.removeAttribute("src");
    const back = this.opener?.isConnected ? this.opener : $("scroller");
    this.opener = null;
    back.focus({ preventScroll: true });
  }
}
