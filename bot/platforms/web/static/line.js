// The command line: the text, its completions, and its history.

import { $, make } from "./dom.js";

export class Line {
  /** `send(text)` sends a line; `commands()` returns the registry in the speaker's language. */
  constructor({ send, commands }) {
    this.send = send;
    this.commands = commands;
    this.input = $("text");
    this.list = $("completion");
    this.items = [];
    this.active = -1;
    this.past = [];
    this.place = 0;
    this.limits = null;
    this.input.addEventListener("input", () => this.suggest());
    this.input.addEventListener("focus", () => this.suggest());
    this.input.addEventListener("blur", () => this.close());
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.list.addEventListener("pointerdown", (event) => this.picked(event));
    $("line").addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    $("slash").addEventListener("click", () => this.write("/"));
  }

  /** Takes the maximum lengths of a message and a command. */
  limit(limits) {
    this.limits = limits;
    this.bound();
  }

  /** Limits the text to what the server accepts. */
  bound() {
    const { text, command } = this.limits ?? {};
    if (text) this.input.maxLength = this.input.value.startsWith("/") ? command : text;
  }

  /** Sets the text, unless something is being typed. */
  write(text) {
    if (!this.input.value) this.input.value = text;
    this.input.focus();
    this.suggest();
  }

  /** Replaces the text by a command, unless it is a message. */
  offer(text) {
    if (this.input.value.startsWith("/")) this.input.value = "";
    this.write(text);
  }

  get empty() {
    return !this.input.value;
  }

  submit() {
    const text = this.input.value.trim();
    if (!text) return;
    this.past = [...this.past.filter((line) => line !== text), text].slice(-50);
    this.place = this.past.length;
    this.input.value = "";
    this.close();
    this.send(text);
  }

  key(event) {
    if (event.isComposing) return;
    const open = !this.list.hidden;
    if (event.key === "Escape" && open) this.close();
    else if (event.key === "Tab" && open && !event.shiftKey) this.accept(Math.max(0, this.active));
    else if (event.key === "Enter" && open && this.active >= 0) this.accept(this.active);
    else if (event.key === "ArrowDown" && open) this.choose((this.active + 1) % this.items.length);
    else if (event.key === "ArrowUp" && open) this.choose(this.active > 0 ? this.active - 1 : this.items.length - 1);
    else if (event.key === "ArrowUp" && this.past.length) this.recall(-1);
    else if (event.key === "ArrowDown" && this.place < this.past.length) this.recall(1);
    else return;
    event.preventDefault();
  }

  recall(step) {
    this.place = Math.min(this.past.length, Math.max(0, this.place + step));
    this.input.value = this.past[this.place] ?? "";
  }

  picked(event) {
    event.preventDefault(); // the input keeps the focus
    const option = event.target.closest("[role=option]");
    if (option) this.accept(Number(option.dataset.index));
  }

  accept(index) {
    const item = this.items[index];
    const text = this.input.value;
    this.input.value = text.slice(0, text.length - item.typed.length) + item.insert;
    this.suggest();
  }

  suggest() {
    this.bound();
    const text = this.input.value;
    this.items = text.startsWith("/") ? completions(text, this.commands()).slice(0, 80) : [];
    if (!this.items.length) {
      this.close();
      return;
    }
    this.list.replaceChildren(
      ...this.items.map((item, index) =>
        make(
          "li",
          "",
          { role: "option", id: `option${index}`, "data-index": String(index), "aria-selected": "false" },
          make("b", "", {}, item.title),
          make("span", "", {}, item.detail),
        ),
      ),
    );
    this.list.hidden = false;
    this.input.setAttribute("aria-expanded", "true");
    const { typed, insert, whole } = this.items[0];
    this.choose(typed && !whole && typed !== insert.trimEnd() ? 0 : -1); // Enter sends a complete line
  }

  choose(index) {
    this.list.querySelector("[aria-selected=true]")?.setAttribute("aria-selected", "false");
    this.active = index;
    const option = this.list.children[index];
    if (!option) {
      this.input.removeAttribute("aria-activedescendant");
      this.list.scrollTop = 0;
      return;
    }
    option.setAttribute("aria-selected", "true");
    option.scrollIntoView({ block: "nearest" });
    this.input.setAttribute("aria-activedescendant", option.id);
  }

  close() {
    this.items = [];
    this.active = -1;
    this.list.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }
}

