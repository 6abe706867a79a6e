// The page's texts, in the speaker's language.

const NEAR = 600_000;

let all = {};
let language = "en";

/** Takes the dictionaries that the server sent. */
export function learn(dictionaries) {
  all = dictionaries;
}

export const current = () => language;
/** The language with the browser's region: `en-GB` for `en`. */
export const region = () => navigator.languages.find((tag) => tag.split("-")[0] === language) ?? language;
/** A time on the reader's clock: with the day unless it is today, with seconds if it is near. */
export function moment(date) {
  const now = new Date();
  const day = date.toDateString() === now.toDateString() ? {} : { weekday: "short", day: "numeric", month: "short" };
  const second = Math.abs(date - now) < NEAR ? { second: "2-digit" } : {};
  return new Intl.DateTimeFormat(region(), { ...day, hour: "2-digit", minute: "2-digit", ...second }).format(date);
}

export const languages = () => Object.keys(all);

/** A text by its name; `{places}` are filled from the values. */
export function t(name, values = {}) {
  const sentence = all[language]?.[name] ?? "";
  return sentence.replace(/\{(\w+)\}/g, (place, key) => values[key] ?? place);
}

/** A message's contents in the reader's language: lines, labels of buttons and seats, details, alt text. */
export function told(body) {
  const { lines, labels = [], places = [], details, alt } = body.told?.[language] ?? {};
  return { lines: lines ?? body.lines, labels, places, details, alt: alt ?? body.picture?.alt ?? "" };
}

/** The name of a language, in itself. */
export function nameOf(code) {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/** Translates the page's fixed texts. */
export function speak(code) {
  if (code in all) language = code;
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = t(element.dataset.word);
  for (const element of document.querySelectorAll("[data-label]")) {
    const label = t(element.dataset.label);
    element.setAttribute("aria-label", label);
    if (element.tagName === "INPUT") element.placeholder = label;
    else if (element.tagName === "BUTTON") element.title = label;
  }
}
