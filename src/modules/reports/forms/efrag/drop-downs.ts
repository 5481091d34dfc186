import type { VsmeCatalog } from "../../datapoints/catalog.ts";
import { type CellPosition, type CellRange, parseRange, positionKey, positionsOf } from "./cell-position.ts";
import type { CellValue } from "./formula-values.ts";
import type { TemplateBook } from "./template-book.ts";
import { templateTables } from "./template-tables.ts";

/** The words that the template's drop-downs offer, for the members of the taxonomy. */
export interface DropDowns {
  /**
   * The word for a member of a list (of data/vsme/members.csv, or `unit`) in a drop-down: in the language that is chosen
   * in the workbook where its list is translated. The taxonomy's label where the drop-down has no such word.
   */
  wordFor(choices: string, list: string, member: string): string;
}

/** `valueOf` calculates a cell under the chosen language; what is stored in the book is English. */
export function dropDowns(
  book: TemplateBook,
  catalog: VsmeCatalog,
  valueOf: (sheet: string, position: CellPosition) => CellValue,
): DropDowns {
  const wordsByChoices = new Map<string, ReadonlyMap<string, string>>();
  const wordsOf = (choices: string): ReadonlyMap<string, string> => {
    const words = wordsByChoices.get(choices) ?? choiceWords(choices, book, valueOf);
    wordsByChoices.set(choices, words);
    return words;
  };
  return {
    wordFor(choices, list, member) {
      const templateWord = templateTables().words.get(`${list} ${member}`);
      const label = templateWord ?? catalog.lists.get(list)?.get(member)?.label_en ?? member;
      return wordsOf(choices).get(comparable(label)) ?? label;
    },
  };
}

/** Current words of a drop-down by their English form. */
function choiceWords(
  choices: string,
  book: TemplateBook,
  valueOf: (sheet: string, position: CellPosition) => CellValue,
): Map<string, string> {
  const words = new Map<string, string>();
  for (const word of quotedWords(choices)) words.set(comparable(word), word);
  const range = rangeOf(choices, book);
  for (const position of range === null ? [] : positionsOf(range)) {
    const english = book.sheets.get(range?.sheet ?? "")?.cells.get(positionKey(position))?.value;
    const current = valueOf(range?.sheet ?? "", position);
    if (typeof english === "string" && typeof current === "string" && english !== "") {
      words.set(comparable(english), current);
    }
  }
  return words;
}

function quotedWords(choices: string): string[] {
  if (!choices.startsWith('"')) return [];
  return choices
    .slice(1, -1)
    .split(",")
    .map((word) => word.trim());
}

function rangeOf(choices: string, book: TemplateBook): CellRange | null {
  return choices.startsWith('"') || choices === "" ? null : (book.named(choices) ?? parseRange(choices));
}

/** Labels and words differ in capitals, indents, commas, apostrophes, a last full stop and the word NACE. */
function comparable(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^nace /, "")
    .replaceAll(/[,'’]/g, "")
    .replace(/\.+$/, "");
}
