import { z } from "zod";
import type { TenantTransaction } from "../../core/context.ts";
import { decimal, decimalText } from "../../core/quantity.ts";
import { changedMembers } from "../../core/record-version.ts";
import type { TargetRow } from "./store.ts";
import type { EditedTerms } from "./store-versions.ts";
import { newTarget, statedScope } from "./target.ts";
import { assertYears, ledgerBase, refusal } from "./target-base.ts";
import type { TargetYears } from "./target-years.ts";

const terms = newTarget.shape;

/** What an edit of a target may say. */
export const targetChanges = z.strictObject({
  name: terms.name.optional(),
  description: z.union([terms.description.unwrap(), z.null()]).describe("For people; null: none").optional(),
  target_year: terms.target_year.optional(),
  target_reduction_percent: terms.target_reduction_percent.optional(),
  scope: terms.scope.unwrap().describe("What it covers").optional(),
  category: z
    .union([terms.category.unwrap(), z.null()])
    .describe("Only this category_id, any level; null: every category")
    .optional(),
  scope2_method: terms.scope2_method.unwrap().describe("How its scope 2 is counted").optional(),
  framework: terms.framework.unwrap().describe("What it follows").optional(),
  baseline_year: terms.baseline_year.optional(),
  baseline_emissions: z
    .union([terms.baseline_emissions.unwrap(), z.null()])
    .describe("kg CO2e (intensity: per unit); null: what the ledger has now")
    .optional(),
});

export type TargetChanges = z.output<typeof targetChanges>;

/** Where the changes stand among the arguments, for refusals. */
export const AT = "changes.";

/** What a version keeps of a target. */
export function editedTerms(row: TargetRow): EditedTerms {
  return {
    name: row.name,
    description: row.description,
    scope: row.scope,
    category: row.category,
    scope2_method: row.scope2_method,
    framework: row.framework,
    baseline_year: row.baseline_year,
    baseline_emissions: row.baseline_emissions,
    baseline_months: row.baseline_months,
    target_year: row.target_year,
    target_reduction_percent: row.target_reduction_percent,
  };
}

interface Editing {
  readonly years: TargetYears;
  readonly accept_incomplete_base_year: boolean;
}

/**
 * The terms after an edit. A base that the ledger gave follows what it depends on; one that was stated was stated for other
 * terms, so it has to be stated anew when they change.
 * @throws ServiceError request.validation_failed for years that do not fit, and for a base that is missing or not to be had
 */
export async function termsAfter(
  tx: TenantTransaction,
  current: TargetRow,
  changes: TargetChanges,
  editing: Editing,
): Promise<EditedTerms> {
  const before = editedTerms(current);
  const { baseline_emissions: base, scope, target_reduction_percent: percent, ...others } = changes;
  const after: EditedTerms = {
    ...before,
    ...givenOf(others),
    scope: scope === undefined ? before.scope : statedScope(scope),
    target_reduction_percent: percent === undefined ? before.target_reduction_percent : decimalText(decimal(percent)),
  };
  const changed = changedMembers(before, after);
  if (changed.includes("baseline_year") || changed.includes("target_year")) assertYears(after, editing.years, AT);
  if (base !== undefined && base !== null) {
    return { ...after, baseline_emissions: decimalText(decimal(base)), baseline_months: null };
  }
  const isElsewhere = changed.some((name) => BASE_DEPENDS_ON.has(name));
  if (base === undefined && !isElsewhere) return after;
  if (current.target_type === "intensity") {
    const message = "give the base year's kg CO2e per unit of intensity_metric: the ledger does not know that unit";
    throw refusal(`${AT}baseline_emissions`, "required", message);
  }
  if (base === undefined && before.baseline_months === null) {
    const message =
      "the base was stated for the base year, scope, category and method that change: give the one for the new terms, " +
      "or null for what the ledger has";
    throw refusal(`${AT}baseline_emissions`, "required", message);
  }
  return { ...after, ...(await ledgerBase(tx, { terms: after, at: AT, ...editing })) };
}

const BASE_DEPENDS_ON: ReadonlySet<string> = new Set(["baseline_year", "scope", "category", "scope2_method"]);

/** Without what was left out. */
function givenOf(
  changes: Omit<TargetChanges, "scope" | "baseline_emissions" | "target_reduction_percent">,
): Partial<EditedTerms> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
