// The tournaments of a chat: one with its standings and tables, kept up to date, and a list of all.

import { $, make, memory, paragraphs, signed } from "./dom.js";
import { host } from "./host.js";
import { Link } from "./link.js";
import { addressOfGame, chatOf } from "./places.js";
import { lieWithin } from "./inside.js";
import { learn, speak, t } from "./words.js";

const REST = 1000; // milliseconds between two questions to the server
const OFTEN = 15000; // milliseconds until an app asks again, since its connection tells of its table alone

let chosen = null; // whose tables are shown; null for the last one
let asked = ""; // the frame whose answer is shown next
let due = 0; // set while a question waits
let watching = ""; // the frame that asks to watch a table
let own = ""; // the table that an app shows

const speaker = host ? 1 : memory.get("active", memory.get("active", 1), "sessionStorage");
const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const codeOf = (hash) => /^#\/c\/[^/?]+\/([a-z0-9]{4,12})$/.exec(hash)?.[1] ?? "";
const addressOf = (code) => `#/c/${encodeURIComponent(chatOf(location.hash))}/${code}`;
const nobody = () => false;

const greeting = () => ({ chat: chatOf(location.hash), locale: navigator.language, zone, have: {}, cups: true });
const link = host?.link ?? new Link(greeting); // in an app that of the page around this one

function stateChanged({ detail }) {
  $("state").textContent = detail === "open" ? "" : t("reconnecting");
  $("problem").hidden = detail !== "full";
  if (detail === "full") $("problem").textContent = link.full;
}

function frameCame({ detail }) {
  if (detail.is === "welcome") ask();
  else if (detail.is === "cups") later();
  else if (detail.is === "done" && detail.id === asked) detail.cups ? show(detail.cups) : later();
  else if (detail.is === "done" && detail.id === watching) watched(detail.notice, detail.back);
}

link.addEventListener("state", stateChanged);
link.addEventListener("frame", frameCame);
addEventListener("hashchange", () => {
  chosen = null;
  if (host) ask();
  else link.greet(); // the chat may be another one
});
if (host) {
  lieWithin($("to-chat"));
  ask();
  setInterval(() => document.hidden || ask(), OFTEN);
  addEventListener("pagehide", () => {
    link.removeEventListener("state", stateChanged);
    link.removeEventListener("frame", frameCame);
  });
}

function ask() {
  asked = link.send({ do: "cups", as: speaker, cup: codeOf(location.hash), at: chosen });
}

/** Asks a moment later: changes often come several at once. */
function later() {
  due ||= setTimeout(() => {
    due = 0;
    ask();
  }, REST);
}

function show({ language, words, list, cup, table }) {
  learn({ [language]: words });
  speak(language);
  own = table ?? "";
  if (!host) $("to-chat").href = `/#/c/${encodeURIComponent(chatOf(location.hash))}`;
  $("page").hidden = false;
  $("empty").hidden = list.length > 0;
  $("cup").hidden = !cup;
  document.title = `${cup?.title ?? t("cups")} · Palmarés`;
  $("list").replaceChildren(...list.map((one) => entry(one, cup?.code)));
  $("all").hidden = list.length === 0;
  if (cup) fill(cup);
}

function entry([code, title, line], present) {
  const now = code === present ? "page" : null;
  const link = make("a", "", { href: addressOf(code), "aria-current": now }, make("b", "", {}, ...signed(title)));
  return make("li", "", {}, link, ...paragraphs([line], nobody));
}

function fill({ heading, about, scored, rows, rounds, at, tables }) {
  $("cup-title").replaceChildren(...inner(heading[0]));
  $("about").replaceChildren(...paragraphs(about, nobody));
  $("cup").classList.toggle("unscored", !scored);
  $("standings").hidden = rows.length === 0;
  $("rows").replaceChildren(...rows.flatMap(standing));
  $("tables").hidden = tables.length === 0;
  keepFocus($("rounds"), () => $("rounds").replaceChildren(...rounds.map((name, index) => chooser(name, index, at, rounds.length))));
  $("rounds").hidden = rounds.length < 2;
  keepFocus($("table-list"), () => $("table-list").replaceChildren(...tables.map(tableOf)));
}

const inner = (line) => [...paragraphs([line], nobody)[0].childNodes];

function standing([heading, place, moved, who, points, games, out]) {
  const row = make(
    "tr",
    out ? "out" : "",
    {},
    make("td", "place", {}, `${place}`),
    make("td", `moved ${moved > 0 ? "up" : moved < 0 ? "down" : ""}`, {}, movement(moved)),
    make("th", "", { scope: "row" }, ...inner(who)),
    make("td", "number scored", {}, points),
    make("td", "number", {}, `${games}`),
  );
  const above = make("tr", "division", {}, make("th", "", { colspan: "5", scope: "rowgroup" }, heading));
  return heading ? [above, row] : [row];
}

const movement = (moved) => (moved > 0 ? `▲${moved}` : moved < 0 ? `▼${-moved}` : "");

function chooser(name, index, present, count) {
  const button = make("button", "button", { type: "button", "data-code": `r${index}`, "aria-pressed": String(index === present) }, name);
  button.addEventListener("click", () => {
    chosen = index === count - 1 ? null : index;
    ask();
  });
  return button;
}

function tableOf([code, line, over, here, open]) {
  return make("li", over ? "over" : "", {}, make("span", "who", {}, ...inner(line)), ...action(code, over, here, open));
}

/** What can be done with a table: see it again, go to its board, or have it shown in the chat. */
function action(code, over, here, open) {
  const key = { "data-code": code };
  if (!open) return [];
  if (host) return [inApp(code, over, key)];
  if (over) return [make("a", "button", { href: addressOfGame(code), ...key }, t("steps"))];
  if (here) return [make("a", "button", { href: $("to-chat").href, ...key }, t("board"))];
  const button = make("button", "button", { type: "button", ...key }, t("watch"));
  button.addEventListener("click", () => {
    watching = link.send({ do: "say", as: speaker, text: `/watch ${code}` });
  });
  return [button];
}

/** Goes back to the app's table, or on to another one. */
function inApp(code, over, key) {
  const label = code === own ? "board" : over ? "steps" : "watch";
  const button = make("button", "button", { type: "button", ...key }, t(label));
  button.addEventListener("click", () => {
    if (code === own) host.back?.();
    else link.send({ do: "cups", as: speaker, cup: codeOf(location.hash), at: chosen, table: code });
  });
  return button;
}

/** Goes to the chat, which shows the table now, or says why it does not. */
function watched(notice, refused) {
  watching = "";
  if (notice || refused) $("notice").replaceChildren(...paragraphs(notice ?? [], nobody));
  else location.href = $("to-chat").href;
}

/** Changes what is in an element, and gives the focus back to the button or link that had it. */
function keepFocus(element, change) {
  const held = element.contains(document.activeElement) ? document.activeElement.dataset.code : null;
  change();
  if (held) element.querySelector(`[data-code="${held}"]`)?.focus();
}

document.documentElement.dataset.started = ""; // tells old.js that this browser can read the page
