// Small helpers for building the page. Nothing here parses markup: texts become text nodes only.

import { host } from "./host.js"; // an app has no line to write a command on
import { addressOfGame } from "./places.js";
import { moment } from "./words.js";

export const $ = (id) => document.getElementById(id);

/** An element with a class, attributes and children; texts become text nodes. */
export function make(name, className = "", attributes = {}, ...children) {
  const element = document.createElement(name);
  if (className) element.className = className;
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/** A line icon of one path. */
export function icon(path) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

// The signs in the games' texts, in the order of signs.svg: drawn, since not every machine has a font for them.
const SIGNS = ["🟡", "🔵", "🔴", "🟢", "🟣", "🟠", "🤖", "🎲", "🌗", "🐕", "🐺", "🥇", "🥈", "🥉", "💤", "⏳", "⏰", "🎬", "🏳", "🚪", "📵", "🔒", "🔓", "🏆", "🏅", "📈", "👀", "💥", "🤔", "🙈", "😱", "😅", "🏁", "🎉", "🚧", "🛝", "😖", "💰", "🎁", "✨", "💡", "📊", "🧩", "🔥", "🎭", "🤝", "🎺", "🏜", "📉", "🌴", "🔑", "🔔", "🕊", "🗓", "😈", "🙋", "🛡", "🪨", "👥", "🔢", "📖", "🌞", "🌙", "🍀"];
const ALIKE = { "⏱": "⏰" }; // signs with the drawing of another
const SIGN = new RegExp(`(${[...SIGNS, ...Object.keys(ALIKE)].join("|")})`, "u");

/** A text as nodes with drawn signs; screen readers and the clipboard get the original. */
export function signed(text) {
  return text.split(SIGN).map((part) => {
    const place = SIGNS.indexOf(ALIKE[part] ?? part);
    return place < 0 ? document.createTextNode(part) : make("span", `sign sign${place}`, {}, part);
  });
}

/**
 * Lines of [words, style, person, seconds of a time, address of a link, code of a game] as paragraphs; a command is a
 * button that writes it, a game is a link to its replay.
 */
export function paragraphs(lines, isMine) {
  return lines.map((line) => {
    const paragraph = make("p");
    for (const [words, style, person, seconds, address, game] of line) {
      if (address) paragraph.append(make("a", "", { href: address, target: "_blank", rel: "noopener" }, words));
      else if (game) paragraph.append(make("a", "", { href: addressOfGame(game) }, run(words, style, person, isMine)));
      else paragraph.append(seconds ? clock(seconds, style) : run(words, style, person, isMine));
    }
    if (!paragraph.textContent.trim()) paragraph.className = "gap";
    return paragraph;
  });
}

const TAGS = { strong: "strong", emphasis: "em", code: "code", command: "code" };

function run(words, style, person, isMine) {
  if (style === "command" && !host) return make("button", "typed", { type: "button" }, words);
  const tag = TAGS[style];
  const inner = tag ? make(tag, "", {}, ...signed(words)) : make("span", "", {}, ...signed(words));
  if (person) inner.className = isMine(person) ? "mention mine" : "mention";
  return inner;
}

/** A time in the reader's zone; the server wrote UTC. */
function clock(seconds, style) {
  const date = new Date(seconds * 1000);
  return make("time", style, { datetime: date.toISOString() }, moment(date));
}

/** A stable colour class for a person. */
export function hue(user) {
  let sum = 0;
  for (const sign of user) sum = (sum * 31 + sign.codePointAt(0)) >>> 0;
  return `hue${sum % 8}`;
}

/** The initial of a name, for a round picture. */
export const initial = (name) => ([...name.trim()][0] ?? "?").toLocaleUpperCase();

/** Storage of the page, if the browser allows it. */
export const memory = {
  get(name, fallback, area = "localStorage") {
    try {
      return JSON.parse(window[area].getItem(`palmares.${name}`)) ?? fallback;
    } catch {
      return fallback;
    }
  },
  set(name, value, area = "localStorage") {
    try {
      window[area].setItem(`palmares.${name}`, JSON.stringify(value));
    } catch {
      // a private window without storage: the page forgets
    }
  },
};

/** A random id, also without a secure context. */
export function randomId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
