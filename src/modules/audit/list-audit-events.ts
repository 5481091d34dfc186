import { z } from "zod";
import { unknownReference } from "../../core/known-filters.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, PAGE_LIMIT_DEFAULT, pageInput } from "../../core/page.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { selectEvents } from "./store.ts";

const auditEvent = z.object({
  seq: z.int(),
  ts: z.string(),
  action: z.string(),
  actor: z.string(),
  actor_name: z
    .union([z.string(), z.null()])
    .describe("The actor's present name, for people; no part of the hash; null: not known any more"),
  subject: z.string(),
  payload: z.record(z.string(), z.unknown()),
  prev_hash: z.string(),
  hash: z.string(),
  created_at: z.string(),
});
SCHEMA_NAMES.add(auditEvent, { name: "AuditEvent" });

export const listAuditEvents = defineOperation({
  name: "list_audit_events",
  title: "List audit events",
  description:
    "The tamper-evident log of every change, newest first. Each event's hash is the SHA-256 of the RFC 8785 canonical " +
    "JSON of {seq, ts, tenant_id, action, actor, subject, payload, prev_hash}; prev_hash is the hash of the event before " +
    "it, 64 zeros for the first. Recompute the chain to prove that nothing was altered or removed. Quantities and " +
    "kg CO2e in payloads are decimal text.",
  layer: null,
  scope: "audit:read",
  access: "read",
  input: z.object({
    subject: z.string().min(1).max(200).describe("Only events of the record with this id").optional(),
    ...pageInput,
  }),
  output: page(auditEvent),
  errors: ["request.validation_failed", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/audit" },
  tool: false,
  callers: "any",
  example: {
    input: { limit: 1 },
    output: {
      items: [
        {
          seq: 1,
          ts: "2026-01-05T08:00:00.000Z",
          action: "department.created",
          actor: "api_key:0198c0de-0000-7000-8000-000000000001",
          actor_name: 'Key "ERP export"',
          subject: "0198c0de-0000-7000-8000-000000000002",
          payload: { name: "Salg", code: "SALG", parent_id: null },
          prev_hash: "0000000000000000000000000000000000000000000000000000000000000000",
          hash: "5d1f0e2b6c1b6e0c8f6f5a3a3b7d0f7e4c9a2b1d8e7f6a5b4c3d2e1f0a9b8c7d",
          created_at: "2026-01-05T08:00:00.000000Z",
        },
      ],
      next_cursor: null,
    },
  },
  async run(ctx, input) {
    const subject = input.subject ?? null;
    const purpose = { list: "list_audit_events", filters: { subject } };
    const limit = input.limit ?? PAGE_LIMIT_DEFAULT;
    const before = input.cursor === undefined ? null : (ctx.cursors.open(purpose, input.cursor)[0] ?? null);
    const rows = await selectEvents(ctx.db, { before, subject }, limit + 1);
    const items = rows.slice(0, limit);
    if (subject !== null && items.length === 0 && before === null) {
      throw unknownReference("subject", "subject", "no event is about a record with this id");
    }
    const last = items.at(-1);
    const more = rows.length > limit && last !== undefined;
    return { items, next_cursor: more ? ctx.cursors.seal(purpose, [String(last.seq)]) : null };
  },
});
