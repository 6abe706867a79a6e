// The win chances of a game as a small chart: a line for each side, and a mark at the current ply.

import { make, signed } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const DASHES = ["", "7 3", "2 3", "9 3 2 3", "5 5", "1 4"]; // lines differ without colours too

export class Curve {
  /** `analysis` has the sides, each with a name and a colour, and their chances in thousandths for every ply. */
  constructor(section, { sides, curve, moments }) {
    this.chances = curve;
    const most = Math.max(1, curve.length - 1);
    const svg = drawn("svg", { viewBox: `0 0 ${most} 1000`, preserveAspectRatio: "none", class: "chart", "aria-hidden": "true" });
    svg.append(line({ class: "half", x1: 0, x2: most, y1: 500, y2: 500 }));
    for (const [first] of moments) svg.append(line({ class: "moment", x1: first + 1, x2: first + 1, y1: 0, y2: 1000 }));
    for (const [side, [, colour]] of sides.entries()) {
      const points = curve.map((chances, ply) => `${ply},${1000 - chances[side]}`).join(" ");
      svg.append(drawn("polyline", { points, stroke: colour, "stroke-dasharray": DASHES[side % DASHES.length] }));
    }
    this.cursor = svg.appendChild(line({ class: "cursor", y1: 0, y2: 1000 }));
    this.shares = sides.map(() => make("b"));
    const legend = sides.map(([name, colour], side) => make("li", "", {}, swatch(colour, side), ...signed(`${name} `), this.shares[side]));
    section.replaceChildren(svg, make("ul", "legend", {}, ...legend));
  }

  /** Marks a ply, with the chances at that point. */
  show(ply) {
    const at = Math.min(ply, this.chances.length - 1);
    for (const name of ["x1", "x2"]) this.cursor.setAttribute(name, at);
    const percent = new Intl.NumberFormat(document.documentElement.lang, { style: "percent" });
    for (const [side, share] of this.shares.entries()) share.textContent = percent.format(shown(this.chances[at][side]));
  }
}

/** An undecided game's chance is neither 0 nor 100 %. */
function shown(thousandths) {
  if (thousandths === 0 || thousandths === 1000) return thousandths / 1000;
  return Math.min(0.99, Math.max(0.01, thousandths / 1000));
}

function drawn(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

const line = (attributes) => drawn("line", attributes);

function swatch(colour, side) {
  const svg = drawn("svg", { viewBox: "0 0 22 8", class: "swatch", "aria-hidden": "true" });
  svg.append(drawn("line", { x1: 0, x2: 22, y1: 4, y2: 4, stroke: colour, "stroke-dasharray": DASHES[side % DASHES.length] }));
  return svg;
}
