"""The page as a screen reader has it: Chromium's accessibility tree, and what is said in live regions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import CDPSession, Page

# Keeps what live regions come to say, as a reader would say it: nothing of what is busy, hidden or silenced.
HEARD = """() => {
  const SILENT = "[aria-live=off], [hidden], [aria-hidden=true]";
  const LIVE = "[aria-live], [role=status], [role=log], [role=alert]";
  window.heard = [];
  new MutationObserver((changes) => {
    const told = [];
    for (const { type, target, addedNodes } of changes) {
      const place = target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement;
      const live = place?.closest(LIVE);
      if (!live || live.getAttribute("aria-live") === "off" || place.closest(`${SILENT}, [aria-busy=true]`)) continue;
      for (const added of type === "characterData" ? [target] : addedNodes) {
        if (told.some((whole) => whole.contains(added))) continue; // said with what it is in
        told.push(added);
        const copy = added.cloneNode(true);
        if (copy.nodeType === Node.ELEMENT_NODE && copy.matches(SILENT)) continue;
        for (const silent of copy.querySelectorAll?.(SILENT) ?? []) silent.remove();
        const words = copy.textContent.replace(/\\s+/g, " ").trim();
        if (words) window.heard.push(words);
      }
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


@dataclass(frozen=True, slots=True)
class Thing:
    """What a reader can come to: its role, its name, its states, and in what it lies, the outermost first."""

    role: str
    name: str
    states: dict[str, Any]
    element: int
    within: tuple[tuple[str, str], ...] = field(repr=False)

    def lies_in(self, role: str, name: str) -> bool:
        """Return whether it lies in a thing of this role and name."""
        return (role, name) in self.within


class Reader:
    """Somebody who knows of the page only what the accessibility tree says."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self._page = page
        self._session = session

    @classmethod
    async def of(cls, page: Page) -> Reader:
        """Begin to read a page, and to hear it."""
        session = await page.context.new_cdp_session(page)
        await session.send("DOM.enable")
        await session.send("Accessibility.enable")
        await page.evaluate(HEARD)
        return cls(page, session)

    async def things(self) -> list[Thing]:
        """Return all that there is to read, in order."""
        nodes = (await self._session.send("Accessibility.getFullAXTree"))["nodes"]
        known = {node["nodeId"]: node for node in nodes}
        found: list[Thing] = []

        def go(node: dict[str, Any], within: tuple[tuple[str, str], ...]) -> None:
            if not node.get("ignored"):
                role, name = (str(node.get(each, {}).get("value", "")) for each in ("role", "name"))
                states = {each["name"]: each["value"].get("value") for each in node.get("properties", [])}
                found.append(Thing(role, name, states, node.get("backendDOMNodeId", 0), within))
                within = (*within, (role, name))
            for child in node.get("childIds", []):
                if child in known:
                    go(known[child], within)

        go(nodes[0], ())
        return found

    async def activate(self, thing: Thing) -> None:
        """Go there, and press it."""
        await self._session.send("DOM.focus", {"backendNodeId": thing.element})
        await self._page.keyboard.press("Enter")

    async def heard(self) -> list[str]:
        """Return what was said so far."""
        said: list[str] = await self._page.evaluate("window.heard")
        return said
