/** Countries that call their money krone. */
const KRONER = { DK: "DKK", SE: "SEK", NO: "NOK" } as const;
type Country = keyof typeof KRONER;
const COUNTRIES = ["DK", "SE", "NO"] as const;

/** Words that bills of one of the three countries print and those of the others do not. */
const WORDS: Readonly<Record<Country, readonly string[]>> = {
  DK: [
    String.raw`bel(?:ø|oe?)b\p{L}*`,
    "i alt|ialt",
    "at betale|til betaling",
    String.raw`forfalds?(?:dato|dag)?`,
    String.raw`betalingsbetingelser(?:ne)?`,
    "mængde",
    "enhed(?:spris)?",
    "cvr",
    "kreditnota",
    "regning",
    "vare(?:nr|nummer)",
    "byttepenge",
    "dankort|mobilepay",
    "heraf moms|momsen udgør|salgsmoms",
    "tak for (?:handlen|besøget)",
    "kroner og ører?",
  ],
  SE: [
    String.raw`belopp\p{L}*`,
    "summa|delsumma",
    "att betala",
    "fakturadatum",
    "förfallodatum|förfallodag|förfaller",
    "benämning|beskrivning",
    "bankgiro|plusgiro",
    "f-skatt|f-skattsedel",
    "momsreg",
    "öresavrundning|öresutjämning|avrundning",
    String.raw`betalningsvillkor|er referens|vår referens`,
    String.raw`[àá]-pris|apris`,
    "kvitto",
    "och",
    "frakt och",
  ],
  NO: [
    "mva|merverdiavgift",
    String.raw`bel(?:ø|oe?)p\p{L}*`,
    "antall",
    "å betale",
    "forfallsdato|forfaller",
    String.raw`organisasjonsn(?:r|ummer)`,
    "foretaksregisteret",
    "betalingsfrist|betalingsinformasjon",
    "kvittering for kjøp|bankaxept",
    "ikke|enhetspris",
  ],
};
const PATTERNS = COUNTRIES.map((country) => [country, WORDS[country].map(wholeWord)] as const);

function wholeWord(word: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${word})(?![\p{L}\p{N}])`, "iu");
}

/** "211 20 Malmö", "SE-211 20 Malmö", "NO-0154 Oslo" in the block of a seller. */
const SWEDISH_PLACE = /(?:^|[\s,])(?:SE?-)?\d{3} \d{2}\s+\p{Lu}/u;
const NORWEGIAN_PLACE = /(?:^|[\s,])NO?-\d{4}\s+\p{Lu}/u;
const SWEDISH_FORM = /(?:^|\s)(?:ab|aktiebolag)(?=$|[\s,(])/iu;
const NORWEGIAN_FORM = /(?:^|\s)(?:as|asa)(?=$|[\s,(])/iu;

/** Who issued a document, as its pages say. */
export interface KroneSeller {
  readonly name: string;
  /** Of its company number; null: it has none that is known. */
  readonly country: string | null;
  /** What is printed in the rows of its block. */
  readonly block: readonly string[];
}

/**
 * Whose krone "kr" is: that of the country of the seller's number or, where it shows none, of its legal form with its address, and of the words
 * of the pages. Several: they say different things. Nothing that speaks of Sweden or Norway is Denmark.
 */
export function kroneOf(texts: readonly string[], seller: KroneSeller): readonly string[] {
  const language = languageOf(texts.join("\n"));
  const own = COUNTRIES.find((country) => country === seller.country) ?? placeOf(seller);
  if (own === null) return language.length === 0 ? [KRONER.DK] : language.map((country) => KRONER[country]);
  const others = language.filter((country) => country !== own);
  return language.includes(own) || others.length === 0 ? [KRONER[own]] : [own, ...others].map(kroneName).toSorted();
}

function kroneName(country: Country): string {
  return KRONER[country];
}

function placeOf({ name, block }: KroneSeller): Country | null {
  if (SWEDISH_FORM.test(name) && block.some((text) => SWEDISH_PLACE.test(text))) return "SE";
  return NORWEGIAN_FORM.test(name) && block.some((text) => NORWEGIAN_PLACE.test(text)) ? "NO" : null;
}

/** The countries of whose words most stand there, one or several; none: no such word does. */
function languageOf(text: string): Country[] {
  const shown = text.slice(0, TEXT_MAX);
  const counts = PATTERNS.map(
    ([country, words]) => [country, words.filter((word) => word.test(shown)).length] as const,
  );
  const most = Math.max(...counts.map(([, count]) => count));
  return counts.flatMap(([country, count]) => (count > 0 && count === most ? [country] : []));
}

const TEXT_MAX = 20_000;
