// The addresses of this site: a chat by its name, a game in a chat by its code; and the invitation.

export const HOME = "salon";

/** The chat at the end of an address. */
export function chatOf(hash) {
  const name = /^#\/c\/([^/?]+)/.exec(hash)?.[1] ?? "";
  try {
    return tidy(decodeURIComponent(name)) || HOME;
  } catch {
    return HOME;
  }
}

/** A chat's name, encoded for an address. */
export function tidy(name) {
  return name.trim().toLowerCase().replace(/[^\p{L}\p{N}_-]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 40);
}

/** The address of the replay of a game of this page's chat. */
export const addressOfGame = (code) => `/c/${encodeURIComponent(chatOf(location.hash))}/game/${code}`;

/** The address of a tournament of this page's chat; without a code, of the one that matters now. */
export const addressOfCups = (code) => `/cups.html#/c/${encodeURIComponent(chatOf(location.hash))}${code && `/${code}`}`;

const INVITATION = /(?:^|[#?&]invite=)([0-9a-f]{32})\b/;

/** The invitation in a link, or in a text by itself; empty if there is none. */
export const invitationIn = (text) => INVITATION.exec(text.trim())?.[1] ?? "";

/** An address without an invitation. */
export const uninvited = (address) => address.replace(/[#?&]invite=[^&]*/, "");

/** The link that invites to a chat. */
export const invitationTo = (chat, { address, token }) => `${address}/#/c/${encodeURIComponent(chat)}?invite=${token}`;
