import { z } from "zod";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";

const text = z.union([z.string(), z.null()]);
const decimal = text.describe("Decimal text as stated");

const party = z.object({
  name: text,
  identifier: text,
  address: z.array(z.string()),
});
SCHEMA_NAMES.add(party, { name: "ShownParty" });

const activityId = z.union([z.uuid(), z.null()]).describe("The line that was read of it; null: none was");

const line = z.object({
  line_number: z.int().min(1),
  activity_id: activityId,
  description: z.string(),
  quantity: decimal,
  unit: text,
  unit_price: decimal,
  vat_percent: decimal,
  amount: decimal,
  period_start: text,
  period_end: text,
});
SCHEMA_NAMES.add(line, { name: "ShownLine" });

const invoice = z.object({
  document_type: z.enum(["invoice", "credit_note", "utility_statement"]),
  invoice_number: text,
  issue_date: text,
  due_date: text,
  currency: text,
  seller: z.union([party, z.null()]),
  buyer: z.union([party, z.null()]),
  references: z.array(z.object({ kind: z.enum(["invoice", "order", "parent_invoice"]), number: z.string() })),
  notes: z.array(z.string()),
  lines: z.array(line),
  line_count: z.int().min(0),
  vat: z.array(z.object({ percent: decimal, base: decimal, amount: decimal })),
  total_excl_vat: decimal,
  total_vat: decimal,
  total_incl_vat: decimal,
  prepaid: decimal,
  payable: decimal,
  payment_account: text,
});
SCHEMA_NAMES.add(invoice, { name: "ShownInvoice" });

const table = z.object({
  sheet: text.describe("Of a workbook; null: the file is the table"),
  headings: z.array(z.string()),
  columns_left_out: z.int().min(0),
  rows_are_lines: z.boolean().describe("false: a line sums several rows, as of a meter export: no row has one"),
  rows: z.array(z.object({ row_number: z.int().min(1), activity_id: activityId, cells: z.array(z.string()) })),
  last_row_number: z.int().describe("Of the file; rows of a workbook are numbered on over its sheets"),
});
SCHEMA_NAMES.add(table, { name: "ShownTable" });

/** What an electronic invoice or a table says; at most one of the two is there. */
export const shownContents = z.object({
  invoice: z.union([invoice, z.null()]),
  table: z.union([table, z.null()]),
  unshown_code: z
    .enum(["not_electronic", "unreadable"])
    .nullable()
    .describe("Why neither is there: the file is no electronic invoice and no table, or it cannot be read now"),
});
SCHEMA_NAMES.add(shownContents, { name: "UploadFileContents" });
