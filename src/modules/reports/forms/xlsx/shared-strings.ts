import { xmlText } from "../../../../core/xml-text.ts";

/** Most characters that a cell may hold (Excel's limit; a longer text makes the file "damaged"). */
export const CELL_CHARACTERS_MAX = 32_767;

/** Every text of a workbook once, in the order of its first use. */
export interface SharedStrings {
  /** @throws Error when the text is too long for a cell: who fills the sheet has to split it. */
  indexOf(text: string): number;
  /** xl/sharedStrings.xml (ECMA-376 part 1, 18.4). */
  xml(): string;
}

export function sharedStrings(): SharedStrings {
  const indexes = new Map<string, number>();
  let uses = 0;
  return {
    indexOf(text) {
      if (text.length > CELL_CHARACTERS_MAX) throw new Error("a text is too long for a cell");
      uses += 1;
      const index = indexes.get(text) ?? indexes.size;
      indexes.set(text, index);
      return index;
    },
    xml() {
      const items = [...indexes.keys()].map((text) => `<si><t${spaceOf(text)}>${cellText(text)}</t></si>`);
      return (
        `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" count="${uses}" ` +
        `uniqueCount="${indexes.size}">${items.join("")}</sst>`
      );
    },
  };
}

/** Only where blanks would be lost: the published schema does not know the attribute, though every program does. */
function spaceOf(text: string): string {
  return /^\s|\s$|\s\s|\n/.test(text) ? ' xml:space="preserve"' : "";
}

/**
 * Characters that XML cannot carry are written as _x0007_, and what already looks like such an escape is escaped itself
 * (ECMA-376 part 1, 22.9.2.19), so that every text reads back exactly.
 */
// oxlint-disable-next-line no-control-regex -- these are the characters that must not come through
const ESCAPED = /_(?=x[0-9A-Fa-f]{4}_)|[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]/g;

function cellText(text: string): string {
  const code = (character: string) => character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  return xmlText(text.replaceAll(ESCAPED, (character) => `_x${code(character)}_`));
}
