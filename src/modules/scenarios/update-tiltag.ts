import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import {
  assertNewestVersion,
  assertSomethingGiven,
  changedMembers,
  changeReasonInput,
  versionInput,
} from "../../core/record-version.ts";
import type { TenantTransaction } from "../../core/context.ts";
import { robbedBy } from "./double-use.ts";
import { baseEmissions } from "./scenario-view.ts";
import { selectTiltag, type TiltagVersionTerms } from "./store-tiltag.ts";
import {
  assertCategory,
  assertOpen,
  assertStart,
  assertTerms,
  figureText,
  refusal,
  tiltagInput,
} from "./tiltag-terms.ts";
import {
  editedTerms,
  exampleAfter,
  type LockedTiltag,
  lockTiltag,
  tiltagVersions,
  tiltagWithVersions,
} from "./tiltag-versions.ts";
import { writeTiltagVersion } from "./write-tiltag-version.ts";

const { category_id, lifetime_years, ...given } = tiltagInput;

const tiltagChanges = z.strictObject({
  ...given,
  name: given.name.optional(),
  start_year: given.start_year.optional(),
  category_id: z.union([category_id.unwrap(), z.null()]).describe("Any level; null: everything").optional(),
  lifetime_years: z.union([lifetime_years.unwrap(), z.null()]).describe("Null: lasts").optional(),
});

/** The path of a change in refusals. */
const AT = "changes.";

export const updateTiltag = defineOperation({
  name: "update_tiltag",
  title: "Edit a tiltag of a scenario",
  description:
    "Changes what a tiltag says, with a reason; what is left out stays, its place in the stack too, and what it said before stays " +
    "readable as a version. reduction_kg takes the place of reduction_pct, and the reverse. Refused when it, or a tiltag after it, would " +
    "take kg that are not left. A consultant key edits in its drafts, others in active scenarios; what was submitted, approved, rejected " +
    "or archived stays. Send the version that you read: when somebody changed it since, nothing is written.",
  layer: null,
  scope: "scenarios:write",
  access: "write",
  feature: "scenarioBuilder",
  idempotent: true,
  input: z.object({
    id: z.uuid().describe("Id of the tiltag, from list_tiltag"),
    version: versionInput,
    changes: tiltagChanges.describe("What becomes another; what is left out stays"),
    reason: changeReasonInput,
  }),
  output: tiltagVersions,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "PATCH", path: "/tiltag/:id" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$tiltag_id", version: 1, changes: { name: "Electric vans and trucks" }, reason: "As we call it" },
    output: exampleAfter({ name: "Electric vans and trucks" }, "As we call it"),
  },
  async run(ctx, { id, version, changes, reason }) {
    assertSomethingGiven(changes);
    await assertCategory(ctx, changes.category_id ?? null, AT);
    return await ctx.db.transaction(async (tx) => {
      const locked = await lockTiltag(ctx, tx, id);
      const { scenario, tiltag } = locked;
      assertOpen(ctx.principal, scenario, { path: "id", what: "edits tiltag of" });
      if (tiltag.is_removed) throw refusal("id", "removed", "this tiltag was removed: add another one (add_tiltag)");
      const before = editedTerms(tiltag);
      const terms = termsAfter(before, changes);
      const changed = changedMembers(before, terms);
      if (changed.length === 0) return await tiltagWithVersions(tx, scenario, tiltag);
      assertNewestVersion(version, tiltag.version);
      assertTerms(terms, AT);
      assertStart(scenario, terms.start_year, AT);
      if (changed.some((name) => TAKEN_BY.has(name))) await assertEnoughLeft(tx, locked, terms);
      return await writeTiltagVersion(ctx, tx, locked, {
        action: "tiltag.updated",
        terms,
        is_removed: false,
        changed,
        reason,
      });
    });
  },
});

function termsAfter(before: TiltagVersionTerms, changes: z.output<typeof tiltagChanges>): TiltagVersionTerms {
  const text = (value: number | undefined, kept: string): string => (value === undefined ? kept : figureText(value));
  const { reduction_kg: kg, reduction_pct: pct } = changes;
  const isReductionGiven = kg !== undefined || pct !== undefined;
  return {
    name: changes.name ?? before.name,
    category_id: changes.category_id === undefined ? before.category_id : changes.category_id,
    reduction_kg: isReductionGiven ? (kg === undefined ? null : figureText(kg)) : before.reduction_kg,
    reduction_pct: isReductionGiven ? (pct === undefined ? null : figureText(pct)) : before.reduction_pct,
    start_year: changes.start_year ?? before.start_year,
    lifetime_years: changes.lifetime_years === undefined ? before.lifetime_years : changes.lifetime_years,
    capex_dkk: text(changes.capex_dkk, before.capex_dkk),
    annual_opex_dkk: text(changes.annual_opex_dkk, before.annual_opex_dkk),
    annual_savings_dkk: text(changes.annual_savings_dkk, before.annual_savings_dkk),
    discount_rate_pct: text(changes.discount_rate_pct, before.discount_rate_pct),
  };
}

/** What decides which kg a tiltag takes, and when. */
const TAKEN_BY: ReadonlySet<string> = new Set([
  "category_id",
  "reduction_kg",
  "reduction_pct",
  "start_year",
  "lifetime_years",
]);

/** Neither the edited tiltag nor one after it may take kg that others take already. */
async function assertEnoughLeft(
  tx: TenantTransaction,
  { scenario, tiltag }: LockedTiltag,
  edited: TiltagVersionTerms,
): Promise<void> {
  const stack = await selectTiltag(tx, scenario.id);
  const index = stack.findIndex(({ id }) => id === tiltag.id);
  const robbed = robbedBy(scenario, await baseEmissions(tx, scenario.base_year), stack, { index, edited });
  if (robbed === null) return;
  const left = `only ${robbed.available_kg} kg CO2e are left for`;
  if (robbed.index === index) {
    const message = `${left} it in ${robbed.year} after the scenario's other tiltag`;
    throw refusal(`${AT}reduction_kg`, "already_taken", message);
  }
  const later = stack[robbed.index];
  const message = `${left} "${later?.name ?? ""}" (${later?.id ?? ""}) in ${robbed.year} then: lower or remove that one first`;
  throw refusal("changes", "already_taken", message);
}
