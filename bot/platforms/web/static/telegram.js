// Telegram as the host of the page: its Mini App speaks by events, for which the page needs no script of Telegram's.

import { Hosted } from "./hosted.js";

const PATIENCE = 8000;
const COLOUR = /^#[0-9a-f]{6}$/i;

class Telegram extends Hosted {
  constructor() {
    super("telegram", "", PATIENCE);
    const told = new URLSearchParams(location.hash.slice(1));
    this.data = told.get("tgWebAppData") ?? "";
    this.table = new URLSearchParams(location.search).get("table") ?? told.get("tgWebAppStartParam") ?? "";
    this.main = null; // what Telegram's big button does, and says
    this.label = "";
    this.insets = {}; // by event: those of the phone, and those of Telegram's own signs within them
    history.replaceState(null, "", location.pathname); // nothing of it stays in the address
    this.dress(told.get("tgWebAppThemeParams"));
    addEventListener("message", ({ data, source }) => {
      if (source === parent && typeof data === "string") this.hear(data);
    });
    window.Telegram = { WebView: { receiveEvent: (type, data) => this.heard(type, data) } };
    this.tell("web_app_ready");
    this.tell("web_app_expand");
    this.tell("web_app_request_theme");
    this.tell("web_app_request_viewport");
    this.tell("web_app_request_safe_area");
    this.tell("web_app_request_content_safe_area");
    this.tell("web_app_setup_back_button", { is_visible: false });
  }

  introduction() {
    return { data: this.data, table: this.table };
  }

  tell(type, data = {}) {
    const body = JSON.stringify(data);
    if (window.TelegramWebviewProxy) window.TelegramWebviewProxy.postEvent(type, body);
    else if (parent !== window) parent.postMessage(JSON.stringify({ eventType: type, eventData: data }), "*");
  }

  hear(text) {
    try {
      const { eventType, eventData } = JSON.parse(text);
      this.heard(eventType, eventData);
    } catch {
      // not an event: anybody may post messages
    }
  }

  heard(type, data) {
    if (type === "theme_changed") this.dress(JSON.stringify(data?.theme_params ?? {}));
    if (type === "main_button_pressed") this.main?.();
    if (type === "back_button_pressed") this.back?.();
    if (type === "safe_area_changed" || type === "content_safe_area_changed") this.fit(type, data ?? {});
  }

  /**
   * Offers an action by the big button below the page; null takes it away, or if it `stays` only puts it out of use:
   * Telegram gives the room of a hidden button to the page, which would then move after each roll.
   */
  offer(label, act, stays) {
    this.main = act;
    this.label = label ?? (stays ? this.label : "");
    const style = getComputedStyle(document.documentElement);
    const [colour, ink] = act ? ["--accent", "--on-accent"] : ["--tint", "--soft"];
    this.tell("web_app_setup_main_button", {
      is_visible: Boolean(this.label),
      is_active: Boolean(act),
      text: this.label,
      color: style.getPropertyValue(colour).trim(),
      text_color: style.getPropertyValue(ink).trim(),
    });
  }

  leave(back) {
    super.leave(back);
    this.tell("web_app_setup_back_button", { is_visible: Boolean(back) });
  }

  /** Makes the phone tick, as after a press. */
  tick() {
    this.tell("web_app_trigger_haptic_feedback", { type: "impact", impact_style: "light" });
  }

  /** Asks before the app is closed while a game is on. */
  guard(on) {
    this.tell("web_app_setup_closing_behavior", { need_confirmation: on });
  }

  /** Takes the host's colours, if its scheme is that of the page. */
  dress(text) {
    let colours = {};
    try {
      colours = JSON.parse(text ?? "{}");
    } catch {
      // the page has colours of its own
    }
    const root = document.documentElement;
    const ground = colours.bg_color ?? "";
    const fits = COLOUR.test(ground) && isDark(ground) === matchMedia("(prefers-color-scheme: dark)").matches;
    for (const [name, variable] of [
      ["bg_color", "--paper"],
      ["button_color", "--accent"],
      ["button_text_color", "--on-accent"],
    ]) {
      if (fits && COLOUR.test(colours[name] ?? "")) root.style.setProperty(variable, colours[name]);
    }
  }

  /** Keeps the page clear of the phone's notch and bars, and of Telegram's signs. */
  fit(event, insets) {
    this.insets[event] = insets;
    for (const side of ["top", "right", "bottom", "left"]) {
      const all = Object.values(this.insets).reduce((sum, one) => sum + (Number(one[side]) || 0), 0);
      document.documentElement.style.setProperty(`--host-${side}`, `${all}px`);
    }
  }
}

function isDark(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return 299 * red + 587 * green + 114 * blue < 128000;
}

window.palmaresHost = new Telegram();
