// The connection: it reconnects by itself, and keeps what was sent without an answer.

import { randomId } from "./dom.js";
import { protocols, routed } from "./host.js";

const FIRST_WAIT = 200;
const LONGEST_WAIT = 4000;
const PATIENCE = 8000;

export class Link extends EventTarget {
  /** `hello()` returns the first frame of a connection. Events: state, frame, back (with the unanswered frames). */
  constructor(hello, host = null) {
    super();
    this.hello = hello;
    this.host = host; // the app that shows this page, if one does: it admits the person instead of a cookie
    this.pending = new Map();
    this.early = []; // frames from before the first welcome: never sent, they follow it
    this.passed = new Set(); // sent on this connection: the answer may still come
    this.state = "connecting";
    this.tries = 0;
    this.timer = 0;
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => this.hurry());
    this.open();
  }

  /** Sends a frame and keeps it until it is answered; returns its id. */
  send(frame) {
    const sent = { id: randomId(), ...frame };
    this.pending.set(sent.id, sent);
    if (this.state === "connecting") this.early.push(sent);
    else this.pass(sent);
    return sent.id;
  }

  /** Sends a frame if there is a connection, without keeping it. */
  pass(frame) {
    if (this.socket?.readyState !== WebSocket.OPEN || this.state !== "open") return;
    this.passed.add(frame.id);
    this.socket.send(JSON.stringify(frame));
  }

  /** Says hello again on the same connection, for another chat. */
  greet() {
    this.pass({ do: "hello", ...this.hello() });
  }

  /** Connects anew, at once. */
  renew() {
    this.tries = 0;
    this.socket?.close();
  }

  async open() {
    clearTimeout(this.timer);
    this.timer = 0;
    let answered = false;
    this.full = ""; // why the server has no room for this page
    try {
      answered = this.host ? await this.host.admitted() : await this.admitted();
    } catch {
      // the server is away: try again later
    }
    if (this.host?.refused) this.full = this.host.refused;
    if (!answered) {
      this.later();
      return;
    }
    const path = this.host ? routed(`/${this.host.name}/socket`) : "/socket";
    const socket = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}${path}`, protocols());
    const slow = setTimeout(() => socket.close(), PATIENCE);
    this.socket = socket;
    socket.addEventListener("open", () => {
      clearTimeout(slow);
      this.opened = true;
      this.fresh = true;
      this.passed.clear();
      socket.send(JSON.stringify({ do: "hello", ...this.hello() }));
    });
    socket.addEventListener("message", (event) => this.hear(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      clearTimeout(slow);
      if (this.host && !this.opened) this.host.doubted = true; // it was not accepted, or the way there is broken
      this.opened = false;
      if (this.socket === socket) this.later();
    });
  }

  async admitted() {
    const answer = await fetch("/session", { method: "POST", signal: AbortSignal.timeout(PATIENCE) });
    if (answer.status === 401) location.reload(); // the invitation is no longer valid: the admission page explains
    if (answer.headers.has("Retry-After")) this.full = await answer.text();
    return answer.ok && !this.full;
  }

  hear(frame) {
    if (frame.is === "welcome") {
      this.tries = 0;
      this.set("open");
      for (const frame of this.early.splice(0)) this.pass(frame);
    }
    if (frame.is === "done") {
      frame.asked = this.pending.get(frame.id);
      this.pending.delete(frame.id);
      this.passed.delete(frame.id);
    }
    // a line that is in the chat has arrived, even if its answer was lost
    if (frame.is === "messages") for (const { said } of frame.messages) this.pending.delete(said);
    this.dispatchEvent(new CustomEvent("frame", { detail: frame }));
    if (frame.is === "messages" && frame.caught_up && this.fresh) {
      this.fresh = false;
      const unanswered = [...this.pending.values()].filter(({ id }) => !this.passed.has(id));
      if (unanswered.length) this.dispatchEvent(new CustomEvent("back", { detail: unanswered }));
    }
  }

  later() {
    this.socket = null;
    if (this.full) this.set("full");
    else this.set(this.state === "connecting" && this.tries < 2 ? "connecting" : "reconnecting");
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries) * (0.75 + Math.random() / 2);
    this.tries += 1;
    this.timer = setTimeout(() => this.open(), wait);
  }

  /** Reconnects at once: the network is back, or somebody looks. */
  hurry() {
    if (this.timer && !document.hidden) this.open();
  }

  set(state) {
    if (state === this.state) return;
    this.state = state;
    this.dispatchEvent(new CustomEvent("state", { detail: state }));
  }
}
