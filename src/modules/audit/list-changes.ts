import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { page, PAGE_LIMIT_DEFAULT, pageInput } from "../../core/page.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { selectChanges } from "./store-changes.ts";

/** More changes than any company makes; descriptions of an API state the bounds of every integer. */
const AFTER_SEQ_MAX = 1_000_000_000_000;

const change = z.object({
  seq: z.int(),
  record_type: z.string(),
  record_id: z.string(),
  action: z.string(),
  superseded_by: z.union([z.uuid(), z.null()]),
  created_at: z.string(),
});
SCHEMA_NAMES.add(change, { name: "Change" });

export const listChanges = defineOperation({
  name: "list_changes",
  title: "List changes",
  description:
    "What changed, oldest first, in the order of the audit log: seq has no gaps, and no smaller one appears later, so that who " +
    "goes on from the last seq misses nothing. record_type and record_id name the record, superseded_by the entry, split " +
    "or answer that replaces it by now. Read until next_cursor is null, then ask again with after_seq = the last seq.",
  layer: null,
  scope: "audit:read",
  access: "read",
  input: z.object({
    after_seq: z
      .int()
      .min(0)
      .max(AFTER_SEQ_MAX)
      .describe("Only changes after this seq; 0 or absent: from the first one")
      .optional(),
    ...pageInput,
  }),
  output: page(change),
  errors: ["request.validation_failed", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/changes" },
  tool: false,
  callers: "any",
  example: {
    input: { after_seq: 0, limit: 1 },
    output: {
      items: [
        {
          seq: 1,
          record_type: "department",
          record_id: "0198c0de-0000-7000-8000-000000000002",
          action: "department.created",
          superseded_by: null,
          created_at: "2026-01-05T08:00:00.000000Z",
        },
      ],
      next_cursor: null,
    },
  },
  async run(ctx, { after_seq = null, limit = PAGE_LIMIT_DEFAULT, cursor }) {
    const purpose = { list: "list_changes", filters: { after_seq } };
    const after = cursor === undefined ? String(after_seq ?? 0) : (ctx.cursors.open(purpose, cursor)[0] ?? "0");
    const rows = await selectChanges(ctx.db, after, limit + 1);
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    const more = rows.length > limit && last !== undefined;
    return { items, next_cursor: more ? ctx.cursors.seal(purpose, [String(last.seq)]) : null };
  },
});
