/** Signs of a text that are shown at once, about two lines of a row. */
const SHOWN = 160;

/** The start of a text and what is left of it, cut between two words; all of a short one, and nothing left. */
export function inTwo(text: string): readonly [start: string, rest: string] {
  if (text.length <= SHOWN) return [text, ""];
  const space = text.lastIndexOf(" ", SHOWN);
  const end = space > 0 ? space : SHOWN;
  return [text.slice(0, end), text.slice(end)];
}
