// A game step by step: its board after any ply, its turns as text, and its win chances if known.

import { Curve } from "./curve.js";
import { $, make, memory, signed } from "./dom.js";
import { ask, host, routed } from "./host.js";
import { isAble } from "./layers.js";
import { Link } from "./link.js";
import { atDusk, fetched, isNight, prepared, sharper } from "./pictures.js";
import { share } from "./share.js";
import { backwards, Stage } from "./stage.js";
import { Trial } from "./trial.js";
import { lieWithin } from "./inside.js";
import { learn, speak, t } from "./words.js";

const [, , chat = "", , code] = location.pathname.split("/").map(decodeURIComponent); // in an app its session says which
const address = host ? routed(`/${host.name}/game`) : `/c/${encodeURIComponent(chat)}/game/${code}`;
const language = memory.get("language", navigator.language);
const REST = 400; // milliseconds until a position gets into the address and is described
const AGAIN = 3000; // milliseconds between checks for an analysis

let game = null;
let curve = null;
let ply = 0;
let timer = 0; // set while it plays
let resting = 0;
let drawing = null; // the board being loaded, of the position wanted when it arrives
let stage = null;
let shown = null; // the board on the stage, and its ply
let trial = null; // the position that is tried out

// the game ------------------------------------------------------------------------------------------------------------

async function load() {
  const answer = await ask(`${address}/steps.json?language=${language}`).catch(() => null);
  const told = await answer?.json().catch(() => null);
  if (answer?.ok) return told;
  if (told?.problem) {
    greet(told);
    $("problem").textContent = told.problem;
  }
  $("problem").hidden = Boolean(game);
  return null;
}

/** Uses the reader's language, if the page has texts for it. */
function greet({ language, words }) {
  learn({ [language]: words });
  speak(language);
}

function open(told) {
  game = told;
  greet(game);
  document.title = `${game.title} · Palmarés`;
  $("title").textContent = game.title;
  $("about").replaceChildren(...signed(game.about));
  $("going").hidden = game.over;
  $("place").max = String(game.plies.length);
  $("turns").replaceChildren(...game.turns.map(turnOf));
  offerFilters();
  $("analyse").hidden = Boolean(host) || !game.analysable || Boolean(game.analysis);
  $("try").hidden = !game.over || !isAble;
  $("game").hidden = false;
  if (game.analysis) judge(game.analysis);
  playing(false);
}

function turnOf([, first, last, words], number) {
  const button = make(
    "button",
    "",
    { type: "button" },
    make("span", "number", {}, `${number + 1}.`),
    " ",
    ...signed(words),
    ...remarks("marks", first, last),
    ...remarks("luck", first, last),
  );
  const [[fault] = []] = remarked("marks", first, last);
  button.addEventListener("click", () => go(Number(fault ?? last)));
  return make("li", "", {}, button);
}

/** The analysis of a turn's choices, or of its rolls. */
function remarks(kind, first, last) {
  return remarked(kind, first, last).map(([, words]) => make("b", kind, {}, ` ${[words].flat().join(" ")}`));
}

/** What is known of a turn's plies, by ply. */
function remarked(kind, first, last) {
  return Object.entries(game.analysis?.[kind] ?? {}).filter(([at]) => at > first && at <= last);
}

/** The turns that can be listed by themselves: with key moments, with mistakes, of one player. */
const FILTERS = {
  all_turns: () => true,
  key_turns: ([, first, last]) => game.analysis.moments.some(([at]) => at >= first && at < last),
  errors: ([, first, last]) => remarked("marks", first, last).length > 0,
};

function sift() {
  const chosen = $("filter").value;
  const fits = FILTERS[chosen] ?? (([seat]) => String(seat) === chosen);
  for (const [index, turn] of game.turns.entries()) $("turns").children[index].hidden = !fits(turn);
}

/** Offers the filters that there is something for, and keeps the one that was chosen. */
function offerFilters() {
  const chosen = $("filter").value;
  const judged = game.analysis ? [["key_turns", t("key_turns")], ["errors", t("errors")]] : [];
  const choices = [["all_turns", t("all_turns")], ...judged, ...game.players.map((name, seat) => [String(seat), name])];
  $("filter").replaceChildren(...choices.map(([value, words]) => make("option", "", { value }, words)));
  if (choices.some(([value]) => value === chosen)) $("filter").value = chosen;
  $("filter").hidden = game.turns.length < 2;
  $("signs").textContent = t("signs", { dubious: "!?", mistake: "?", blunder: "??" });
  $("signs").hidden = !Object.keys(game.analysis?.marks ?? {}).length;
  sift();
}

