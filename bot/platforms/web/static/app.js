// The page: one connection, the messages, the people, the command line, and private notices.

import { $, icon, make, memory, paragraphs } from "./dom.js";
import { Front } from "./front.js";
import { Habits } from "./habits.js";
import { host } from "./host.js";
import { openWithin } from "./within.js";
import { Invite } from "./invite.js";
import { Line } from "./line.js";
import { Link } from "./link.js";
import { Log } from "./log.js";
import { People } from "./people.js";
import { atDusk, foretold } from "./pictures.js";
import { HOME, chatOf, tidy, uninvited } from "./places.js";
import { learn, speak, t } from "./words.js";

const CROSS = "M5 5l10 10M15 5L5 15";

const READING = 5000;

let own = "en";
let passing = 0;
let fading = 0;
let noticed = 0;
let commands = {};
let limits = {}; // length limits that the server accepts
let playing = null; // the table at which somebody of this page was to act
const resent = new Set();
const awaited = new Map(); // what waits for an answer with more than a notice, by the frame asked with
forgetInvitation();
let chat = chatOf(location.hash);

const people = new People({ save: (person) => link.send({ do: "person", ...person }), switched: translate });
const log = new Log({
  isMine: (user) => people.isMine(user),
  press: (message, token, users) => {
    host?.tick();
    return link.send({ do: "press", as: people.actor(users), message, token });
  },
  speaker: () => people.user(people.active),
  missed: () => link.greet(),
  reaches({ id, body }) {
    if (!body.details) return [];
    const asked = link.send({ do: "hold", as: people.active, message: String(id) });
    return new Promise((answer) => awaited.set(asked, answer));
  },
  shown(messages, past) {
    if (!host) front.heard(log.ordered(), past);
    callOut();
    if (host) offerRoll();
    if (past) log.repair(); // only now each message has its newest picture
    if (!messages.length) return;
    passNotice();
    callNext(messages);
  },
});
const front = new Front({
  say: (text) => link.send({ do: "say", as: people.active, text }),
  left: () => log.refocus(), // a press there moves the focus to the game
});
const invite = new Invite(() => chat);
const habits = new Habits({
  pause: (choice) => link.send({ do: "pause", as: people.active, ...(choice && { pause: choice }) }),
});
habits.changed = () => log.number();
log.keys = () => habits.wants("keys");
atDusk(() => {
  log.translate();
  front.dress();
});
const line = new Line({
  commands: () => commands[languageOf(people.speaker)] ?? [],
  send: async (text) => {
    log.toEnd();
    $("text").focus();
    const as = people.active;
    if (!/^\/import\s*$/i.test(text)) link.send({ do: "say", as, text });
    else link.send({ do: "say", as, text, file: await picked() });
  },
});
document.addEventListener("click", ({ target }) => {
  const command = target.closest(".typed");
  if (command) line.offer(command.textContent);
});
const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone; // undefined if the browser does not know
const link = new Link(() => ({ chat: host ? HOME : chat, locale: navigator.language, zone, have: log.have() }), host);
if (host) host.link = link; // for the page about tournaments
$("app-cups").addEventListener("click", () => openWithin("cups", t("cups"), () => $("app-cups").focus()));

link.addEventListener("frame", ({ detail }) => frames[detail.is]?.(detail));
link.addEventListener("state", ({ detail }) => showState(detail));
link.addEventListener("back", ({ detail }) => detail.forEach(again));

