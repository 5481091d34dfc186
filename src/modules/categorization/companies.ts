import { cvrOf } from "../../core/cvr.ts";
import { confidenceOf, SUGGESTED_FROM } from "./confidence.ts";
import type { Candidate, Decision } from "./decision.ts";
import { familyOf } from "./refine.ts";
import { supplierKey } from "./supplier-key.ts";
import { isContradicted } from "./contradictions.ts";
import { PENDING_KEY } from "./term-tables.ts";

/** What people of other companies decided about one supplier. */
export interface CompaniesDecision {
  readonly cvr: string;
  readonly category_key: string;
  /** At least so many companies, of those that share what they decide; 3 at least. */
  readonly companies: number;
}

/** By CVR number: what more of them chose than anything else. */
export type CompaniesDecisions = ReadonlyMap<string, CompaniesDecision>;

/** Who supplied a line. */
interface LineSupplier {
  readonly name: string | null;
  readonly identifier: string | null;
}

/** The same as the vocabulary's: alone it suggests (0.6 / 1.4 = 0.43), and with what is too little to suggest it stays below what is taken. */
const COMPANIES = 0.6;

/** The CVR number of a supplier; null: it states none that can be right. Suppliers are told apart across companies by nothing else. */
export function supplierCvr(supplier: LineSupplier | null): string | null {
  const key = supplier === null ? null : supplierKey(null, supplier.identifier);
  return key === null ? null : cvrOf(key.slice("id:".length));
}

/**
 * Indexes what companies decided. Where two categories lead alike nothing is said; nor of siblings between which a line's own facts
 * decide (price areas, flights, computers): those are another company's.
 */
export function companiesDecisions(rows: readonly CompaniesDecision[]): CompaniesDecisions {
  const leading = new Map<string, CompaniesDecision | null>();
  for (const row of rows.toSorted((a, b) => b.companies - a.companies)) {
    const first = leading.get(row.cvr);
    if (first === undefined) leading.set(row.cvr, row);
    else if (first?.companies === row.companies) leading.set(row.cvr, null);
  }
  return new Map(
    [...leading].flatMap(([cvr, row]) =>
      row === null || familyOf(row.category_key) !== row.category_key ? [] : [[cvr, row] as const],
    ),
  );
}

/**
 * A line that waits with what other companies decided about its supplier. It never settles a line: where nothing was suggested their
 * category becomes the suggestion, elsewhere it stands beside what is suggested. What is settled stays as it is. Pure.
 */
export function withCompanies(
  decision: Decision,
  companies: CompaniesDecisions | undefined,
  supplier: LineSupplier | null,
): Decision {
  if (companies === undefined || companies.size === 0 || decision.status !== "pending_review") return decision;
  const said = companies.get(supplierCvr(supplier) ?? "");
  if (said === undefined || isContradicted(decision)) return decision;
  const { candidates } = decision;
  const { category_key } = said;
  const reason = `at least ${said.companies} other companies decided so for this supplier`;
  const existing = candidates.find((other) => other.category_key === category_key);
  const others = candidates.filter((other) => other !== existing);
  const candidate: Candidate =
    existing === undefined
      ? { category_key, weight: COMPANIES, reason, step: "companies" }
      : { ...existing, weight: existing.weight + COMPANIES, reason: `${existing.reason}; ${reason}` };
  if (decision.category_key === category_key) {
    // How sure the reading of the line itself was stays what it is.
    const told = { ...candidate, weight: existing?.weight ?? COMPANIES };
    return { ...decision, reason: `${decision.reason}; ${reason}`, candidates: [told, ...others] };
  }
  const confidence = confidenceOf(candidate.weight, Math.max(0, ...others.map(({ weight }) => weight)));
  if (decision.category_key !== PENDING_KEY || confidence < SUGGESTED_FROM) {
    return { ...decision, candidates: [...others, { ...candidate, weight: existing?.weight ?? COMPANIES }] };
  }
  return {
    status: "pending_review",
    category_key,
    mapped_by: "rule",
    confidence,
    reason: candidate.reason,
    candidates: [candidate, ...others],
  };
}