function judge({ moments, ...rest }) {
  const whole = Math.max(1, game.plies.length);
  $("curve").hidden = false;
  $("moments").hidden = moments.length === 0;
  curve = new Curve($("curve"), { moments, ...rest });
  $("moment-list").replaceChildren(
    ...moments.map(([, last, shift, words]) => {
      const button = make("button", "", { type: "button" }, make("b", "", {}, ...signed(shift)), " ", ...signed(words));
      button.addEventListener("click", () => go(last));
      return make("li", "", {}, button);
    }),
  );
  $("ticks").replaceChildren(
    ...moments.map(([first]) => {
      const tick = make("i");
      tick.style.left = `${(100 * (first + 1)) / whole}%`;
      return tick;
    }),
  );
}

/** Tries the position: it is played on from here, until the reader is back in the game. */
function attempt() {
  playing(false);
  clearTimeout(resting);
  const wishes = `ply=${ply}&language=${game.language}${isNight() ? "&dark" : ""}`;
  trial = new Trial(`${location.origin}${address}/socket?${wishes}`, $("picture").parentNode, {
    show(board, words) {
      lay(board, board.film);
      shown = null;
      say(words);
    },
    left(words) {
      trial = null;
      part(false);
      go(ply);
      $("said").textContent = words;
      $("try").focus();
    },
  });
  part(true);
  $("leave").focus();
}

/** Shows what belongs to a trial, or to the game. */
function part(trying) {
  for (const id of ["trial", "tried"]) $(id).hidden = !trying;
  for (const id of ["controls", "insight"]) $(id).hidden = trying;
}

/** Returning to a game under way shows what has been played meanwhile. */
async function renew() {
  const told = await load();
  if (!told || told.version === game.version) return;
  open(told);
  go(ply);
}

// the position --------------------------------------------------------------------------------------------------------

/** Shows the game after a ply; that stops playback, unless it is playing `on`. */
function go(wanted, on = false) {
  trial?.leave();
  if (!on) playing(false);
  ply = Math.min(Math.max(0, Math.round(wanted) || 0), game.plies.length);
  const index = turnAt(ply);
  const turn = t("turn", { n: index + 1, all: game.turns.length });
  const words = ply ? game.plies[ply - 1] : t("start");
  $("turn").textContent = game.turns.length ? turn : "";
  $("caption").replaceChildren(...signed(words));
  $("better").replaceChildren(...signed(game.analysis?.marks[ply]?.join(" ") ?? ""));
  $("place").value = String(ply);
  $("place").style.setProperty("--done", `${(100 * ply) / Math.max(1, game.plies.length)}%`);
  $("place").setAttribute("aria-valuetext", `${turn}. ${words}`);
  for (const [id, end] of [["first", 0], ["back", 0], ["forward", game.plies.length], ["last", game.plies.length]]) {
    $(id).setAttribute("aria-disabled", String(ply === end));
  }
  mark(ply ? index : -1);
  curve?.show(ply);
  $("said").textContent = "";
  clearTimeout(resting);
  resting = setTimeout(rest, REST);
  draw();
}

/** The number of a ply's turn. */
function turnAt(at) {
  const found = game.turns.findIndex(([, first, last]) => at > first && at <= last);
  return Math.max(0, found);
}

function mark(index) {
  $("turns").querySelector("[aria-current]")?.removeAttribute("aria-current");
  const item = $("turns").children[index];
  if (!item) return;
  item.firstChild.setAttribute("aria-current", "step");
  const list = $("insight");
  const [whole, own] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  const top = whole.top + (getComputedStyle($("curve")).position === "sticky" ? $("curve").offsetHeight : 0);
  if (own.top >= top && own.bottom <= whole.bottom) return;
  list.scrollTop += own.top - top - Math.max(0, whole.bottom - top - own.height) / 2;
}

const fileOf = (at, ending) =>
  `${address}/${at}.${ending}?v=${game.code}.${game.version}&language=${game.language}${game.analysis ? "&analysed" : ""}${isNight() ? "&dark" : ""}`;

/** Shows the board of the current position, once it is here: one at a time, and none of skipped positions. */
async function draw() {
  if (drawing) return;
  while (!trial && drawing !== fileOf(ply, "board")) {
    const at = ply;
    drawing = fileOf(at, "board");
    const board = isAble ? await prepared(drawing) : null;
    if (trial) continue;
    if (board) move(board, at);
    else await put(at);
    $("picture").dataset.ply = String(at);
    say(at ? game.plies[at - 1] : t("start"));
  }
  drawing = null;
  if (isAble && ply < game.plies.length) prepared(fileOf(ply + 1, "board"));
}

/** Moves the pieces from the position shown to one next to it, forwards or backwards; elsewhere they jump. */
function move(board, at) {
  const before = shown;
  shown = { at, board };
  const most = timer ? 0.8 * Number($("speed").value) : Infinity;
  const sharp = { sharper: timer ? null : () => sharper(fileOf(at, "board")) };
  if (at - 1 === before?.at) lay(board, board.film, { most, ...sharp });
  else if (at + 1 === before?.at) lay(board, backwards(before.board.film), { cast: before.board, most, ...sharp });
  else lay(board, [], sharp);
}

