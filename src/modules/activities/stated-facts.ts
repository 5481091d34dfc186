import { countryOfNumber } from "../../core/country-of-number.ts";
import type { Unit } from "../../core/units.ts";
import type { Attributes, StatedEmissions } from "../emissions/index.ts";
import { type RuledPeriod, withRuledPeriod } from "./ruled-period.ts";

/** The facts of a line that a person may state in place of its document. */
export const FACTS = [
  "quantity",
  "amount",
  "transaction_date",
  "service_period",
  "supplier",
  "company_factor",
  "unit_price",
  "supply",
  "attributes",
  "emission_factor",
  "emissions",
] as const;
export type Fact = (typeof FACTS)[number];

export const TAX_TREATMENTS = ["excl_vat", "incl_vat"] as const;

/**
 * What a person states of a line; kept with its reading and with those that follow. A fact that is absent is as the
 * document says; null: the document's is wrong and the right one is not known.
 */
export interface StatedFacts {
  /** Signed as booked (a credit is negative), decimal text. */
  readonly quantity?: { readonly value: string; readonly unit: Unit } | null;
  /** What one unit costs without VAT, decimal text above zero, in the currency of the amount: the amount makes the quantity. */
  readonly unit_price?: { readonly value: string; readonly currency: string; readonly unit: Unit };
  /** Signed as booked, decimal text; ISO 4217. */
  readonly amount?: {
    readonly value: string;
    readonly currency: string;
    readonly tax_treatment: (typeof TAX_TREATMENTS)[number];
  };
  /** ISO date. */
  readonly transaction_date?: string;
  /** ISO dates, both within. */
  readonly service_period?: { readonly start: string; readonly end: string } | null;
  /** Id of the metered supply that it is about; null: none. */
  readonly supply?: string | null;
  /** The country is that of its number; null: the number names none. Absent in statements of earlier releases. */
  readonly supplier?: { readonly name: string; readonly identifier: string | null; readonly country?: string | null };
  /** Id of the company's own factor that counts it; null: none does, the catalogue counts it. */
  readonly company_factor?: string | null;
  /** What it is about beyond its category; null: what its words say is wrong, and the right is not known. */
  readonly attributes?: Attributes | null;
  /** Key of the factor of the catalogue that counts it; null: the usual choice, whatever a rule says. */
  readonly emission_factor?: string | null;
  /** What it emitted, worked out by somebody else: no factor counts it. Null: such a statement counts no longer. */
  readonly emissions?: StatedEmissions | null;
}

/** Earlier statements, with what is stated now in their place: a price of a unit stands in place of a quantity, and the other way round. */
export function withFacts(earlier: StatedFacts | null, later: StatedFacts | null): StatedFacts | null {
  if (earlier === null || later === null) return later ?? earlier;
  const { quantity, unit_price, ...others } = earlier;
  const measures = later.quantity !== undefined || later.unit_price !== undefined;
  if (measures) return { ...others, ...later };
  return {
    ...others,
    ...(quantity === undefined ? {} : { quantity }),
    ...(unit_price === undefined ? {} : { unit_price }),
    ...later,
  };
}

/** The facts of a line as rows of the ledger have them; lists leave some out. */
interface FactColumns {
  readonly stated: StatedFacts | null;
  readonly supplier_name: string | null;
  readonly supplier_identifier: string | null;
  readonly supplier_country?: string | null;
  readonly transaction_date: string;
  readonly amount: string | null;
  readonly currency: string | null;
  readonly tax_treatment?: string;
  readonly quantity: string | null;
  readonly unit: string | null;
  readonly service_period_start?: string | null;
  readonly service_period_end?: string | null;
  readonly ruled_period?: RuledPeriod | null;
  readonly supply_id?: string | null;
}

