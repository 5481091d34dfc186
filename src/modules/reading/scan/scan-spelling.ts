/** Words of Danish labels whose letters beyond a-z are often taken for others when a picture is read. */
const LABEL_WORDS = [
  "beløb",
  "totalbeløb",
  "momsbeløb",
  "linjebeløb",
  "fakturabeløb",
  "købsdato",
  "opgørelse",
  "opgørelsesperiode",
  "målepunkt",
  "målernr",
  "målernummer",
  "løbenr",
  "mængde",
];

const TAKEN_FOR: Readonly<Record<string, string>> = { ø: "[øoöeg06@]", å: "[åaäâ4]", æ: "(?:æ|ae|a|e|z|ze|ä)" };

const MISREAD = LABEL_WORDS.map((word): readonly [RegExp, string] => [
  new RegExp(`^${word.replaceAll(/[øåæ]/g, (letter) => TAKEN_FOR[letter] ?? letter)}(?=[.:]?$)`, "i"),
  word,
]);

/** The engine takes the first letter of "liter" and "ltr" for others that are as thin. */
const LITRE = /^(?<first>[Il1|])(?<rest>iter(?:pris)?|tr)(?=[.:]?$)/u;

/** The last letter of a label is lost where it is thin. */
const CUT_OFF: readonly (readonly [RegExp, string])[] = [[/^(?:sub-?)?tota(?=[:.]?$)/i, "l"]];

/** A word of a label as it is spelt, when only a Danish letter in it was misread; any other word as it was read. */
export function spelling(text: string): string {
  for (const [pattern, word] of MISREAD) {
    if (!pattern.test(text)) continue;
    const first = text.charAt(0);
    return text.replace(pattern, first === first.toLowerCase() ? word : word.charAt(0).toUpperCase() + word.slice(1));
  }
  const litre = LITRE.exec(text)?.groups;
  if (litre !== undefined) return text.replace(LITRE, `l${litre["rest"] ?? ""}`);
  for (const [pattern, missing] of CUT_OFF)
    if (pattern.test(text)) return text.replace(pattern, (match) => match + missing);
  return text;
}