const frames = {
  welcome(frame) {
    learn(frame.words);
    if (host) chat = frame.chat;
    ({ commands, language: own, limits } = frame);
    $("person-name").maxLength = limits.name;
    $("chat-other").maxLength = limits.chat;
    line.limit(limits);
    people.learn(frame.people, frame.prefix, limits.people);
    front.learn(frame.games ?? {}, frame.cups);
    $("app-cups").hidden = !(host && frame.cups);
    invite.learn(frame.invitation);
    translate();
    askName(frame);
  },
  bearer(frame) {
    host.bearer = frame.bearer;
  },
  next(frame) {
    host.back?.(); // from the replay of the last table
    host.bearer = frame.bearer; // for the next table, which has another room
    log.clear();
    link.renew();
  },
  commands(frame) {
    ({ commands } = frame);
  },
  people(frame) {
    people.learn(frame.people);
    if (people.wanted && frame.people.some(({ n }) => n === people.wanted)) people.become(people.wanted);
    people.wanted = null;
    translate();
  },
  board: foretold,
  messages(frame) {
    if (frame.chat !== chat) return; // sent before the server heard of the new chat
    log.update(frame);
  },
  done(frame) {
    log.presses.answered(frame.id, Boolean(frame.notice));
    if (frame.pause) habits.paused(frame.pause);
    if (awaited.has(frame.id)) {
      awaited.get(frame.id)(frame.reaches ?? []);
      awaited.delete(frame.id);
      return;
    }
    if (frame.back) line.write(frame.asked?.text ?? ""); // it was rejected: nobody should have to type it again
    if (frame.notice) notify(frame.as, frame.notice, frame.asked?.do === "press", frame.document);
    else if (!frame.pause && !resent.delete(frame.id)) dismiss(); // a frame resent by itself must not remove notices about others
  },
};

/** Removes an invitation from the address: people who are in do not need it, nor should it leave with a link. */
function forgetInvitation() {
  if (location.hash.includes("invite=")) history.replaceState(null, "", uninvited(location.href));
}

/** Asks new friends for their name, once. */
function askName({ invitation, named }) {
  if (!invitation || named || memory.get("asked", false)) return;
  memory.set("asked", true);
  people.ask(people.speaker, t("your_name"));
}

function languageOf(person) {
  return person?.language ?? own;
}

function translate() {
  speak(languageOf(people.speaker));
  memory.set("language", languageOf(people.speaker)); // for the site's other pages
  people.show();
  log.translate();
  front.translate();
  callOut();
  showState(link.state);
}

/** Shows the state of the game on the table in the tab, and announces it. */
function callOut() {
  const { item } = log.table;
  const turn = item?.body.board && item.body.turn;
  const name = turn && people.isMine(turn) ? people.list.find(({ n }) => people.user(n) === turn).name : null;
  habits.call(name, chat);
  if (item?.body.board) habits.hear(item);
}

/** Offers the roll by the host's big button, to the person whose turn it is; it stays there until the game is over. */
function offerRoll() {
  const { item } = log.table;
  const isOn = Boolean(item?.body.details);
  const mine = item?.body.turn && people.isMine(item.body.turn);
  const roll = mine && item.buttons.find(({ dataset }) => dataset.token.endsWith(".throw"));
  host.offer(roll ? roll.textContent : null, roll ? () => log.presses.go(roll) : null, isOn);
  if (mine) playing = item.body.board[0];
  host.guard(isOn && item.body.board?.[0] === playing); // who only watches leaves without a question
}

/** If several people share the page, the one to play speaks next, unless somebody is writing. */
function callNext(messages) {
  const board = log.board();
  if (people.list.length < 2 || !board || !line.empty || !messages.includes(board.id)) return;
  const called = board.body.lines.flat().filter(([, , user]) => user && people.isMine(user));
  const last = called.at(-1);
  if (last) people.follow(last[2]);
}

/** Frames without an answer when the server went away: sent again if that is harmless. */
function again(frame) {
  const wanted = frame.do === "press" && log.offers(frame.message, frame.token);
  if (wanted || frame.do === "person" || (frame.do === "say" && !frame.text.startsWith("/"))) {
    resent.add(frame.id);
    link.pass(frame);
  } else {
    link.pending.delete(frame.id);
    log.presses.answered(frame.id, true);
    if (frame.do === "say") {
      line.write(frame.text);
      notify(frame.as, [[[t("again"), "plain", null]]]);
    }
  }
}

// notices ----------------------------------------------------------------------------------------------------------

