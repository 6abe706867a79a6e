// The speaker: the people of this browser, and the switch between them.

import { $, hue, initial, make, memory } from "./dom.js";
import { current, languages, nameOf, t } from "./words.js";

export class People {
  /** `save(person)` sends a new or changed person; `switched()` is called when somebody else speaks. */
  constructor({ save, switched }) {
    this.save = save;
    this.switched = switched;
    this.list = [];
    this.prefix = "";
    this.active = memory.get("active", memory.get("active", 1), "sessionStorage");
    this.row = $("people");
    this.row.addEventListener("click", (event) => this.clicked(event));
    this.row.addEventListener("keydown", (event) => this.key(event));
    $("add").addEventListener("click", () => this.ask(null));
    $("person-form").addEventListener("submit", (event) => this.submitted(event));
  }

  /** Takes the people from the server, and the maximum for one browser. */
  learn(list, prefix = this.prefix, most = this.most) {
    this.list = list;
    this.most = most;
    this.prefix = prefix;
    if (!list.some(({ n }) => n === this.active)) this.active = list[0].n;
    this.show();
  }

  get speaker() {
    return this.list.find(({ n }) => n === this.active) ?? null;
  }

  user(n) {
    return this.list.find((one) => one.n === n)?.user ?? `${this.prefix}-${n}`;
  }

  /** Whether a person of the chat sits at this browser. */
  isMine(user) {
    return this.list.some(({ n }) => this.user(n) === user);
  }

  /** The number of one of these people who is of this page: the speaker, if among them or if none of ours is. */
  actor(users) {
    const mine = this.list.filter(({ n }) => users.includes(this.user(n)));
    return (mine.find(({ n }) => n === this.active) ?? mine[0])?.n ?? this.active;
  }

  /** Makes the person a message mentions the speaker, if they are of this page. */
  follow(user) {
    const called = this.list.find(({ n }) => this.user(n) === user);
    if (called) this.become(called.n);
  }

  become(n) {
    if (n === this.active) return;
    this.active = n;
    memory.set("active", n, "sessionStorage");
    memory.set("active", n);
    this.show();
    this.switched();
  }

  show() {
    const held = this.row.contains(document.activeElement);
    this.row.replaceChildren(
      ...this.list.map(({ n, name }) => {
        const active = n === this.active;
        return make(
          "button",
          `person ${hue(this.user(n))}`,
          {
            type: "button",
            role: "radio",
            "data-n": String(n),
            "aria-checked": String(active),
            "aria-label": t(active ? "edit" : "speak", { name }),
            title: t(active ? "edit" : "speak", { name }),
            tabindex: active ? "0" : "-1",
          },
          make("span", "face", { "aria-hidden": "true" }, initial(name)),
          make("span", "who", {}, name),
        );
      }),
    );
    $("add").hidden = this.list.length >= this.most;
    if (held) this.row.querySelector("[aria-checked=true]")?.focus();
  }

  clicked(event) {
    const button = event.target.closest("[data-n]");
    if (!button) return;
    const n = Number(button.dataset.n);
    if (n === this.active) this.ask(this.speaker);
    else this.become(n);
  }

  key(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const index = this.list.findIndex(({ n }) => n === this.active);
    this.become(this.list[(index + step + this.list.length) % this.list.length].n);
  }

  /** Opens the dialog of a person, or of a new one, perhaps with another title. */
  ask(person, title = "") {
    this.asked = person?.n ?? [...Array(this.most).keys()].map((at) => at + 1).find((n) => !this.list.some((other) => other.n === n));
    $("person-title").textContent = title || (person ? t("edit", { name: person.name }) : t("add"));
    $("person-name").value = person?.name ?? "";
    const choice = $("person-language");
    choice.replaceChildren(
      choice.options[0],
      ...languages().map((code) => make("option", "", { value: code, lang: code }, nameOf(code))),
    );
    choice.value = person?.language ?? "";
    choice.options[0].lang = current();
    $("person-dialog").showModal();
    $("person-name").select();
  }

  submitted(event) {
    event.preventDefault();
    const name = $("person-name").value.trim();
    if (!name) return;
    const isNew = !this.list.some(({ n }) => n === this.asked);
    this.save({ as: this.asked, name, language: $("person-language").value || null });
    this.wanted = isNew ? this.asked : null;
    $("person-dialog").close();
  }
}
