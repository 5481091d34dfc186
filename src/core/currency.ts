/** Currency of a country (ISO 4217 by ISO 3166-1 alpha-2), for European companies; the euro area is listed whole. */
const EURO_AREA = "AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK".split(" ");

const OWN_CURRENCY: Readonly<Record<string, string>> = {
  ...Object.fromEntries(EURO_AREA.map((country) => [country, "EUR"])),
  DK: "DKK",
  GL: "DKK",
  FO: "DKK",
  SE: "SEK",
  NO: "NOK",
  IS: "ISK",
  GB: "GBP",
  CH: "CHF",
  PL: "PLN",
  CZ: "CZK",
  HU: "HUF",
  RO: "RON",
  US: "USD",
};

/** The currency a company of this country keeps its books in when a document states none; null when not known. */
export function ownCurrency(country: string): string | null {
  return OWN_CURRENCY[country] ?? null;
}
