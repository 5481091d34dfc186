import type { CompanyRegister } from "../../core/company-register.ts";
import type { Candidate, CategorizationInput } from "./decision.ts";
import { BRANCHES } from "./lexicon/branches.ts";
import { supplierKey } from "./supplier-key.ts";

/** Alone it suggests (0.7 / 1.5 = 0.47); a company may sell other things than its branch says. */
const BRANCH = 0.7;

/** The supplier's branch in the operator's extract of the register; null without a Danish company number. */
export function supplierBranch(
  supplier: { readonly name: string | null; readonly identifier: string | null },
  register: CompanyRegister,
): string | null {
  const key = supplierKey(supplier.name, supplier.identifier);
  return key?.startsWith("id:") === true ? register.branchOf(key.slice("id:".length)) : null;
}

/** What the supplier's branch mostly sells, as a prior; empty when the branch is unknown or sells everything. */
export function branchCandidates({ supplier_branch }: CategorizationInput): Candidate[] {
  if (supplier_branch === null || supplier_branch === undefined) return [];
  for (let length = 4; length >= 2; length -= 1) {
    const prefix = supplier_branch.slice(0, length);
    const category_key = BRANCHES.get(prefix);
    if (category_key === undefined) continue;
    const reason = `the supplier's branch in the company register: ${supplier_branch} (${prefix}...)`;
    return [{ category_key, weight: BRANCH, reason, step: "branch" }];
  }
  return [];
}
