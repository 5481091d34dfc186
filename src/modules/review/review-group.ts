import { z } from "zod";
import type { Context, TenantQueries } from "../../core/context.ts";
import { ServiceError } from "../../core/errors.ts";
import { decimal, roundedNumber } from "../../core/quantity.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import {
  type CurrentActivityRow,
  optionResult,
  type ReadingTables,
  selectCurrentActivities,
  suggestedCategory,
} from "../activities/index.ts";
import { selectWaitingSupplierKeys, type WaitingGroupKey, type WaitingGroupRow } from "../emissions/index.ts";
import { type RegisteredKey, suppliersOfKeys } from "../supplier-register/index.ts";
import { OF_GROUP, OF_LINE } from "./fact-needs.ts";
import { REVIEW_ITEM_EXAMPLE, type ReviewBasis } from "./review-item.ts";
import { reviewNeed } from "./review-need.ts";
import { needsReader } from "./review-needs.ts";
import { isReviewCode, waitsFor, waitsForOf } from "./review-reason.ts";

/** Waiting lines that are alike: supplier, account, why they wait and what is suggested. */
export const reviewGroup = z.object({
  id: z.string(),
  supplier: z.object({
    /** In the register, merges followed; null: the lines name none that is registered. */
    supplier_identity_id: z.union([z.uuid(), z.null()]),
    name: z.union([z.string(), z.null()]),
  }),
  gl_account: z.union([z.string(), z.null()]),
  waits_for: waitsFor,
  needs: z.array(reviewNeed),
  suggested_category_id: z.union([z.string(), z.null()]),
  line_count: z.int(),
  first_date: z.iso.date(),
  last_date: z.iso.date(),
  money: z.array(z.object({ currency: z.string(), amount: z.number() })),
  estimated_kg: z.union([z.number(), z.null()]),
  without_estimate: z.int(),
  options: z.array(
    z.object({
      category_id: z.string(),
      line_count: z.int(),
      estimated_kg: z.union([z.number(), z.null()]),
      without_estimate: z.int(),
    }),
  ),
});
SCHEMA_NAMES.add(reviewGroup, { name: "ReviewGroup" });

export type ReviewGroup = z.infer<typeof reviewGroup>;

export const REVIEW_GROUP_EXAMPLE: ReviewGroup = {
  id: "WyJpZDoxMjM0NTY3NCIsIjI0NTAiXQ",
  supplier: { supplier_identity_id: "0198c0de-0000-7000-8000-000000000011", name: "Papir & Co A/S" },
  gl_account: "2450",
  waits_for: REVIEW_ITEM_EXAMPLE.waits_for,
  needs: REVIEW_ITEM_EXAMPLE.needs,
  suggested_category_id: "purchases.goods.office_supplies",
  line_count: 212,
  first_date: "2025-01-04",
  last_date: "2025-12-29",
  money: [{ currency: "DKK", amount: 48_310.5 }],
  estimated_kg: 2_140.25,
  without_estimate: 0,
  options: [
    { category_id: "purchases.goods.office_supplies", line_count: 212, estimated_kg: 2_140.25, without_estimate: 0 },
  ],
};

/** A group, and what was in it when it was listed. */
export interface ListedGroup extends WaitingGroupKey {
  readonly line_count: number;
  readonly content: string;
}

const PURPOSE = { list: "review_group", filters: {} };

/** A sealed group, in the letters and up to the length that the codec of sealed positions writes. */
export const groupIdInput = z
  .string()
  .regex(/^[\w-]+$/)
  .max(1000)
  .describe("Id of the group, from list_review_groups");

/** The id of a group as it is now: another one as soon as a line joins or leaves. */
export function groupId(ctx: Context, group: ListedGroup): string {
  const { supplier, gl_account, code, category_key, line_count, content } = group;
  return ctx.cursors.seal(PURPOSE, [supplier, gl_account, code, category_key, String(line_count), content]);
}

