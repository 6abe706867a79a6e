// The app that shows this page, if one does: its script, `telegram.js` or `discord.js`, comes before this one, or is that
// of the page around this one.

export const host = window.palmaresHost ?? around();

function around() {
  try {
    return parent.palmaresHost ?? null;
  } catch {
    return null; // a page of somebody else
  }
}

/** An address of the server, as the host's proxy lets it through. */
export function routed(path) {
  return `${host?.base ?? ""}${path}`;
}

/** Fetches an address; in an app, with its session. */
export const ask = (address, options = {}) =>
  fetch(address, { ...options, ...(host ? { headers: { Authorization: `Bearer ${host.bearer}` } } : {}) });

/** The protocols of a socket; in an app, with its session. */
export const protocols = () => (host ? ["palmares", `bearer.${host.bearer}`] : []);
