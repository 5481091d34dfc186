import { z } from "zod";
import { assertKnownFilters } from "../../core/known-filters.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, PAGE_LIMIT_DEFAULT, pageInput } from "../../core/page.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { FEED_KINDS, kindOf, typesOf } from "./feed-kinds.ts";
import { selectFeed } from "./store-feed.ts";
import { typedReason } from "./typed-reason.ts";

const KINDS = z.enum(FEED_KINDS);

const happening = z.object({
  seq: z.int().describe("Of the first event, see list_audit_events"),
  at: z.string(),
  kind: KINDS,
  action: z.string(),
  actor: z.string(),
  actor_name: z.union([z.string(), z.null()]),
  subject: z.string(),
  subject_name: z
    .union([z.string(), z.null()])
    .describe("Text of the line, name of the file, person or record; null: unknown"),
  reason: z.union([z.string(), z.null()]).describe("As the person typed it; null: nothing was, or count is above 1"),
  count: z.int().min(1).describe("Records to which the actor did this in the same moment"),
  parameters: z.record(z.string(), z.unknown()).describe("The event's payload; empty where count is above 1"),
});
SCHEMA_NAMES.add(happening, { name: "Happening" });

export const listFeed = defineOperation({
  name: "list_feed",
  title: "List what happened",
  description:
    "What people, keys, assistants and the service did in the company, newest first, as codes with parameters. What one " +
    "actor did to many records at once is one row with their count, and events of single lines that only follow from it " +
    "are left out: list_audit_events has every event with its proof.",
  layer: null,
  scope: "audit:read",
  access: "read",
  input: z.object({
    kind: KINDS.describe("Only what happened to records of this kind").optional(),
    actor: z.string().min(1).max(200).describe("Only what this actor did, as rows write it").optional(),
    ...pageInput,
  }),
  output: page(happening),
  errors: ["request.validation_failed", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/feed" },
  tool: false,
  callers: "any",
  example: {
    input: { limit: 1 },
    output: {
      items: [
        {
          seq: 1,
          at: "2026-01-05T08:00:00.000Z",
          kind: "company",
          action: "department.created",
          actor: "api_key:0198c0de-0000-7000-8000-000000000001",
          actor_name: 'Key "ERP export"',
          subject: "0198c0de-0000-7000-8000-000000000002",
          subject_name: "Salg",
          reason: null,
          count: 1,
          parameters: { name: "Salg", code: "SALG", parent_id: null },
        },
      ],
      next_cursor: null,
    },
  },
  async run(ctx, { kind = null, actor = null, limit = PAGE_LIMIT_DEFAULT, cursor }) {
    const purpose = { list: "list_feed", filters: { kind, actor } };
    const [ts = "", seq = ""] = cursor === undefined ? [] : ctx.cursors.open(purpose, cursor);
    const after = cursor === undefined ? null : { ts, seq };
    const rows = await selectFeed(ctx.db, { types: typesOf(kind), actor, after }, limit + 1);
    const items = rows.slice(0, limit).map(({ ts: at, payload, ...row }) => {
      const kind = kindOf(row.action.split(".")[0] ?? "") ?? "company";
      const isOne = row.count === 1;
      const reason = isOne ? typedReason({ kind, action: row.action, payload }) : null;
      return { ...row, at, kind, reason, parameters: isOne ? { ...payload } : {} };
    });
    await assertKnownFilters({ items, cursor }, [
      {
        path: "actor",
        what: "actor",
        where: "rows of list_feed name those who did something",
        value: actor,
        exists: async (who) =>
          (await selectFeed(ctx.db, { types: typesOf(null), actor: who, after: null }, 1)).length > 0,
      },
    ]);
    const last = items.at(-1);
    const more = rows.length > limit && last !== undefined;
    return { items, next_cursor: more ? ctx.cursors.seal(purpose, [last.at, String(last.seq)]) : null };
  },
});