/** Shows a private notice, perhaps with a file; one about a press goes when the board changes. */
function notify(as, lines, brief = false, file = null) {
  clearTimeout(passing);
  noticed = performance.now();
  const person = people.list.find(({ n }) => n === as);
  const several = people.list.length > 1 && person;
  const close = make("button", "close", { type: "button", "aria-label": t("dismiss"), title: t("dismiss") }, icon(CROSS));
  close.addEventListener("click", () => {
    dismiss();
    $("text").focus();
  });
  const label = several ? t("private_for", { name: person.name }) : t("private");
  const words = paragraphs(lines, (user) => people.isMine(user));
  if (file) words.push(make("p", "", {}, saver(file)));
  const kind = brief ? "notice passing" : "notice";
  $("notice").replaceChildren(
    make("div", kind, {}, make("p", "label", {}, label), make("div", "text", { tabindex: "0" }, ...words), close),
  );
}

function dismiss() {
  clearTimeout(passing);
  $("notice").replaceChildren();
}

/** The text of the chosen file; null without one. */
function picked() {
  const input = make("input", "", { type: "file", accept: ".txt,text/plain" });
  return new Promise((done) => {
    input.addEventListener("change", () => input.files[0].slice(0, limits.file).text().then(done, () => done(null)));
    input.addEventListener("cancel", () => done(null));
    input.click();
  });
}

/** A button that saves a text as a file. */
function saver({ name, text, media_type: type }) {
  const button = make("button", "button secondary", { type: "button" }, t("save_file", { name }));
  button.addEventListener("click", () => {
    const href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
    make("a", "", { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 1000);
  });
  return button;
}

/** The board has changed: notices about presses are old, but stay long enough to be read. */
function passNotice() {
  const notice = document.querySelector(".notice.passing");
  if (!notice) return;
  clearTimeout(passing);
  passing = setTimeout(dismiss, Math.max(0, noticed + READING - performance.now()));
}

// the connection ---------------------------------------------------------------------------------------------------

function showState(state) {
  const element = $("state");
  const was = element.dataset.state;
  element.dataset.state = state;
  if (state !== was) clearTimeout(fading); // an earlier connection's state must not replace this one's
  document.body.classList.toggle("away", state === "reconnecting" || state === "full");
  if (state !== "open") element.textContent = (state === "full" ? link.full : t(state)) || "…";
  else if (was === "reconnecting" || was === "full") {
    element.textContent = t("connected");
    fading = setTimeout(() => element.replaceChildren(), 4000);
  } else if (was !== "open") element.textContent = "";
}

// chats ------------------------------------------------------------------------------------------------------------

function showChat() {
  if (host) return; // it has one chat, without a name
  $("chat-name").textContent = chat;
  $("headline").textContent = `#${chat}`;
  habits.call(null, chat);
  memory.set("chats", [chat, ...memory.get("chats", []).filter((name) => name !== chat)].slice(0, 12));
}

function chooseChat() {
  const names = memory.get("chats", [HOME]);
  $("chats").replaceChildren(
    ...names.map((name) => {
      const current = name === chat ? "page" : null;
      return make("a", "", { href: `#/c/${encodeURIComponent(name)}`, "aria-current": current }, `#${name}`);
    }),
  );
  $("chat-other").value = "";
  $("chat-dialog").showModal();
}

addEventListener("hashchange", () => {
  forgetInvitation();
  $("chat-dialog").close();
  const next = chatOf(location.hash);
  if (next === chat) return;
  chat = next;
  dismiss();
  log.clear();
  showChat();
  link.greet();
});
$("chat").addEventListener("click", chooseChat);
$("chat-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const name = tidy($("chat-other").value);
  if (name) location.hash = `#/c/${encodeURIComponent(name)}`;
  $("chat-dialog").close();
});

// the rest ---------------------------------------------------------------------------------------------------------

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !document.querySelector("dialog[open]")) dismiss();
  if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest("input, select, textarea, dialog")) return;
  const number = /^[1-9]$/.test(event.key) && habits.wants("keys");
  if (number && log.pressNumber(Number(event.key))) event.preventDefault();
  if (event.key === "/") {
    event.preventDefault();
    line.write("/");
  }
});
for (const button of document.querySelectorAll("[data-close]")) {
  button.addEventListener("click", () => button.closest("dialog").close());
}
for (const button of document.querySelectorAll("[data-line]")) {
  button.addEventListener("click", () => link.send({ do: "say", as: people.active, text: button.dataset.line }));
}
showChat();
document.documentElement.dataset.started = ""; // tells old.js that this browser can read the page
