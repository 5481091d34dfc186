/** Letters that are written in two ways in Nordic and German texts, in their two-letter form. */
const LETTERS: Readonly<Record<string, string>> = {
  æ: "ae",
  ä: "ae",
  ø: "oe",
  ö: "oe",
  å: "aa",
  ü: "ue",
  ß: "ss",
  œ: "oe",
  ð: "d",
  þ: "th",
  ł: "l",
};

/** Lower case with Nordic and German letters spelled out and other accents removed: "Kørsel" -> "koersel". */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  // Most invoice text is ASCII; the replacements are four times as dear as this test.
  if (!/[\u0080-\uffff]/.test(lower)) return lower;
  return lower
    .normalize("NFC")
    .replaceAll(/[æäøöåüßœðþł]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "");
}

export interface Token {
  readonly text: string;
  /** A comma, full stop or bracket stands between this token and the one before. */
  readonly starts_clause: boolean;
}

/** Longest text that is read: a line that says more says it again. */
const TEXT_MAX = 400;
const TOKENS_MAX = 48;

/** A word with digits is one word ("r404a"), but bank texts glue long references to names ("ads4471220"). */
const WORD = /[a-z]{2,}(?=\d{5})|[a-z0-9]+/g;

/** Words and numbers of a text in order, folded; at most 48. */
export function tokens(text: string): Token[] {
  const textTokens: Token[] = [];
  const folded = fold(text.length > TEXT_MAX ? text.slice(0, TEXT_MAX) : text);
  let end = 0;
  for (const match of folded.matchAll(WORD)) {
    const gap = folded.slice(end, match.index);
    textTokens.push({ text: match[0], starts_clause: /[,;:.()/]/.test(gap) });
    end = match.index + match[0].length;
    if (textTokens.length === TOKENS_MAX) break;
  }
  return textTokens;
}

/** Endings of Danish, Swedish, Norwegian, German and English that inflect a word without changing what it names. */
export const INFLECTIONS: ReadonlySet<string> = new Set(
  "e s t r n a d en et er es ne te ns ts ar or an re rs ed el ens ets ere ers ede ene erne erna arna orna ernes enes ning ing".split(
    " ",
  ),
);
