import { z } from "zod";
import type { Context } from "../../core/context.ts";
import { validationError } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { lineInput } from "../../core/visible-text.ts";
import { appendAudit } from "../audit/index.ts";
import { makeSupplier } from "./ensure-supplier.ts";
import { describeSupplier } from "./store.ts";
import { keyOf } from "./supplier-identity.ts";
import { EXAMPLE_PROFILE, supplierProfile, type SupplierProfile, toProfile } from "./supplier-record.ts";

const newSupplier = z.object({
  supplier_name: lineInput(200).describe("Name as on its invoices"),
  supplier_identifier: lineInput(40).describe("Company number, e.g. a Danish CVR number").optional(),
  supplier_country: z
    .string()
    .max(2)
    .regex(/^[A-Z]{2}$/, { message: "must be two capital letters (ISO 3166-1 alpha-2), e.g. DK" })
    .describe("ISO 3166-1 alpha-2")
    .optional(),
  supplier_industry: lineInput(200).describe("What it does").optional(),
  employees: z.int().min(0).max(10_000_000).describe("Number of employees; up to 1,000 it is protected").optional(),
});

export const registerSupplier = defineOperation({
  name: "register_supplier",
  title: "Register a supplier",
  description:
    "Makes a supplier known by its company number, or by its name where there is none, before or beside its invoices; the " +
    "ledger's lines of the same number join it. Registering it again adds what is given and keeps the rest. Suppliers " +
    "with invoices need not be registered: list_suppliers has them. Next: POST /suppliers/:id/invite.",
  layer: null,
  scope: "suppliers:write",
  access: "write",
  feature: "supplyChain",
  input: newSupplier,
  output: supplierProfile,
  errors: ["request.validation_failed"],
  emits: [],
  rest: { method: "POST", path: "/suppliers", status: 201 },
  tool: false,
  callers: "any",
  example: {
    input: { supplier_name: "Skovens Trælast A/S", supplier_identifier: "17320508", employees: 85 },
    output: { ...EXAMPLE_PROFILE, status: "none", invited_email: null, accepted_at: null },
  },
  run: register,
});

/**
 * Makes or completes a supplier, with its audit row.
 * @throws ServiceError request.validation_failed when neither number nor name can tell who it is.
 */
export async function register(ctx: Context, input: z.output<typeof newSupplier>): Promise<SupplierProfile> {
  const { supplier_name, supplier_identifier = null, ...description } = input;
  const supplier_key = keyOf({ supplier_name, supplier_identifier });
  if (supplier_key === null) {
    throw validationError([{ path: "supplier_name", code: "no_letters", message: "must contain letters or digits" }]);
  }
  return await ctx.db.transaction(async (tx) => {
    const { id } = await makeSupplier(ctx, tx, { supplier_key, supplier_name, supplier_country: null });
    const row = await describeSupplier(tx, id, description);
    const { supplier_country, employees } = row;
    const payload = { supplier_identifier: row.supplier_identifier, supplier_country, employees };
    await appendAudit(ctx, tx, [{ action: "supplier.registered", subject: id, payload }]);
    return toProfile(row);
  });
}
