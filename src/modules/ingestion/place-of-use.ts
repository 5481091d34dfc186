import { ownCurrency } from "../../core/currency.ts";
import { cvrOf } from "../../core/cvr.ts";
import { countryOfGsrn, gsrnsIn } from "../../core/gsrn.ts";
import type { PlaceOfUse } from "../emissions/index.ts";
import type { ParsedDocument, ParsedParty, StatedSupply } from "../reading/index.ts";
import { type ActivityDraft, isRow } from "./draft-activities.ts";

/** What the document of a line says of where its electricity was used; without words the company's own country is not in doubt. */
export type StatedPlace = Omit<PlaceOfUse, "words"> & { readonly words: string | null };

/**
 * The country in which the electricity of a line was used: by its metering point, else by the place of delivery. Who sold it and in which
 * currency say nothing of the place (traders sell across borders): they only put the company's own country (`home`) in doubt.
 * Of metering points or places in several countries nobody knows which one a line is about that names none.
 */
export function placeOfUse(draft: ActivityDraft, document: ParsedDocument, home: string): StatedPlace {
  const supplies = isRow(draft) ? [] : suppliesOf(draft, document);
  const seller = sellerCountry(draft.supplier);
  const points = pointsOf(draft, document, supplies);
  const ofPoints = new Set(points.map((point) => countryOfGsrn(point)).filter((country) => country !== null));
  const ofPlaces = new Set(supplies.flatMap((supply) => countryOf(supply, { home, seller }) ?? []));
  const [point] = ofPoints;
  if (ofPoints.size === 1 && point !== undefined)
    return { country: point, words: `metering point ${points.join(", ")}`, likely: [] };
  if (ofPoints.size > 1)
    return {
      country: null,
      words: "The bill has metering points in several countries",
      likely: abroad(ofPoints, home),
    };
  const [place] = ofPlaces;
  if (ofPlaces.size === 1 && place !== undefined) return { country: place, words: "place of delivery", likely: [] };
  if (ofPlaces.size > 1)
    return { country: null, words: "The bill delivers to several countries", likely: abroad(ofPlaces, home) };
  const isPlaced = supplies.some(({ address }) => address !== null);
  return { country: null, ...doubtOf(draft, { seller, home, isPlaced }) };
}

/** The place as the reading of the line keeps it; null: the company's own country, and no doubt of it. */
export function keptPlaceOf({ words, ...place }: StatedPlace, home: string): PlaceOfUse | null {
  return words === null || place.country === home ? null : { ...place, words };
}

function abroad(countries: ReadonlySet<string>, home: string): string[] {
  return [...countries].filter((country) => country !== home);
}

/** The supplies that a line is about: its own, or those of the whole document. */
function suppliesOf({ line }: ActivityDraft, { supplies = [] }: ParsedDocument): readonly StatedSupply[] {
  const own = supplies.filter(({ lines }) => lines?.includes(line.number) === true);
  return [...own, ...supplies.filter(({ lines }) => lines === null || (own.length === 0 && lines.length === 0))];
}

/** The metering points that a line is about; of a row of a table those that the row itself names. */
export function meteringPoints(draft: ActivityDraft, document: ParsedDocument): string[] {
  return pointsOf(draft, document, isRow(draft) ? [] : suppliesOf(draft, document));
}

/** The metering points in its words, else of its quantity, else of its own supply, else of the document. */
function pointsOf({ line }: ActivityDraft, document: ParsedDocument, supplies: readonly StatedSupply[]): string[] {
  const inWords = gsrnsIn(line.description);
  if (inWords.length > 0) return inWords;
  const counted = document.quantities.find(({ lines }) => lines.includes(line.number))?.meter ?? null;
  if (counted !== null) return [counted];
  const own = supplies.filter(({ lines }) => lines?.includes(line.number) === true);
  return (own.length > 0 ? own : supplies).flatMap(({ meter }) => meter ?? []);
}

/** Four digits are a postal code of Denmark, and of half of Europe: of a seller abroad they say nothing. */
function countryOf(
  { country, postal_code }: StatedSupply,
  { home, seller }: { readonly home: string; readonly seller: string | null },
): string | null {
  if (country !== undefined) return country;
  const isDanish = postal_code !== undefined && home === "DK" && (seller === null || seller === "DK");
  return isDanish ? "DK" : null;
}

/** By the VAT number, else the country of the address; a Danish company number is Denmark's. Null: not known. */
function sellerCountry(supplier: ParsedParty | null): string | null {
  if (supplier === null) return null;
  const [, prefix] = /^([A-Z]{2})(?=.*\d)/u.exec(supplier.identifier?.toUpperCase() ?? "") ?? [];
  if (prefix !== undefined) return prefix === "EL" ? "GR" : prefix;
  return cvrOf(supplier.identifier ?? "") === null ? supplier.country : "DK";
}

/** Countries whose currency is theirs alone. */
const BY_CURRENCY: Readonly<Record<string, string>> = {
  SEK: "SE",
  NOK: "NO",
  ISK: "IS",
  GBP: "GB",
  PLN: "PL",
  CZK: "CZ",
};

interface Circumstances {
  readonly seller: string | null;
  readonly home: string;
  /** Whether the bill says where it delivers, though not in which country. */
  readonly isPlaced: boolean;
}

function doubtOf(
  draft: ActivityDraft,
  { seller, home, isPlaced }: Circumstances,
): Pick<StatedPlace, "words" | "likely"> {
  const currency = draft.currency?.toUpperCase() ?? null;
  const own = ownCurrency(home);
  const isOwn = currency === null || own === null || currency === own;
  const byCurrency = isOwn ? undefined : BY_CURRENCY[currency];
  const nowhere = isPlaced
    ? "and the country of the place of delivery is not stated"
    : "and no metering point or place of delivery is stated";
  if (seller !== null && seller !== home) {
    const likely = byCurrency === undefined || byCurrency === seller ? [seller] : [seller, byCurrency];
    return { words: `The seller is in ${seller}, ${nowhere}`, likely };
  }
  // Electricity is billed in euro in Denmark as well: there it says something of measured electricity of a seller whose country is not known.
  const isUsual = currency === "EUR" && (seller === home || draft.counted === null || isRow(draft));
  if (isOwn || isUsual) return { words: null, likely: [] };
  return { words: `It is billed in ${currency}, ${nowhere}`, likely: byCurrency === undefined ? [] : [byCurrency] };
}
