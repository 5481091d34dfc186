import { type PriceArea, priceAreaOfGsrn } from "../../core/gsrn.ts";
import type { ParsedDocument } from "../reading/index.ts";
import { type ActivityDraft, isRow } from "./draft-activities.ts";
import { meteringPoints, type StatedPlace } from "./place-of-use.ts";

/** The country of use where it is stated, else the company's own; of Denmark the price area where it is known. */
export function regionOf(
  draft: ActivityDraft,
  document: ParsedDocument,
  { home, place: { country, words } }: { readonly home: string; readonly place: StatedPlace },
): string {
  const used = country ?? home;
  const isDanish = used === "DK" && (country !== null || words === null);
  return (isDanish ? priceAreaOf(draft, document) : null) ?? used;
}

/**
 * The Danish price area in which the electricity of a line was delivered: by its metering points, else by the postal code of its bill's
 * place of delivery; null: not stated, not the same by both, or no measured electricity. A bill delivers to one place: of a bill with several
 * only metering points tell it. The factor of the area goes before that of the country (GHG Protocol Scope 2 Guidance, ch. 6).
 */
function priceAreaOf(draft: ActivityDraft, document: ParsedDocument): PriceArea | null {
  if (draft.commodity !== "electricity") return null;
  const ofPoints = meteringPoints(draft, document).map((point) => priceAreaOfGsrn(point));
  const [point] = ofPoints;
  if (new Set(ofPoints).size > 1) return null;
  const place = areaOfPlace(draft, document);
  return point == null || place === null || place === point ? (point ?? place) : null;
}

function areaOfPlace(draft: ActivityDraft, document: ParsedDocument): PriceArea | null {
  if (isRow(draft)) return null;
  const codes = new Set((document.supplies ?? []).flatMap(({ postal_code }) => postal_code ?? []));
  const [code] = codes;
  return codes.size === 1 && code !== undefined ? areaOfPostalCode(code) : null;
}

/** DK1 is Jutland and Funen, DK2 what lies east of the Great Belt, Bornholm included; 39xx is Greenland, below 1000 no place. */
function areaOfPostalCode(code: string): PriceArea | null {
  const number = Number(code);
  if (!/^\d{4}$/u.test(code) || number < 1000 || (number >= 3900 && number <= 3999)) return null;
  return number >= 5000 ? "DK1" : "DK2";
}
