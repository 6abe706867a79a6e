"""What keeps people from using the page: what axe finds, and words that hardly stand out from what is behind them."""

from __future__ import annotations

from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page

STANDARDS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
LEAST_CONTRAST = 4.5
"""Between words and what is behind them, whatever their size: WCAG 2.2, success criterion 1.4.3."""

# The words of the page whose contrast is too low, marks that style sheets write included, and placeholders: those axe
# does not look at. Words on pictures are left out, and buttons that cannot be pressed at the moment.
PALE = """(least) => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const known = new Map();
  const colour = (css) => {
    if (!known.has(css)) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = css;
      canvas.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
      known.set(css, [red, green, blue, alpha / 255]);
    }
    return known.get(css);
  };
  const over = ([r, g, b, a], under, opacity) =>
    [r, g, b].map((part, index) => part * a * opacity + under[index] * (1 - a * opacity));
  const luminance = (parts) => {
    const [red, green, blue] = parts.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one, other) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  /** What is behind an element's words, and how opaque those are. */
  const ground = (element) => {
    const line = [];
    for (let each = element; each; each = each.parentElement) line.unshift(getComputedStyle(each));
    let [paper, opacity] = [[255, 255, 255], 1];
    for (const style of line) {
      opacity *= Number(style.opacity);
      paper = over(colour(style.backgroundColor), paper, opacity);
    }
    return [paper, opacity];
  };
  const found = [];
  let looked = 0;
  const look = (element, style, words) => {
    const [paper, opacity] = ground(element);
    const own = style === getComputedStyle(element) ? 1 : Number(style.opacity);
    const value = contrast(over(colour(style.color), paper, opacity * own), paper);
    looked += 1;
    if (value >= least) return;
    found.push(`${value.toFixed(2)} ${element.tagName}.${element.className}: ${words.trim().slice(0, 60)}`);
  };
  const shown = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
  };
  const modal = document.querySelector("dialog[open]");
  for (const element of (modal ?? document.body).querySelectorAll("*")) {
    if (!shown(element) || element.closest(".sign, [aria-disabled=true], .confetti, svg, select")) continue;
    const words = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data);
    if (words.join("").trim()) look(element, getComputedStyle(element), words.join(""));
    for (const place of ["::before", "::after"]) {
      const style = getComputedStyle(element, place);
      const mark = /^"(.+?)"/.exec(style.content)?.[1];
      if (mark && style.display !== "none") look(element, { color: style.color, opacity: style.opacity }, mark);
    }
    if (element.placeholder && !element.value) {
      const { color, opacity } = getComputedStyle(element, "::placeholder");
      look(element, { color, opacity }, element.placeholder);
    }
  }
  return { looked, found };
}"""


COLOURS = ("color-contrast", "link-in-text-block")
"""The rules of axe that look at colours: only these may be broken by night alone."""


async def faults(page: Page, *rules: str) -> list[str]:
    """Return what is wrong with the page as it stands, in a line each, by all rules of the standards or by these."""
    options = {"runOnly": list(rules or STANDARDS), "resultTypes": ["violations"]}
    seen = (await Axe().run(page, options=options)).response
    assert len(seen["passes"]) > (0 if rules else 10), "axe has not looked"
    broken = [f"{each['id']}: {node['html'][:160]}" for each in seen["violations"] for node in each["nodes"]]
    pale = await page.evaluate(PALE, LEAST_CONTRAST)
    assert pale["looked"] > 3, "no words were found"
    return [*broken, *pale["found"]]
