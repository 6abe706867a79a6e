// Discord as the host of the page: Discord's Embedded App SDK speaks with its client.

import { Hosted } from "./hosted.js";
import { DiscordSDK } from "../vendored/discord-sdk.js";

const PATIENCE = 16000; // the server asks Discord meanwhile
const WAIT = 15000;

class Activity extends Hosted {
  constructor() {
    const isProxied = location.hostname.endsWith(".discordsays.com");
    super("discord", isProxied ? "/.proxy" : "", PATIENCE);
    this.sdk = null;
  }

  async introduction() {
    const client_id = document.documentElement.dataset.app;
    this.sdk ??= new DiscordSDK(client_id, { disableConsoleLogOverride: true }); // it greets the client
    await within(this.sdk.ready());
    const asked = { client_id, response_type: "code", state: "", prompt: "none", scope: ["identify"] };
    const { code } = await within(this.sdk.commands.authorize(asked));
    return { code, instance: this.sdk.instanceId };
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
