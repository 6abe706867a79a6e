// Discord as the host of the page: its Activity speaks by numbered frames of a remote procedure call.

import { Hosted } from "./hosted.js";

const PATIENCE = 16000; // the server asks Discord meanwhile
const WAIT = 15000;
const HANDSHAKE = 0;
const FRAME = 1;
const CLOSE = 2;
const client = parent.opener ?? parent; // an activity that is popped out has its own window

class Activity extends Hosted {
  constructor() {
    const isProxied = location.hostname.endsWith(".discordsays.com");
    super("discord", isProxied ? "/.proxy" : "", PATIENCE);
    const told = new URLSearchParams(location.search);
    this.application = document.documentElement.dataset.app;
    this.frame = told.get("frame_id") ?? "";
    this.instance = told.get("instance_id") ?? "";
    this.count = 0;
    this.asked = new Map(); // answers that are awaited, by their nonce
    addEventListener("message", ({ data, source }) => {
      if (source === client && Array.isArray(data)) this.hear(data);
    });
    this.ready = new Promise((done) => (this.greeted = done));
    this.tell(HANDSHAKE, { v: 1, encoding: "json", client_id: this.application, frame_id: this.frame });
  }

  async introduction() {
    await within(this.ready);
    const { code } = await this.ask("AUTHORIZE", {
      client_id: this.application,
      response_type: "code",
      state: "",
      prompt: "none",
      scope: ["identify"],
    });
    return { code, instance: this.instance };
  }

  tell(kind, data) {
    client.postMessage([kind, data], document.referrer || "*");
  }

  /** Sends a command; returns a promise of its answer. */
  ask(cmd, args) {
    const nonce = String((this.count += 1));
    const answer = new Promise((done, failed) => this.asked.set(nonce, { done, failed }));
    this.tell(FRAME, { cmd, args, nonce });
    return within(answer);
  }

  hear([kind, frame]) {
    if (kind === CLOSE || typeof frame !== "object" || !frame) return;
    if (frame.cmd === "DISPATCH" && frame.evt === "READY") this.greeted();
    const waiting = this.asked.get(frame.nonce);
    if (!waiting) return;
    this.asked.delete(frame.nonce);
    if (frame.evt === "ERROR") waiting.failed(new Error(frame.data?.message));
    else waiting.done(frame.data);
  }

  offer() {} // Discord has no button of its own
  tick() {}
  guard() {}
}

/** The same promise; it fails if it takes too long. */
function within(promise) {
  return Promise.race([promise, new Promise((_, failed) => setTimeout(() => failed(new Error("late")), WAIT))]);
}

window.palmaresHost = new Activity();
