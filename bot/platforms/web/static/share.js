// A link is copied, or shown to be copied where a page may not do that.

import { make } from "./dom.js";
import { t } from "./words.js";

/** Copies an address, and says so in an element. */
export async function share(address, said) {
  try {
    await navigator.clipboard.writeText(address);
    said.textContent = t("copied");
  } catch {
    const field = make("input", "", { type: "text", readonly: "", value: address, "aria-label": t("share") });
    said.replaceChildren(field);
    field.select();
  }
}
