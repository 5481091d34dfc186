import { z } from "zod";
import type { Context, TenantTransaction } from "../../core/context.ts";
import { GHG_SCOPES } from "../../core/ghg.ts";
import { roundedNumber } from "../../core/quantity.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { appendAudit } from "../audit/index.ts";
import { scopeName } from "./emission-scope.ts";
import { insertNoneAnswer, type NoneAnswerRow, type NoneSubject, selectNoneAnswer } from "./store-none-answers.ts";

/** A person's answer that a scope, or a category of scope 3, has nothing in a financial year. */
export const noneAnswer = z.object({
  id: z.uuid(),
  report_year: z.int().describe("Calendar year in which the financial year ends"),
  period_from: z.iso.date(),
  period_to: z.iso.date(),
  scope: z.enum(GHG_SCOPES),
  /** Null: the whole scope. */
  scope3_category: z.union([z.int().min(1).max(15), z.null()]),
  version: z.int(),
  status: z.enum(["none", "withdrawn"]),
  reason: z.string(),
  answered_by: z.string(),
  answered_by_name: z.union([z.string(), z.null()]),
  created_at: z.string(),
  /** What the ledger counts in it all the same, kg CO2e market-based; null: nothing, or the answer is withdrawn. */
  contradiction: z.union([z.object({ entry_count: z.int(), co2e_kg: z.number() }), z.null()]),
});
SCHEMA_NAMES.add(noneAnswer, { name: "NoneAnswer" });

export type NoneAnswer = z.infer<typeof noneAnswer>;

export function toNoneAnswer({ entry_count, counted_kg, ...row }: NoneAnswerRow): NoneAnswer {
  const isContradicted = row.status === "none" && entry_count > 0;
  return {
    ...row,
    scope: scopeName(row.scope),
    scope3_category: row.scope3_category === 0 ? null : row.scope3_category,
    contradiction: isContradicted ? { entry_count, co2e_kg: roundedNumber(counted_kg) } : null,
  };
}

const ACTIONS = { none: "none_answer.recorded", withdrawn: "none_answer.withdrawn" } as const;

/** Writes the next version of an answer with its event. The transaction holds the audit chain. */
export async function recordNoneAnswer(
  ctx: Context,
  tx: TenantTransaction,
  answer: NoneSubject & Pick<NoneAnswerRow, "status" | "reason"> & { readonly version: number },
): Promise<NoneAnswer> {
  const id = ctx.newId();
  await insertNoneAnswer(tx, { ...answer, id, answered_by: ctx.principal.actor });
  const { status, report_year, period_from, period_to, scope, scope3_category, version, reason } = answer;
  const payload = { report_year, period_from, period_to, scope, scope3_category, version, reason };
  await appendAudit(ctx, tx, [{ action: ACTIONS[status], subject: id, payload }]);
  const row = await selectNoneAnswer(tx, id);
  if (row === undefined) throw new Error("an answer was not recorded");
  return toNoneAnswer(row);
}

export const NONE_ANSWER_EXAMPLE: NoneAnswer = {
  id: "0198c0de-0000-7000-8000-000000000021",
  report_year: 2025,
  period_from: "2025-01-01",
  period_to: "2025-12-31",
  scope: "3",
  scope3_category: 14,
  version: 1,
  status: "none",
  reason: "We grant no franchises",
  answered_by: "api_key:0198c0de-0000-7000-8000-000000000011",
  answered_by_name: 'Key "ERP export"',
  created_at: "2026-02-01T08:00:00.000000Z",
  contradiction: null,
};
