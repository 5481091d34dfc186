import { z } from "zod";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";

/** By what a company is told from its suppliers. */
export const OWN_NUMBER_KINDS = ["cvr", "vat", "iban"] as const;

/** Branches, VAT groups and banks of one company; a statement replaces all of them. */
export const OWN_NUMBERS_MAX = 50;

export const ownNumber = z.object({ kind: z.enum(OWN_NUMBER_KINDS), number: z.string() });
export type OwnNumber = z.output<typeof ownNumber>;

/** The company's own numbers as they stand; `set_by` is null while it has stated none. */
export const ownNumbers = z.object({
  numbers: z.array(ownNumber),
  set_by: z.union([z.string(), z.null()]),
  set_by_name: z.union([z.string(), z.null()]),
  set_at: z.union([z.iso.datetime(), z.null()]),
});
SCHEMA_NAMES.add(ownNumbers, { name: "OwnNumbers" });

export type OwnNumbers = z.output<typeof ownNumbers>;

export const NO_OWN_NUMBERS: OwnNumbers = { numbers: [], set_by: null, set_by_name: null, set_at: null };

export const EXAMPLE_OWN_NUMBERS: OwnNumbers = {
  numbers: [
    { kind: "cvr", number: "29189846" },
    { kind: "iban", number: "DK5000400440116243" },
  ],
  set_by: "api_key:0198c0de-0000-7000-8000-000000000003",
  set_by_name: 'Key "ERP export"',
  set_at: "2026-01-05T08:00:00.000000Z",
};
