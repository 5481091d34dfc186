import { z } from "zod";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { LINK_DECISIONS } from "./link-decision.ts";
import type { LinkDecisionRow } from "./store-link-decisions.ts";

const idOrNull = z.union([z.uuid(), z.null()]);

/** What a person said of a record and what it belongs to. */
export const linkDecision = z.object({
  id: z.uuid(),
  payment_id: z.uuid(),
  item_ids: z.array(z.uuid()),
  decision: z.enum([...LINK_DECISIONS, "undo"]),
  /** The decision that it takes back; null: it is none that does. */
  undoes_id: idOrNull,
  /** The decision that took it back; null: it stands. */
  undone_by_id: idOrNull,
  reason: z.string(),
  decided_by: z.string(),
  decided_by_name: z.union([z.string(), z.null()]),
  decided_at: z.iso.datetime(),
});
SCHEMA_NAMES.add(linkDecision, { name: "PurchaseLinkDecision" });

export function toLinkDecision(row: LinkDecisionRow): z.infer<typeof linkDecision> {
  const { id, payment_id, item_ids, decision, undoes, undone_by, reason, decided_by, decided_by_name } = row;
  return {
    id,
    payment_id,
    item_ids: [...item_ids],
    decision,
    undoes_id: undoes,
    undone_by_id: undone_by,
    reason,
    decided_by,
    decided_by_name,
    decided_at: row.created_at,
  };
}

export const LINK_DECISION_EXAMPLE: z.infer<typeof linkDecision> = {
  id: "0198c0de-0000-7000-8000-000000000078",
  payment_id: "0198c0de-0000-7000-8000-000000000074",
  item_ids: ["0198c0de-0000-7000-8000-000000000071"],
  decision: "separate",
  undoes_id: null,
  undone_by_id: null,
  reason: "Bought in the shop",
  decided_by: "api_key:0198c0de-0000-7000-8000-000000000003",
  decided_by_name: 'Key "ERP export"',
  decided_at: "2026-04-05T08:00:00.000000Z",
};
