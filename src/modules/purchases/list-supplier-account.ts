import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { keysetPage } from "../../core/keyset.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, pageInput } from "../../core/page.ts";
import { roundedNumber } from "../../core/quantity.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { supplierKeysOf } from "../supplier-register/index.ts";
import { openCents } from "./account-record.ts";
import { PURCHASE_SOURCES } from "./canonical-record.ts";
import { type AccountRow, selectOfKeys } from "./store-supplier-account.ts";

const amountOrNull = z.union([z.number(), z.null()]);
const idOrNull = z.union([z.uuid(), z.null()]);

/** The decision of a person about a pair; null: none. */
const decisionOfPair = z.object({
  id: z.uuid(),
  reason: z.string(),
  decided_by_name: z.union([z.string(), z.null()]),
  decided_at: z.iso.datetime(),
});
SCHEMA_NAMES.add(decisionOfPair, { name: "DecisionOfPair" });
const decisionOrNull = z.union([decisionOfPair, z.null()]);

const accountRecord = z.object({
  id: z.uuid(),
  source: z.enum(PURCHASE_SOURCES),
  document_id: z.uuid(),
  activity_ids: z.array(z.uuid()),
  date: z.string(),
  currency: z.union([z.string(), z.null()]),
  /** Signed as booked; null: not stated. */
  net_amount: amountOrNull,
  gross_amount: amountOrNull,
  /** settled: it counts, is evidence of counted_by_id or was left out by a rule; waiting: a person decides; dismissed: a person left it out. */
  state: z.enum(["settled", "waiting", "dismissed"]),
  /** The record that counts for it; null: none does, it counts by itself. */
  counted_by_id: idOrNull,
  /** What no payment has settled yet, in its currency; null: it is a payment, or its amount is not known. */
  open_amount: amountOrNull,
  /** What tells of the same purchase and does not count beside it. */
  evidence: z.array(
    z.object({
      id: z.uuid(),
      source: z.enum(PURCHASE_SOURCES),
      document_id: z.uuid(),
      date: z.string(),
      /** By which a person confirmed it. */
      decision: decisionOrNull,
    }),
  ),
  /** What it pays, or what pays it: the newest word about each pair. */
  settlements: z.array(
    z.object({
      payment_id: z.uuid(),
      item_id: z.uuid(),
      /** linked: by a rule; proposed: a person is asked; confirmed, separated: a person said so; ended: the item counts no more. */
      state: z.enum(["linked", "proposed", "confirmed", "separated", "ended"]),
      amount: z.number(),
      /** By which a person said so. */
      decision: decisionOrNull,
      /** Of the other one of the two. */
      source: z.enum(PURCHASE_SOURCES),
      document_id: z.uuid(),
      date: z.string(),
    }),
  ),
});
SCHEMA_NAMES.add(accountRecord, { name: "SupplierAccountRecord" });

const EXAMPLE: z.infer<typeof accountRecord> = {
  id: "0198c0de-0000-7000-8000-000000000071",
  source: "invoice",
  document_id: "0198c0de-0000-7000-8000-000000000072",
  activity_ids: ["0198c0de-0000-7000-8000-000000000073"],
  date: "2026-03-05",
  currency: "DKK",
  net_amount: 1000,
  gross_amount: 1250,
  state: "settled",
  counted_by_id: null,
  open_amount: 250,
  evidence: [],
  settlements: [
    {
      payment_id: "0198c0de-0000-7000-8000-000000000074",
      item_id: "0198c0de-0000-7000-8000-000000000071",
      state: "linked",
      amount: 1000,
      decision: null,
      source: "bank",
      document_id: "0198c0de-0000-7000-8000-000000000075",
      date: "2026-04-04",
    },
  ],
};

export const listSupplierAccount = defineOperation({
  name: "list_supplier_account",
  title: "The account of a supplier",
  description:
    "What documents, postings and payments state of a supplier's purchases, newest first: which of them counts, what is open, and " +
    "which payment settles what. decide_purchase_link confirms or separates a pair. Suppliers merged into it are on it.",
  layer: null,
  scope: "suppliers:read",
  access: "read",
  input: z.object({ id: z.uuid().describe("Id of the supplier, from list_supplier_identities"), ...pageInput }),
  output: page(accountRecord),
  errors: ["request.validation_failed", "resource.not_found", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/supplier-identities/:id/account" },
  tool: false,
  callers: "any",
  example: { input: { id: "$supplier_with_account_id" }, output: { items: [EXAMPLE], next_cursor: null } },
  async run(ctx, { id, ...asked }) {
    const keys = await supplierKeysOf(ctx.db, id);
    if (keys === null) throw notFound("supplier");
    const purpose = { list: "list_supplier_account", filters: { id } };
    const rows = await keysetPage(ctx.cursors, purpose, asked, async (after, limit) =>
      (await selectOfKeys(ctx.db, keys, after, limit)).map((row) => ({ ...row, created_at: row.dated })),
    );
    return { items: rows.items.map(toRecord), next_cursor: rows.next_cursor };
  },
});

function toRecord(row: AccountRow): z.infer<typeof accountRecord> {
  const { id, source, document_id, activity_ids, dated, currency, net, gross, state, counted_by, evidence, links } =
    row;
  return {
    id,
    source,
    document_id,
    activity_ids: [...activity_ids],
    date: dated,
    currency,
    net_amount: net === null ? null : roundedNumber(net),
    gross_amount: gross === null ? null : roundedNumber(gross),
    state,
    counted_by_id: counted_by,
    open_amount: openAmount(row),
    evidence: evidence.map(({ id: told_id, source: told, document_id: of, dated: on, decision }) => ({
      id: told_id,
      source: told,
      document_id: of,
      date: on,
      decision,
    })),
    settlements: links.map((link) => ({
      payment_id: link.payment_id,
      item_id: link.item_id,
      // Withdrawn words are not read.
      state: link.state === "withdrawn" ? "ended" : link.state,
      decision: link.decision,
      amount: roundedNumber(link.amount),
      source: link.other_source,
      document_id: link.other_document_id,
      date: link.other_dated,
    })),
  };
}

/** Of what counts by itself and is no payment; a net alone says nothing of what is to be paid. */
function openAmount(row: AccountRow): number | null {
  if (row.source === "bank" || row.source === "statement" || row.counted_by !== null || row.gross === null) return null;
  const told_by = [row.source, ...row.evidence.map(({ source }) => source)];
  return openCents({ ...row, told_by }, { source: "bank", net: null }) / 100;
}