/** The group that an id names; null: it is no id of this company's. @throws what is not an expected failure */
export function openGroupId(ctx: Context, id: string): ListedGroup | null {
  try {
    const [supplier = "", gl_account = "", code = "", category_key = "", count = "", content = ""] = ctx.cursors.open(
      PURPOSE,
      id,
    );
    return { supplier, gl_account, code, category_key, line_count: Number(count), content };
  } catch (error) {
    if (error instanceof ServiceError) return null;
    throw error;
  }
}

/** The suppliers of the register that waiting lines name. */
export async function waitingSuppliers(db: TenantQueries): Promise<RegisteredKey[]> {
  return await suppliersOfKeys(db, await selectWaitingSupplierKeys(db));
}

/** The keys by which waiting lines name the supplier of a group; `registered` is empty where the register has none. */
export function supplierOfGroup(
  suppliers: readonly RegisteredKey[],
  { supplier }: Pick<WaitingGroupKey, "supplier">,
): { readonly registered: readonly RegisteredKey[]; readonly supplier_keys: readonly string[] } {
  const registered = suppliers.filter(({ root_id }) => root_id === supplier);
  return { registered, supplier_keys: registered.length === 0 ? [supplier] : registered.map(({ key }) => key) };
}

/** Groups as they are shown: why their lines wait and what settles them is told of the newest one of each, without its own figures. */
export async function showGroups(
  ctx: Context,
  rows: readonly WaitingGroupRow[],
  { tables, suppliers }: { readonly tables: ReadingTables; readonly suppliers: readonly RegisteredKey[] },
): Promise<ReviewGroup[]> {
  const newest = await selectCurrentActivities(
    ctx.db,
    rows.map((row) => row.newest_id),
  );
  const newestById = new Map(newest.map((line) => [line.id, line]));
  const [ofLine, ofGroup] = [needsReader(tables, OF_LINE), needsReader(tables, OF_GROUP)];
  return rows.flatMap((row) => {
    const line = newestById.get(row.newest_id);
    const needsOf = row.line_count === 1 ? ofLine : ofGroup;
    return line === undefined ? [] : [toReviewGroup(ctx, row, { tables, needsOf, suppliers, newest: line })];
  });
}

interface GroupBasis extends ReviewBasis {
  readonly suppliers: readonly RegisteredKey[];
  /** The newest line of the group. */
  readonly newest: CurrentActivityRow;
}

function toReviewGroup(
  ctx: Context,
  row: WaitingGroupRow,
  { tables, needsOf, suppliers, newest }: GroupBasis,
): ReviewGroup {
  const supplier = suppliers.find(({ root_id }) => root_id === row.supplier);
  const code = isReviewCode(row.code) ? row.code : "category_needs_person";
  const suggested = code === "category_needs_person" ? suggestedCategory(newest) : null;
  const result = suggested === null ? null : optionResult(newest, suggested, tables);
  return {
    id: groupId(ctx, row),
    supplier: {
      supplier_identity_id: supplier?.root_id ?? null,
      name: supplier?.name ?? newest.supplier_name,
    },
    gl_account: textOrNull(row.gl_account),
    waits_for: waitsForOf(newest, { code, result }, tables),
    needs: [...needsOf(newest, code)],
    suggested_category_id: textOrNull(row.category_key),
    line_count: row.line_count,
    first_date: row.first_date,
    last_date: row.last_date,
    money: row.money.map(({ currency, amount }) => ({ currency, amount: roundedNumber(decimal(amount)) })),
    estimated_kg: kgOrNull(row.estimated_kg),
    without_estimate: row.without_estimate,
    options: row.options.map(({ category_key, line_count, kg, without_estimate }) => ({
      category_id: category_key,
      line_count,
      estimated_kg: kgOrNull(kg),
      without_estimate,
    })),
  };
}

/** Groups keep "" where there is nothing. */
export function textOrNull(text: string): string | null {
  return text === "" ? null : text;
}

function kgOrNull(kg: string | null): number | null {
  return kg === null ? null : roundedNumber(decimal(kg));
}
