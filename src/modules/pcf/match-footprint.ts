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

/**
 * Approved footprints by the supplier's key (its company number, or its name), and below it by product. A supplier's
 * products are put in order when a line of it is first looked up: most documents are not about them.
 */
export interface Footprints {
  readonly suppliers: ReadonlyMap<string, readonly ApprovedFootprint[]>;
  readonly products: Map<string, ProductIndex>;
  /** Those that were approved once as well: they count what takes something back that they counted. */
  readonly by_id: ReadonlyMap<string, ApprovedFootprint>;
}

type ProductIndex = ReadonlyMap<string, readonly ApprovedFootprint[]>;

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

/** Orders footprints for look-up; `deprecated` were approved once and describe no line any more. */
export function indexFootprints(
  footprints: readonly ApprovedFootprint[],
  deprecated: readonly ApprovedFootprint[] = [],
): Footprints {
  const by_id = new Map([...footprints, ...deprecated].map((footprint) => [footprint.id, footprint]));
  return { suppliers: grouped(footprints, keysOf), products: new Map(), by_id };
}

function grouped(
  footprints: readonly ApprovedFootprint[],
  keys: (footprint: ApprovedFootprint) => ReadonlySet<string>,
): Map<string, ApprovedFootprint[]> {
  const groups = new Map<string, ApprovedFootprint[]>();
  for (const footprint of footprints) {
    for (const key of keys(footprint)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [footprint]);
      else group.push(footprint);
    }
  }
  return groups;
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
  const matchedFootprints = ofProduct(footprints, line);
  const [first] = matchedFootprints.keys();
  if (first === undefined) return null;
  const valid = [...matchedFootprints].filter(([footprint]) => isValidOn(footprint, line.transaction_date));
  const [match, another] = valid;
  if (match === undefined) {
    const { pact_id, valid_from, valid_to } = first;
    const period = `${valid_from.slice(0, 10)} to ${valid_to.slice(0, 10)}`;
    return unusable(`The product's footprint ${pact_id} is valid from ${period}: it was not used.`);
  }
  if (another !== undefined) {
    return unusable(`The footprints ${match[0].pact_id} and ${another[0].pact_id} both describe it: none was used.`);
  }
  return withQuantity(...match, line);
}

/** By what a line is told to count that takes back what a footprint counted. */
const TAKEN_BACK = "what it takes back";

/**
 * The footprint by which a line counts: that of its product, or where it takes something back the one by which that counts (`counted`, id
 * null: none), whatever the line names and whatever was approved or deprecated since. Null: by none.
 */
export function countingFootprint(
  footprints: Footprints,
  line: PurchasedLine,
  counted: { readonly pcf_record_id: string | null } | undefined,
): ProductChoice | null {
  if (counted === undefined) return matchFootprint(footprints, line);
  if (counted.pcf_record_id === null) return null;
  const footprint = footprints.by_id.get(counted.pcf_record_id);
  return footprint === undefined ? matchFootprint(footprints, line) : withQuantity(footprint, TAKEN_BACK, line);
}

/** The footprints of the line's supplier and product, with by what the line names the product, for the lineage. */
function ofProduct(footprints: Footprints, line: PurchasedLine): Map<ApprovedFootprint, string> {
  const matchedFootprints = new Map<ApprovedFootprint, string>();
  for (const { supplier, isNumberless } of suppliersOf(line)) {
    const index = productsOf(footprints, supplier);
    for (const { key, matched_by } of index === null ? [] : productsNamed(line)) {
      for (const footprint of index?.get(key) ?? []) {
        const isOther = isNumberless && !footprint.company_ids.every(hasNoNumber);
        if (!isOther && !matchedFootprints.has(footprint)) matchedFootprints.set(footprint, matched_by);
      }
    }
  }
  return matchedFootprints;
}

interface SupplierKey {
  readonly supplier: string;
  /** Only footprints that state no company number: equal names with different numbers are different companies. */
  readonly isNumberless: boolean;
}

function suppliersOf({ supplier_name, supplier_identifier }: PurchasedLine): SupplierKey[] {
  const supplier = supplierKey(supplier_name, supplier_identifier);
  if (supplier === null) return [];
  const name = supplier.startsWith("id:") ? supplierKey(supplier_name, null) : null;
  const direct = { supplier, isNumberless: false };
  return name === null ? [direct] : [direct, { supplier: name, isNumberless: true }];
}

function hasNoNumber(urn: string): boolean {
  return registerNumber(urn) === null;
}

/** A supplier's footprints by product; null: it has none. */
function productsOf({ suppliers, products }: Footprints, supplier: string): ProductIndex | null {
  const footprints = suppliers.get(supplier);
  if (footprints === undefined) return null;
  const index = products.get(supplier) ?? grouped(footprints, productKeys);
  products.set(supplier, index);
  return index;
}

function productKeys({ product_ids, product_name_company }: ApprovedFootprint): Set<string> {
  const ids = product_ids.map((urn) => (schemeOf(urn) === "gtin" ? gtinKey(lastPart(urn)) : articleKey(lastPart(urn))));
  return new Set([...ids, nameKey(product_name_company)]);
}

/** The keys that a line names its product with: its numbers, or its whole text where it has none. */
function productsNamed({ codes, description }: PurchasedLine): { readonly key: string; readonly matched_by: string }[] {
  const numbers = codes.flatMap(({ list, code }) => {
    if (list === TRADE_ITEM) return [{ key: gtinKey(code), matched_by: `GTIN ${code}` }];
    return list === SUPPLIER_ARTICLE ? [{ key: articleKey(code), matched_by: `article number ${code}` }] : [];
  });
  return numbers.length > 0 ? numbers : [{ key: nameKey(description), matched_by: `name "${description.trim()}"` }];
}

/** GTINs of 8, 12, 13 and 14 digits are one number with zeros in front. */
function gtinKey(code: string): string {
  return `gtin:${code.trim().padStart(14, "0")}`;
}

function articleKey(code: string): string {
  return `article:${plain(code)}`;
}

function nameKey(name: string): string {
  return `name:${plain(name)}`;
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