function lay(board, film, more = {}) {
  if (!stage) stage = new Stage(sheet("canvas", { role: "img", width: board.size[0], height: board.size[1] }));
  $("picture").parentNode.style.setProperty("--shape", board.size[0] / board.size[1]);
  stage.show(board, film, more);
}

/** Shows a position as a picture, where boards in layers cannot be shown. */
async function put(at) {
  const src = fileOf(at, "png");
  await fetched(src);
  stage?.leave();
  shown = stage = null;
  const image = $("picture").nodeName === "IMG" ? $("picture") : sheet("img", { width: 800, height: 800 });
  image.setAttribute("src", src);
}

function sheet(name, attributes) {
  const made = make(name, "picture", { id: "picture", ...attributes });
  $("picture").replaceWith(made);
  return made;
}

/** Describes the board for screen readers. */
const say = (words) => $("picture").setAttribute(stage ? "aria-label" : "alt", words);

/** After a pause the address names the position, and screen readers get its whole description. */
async function rest() {
  const at = ply;
  history.replaceState(null, "", addressHere());
  if (drawing) resting = setTimeout(rest, REST);
  if (drawing || timer) return;
  const answer = await ask(`${address}/${at}.txt?v=${game.code}.${game.version}&language=${game.language}`).catch(() => null);
  if (answer?.ok && at === ply) say(await answer.text());
}

// playback ------------------------------------------------------------------------------------------------------------

function playing(on) {
  clearTimeout(timer);
  timer = on ? setTimeout(step, Number($("speed").value)) : 0;
  const label = t(on ? "pause" : "play");
  document.body.classList.toggle("playing", on);
  $("play").setAttribute("aria-label", label);
  $("play").title = label;
}

async function step() {
  if (drawing) {
    playing(true); // on a slow line it waits for the board
    return;
  }
  go(ply + 1, true);
  playing(ply < game.plies.length);
}

function toggle() {
  if (timer) {
    playing(false);
    return;
  }
  if (ply === game.plies.length) go(0);
  playing(true);
}

const DEEDS = {
  first: () => go(0),
  back: () => go(ply - 1),
  play: toggle,
  forward: () => go(ply + 1),
  last: () => go(game.plies.length),
  share: () => share(addressHere(), $("said")),
  analyse,
  try: attempt,
  leave: () => trial?.leave(),
};
for (const [id, deed] of Object.entries(DEEDS)) $(id).addEventListener("click", deed);
$("place").addEventListener("input", () => go(Number($("place").value)));
$("filter").addEventListener("change", sift);
$("speed").addEventListener("change", () => playing(Boolean(timer)));

const KEYS = {
  ArrowLeft: DEEDS.back,
  ArrowRight: DEEDS.forward,
  ArrowUp: () => go(game.turns[turnAt(ply)]?.[1] ?? 0),
  ArrowDown: () => go(game.turns[turnAt(Math.min(ply + 1, game.plies.length))]?.[2] ?? 0),
  Home: DEEDS.first,
  End: DEEDS.last,
  " ": toggle,
};
document.addEventListener("keydown", (event) => {
  const deed = KEYS[event.key];
  if (!game || trial || !deed || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  const own = event.key === " " ? "select, button, a, [type=text]" : "select, input"; // elements that use the key themselves
  if (event.target.closest(own)) return;
  event.preventDefault();
  deed();
});
atDusk(() => game && !trial && draw());
addEventListener("hashchange", () => game && go(placeOf()));
document.addEventListener("visibilitychange", () => game && !game.over && !document.hidden && renew());

// the link and the analysis -------------------------------------------------------------------------------------------

/** The ply in the address: by number, or as the end of a turn. */
function placeOf() {
  const turn = Number(new URLSearchParams(location.search).get("turn"));
  if (/^#\d+$/.test(location.hash)) return Number(location.hash.slice(1));
  return game.turns[Math.min(turn, game.turns.length) - 1]?.[2] ?? 0;
}

const addressHere = () => `${location.origin}${location.pathname}#${ply}`;

/** Requests the analysis as the command does, and waits for it. */
function analyse() {
  $("analyse").hidden = true;
  const link = new Link(() => ({ chat, locale: navigator.language, have: {} }));
  link.addEventListener("frame", ({ detail }) => {
    if (detail.is !== "done") return;
    const words = detail.notice?.map((line) => line.map(([part]) => part).join("")).join(" ");
    $("said").replaceChildren(...signed(words || t("analysing")));
  });
  link.send({ do: "say", as: memory.get("active", 1), text: `/analysis ${code}` });
  const look = setInterval(async () => {
    const told = await load();
    if (!told?.analysis) return;
    clearInterval(look);
    open(told);
    go(ply);
  }, AGAIN);
}

$("share").hidden = Boolean(host); // its address is the app's
if (host) lieWithin($("to-chat"));
else $("to-chat").href = `/#/c/${encodeURIComponent(chat)}`;
load().then((told) => {
  if (!told) return;
  open(told);
  go(placeOf());
});
document.documentElement.dataset.started = ""; // tells old.js that this browser can read the page
