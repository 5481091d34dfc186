import { z } from "zod";
import type { TenantTransaction } from "../../core/context.ts";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import {
  assertNewestVersion,
  assertSomethingGiven,
  changedMembers,
  changeReasonInput,
  versionInput,
} from "../../core/record-version.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { selectEqualTarget, selectTarget, type TargetRow } from "./store.ts";
import { type EditedTerms, insertVersion, type NewVersion } from "./store-versions.ts";
import { newTarget, targetDetails } from "./target.ts";
import { assertCategory, refusal } from "./target-base.ts";
import { AT, editedTerms, targetChanges, termsAfter } from "./target-changes.ts";
import { exampleDescribed, targetWithVersions } from "./target-versions.ts";
import { targetYears } from "./target-years.ts";

export const updateTarget = defineOperation({
  name: "update_target",
  title: "Edit a reduction target",
  description:
    "Changes what a target says, with a reason; what is left out stays, and what it said before stays readable as a version. Lists, " +
    "verdicts and later reports follow the newest version from now on; reports that exist keep what they say. A base that the " +
    "ledger gave is computed again when base year, scope, category or scope 2 method change, or with baseline_emissions null; one " +
    "that was stated must then be stated anew. Whether it is absolute, and its intensity metric, do not change: withdraw it and set " +
    "another. Send the version that you read: when somebody changed it since, nothing is written.",
  layer: null,
  scope: "targets:write",
  access: "write",
  idempotent: true,
  input: z.object({
    id: z.uuid().describe("Id of the target, from list_targets"),
    version: versionInput,
    changes: targetChanges.describe("What becomes another; what is left out stays"),
    accept_incomplete_base_year: newTarget.shape.accept_incomplete_base_year,
    reason: changeReasonInput,
  }),
  output: targetDetails,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "PATCH", path: "/targets/:id" },
  tool: false,
  callers: "any",
  example: {
    input: {
      id: "$target_id",
      version: 1,
      changes: { description: "As the board decided it in March" },
      reason: "Minutes of 12 March",
    },
    output: exampleDescribed("As the board decided it in March", "Minutes of 12 March"),
  },
  async run(ctx, { id, version, changes, reason, accept_incomplete_base_year = false }) {
    assertSomethingGiven(changes);
    await assertCategory(ctx, changes.category ?? null, AT);
    const now = ctx.clock.now();
    return await ctx.db.transaction(async (tx) => {
      const chain = await lockAuditChain(tx);
      const current = await selectTarget(tx, id);
      if (current === undefined) throw notFound("target");
      if (current.withdrawn_at !== null) {
        throw refusal("id", "withdrawn", "this target is withdrawn: it is judged no more; set another one");
      }
      const years = await targetYears(tx, now);
      const terms = await termsAfter(tx, current, changes, { years, accept_incomplete_base_year });
      const changed = changedMembers(editedTerms(current), terms);
      if (changed.length === 0) return await targetWithVersions(tx, id, now);
      assertNewestVersion(version, current.version);
      if (changed.some((name) => name !== "description")) await assertNoEqual(tx, current, terms);
      const row = { version: current.version + 1, terms, changed, reason, stated_by: ctx.principal.actor };
      await insertVersion(tx, id, row);
      await appendAudit(ctx, tx, [{ action: "target.updated", subject: id, payload: loggedEdit(row) }], chain);
      return await targetWithVersions(tx, id, now);
    });
  },
});

/** What the log has of an edit: no text that a person wrote, which could never be erased there. */
function loggedEdit({ version, terms, changed }: NewVersion): Readonly<Record<string, unknown>> {
  const { name: _name, description: _description, ...figures } = terms;
  return { version, changed: [...changed], ...figures };
}

/** Two targets that stand with one name and the same terms would be one target told twice. */
async function assertNoEqual(tx: TenantTransaction, current: TargetRow, terms: EditedTerms): Promise<void> {
  const stated_emissions = terms.baseline_months === null ? terms.baseline_emissions : null;
  const same = await selectEqualTarget(tx, { ...current, ...terms, stated_emissions });
  if (same === undefined || same.id === current.id) return;
  const message = `the target ${same.id} has this name and these terms: withdraw one of the two instead`;
  throw refusal("changes", "set_already", message);
}