/** A row with the document's facts, as it counts: what a person stated stands in their place, and a rule's period where there is none. */
export function asStated<Row extends FactColumns>(row: Row): Row {
  const { stated, ruled_period = null } = row;
  if (stated === null) return withRuledPeriod(row, ruled_period);
  const { amount, transaction_date, service_period, supplier, supply, unit_price } = stated;
  // The document's quantity is not what a price makes of the amount.
  const quantity = unit_price === undefined ? stated.quantity : null;
  const columns: Partial<FactColumns> = {
    ...(quantity === undefined ? {} : { quantity: quantity?.value ?? null, unit: quantity?.unit ?? null }),
    ...(amount === undefined
      ? {}
      : { amount: amount.value, currency: amount.currency, tax_treatment: amount.tax_treatment }),
    ...(transaction_date === undefined ? {} : { transaction_date: `${transaction_date}T00:00:00.000000Z` }),
    ...(service_period === undefined
      ? {}
      : { service_period_start: service_period?.start ?? null, service_period_end: service_period?.end ?? null }),
    ...(supply === undefined ? {} : { supply_id: supply }),
    ...(supplier === undefined ? {} : supplierColumns(row, supplier)),
  };
  // A person's period stands in place of a rule's.
  if (service_period != null) return { ...row, ...columns, ruled_period: null };
  return withRuledPeriod({ ...row, ...columns }, ruled_period);
}

/** The country of the document's supplier is not that of another one. */
function supplierColumns(
  row: FactColumns,
  { name, identifier, country = countryOfNumber(identifier) }: NonNullable<StatedFacts["supplier"]>,
): Partial<FactColumns> {
  const columns = { supplier_name: name, supplier_identifier: identifier };
  return row.supplier_country === undefined ? columns : { ...columns, supplier_country: country };
}

/** Where emissions that are stated were caused: in the country that is stated of the line, else in the company's own. */
export function placeOfStatement(stated: StatedFacts | null, ofCompany: string): string {
  return stated?.attributes?.country ?? ofCompany;
}

/** The metered supply of the activity `a` as its split `s` reads it; null: none, or not known. */
export const SUPPLY = "case when s.stated ? 'supply' then (s.stated ->> 'supply')::uuid else a.supply_id end";

/** Ids of the activities that told of the supply `q.supply_id`, by their document or in a reading of any age: `SUPPLY` says of which it is now. */
export const TOLD_OF_SUPPLY = `
      select id from activities where tenant_id = $1 and environment = $2 and supply_id = q.supply_id
      union
      select activity_id from activity_splits
      where tenant_id = $1 and environment = $2 and stated ? 'supply' and (stated ->> 'supply')::uuid = q.supply_id`;

/** Whether a person stated the date of the activity of the split `s`; the condition of an index. */
export const IS_DATED = "(s.stated ->> 'transaction_date') is not null";

/** The day that a person stated for the activity of the split `s`, as a moment; null: the document's date counts. */
export const STATED_DATE = "((s.stated ->> 'transaction_date')::date::timestamp at time zone 'UTC')";

/** The first or the last day of the period of the activity `a` as its split `s` reads it; null: not known. */
function periodEnd(end: "start" | "end"): string {
  const ruled = `(s.ruled_period ->> '${end}')::date`;
  return `case when s.ruled_period is not null then ${ruled} when s.stated ? 'service_period' then (s.stated #>> '{service_period,${end}}')::date else a.service_period_${end} end`;
}

const LINE_DAY = "coalesce((s.stated ->> 'transaction_date')::date, (a.transaction_date at time zone 'UTC')::date)";
const FIRST = `coalesce(${periodEnd("start")}, ${periodEnd("end")}, ${LINE_DAY})`;
const LAST = `coalesce(${periodEnd("end")}, ${periodEnd("start")}, ${LINE_DAY})`;

/** The days that the activity `a` of the split `s` covers: its period, or else its date. A period may be written backwards. */
export const USED_FROM = `least(${FIRST}, ${LAST})`;
export const USED_TO = `greatest(${FIRST}, ${LAST})`;
