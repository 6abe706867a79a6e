// The app that shows this page, if one does: its own script, `telegram.js` or `discord.js`, comes before this one.

export const host = window.palmaresHost ?? null;

/** An address of the server, as the host's proxy lets it through. */
export function routed(path) {
  return `${host?.base ?? ""}${path}`;
}
