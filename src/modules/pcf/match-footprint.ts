import { decimal, decimalText, isDecimalText } from "../../core/quantity.ts";
import { parseUnit, type Unit, unitRatio } from "../../core/units.ts";
import { supplierKey } from "../categorization/index.ts";
import type { ProductChoice, ProductFootprint } from "../emissions/index.ts";
import { lastPart, registerNumber, schemeOf } from "./urn.ts";

/** An approved footprint as matching needs it; decimals and times are text. */
export interface ApprovedFootprint extends Omit<ProductFootprint, "declared_unit" | "product_name"> {
  readonly product_name_company: string;
  readonly declared_unit_of_measurement: string;
  readonly company_ids: readonly string[];
  readonly product_ids: readonly string[];
}

/** Approved footprints by the supplier's key: its company number, or its name. */
export type Footprints = ReadonlyMap<string, readonly ApprovedFootprint[]>;

/** A line of a document, as far as it says what was bought. */
export interface PurchasedLine {
  readonly supplier_name: string | null;
  readonly supplier_identifier: string | null;
  readonly description: string;
  readonly codes: readonly { readonly list: string; readonly code: string }[];
  /** Signed as booked. */
  readonly quantity: string | null;
  /** As written. */
  readonly unit: string | null;
  /** ISO date, UTC. */
  readonly transaction_date: string;
}

/** PACT's declared units in this service's; "megabit second" has none. */
const DECLARED_UNITS: Readonly<Record<string, Unit>> = {
  liter: "l",
  kilogram: "kg",
  "cubic meter": "m3",
  "kilowatt hour": "kWh",
  megajoule: "MJ",
  "ton kilometer": "tonne_km",
  "square meter": "m2",
  piece: "piece",
  hour: "hour",
};

/** UNTDID 7143: the supplier's article number, and the GS1 global trade item number. */
const SUPPLIER_ARTICLE = "SA";
const TRADE_ITEM = "SRV";

/** Orders footprints for look-up. */
export function indexFootprints(footprints: readonly ApprovedFootprint[]): Footprints {
  const index = new Map<string, ApprovedFootprint[]>();
  for (const footprint of footprints) {
    for (const key of keysOf(footprint)) index.set(key, [...(index.get(key) ?? []), footprint]);
  }
  return index;
}

function keysOf({ company_ids, company_name }: ApprovedFootprint): Set<string> {
  const names = supplierKey(company_name, null);
  return new Set([...company_ids.flatMap((id) => registerNumber(id) ?? []), ...(names === null ? [] : [names])]);
}

/**
 * The footprint of exactly what a line says was bought, or null when the company has none. The supplier is recognised by
 * its company number, or by its name where one side states no number; the product by the supplier's article number or the
 * GTIN, or, on a line without both, by its whole name. Nothing is guessed: with two footprints that fit, outside the
 * validity period, or in a unit that does not convert, the choice is "unusable" and says so.
 */
export function matchFootprint(footprints: Footprints, line: PurchasedLine): ProductChoice | null {
  const found = ofSupplier(footprints, line).flatMap((footprint) => {
    const matched_by = sameProduct(footprint, line);
    return matched_by === null ? [] : [{ footprint, matched_by }];
  });
  const [first] = found;
  if (first === undefined) return null;
  const valid = found.filter(({ footprint }) => isValidOn(footprint, line.transaction_date));
  const [match, another] = valid;
  if (match === undefined) {
    const { pact_id, valid_from, valid_to } = first.footprint;
    const period = `${valid_from.slice(0, 10)} to ${valid_to.slice(0, 10)}`;
    return unusable(`The product's footprint ${pact_id} is valid from ${period}: it was not used.`);
  }
  if (another !== undefined) {
    const ids = valid.map(({ footprint }) => footprint.pact_id).join(" and ");
    return unusable(`The footprints ${ids} both describe the product: none was used.`);
  }
  return withQuantity(match.footprint, match.matched_by, line);
}

function ofSupplier(footprints: Footprints, { supplier_name, supplier_identifier }: PurchasedLine) {
  const key = supplierKey(supplier_name, supplier_identifier);
  if (key === null) return [];
  const direct = footprints.get(key) ?? [];
  const name = key.startsWith("id:") ? supplierKey(supplier_name, null) : null;
  if (name === null) return direct;
  // Equal names with different company numbers are different companies.
  const unnumbered = (footprints.get(name) ?? []).filter(({ company_ids }) => company_ids.every(hasNoNumber));
  return [...direct, ...unnumbered];
}

function hasNoNumber(urn: string): boolean {
  return registerNumber(urn) === null;
}

/** By what the line names the footprint's product, for the lineage; null: it does not. */
function sameProduct(footprint: ApprovedFootprint, { codes, description }: PurchasedLine): string | null {
  const items = codes.filter(({ list }) => list === SUPPLIER_ARTICLE || list === TRADE_ITEM);
  for (const { list, code } of items) {
    const isSame = footprint.product_ids.some((urn) =>
      list === TRADE_ITEM ? isTradeItem(urn, code) : !isGtin(urn) && plain(lastPart(urn)) === plain(code),
    );
    if (isSame) return `${list === TRADE_ITEM ? "GTIN" : "article number"} ${code}`;
  }
  if (items.length > 0 || plain(description) !== plain(footprint.product_name_company)) return null;
  return `name "${footprint.product_name_company}"`;
}

function isGtin(urn: string): boolean {
  return schemeOf(urn) === "gtin";
}

/** GTINs of 8, 12, 13 and 14 digits are one number with zeros in front. */
function isTradeItem(urn: string, code: string): boolean {
  return isGtin(urn) && lastPart(urn).padStart(14, "0") === code.trim().padStart(14, "0");
}

/** Letters regardless of case, runs of blanks as one. */
function plain(text: string): string {
  return text.normalize("NFC").trim().toLowerCase().replaceAll(/\s+/g, " ");
}

function isValidOn({ valid_from, valid_to }: ApprovedFootprint, day: string): boolean {
  const date = day.slice(0, 10);
  return valid_from.slice(0, 10) <= date && date <= valid_to.slice(0, 10);
}

function withQuantity(approved: ApprovedFootprint, matched_by: string, line: PurchasedLine): ProductChoice {
  const { declared_unit_of_measurement, product_name_company, company_ids: _, product_ids: _ids, ...rest } = approved;
  const declared_unit = DECLARED_UNITS[declared_unit_of_measurement];
  const unit = line.unit === null ? null : parseUnit(line.unit);
  const { quantity } = line;
  const fits = unit !== null && declared_unit !== undefined && unitRatio(unit, declared_unit) !== null;
  if (!fits || quantity === null || !isDecimalText(quantity)) {
    const stated = quantity === null ? "no quantity" : `${quantity} ${line.unit ?? "without unit"}`;
    const per = `${approved.declared_amount} ${declared_unit_of_measurement}`;
    return unusable(`The product's footprint ${approved.pact_id} is per ${per}; the line states ${stated}.`);
  }
  const footprint: ProductFootprint = { ...rest, declared_unit, product_name: product_name_company };
  const value = decimalText(decimal(quantity));
  return { kind: "match", footprint, quantity: { value, unit }, matched_by };
}

function unusable(note: string): ProductChoice {
  return { kind: "unusable", note };
}
