// Tells people in their language that their browser is too old for the page. Written for any browser: nothing here
// is newer than ECMAScript 5. `TOO_OLD`, the sentence by language, stands before it.

(function () {
  "use strict";

  function has(property, value) {
    return Boolean(window.CSS && window.CSS.supports && window.CSS.supports(property, value));
  }

  function isTooOld() {
    return !(
      Array.prototype.findLast &&
      Element.prototype.replaceChildren &&
      window.HTMLDialogElement &&
      window.ResizeObserver &&
      window.AbortSignal &&
      window.AbortSignal.timeout &&
      has("width", "1cqw") &&
      has("height", "1dvh") &&
      has("color", "color-mix(in oklab, red, blue)")
    );
  }

  function sentence() {
    var wished = navigator.languages || [navigator.language || navigator.userLanguage || ""];
    for (var at = 0; at < wished.length; at += 1) {
      var language = String(wished[at]).toLowerCase().split("-")[0];
      if (Object.prototype.hasOwnProperty.call(TOO_OLD, language)) return [language, TOO_OLD[language]];
    }
    return ["en", TOO_OLD.en];
  }

  function tell() {
    if (document.getElementById("too-old")) return;
    var told = sentence();
    var note = document.createElement("p");
    note.id = "too-old";
    note.lang = told[0];
    note.setAttribute("role", "alert");
    note.appendChild(document.createTextNode(told[1]));
    var look = { position: "fixed", top: "0", left: "0", right: "0", zIndex: "9", margin: "0", padding: "20px" };
    for (var name in look) note.style[name] = look[name];
    note.style.background = "#fffdf8";
    note.style.color = "#26231d";
    note.style.font = "18px/1.4 sans-serif";
    document.body.appendChild(note);
  }

  // The browser never starts what it cannot read; a missing file is not the browser's fault.
  var lost = false;
  function failed(event) {
    if (event.target && event.target.tagName === "SCRIPT") lost = true;
  }

  function loaded() {
    var started = document.documentElement.getAttribute("data-started") !== null;
    if (isTooOld() || (!started && !lost)) tell();
  }

  if (!window.addEventListener) {
    window.onload = tell;
    return;
  }
  window.addEventListener("error", failed, true);
  window.addEventListener("load", loaded);
})();
