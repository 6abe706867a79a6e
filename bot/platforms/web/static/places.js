// The places of this site: a chat by its name, a game in a chat by its code; and the invitation to all of it.

export const HOME = "salon";

/** The chat that the end of an address names. */
export function chatOf(hash) {
  const name = /^#\/c\/([^/?]+)/.exec(hash)?.[1] ?? "";
  try {
    return tidy(decodeURIComponent(name)) || HOME;
  } catch {
    return HOME;
  }
}

/** A chat's name as an address has it. */
export function tidy(name) {
  return name.trim().toLowerCase().replace(/[^\p{L}\p{N}_-]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 40);
}

/** Where a game of the chat that this page shows can be gone through step by step. */
export const addressOfGame = (code) => `/c/${encodeURIComponent(chatOf(location.hash))}/game/${code}`;

const INVITATION = /(?:^|[#?&]invite=)([0-9a-f]{32})\b/;

/** What an invitation's link carries, or the same by itself; empty if there is none in a text. */
export const invitationIn = (text) => INVITATION.exec(text.trim())?.[1] ?? "";

/** An address without an invitation. */
export const uninvited = (address) => address.replace(/[#?&]invite=[^&]*/, "");

/** The link that invites to a chat. */
export const invitationTo = (chat, { address, token }) => `${address}/#/c/${encodeURIComponent(chat)}?invite=${token}`;
