// A picture in full size, over everything else: drag, pinch, and close with a tap or Esc.

import { $ } from "./dom.js";

export class Viewer {
  constructor() {
    this.dialog = $("viewer");
    this.image = $("viewed");
    this.opener = null;
    this.dialog.addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("close", () => this.closed());
  }

  /** Opens a picture; the focus comes back to `opener`. */
  open(picture, opener) {
    this.opener = opener;
    this.picture = picture;
    this.follow(picture);
    this.dialog.showModal();
    this.dialog.scrollTo((this.dialog.scrollWidth - this.dialog.clientWidth) / 2, 0);
  }

  /** The picture has changed: update it if it is open. */
  follow(picture) {
    if (!picture || picture !== this.picture) return;
    const file = { src: picture.dataset.file ?? picture.getAttribute("src"), alt: picture.getAttribute("aria-label") ?? picture.alt };
    const { width, height } = picture;
    for (const [name, value] of Object.entries({ ...file, width, height })) this.image.setAttribute(name, value);
  }

  closed() {
    if (this.dialog.open) return; // the event comes late, and a picture was opened since
    this.picture = null;
    this.image.removeAttribute("src");
    const back = this.opener?.isConnected ? this.opener : $("scroller");
    this.opener = null;
    back.focus({ preventScroll: true });
  }
}
