// Preferences of this browser: sound, notifications, number keys. Each is a switch, which the page stores.
// And the pace of bots in the chat, which the server stores.

import { settle } from "./choices.js";
import { $, make, memory } from "./dom.js";
import { play } from "./sound.js";
import { t } from "./words.js";

const SWITCHES = { sound: false, notices: false, keys: true };
const LABELS = { sound: () => t("sound"), notices: () => t("notices"), keys: () => t("keys") };
const PAUSES = { calm: () => t("calm"), quick: () => t("quick"), none: () => t("none") };
const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const CONFETTI = 36;

export class Habits {
  /** `pause(choice)` sets the pace of the chat's bots, or without a choice only asks; `paused` gets the answer. */
  constructor({ pause }) {
    this.pause = pause;
    this.heard = {};
    this.calling = false;
    $("habits").addEventListener("click", () => this.open());
    document.addEventListener("visibilitychange", () => this.call(this.name));
  }

  wants(name) {
    return memory.get(`habit.${name}`, SWITCHES[name]);
  }

  open() {
    $("sheet-title").textContent = t("habits");
    const switches = Object.keys(SWITCHES).map((name) => this.toggle(name));
    $("sheet-text").replaceChildren(...switches, ...this.choices());
    $("sheet").showModal();
    this.pause();
  }

  /** The choices of pace; the chosen one is marked once the server has answered. */
  choices() {
    const label = make("p", "subject", { id: "pause-label" }, t("pause"));
    const group = make("div", "choices", { id: "pause", role: "radiogroup", "aria-labelledby": "pause-label" });
    for (const [name, words] of Object.entries(PAUSES)) {
      const attributes = { type: "button", role: "radio", "aria-checked": "false", "data-pause": name };
      const button = make("button", "button", attributes, words());
      button.addEventListener("click", () => this.pause(name));
      group.append(button);
    }
    settle(group);
    return [label, group];
  }

  /** Marks the pace of bots in this chat. */
  paused(chosen) {
    const group = $("pause");
    if (!group) return;
    for (const radio of group.children) radio.setAttribute("aria-checked", String(radio.dataset.pause === chosen));
    settle(group);
  }

  toggle(name) {
    const attributes = { type: "button", role: "switch", "aria-checked": String(this.wants(name)) };
    const button = make("button", "switch", attributes, LABELS[name](), make("span", "track", { "aria-hidden": "true" }));
    button.addEventListener("click", async () => {
      let on = !this.wants(name);
      if (name === "notices" && on) on = (await globalThis.Notification?.requestPermission()) === "granted";
      memory.set(`habit.${name}`, on);
      button.setAttribute("aria-checked", String(on));
      if (name === "sound" && on) play("die");
      this.changed?.();
    });
    return button;
  }

  /** Plays the sounds of what has just happened at a board, once. */
  hear({ body, ending }) {
    const [table] = body.board ?? [];
    const { heard } = body.details ?? {};
    const last = this.heard[table];
    if (heard) {
      this.heard[table] = heard.at(-1)?.[0] ?? last ?? 0;
      if (last === undefined || !this.wants("sound")) return;
      for (const kind of new Set(heard.filter(([ply]) => ply > last).map(([, kind]) => kind))) play(kind);
    } else if (last !== undefined) {
      delete this.heard[table];
      if (!body.rows.some((row) => row.some(([, token]) => token.endsWith(".again")))) return;
      if (!body.winners?.length) return; // a bot has won, or nobody
      if (ending) setTimeout(() => this.cheer(), ending.crowned);
      else this.cheer();
    }
  }

  /** Celebrates a win. */
  cheer() {
    if (this.wants("sound")) play("win");
    celebrate();
  }

  /** Shows in the tab, and as a notification if wanted, that somebody of this page must act; or stops that. */
  call(name, chat = this.chat) {
    const fresh = name && name !== this.name;
    [this.name, this.chat] = [name, chat];
    document.title = name ? `● ${t("your_turn", { name })} · Palmarés` : `#${chat} · Palmarés`;
    document.querySelector("link[rel=icon]").href = name ? "/icon-turn.svg" : "/icon.svg";
    if (fresh && document.hidden && this.wants("notices") && globalThis.Notification?.permission === "granted") {
      new Notification(t("your_turn", { name }), { icon: "/icon-192.png", tag: "palmares" });
    }
  }
}

/** Quiet confetti over the board, for two seconds; none if the reader prefers less motion. */
function celebrate() {
  const frame = document.querySelector("#table .frame");
  if (!frame || CALM.matches) return;
  const paper = make("div", "confetti", { "aria-hidden": "true" });
  for (let number = 0; number < CONFETTI; number += 1) {
    const piece = make("i", `hue${number % 8}`);
    piece.style.left = `${Math.random() * 100}%`;
    piece.style.animationDelay = `${Math.random() * 700}ms`;
    paper.append(piece);
  }
  frame.append(paper);
  setTimeout(() => paper.remove(), 3000);
}
