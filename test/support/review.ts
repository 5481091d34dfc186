import { expect } from "vitest";
import type { Context } from "../../src/core/context.ts";
import { invoke } from "../../src/core/invoke.ts";
import type { Operation } from "../../src/core/operation.ts";
import { selectWaitingReadings } from "../../src/modules/activities/index.ts";
import { verifyAudit } from "../../src/modules/audit/index.ts";
import { compareRollups, compareWaiting } from "../../src/modules/emissions/index.ts";
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

/** kg; 0 where nothing is counted. */
export async function total(ctx: Context): Promise<number> {
  return (await run<{ total_co2e_kg: number | null }>(getEmissionsSummary, ctx, {})).total_co2e_kg ?? 0;
}

/** The kept sums are those of the entries and of the lines that wait, and the audit chain verifies. */
export async function intact(ctx: Context): Promise<void> {
  expect(await compareRollups(ctx.db)).toEqual([]);
  await waitingAgrees(ctx);
  expect(await verifyAudit(ctx.db)).toMatchObject({ ok: true });
}

interface WaitingTotal {
  readonly waiting: {
    readonly lines: number;
    readonly documents: number;
    readonly estimated_kg: number | null;
    readonly without_estimate: number;
  };
}

/** What a total says of waiting lines is what the review queue lists, with the kg of each line's best option. */
export async function waitingAgrees(ctx: Context): Promise<void> {
  expect(await compareWaiting(ctx.db, await selectWaitingReadings(ctx.db))).toEqual([]);
  const items: ReviewItem[] = [];
  let cursor: string | null = null;
  do {
    const listed: { items: ReviewItem[]; next_cursor: string | null } = await run(listReviewItems, ctx, {
      limit: 200,
      ...(cursor === null ? {} : { cursor }),
    });
    items.push(...listed.items);
    cursor = listed.next_cursor;
  } while (cursor !== null);
  const estimates = items.map(({ suggestion, alternatives }) => (suggestion ?? alternatives[0])?.effect_kg ?? null);
  const known = estimates.filter((kg) => kg !== null);
  const { waiting: told } = await run<WaitingTotal>(getEmissionsSummary, ctx, {});
  expect({ ...told, estimated_kg: told.estimated_kg?.toFixed(3) }).toMatchObject({
    lines: items.length,
    documents: new Set(items.map(({ document_id }) => document_id)).size,
    estimated_kg:
      items.length > 0 && known.length === 0 ? undefined : known.reduce((sum, kg) => sum + kg, 0).toFixed(3),
    without_estimate: estimates.length - known.length,
  });
}
