// The command line: what is typed, what could follow, and what was sent before.

import { $, make } from "./dom.js";

export class Line {
  /** `send(text)` passes a line on; `commands()` gives the registry in the language of whoever speaks. */
  constructor({ send, commands }) {
    this.send = send;
    this.commands = commands;
    this.input = $("text");
    this.list = $("completion");
    this.items = [];
    this.active = -1;
    this.past = [];
    this.place = 0;
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

  /** Puts a line in place, unless something is being typed. */
  write(text) {
    if (!this.input.value) this.input.value = text;
    this.input.focus();
    this.suggest();
  }

  /** Puts a command in place of what stands there, unless that is talk. */
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
    const text = this.input.value;
    this.items = text.startsWith("/") ? completions(text, this.commands()).slice(0, 40) : [];
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
    this.choose(typed && !whole && typed !== insert.trimEnd() ? 0 : -1); // Enter sends a line that needs nothing more
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

/** What may follow a line that begins with a slash: [{typed, insert, title, detail, whole}]; whole: it may end here. */
export function completions(text, commands) {
  const words = text.split(/\s+/);
  const typed = words.at(-1);
  if (words.length === 1) {
    const start = typed.slice(1).toLowerCase();
    return commands
      .filter((command) => command.name.startsWith(start))
      .map((command) => ({
        typed,
        insert: `/${command.name}${command.options.length ? " " : ""}`,
        title: `/${command.name}`,
        detail: command.description,
      }));
  }
  const command = commands.find(({ name }) => `/${name}` === words[0].toLowerCase());
  if (!command) return [];
  const given = words.slice(1, -1);
  const free = unused(optionsOf(command, given), given);
  const [key, value] = typed.includes("=") ? typed.split("=", 2) : [null, typed];
  const items = key === null ? free.flatMap((option) => offersOf(option)) : valuesOf(free, key);
  const start = value.toLowerCase();
  const whole = items.some(({ title }) => title === value);
  return items
    .filter(({ title }) => title.toLowerCase().startsWith(start) && (title !== typed || items.length === 1))
    .map((item) => ({ ...item, typed: value, whole }));
}

/** The options that a command has left once a word of the line has named its game, or rules of that game. */
function optionsOf(command, words) {
  const values = words.map((word) => word.toLowerCase().replace(/^(?:game|variant)=/, ""));
  const games = Object.entries(command.games ?? {});
  const named = games.find(([game]) => values.includes(game));
  const meant = ([, options]) => {
    const presets = options.find(({ name }) => name === "variant")?.choices ?? [];
    return presets.some((preset) => values.includes(preset));
  };
  return (named ?? games.find(meant))?.[1] ?? command.options;
}

function offersOf(option) {
  if (option.kind === "file") return []; // it is picked, not typed
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
  const option = free.find(({ name }) => name === key.toLowerCase());
  return (option?.choices ?? []).map((choice, index) => {
    return { insert: `${choice} `, title: choice, detail: option.meanings?.[index] ?? option.description };
  });
}

/** The options that no word of the line has filled yet; bare words go the way the server reads them. */
function unused(options, words) {
  const free = [...options];
  const drop = (index) => index >= 0 && free.splice(index, 1);
  for (const word of words) {
    const lower = word.toLowerCase();
    if (word.includes("=")) drop(free.findIndex(({ name }) => name === lower.split("=")[0]));
    else {
      const listed = free.findIndex(({ kind, choices }) => kind !== "flag" && kind !== "rule" && choices.includes(lower));
      const flag = free.findIndex(({ kind, name }) => kind === "flag" && name === lower);
      drop(listed >= 0 ? listed : flag >= 0 ? flag : free.findIndex(({ kind }) => kind === "text" || kind === "person"));
    }
  }
  return free;
}
