import type { Cell, Row } from "../pdf/page-words.ts";

/** What tills print behind an amount: a letter or number of its VAT rate, a star. */
const MARK = /^[\p{L}\d*#%.]{1,2}$/u;

/** In a cell of its own an amount may have blanks between thousands; behind words they would make a part of it of what is before it. */
const AT_END =
  /^(?:(?<grouped>[-−]?\d{1,3}(?:\s\d{3})+[.,]\d{2}-?)|(?<before>.*?\p{L}{2}.*?\s)??(?<money>\S*?\d[.,]\d{2}-?))(?:\s*(?:EUR|DKK|SEK|NOK|USD|kr\.?|€))?(?:\s+\S{1,2}){0,2}$/iu;

/** The money at the end of a row, without marks and currency, and the cells before it. */
export function amountAtEnd({ cells }: Row): { words: readonly Cell[]; money: string | null } {
  const from = cells.findLastIndex((cell) => !MARK.test(cell.text));
  const last = cells[from];
  const rest = cells.length - 1 - from;
  if (last === undefined || rest > 2) return { words: [], money: null };
  const groups = AT_END.exec(last.text.trim())?.groups;
  const money = groups?.["grouped"] ?? groups?.["money"];
  if (money === undefined) return { words: [], money: null };
  const before = (groups?.["before"] ?? "").replace(/\s(?:EUR|DKK|SEK|NOK|USD|kr\.?)\s*$/iu, "").trim();
  const isCurrency = /^(?:EUR|DKK|SEK|NOK|USD|kr\.?)?$/iu.test(before);
  const words = isCurrency ? cells.slice(0, from) : [...cells.slice(0, from), { ...last, text: before }];
  return { words, money };
}
