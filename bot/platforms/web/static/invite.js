// Invite friends, if the page is open to them.

import { $ } from "./dom.js";
import { invitationTo } from "./places.js";
import { t } from "./words.js";

export class Invite {
  /** `chat()` returns the chat that this page shows. */
  constructor(chat) {
    this.chat = chat;
    this.invitation = null;
    for (const button of document.querySelectorAll("[data-invite]")) button.addEventListener("click", () => this.ask());
    $("invite-copy").addEventListener("click", () => this.copy());
  }

  /** Takes the invitation from the server; none if only this machine is served. */
  learn(invitation) {
    this.invitation = invitation;
    for (const button of document.querySelectorAll("[data-invite]")) button.hidden = !invitation;
    $("front-invite").hidden = Boolean(invitation);
  }

  ask() {
    $("chat-dialog").close();
    $("invite-link").value = invitationTo(this.chat(), this.invitation);
    $("invite-said").textContent = "";
    $("invite-dialog").showModal();
    $("invite-link").select();
  }

  async copy() {
    $("invite-link").select();
    try {
      await navigator.clipboard.writeText($("invite-link").value);
    } catch {
      if (!document.execCommand("copy")) return; // without TLS there is no other way; then it stays selected
    }
    $("invite-said").textContent = t("copied");
  }
}
