import { z } from "zod";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { lineInput } from "../../core/visible-text.ts";
import { IDENTIFIER_KINDS } from "./identifier.ts";
import { MERGE_STATES } from "./store-merges.ts";

const textOrNull = z.union([z.string(), z.null()]);
const idOrNull = z.union([z.uuid(), z.null()]);

/** A supplier as a company's documents name it. */
export const supplierIdentity = z.object({
  id: z.uuid(),
  name: z.string(),
  country: textOrNull,
  identifiers: z
    .array(
      z.object({
        kind: z.enum(IDENTIFIER_KINDS),
        value: z.string().describe("In the form in which it is compared"),
        shown: z.string().describe("As it was written first"),
        identifies: z.boolean().describe("Whether a document that states only this is this supplier's"),
        stated_by: z.string().describe("document, or who added it"),
        stated_by_name: textOrNull,
      }),
    )
    .describe("At most 200, those of merged suppliers included"),
  merged_into_id: idOrNull.describe("The supplier that it was merged into"),
  merged_ids: z.array(z.uuid()).describe("Suppliers that were merged into it, at most 200"),
  named_by: z.string().describe("document, or who named it"),
  named_by_name: textOrNull,
  created_at: z.iso.datetime(),
});
SCHEMA_NAMES.add(supplierIdentity, { name: "SupplierIdentity" });

/** One of two suppliers, as far as it tells whether they are one. */
const supplierOfPair = z.object({
  identifiers: z
    .array(
      z.object({
        kind: z.enum(IDENTIFIER_KINDS),
        value: z.string().describe("In the form in which it is compared"),
        shown: z.string(),
      }),
    )
    .describe("At most 200, those of merged suppliers included while the two are not one"),
  purchase_count: z
    .int()
    .describe(
      "Purchases that count of documents that tell it by its number, or by its name alone; at most 1,000 are counted",
    ),
});
SCHEMA_NAMES.add(supplierOfPair, { name: "SupplierOfPair" });

/** Two suppliers that are one, or may be. */
export const supplierMerge = z.object({
  id: z.uuid(),
  from_id: z.uuid(),
  from_name: z.string(),
  into_id: z.uuid(),
  into_name: z.string(),
  from: supplierOfPair,
  into: supplierOfPair,
  because: z.enum(["name", "iban", "person"]).describe("What documents of both state, or that a person said so"),
  state: z.enum(MERGE_STATES),
  merged_id: idOrNull.describe("The supplier that no longer stands for itself; null: not merged now"),
  merged_into_id: idOrNull,
  reason: textOrNull,
  decided_by: textOrNull,
  decided_by_name: textOrNull,
  decided_at: z.union([z.iso.datetime(), z.null()]),
  created_at: z.iso.datetime(),
});
SCHEMA_NAMES.add(supplierMerge, { name: "SupplierMerge" });

const REASON_MAX = 500;

/** Why a person changes the register; kept in the audit log. */
export const reasonInput = lineInput(REASON_MAX).describe("Why, for the audit log");

export const EXAMPLE_IDENTITY: z.infer<typeof supplierIdentity> = {
  id: "0198c0de-0000-7000-8000-000000000011",
  name: "Elselskabet Nord A/S",
  country: "DK",
  identifiers: [
    {
      kind: "cvr",
      value: "31415926",
      shown: "31415926",
      identifies: true,
      stated_by: "document",
      stated_by_name: null,
    },
    {
      kind: "iban",
      value: "DK5000400440116243",
      shown: "DK5000400440116243",
      identifies: true,
      stated_by: "document",
      stated_by_name: null,
    },
    {
      kind: "name",
      value: "elselskabet nord",
      shown: "Elselskabet Nord A/S",
      identifies: false,
      stated_by: "document",
      stated_by_name: null,
    },
  ],
  merged_into_id: null,
  merged_ids: [],
  named_by: "document",
  named_by_name: null,
  created_at: "2026-04-02T08:00:00.123456Z",
};

export const EXAMPLE_MERGE: z.infer<typeof supplierMerge> = {
  id: "0198c0de-0000-7000-8000-000000000012",
  from_id: "0198c0de-0000-7000-8000-000000000013",
  from_name: "Elselskabet Nord",
  into_id: "0198c0de-0000-7000-8000-000000000011",
  into_name: "Elselskabet Nord A/S",
  from: { identifiers: [], purchase_count: 3 },
  into: { identifiers: [], purchase_count: 12 },
  because: "name",
  state: "accepted",
  merged_id: "0198c0de-0000-7000-8000-000000000013",
  merged_into_id: "0198c0de-0000-7000-8000-000000000011",
  reason: null,
  decided_by: "api_key:0198c0de-0000-7000-8000-000000000001",
  decided_by_name: "Bookkeeping",
  decided_at: "2026-04-03T08:00:00.000Z",
  created_at: "2026-04-02T08:00:00.123456Z",
};
