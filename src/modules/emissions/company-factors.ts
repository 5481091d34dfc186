import type { CalculationMethod } from "../../core/ghg.ts";
import type { GwpSet } from "./gwp-sets.ts";

/** An emission factor of the company's own that was approved. Decimals are text, days ISO dates. */
export interface CompanyFactor {
  readonly id: string;
  readonly category_key: string;
  readonly name: string;
  /** A unit of core/units.ts, or a currency (ISO 4217) where `is_money`. */
  readonly unit: string;
  readonly is_money: boolean;
  readonly kg_co2e_per_unit: string;
  /** kg, told apart from the total. */
  readonly biogenic_co2_kg_per_unit: string;
  /** ISO 3166-1 alpha-2; null: not stated. */
  readonly country: string | null;
  /** The year that the figure describes. */
  readonly year: number;
  /** First and last day on which what it counts was used. */
  readonly valid_from: string;
  readonly valid_to: string;
  /** The only supplier whose lines it counts; null: any. */
  readonly supplier_key: string | null;
  /** Whether it counts every line that it fits; else only lines for which a person names it. */
  readonly is_automatic: boolean;
  readonly source: string;
  readonly method: CalculationMethod;
  /** Who verified the figure; null: nobody, as far as known. */
  readonly verified_by: string | null;
  /** Whether the one who stated it approved it. */
  readonly is_self_approved: boolean;
  readonly content_hash: string;
}

/** The factors of a company that are approved or were, ready for look-up. */
export interface CompanyFactors {
  readonly by_id: ReadonlyMap<string, CompanyFactor>;
  /** Those that were approved and withdrawn, by id: they count what takes something back that they counted. */
  readonly withdrawn: ReadonlyMap<string, CompanyFactor>;
  /** Those that count without being named, by category; what decides first stands first. */
  readonly automatic: ReadonlyMap<string, readonly CompanyFactor[]>;
  /** Whether any of them is about one supplier: else nobody needs to know who sold a line. */
  readonly has_suppliers: boolean;
}

/** Of a company that has none. */
export const NO_COMPANY_FACTORS: CompanyFactors = {
  by_id: new Map(),
  withdrawn: new Map(),
  automatic: new Map(),
  has_suppliers: false,
};

/** By what of the company's something counts, withdrawn or chosen otherwise since or not. What is absent is no matter of it, or not known. */
export interface CountedAs {
  /** Ids of its own factors; none: the catalogue's count it alone. */
  readonly company_factors: readonly string[];
  /** Of flights and air freight: whether with effects besides CO2. */
  readonly aviation_non_co2?: boolean;
  /** Of refrigerants: the warming potentials that it had chosen. */
  readonly gwp_set?: GwpSet;
  /** Of goods and services: the record of the product's footprint; null: none counts it. */
  readonly pcf_record_id?: string | null;
}

/** The same in a category. */
export interface CountedBy extends CountedAs {
  readonly category_key: string;
}

/** Puts factors in the order in which they are tried: a supplier's own before a general one, then the newest validity. */
export function indexCompanyFactors(
  approved: readonly CompanyFactor[],
  withdrawn: readonly CompanyFactor[],
): CompanyFactors {
  const automatic = new Map<string, CompanyFactor[]>();
  for (const factor of inOrder(approved)) {
    const others = automatic.get(factor.category_key);
    if (others === undefined) automatic.set(factor.category_key, [factor]);
    else others.push(factor);
  }
  return { by_id: byId(approved), withdrawn: byId(withdrawn), automatic, has_suppliers: approved.some(isOfSupplier) };
}

/**
 * The factors of a company as what takes something back is counted by them: in the category those by which that counts and no other,
 * elsewhere those in force. One that a person names is found as ever. Pure.
 */
export function onlyCounting(factors: CompanyFactors, { category_key, company_factors }: CountedBy): CompanyFactors {
  const counting = company_factors.flatMap((id) => factors.by_id.get(id) ?? factors.withdrawn.get(id) ?? []);
  // A closed year may keep entries of an earlier category: what counted those counts nothing in this one.
  const ofCategory = counting.filter((factor) => factor.category_key === category_key);
  return {
    by_id: new Map([...factors.by_id, ...byId(counting)]),
    withdrawn: factors.withdrawn,
    automatic: new Map([...factors.automatic, [category_key, inOrder(ofCategory)]]),
    has_suppliers: factors.has_suppliers || counting.some(isOfSupplier),
  };
}

function byId(factors: readonly CompanyFactor[]): ReadonlyMap<string, CompanyFactor> {
  return new Map(factors.map((factor) => [factor.id, factor]));
}

function isOfSupplier({ is_automatic, supplier_key }: CompanyFactor): boolean {
  return is_automatic && supplier_key !== null;
}

/** Those that count without being named. */
function inOrder(factors: readonly CompanyFactor[]): CompanyFactor[] {
  return factors.filter(({ is_automatic }) => is_automatic).toSorted(byRank);
}

function byRank(one: CompanyFactor, other: CompanyFactor): number {
  const bySupplier = Number(one.supplier_key === null) - Number(other.supplier_key === null);
  return bySupplier || other.valid_from.localeCompare(one.valid_from) || one.id.localeCompare(other.id);
}
