import type { ParsedParty, StatedSupply } from "../parsed-document.ts";
import type { Row } from "../pdf/page-words.ts";
import { labelled } from "./labelled-cells.ts";

const PLACE_LABEL =
  /^(?:forbrugs?(?:sted|adresse)|installations?(?:sted|adresse)|leverings(?:sted|adresse)|målersted|forsyningsadresse|anläggningsadress|förbruknings(?:ställe|adress)|leverans(?:ställe|adress)|uttagsadress|anleggsadresse|anleggssted|(?:verbrauchs|liefer|abnahme|entnahme)(?:stelle|ort|adresse|anschrift)|(?:supply|site|delivery|service) address|(?:place|point|address) of (?:supply|delivery|consumption)|premises)(?![\p{L}])\.?\s*:?\s*(?<value>.*)$/iu;

/** Where the supply of a bill is delivered: a street with a number; null: none is labelled. */
export function supplyAddress(rows: readonly Row[]): string | null {
  return labelled(rows, PLACE_LABEL, (text) => /^\p{L}[^\d]{2,60}\d.{0,60}$/u.exec(text.trim())?.[0] ?? null);
}

type Place = Pick<StatedSupply, "country" | "postal_code">;

/**
 * The country of a printed address where it names one ("Odense C, Denmark", "D-24937 Flensburg"), or writes its postal code as the seller's
 * country alone of its neighbours does; and its four digits, of which who asks must know the seller.
 */
export function placeIn(address: string | null, seller: ParsedParty | null): Place {
  if (address === null) return {};
  const country = namedCountry(address) ?? countryOfCode(address, seller?.country ?? null);
  if (country !== null && country !== "DK") return { country };
  const [, postal_code] = /[\s,](?:DK-?)?(\d{4})\s+\p{Lu}/u.exec(address) ?? [];
  return { ...(country === null ? {} : { country }), ...(postal_code === undefined ? {} : { postal_code }) };
}

/** Before postal codes: the codes of ISO 3166-1, and the letters that cars carry. */
const PREFIXES: Readonly<Record<string, string>> = { D: "DE", S: "SE", N: "NO", A: "AT", F: "FR", B: "BE", I: "IT" };

function namedCountry(address: string): string | null {
  const last = address.split(/[,;]/).at(-1)?.trim().replace(/\.$/, "").toLowerCase() ?? "";
  const [, prefix] = /(?:^|[\s,])([A-Z]{1,2})-\d{3}/u.exec(address) ?? [];
  const named = NAMES.get(last) ?? (prefix === undefined ? undefined : (PREFIXES[prefix] ?? prefix));
  return named !== undefined && COUNTRIES.includes(named) ? named : null;
}

/** Five digits on the bill of a German seller, "211 20" on that of a Swedish one. */
function countryOfCode(address: string, seller: string | null): string | null {
  if (seller === "DE" && /[\s,]\d{5}\s+\p{Lu}/u.test(address)) return "DE";
  return seller === "SE" && /[\s,]\d{3} \d{2}\s+\p{Lu}/u.test(address) ? "SE" : null;
}

const COUNTRIES =
  "AT BE BG CH CY CZ DE DK EE ES FI FO FR GB GL GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK UA US".split(
    " ",
  );
const LANGUAGES = ["da", "en", "de", "sv", "nb", "fr"] as const;

/** Names of countries in the languages of bills. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ...LANGUAGES.flatMap((language) => {
    const names = new Intl.DisplayNames([language], { type: "region" });
    return COUNTRIES.map((code): [string, string] => [(names.of(code) ?? code).toLowerCase(), code]);
  }),
  ["uk", "GB"],
  ["england", "GB"],
  ["holland", "NL"],
]);
