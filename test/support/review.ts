import { expect } from "vitest";
import type { Context } from "../../src/core/context.ts";
import { invoke } from "../../src/core/invoke.ts";
import type { Operation } from "../../src/core/operation.ts";
import { verifyAudit } from "../../src/modules/audit/index.ts";
import { compareRollups } from "../../src/modules/emissions/index.ts";
import { getEmissionsSummary } from "../../src/modules/emissions/get-emissions-summary.ts";
import { listReviewItems } from "../../src/modules/review/list-review-items.ts";
import type { ReviewItem } from "../../src/modules/review/review-item.ts";
import { shippedCatalog } from "./catalog.ts";
import type { TestDatabase } from "./database.ts";

/** A new company that reads with the shipped tables. */
export async function company(db: TestDatabase): Promise<Context> {
  const catalog = await shippedCatalog();
  return db.context(await db.tenant(), undefined, { catalog: async () => catalog });
}

export async function run<Result = Record<string, unknown>>(
  operation: Operation,
  ctx: Context,
  input: object,
): Promise<Result> {
  // Outputs are checked against their schemas by the contract tests.
  return (await invoke(operation, ctx, { ...input })) as Result;
}

export async function waiting(ctx: Context, filter: object = {}): Promise<ReviewItem[]> {
  return (await run<{ items: ReviewItem[] }>(listReviewItems, ctx, filter)).items;
}

export async function total(ctx: Context): Promise<number> {
  return (await run<{ total_co2e_kg: number }>(getEmissionsSummary, ctx, {})).total_co2e_kg;
}

/** The kept sums are those of the entries, and the audit chain verifies. */
export async function intact(ctx: Context): Promise<void> {
  expect(await compareRollups(ctx.db)).toEqual([]);
  expect(await verifyAudit(ctx.db)).toMatchObject({ ok: true });
}