const LONGEST = 6; // words of one value

/** The key of a word for comparison: lower case, without accents, and without joints. */
const folded = (word) => word.normalize("NFKD").replace(/[\p{M}\s_'’-]/gu, "").toLowerCase();

const listed = ({ kind, choices }) => kind !== "flag" && kind !== "rule" && choices.length > 0;
const isCalled = (named, word) => [named.name, named.key].some((name) => folded(name) === folded(word));

/** The completions of a line with a slash first: [{typed, insert, title, detail, whole}]; whole: it may end here. */
export function completions(text, commands) {
  const words = text.split(/\s+/);
  const last = words.at(-1);
  if (words.length === 1) {
    const start = folded(last.slice(1));
    return commands
      .filter((command) => folded(command.name).startsWith(start))
      .map((command) => ({
        typed: last,
        insert: `/${command.name}${command.options.length ? " " : ""}`,
        title: `/${command.name}`,
        detail: command.description,
      }));
  }
  const command = commands.find((one) => isCalled(one, words[0].slice(1)));
  if (!command) return [];
  const given = words.slice(1, -1);
  const { free, open } = unused(optionsOf(command, given), given);
  const tail = open ? text.match(new RegExp(`(?:\\S+\\s+){${open}}\\S*$`))[0] : last;
  const [key, value] = split(tail);
  const items = key === null ? free.flatMap((option) => offersOf(option)) : valuesOf(free, key);
  const start = folded(value);
  const whole = items.some(({ title }) => folded(title) === start);
  return items
    .filter(({ title }) => folded(title).startsWith(start) && (title !== value || items.length === 1))
    .map((item) => ({ ...item, typed: value, whole }));
}

/** The name and value in a word; no name if it has none. */
function split(word) {
  const place = word.indexOf("=");
  return place < 0 ? [null, word] : [word.slice(0, place), word.slice(place + 1)];
}

/** A command's options after a word of the line has named its game, or rules of that game. */
function optionsOf(command, words) {
  const line = folded(words.map((word) => split(word)[1]).join(" "));
  const games = Object.entries(command.games ?? {});
  const named = games.find(([game]) => line.includes(folded(game)));
  const meant = ([, options]) => {
    const presets = options.find(({ key }) => key === "variant")?.choices ?? [];
    return presets.some((preset) => line.includes(folded(preset)));
  };
  return (named ?? games.find(meant))?.[1] ?? command.options;
}

function offersOf(option) {
  if (option.kind === "file") return []; // it is chosen in a dialog, not typed
  if (["flag", "rule"].includes(option.kind) || !option.choices.length) {
    const insert = `${option.name}=`;
    return [{ insert, title: insert, detail: option.description }];
  }
  const named = option.kind === "integer" ? `${option.name}=` : "";
  return option.choices.map((choice) => {
    return { insert: `${named}${choice} `, title: `${named}${choice}`, detail: option.description };
  });
}

function valuesOf(free, key) {
  const option = free.find((one) => isCalled(one, key));
  return (option?.choices ?? []).map((choice, index) => {
    return { insert: `${choice} `, title: choice, detail: option.meanings?.[index] ?? option.description };
  });
}

/** The options without a value in the line, and how many words at its end only begin one. */
function unused(options, words) {
  const free = [...options];
  for (let index = 0; index < words.length; ) {
    const [key, value] = split(words[index]);
    const wanted = free.filter((option) => (key === null ? listed(option) : isCalled(option, key)));
    const phrase = (count) => folded([value, ...words.slice(index + 1, index + count)].join(" "));
    const fits = (count) => wanted.find(({ choices }) => choices.some((choice) => folded(choice) === phrase(count)));
    const most = Math.min(LONGEST, words.length - index);
    const count = [...Array(most).keys()].map((n) => most - n).find(fits);
    const begun = phrase(words.length - index);
    if (!count && begun && wanted.some(({ choices }) => choices.some((choice) => folded(choice).startsWith(begun)))) {
      return { free, open: words.length - index };
    }
    const text = ({ kind }) => kind === "text" || kind === "person";
    const filled =
      (count && fits(count)) ||
      (key !== null ? wanted[0] : free.find((one) => one.kind === "flag" && isCalled(one, value)) ?? free.find(text));
    if (filled) free.splice(free.indexOf(filled), 1);
    index += count || 1;
  }
  return { free, open: 0 };
}
