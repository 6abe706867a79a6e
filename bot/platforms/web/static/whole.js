// Messages that are told as what has changed since the reader's revision of them.

/** The whole message, given what the reader has of it; null if that is another revision than it was told after. */
export function whole(message, known) {
  const { after, body } = message;
  if (after === undefined) return message;
  if (known?.revision !== after) return null;
  if (body.picture === undefined) body.picture = known.body.picture;
  fill(body.details, known.body.details);
  for (const [language, words] of Object.entries(body.told ?? {})) fill(words.details, known.body.told?.[language]?.details);
  return message;
}

/** Adds the lines of a story that stand as they were, and the description. */
function fill(details, known) {
  if (!details?.span || !known) return; // without it nobody here reads that language
  const [first, last] = details.span;
  const lines = new Map([...known.story.filter(([number]) => number >= first && number <= last), ...details.story]);
  details.story = [...lines].sort(([one], [other]) => one - other);
  details.about = known.about;
}
