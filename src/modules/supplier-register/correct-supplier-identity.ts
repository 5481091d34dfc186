import { z } from "zod";
import type { Context, TenantTransaction } from "../../core/context.ts";
import { notFound, validationError } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { lineInput } from "../../core/visible-text.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { type Identifier, IDENTIFIER_KINDS, statedIdentifier } from "./identifier.ts";
import {
  addIdentifier,
  removeIdentifier,
  renameSupplier,
  selectHolder,
  selectSupplierIdentity,
  type SupplierIdentityRow,
} from "./store.ts";
import { EXAMPLE_IDENTITY, reasonInput, supplierIdentity } from "./supplier-identity-record.ts";

const CHANGES_MAX = 50;
const identifierInput = z.strictObject({
  kind: z.enum(IDENTIFIER_KINDS),
  value: lineInput(200).describe("As written"),
});

export const correctSupplierIdentity = defineOperation({
  name: "correct_supplier_identity",
  title: "Correct a supplier of the register",
  description:
    "Renames a supplier, takes identifiers from it (remove) and gives it new ones (add), in this order, with a reason. A name " +
    "that is added makes documents that state nothing else this supplier's. What is removed is not given back by documents. " +
    "An identifier of another supplier is refused: merge_supplier_identities joins two. Documents that are in the ledger " +
    "keep what they state.",
  layer: null,
  scope: "suppliers:write",
  access: "write",
  input: z.object({
    id: z.uuid().describe("Id of the supplier, from list_supplier_identities"),
    name: lineInput(200).describe("New name").optional(),
    add: z.array(identifierInput).max(CHANGES_MAX).optional(),
    remove: z.array(identifierInput).max(CHANGES_MAX).optional(),
    reason: reasonInput,
  }),
  output: supplierIdentity,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/supplier-identities/:id/correction" },
  tool: false,
  callers: "any",
  example: {
    input: {
      id: "$supplier_identity_id",
      name: "Elselskabet Nord A/S",
      reason: "The name in the register of companies",
    },
    output: EXAMPLE_IDENTITY,
  },
  async run(ctx, { id, name, add = [], remove = [], reason }) {
    const change: Change = { name: name ?? null, add: identifiers("add", add), remove: identifiers("remove", remove) };
    if (change.name === null && add.length + remove.length === 0) {
      throw validationError([{ path: "name", code: "required", message: "state name, add or remove" }]);
    }
    return await ctx.db.transaction(async (tx) => {
      const chain = await lockAuditChain(tx);
      const supplier = await selectSupplierIdentity(tx, id);
      if (supplier === undefined) throw notFound("supplier");
      if (supplier.merged_into_id !== null) {
        const message = `the supplier was merged: correct the one that stands for it (merged_into_id), or undo the merge`;
        throw validationError([{ path: "id", code: "merged", message }]);
      }
      await applyChange(ctx, tx, supplier, change);
      const payload = { name: change.name, add: change.add, remove: change.remove, reason };
      await appendAudit(ctx, tx, [{ action: "supplier_identity.corrected", subject: id, payload }], chain);
      const corrected = await selectSupplierIdentity(tx, id);
      if (corrected === undefined) throw new Error("a supplier that was just corrected vanished");
      return corrected;
    });
  },
});

interface Change {
  readonly name: string | null;
  readonly add: readonly StatedIdentifier[];
  readonly remove: readonly StatedIdentifier[];
}

interface StatedIdentifier extends Identifier {
  readonly shown: string;
}

const FORMS: Readonly<Record<(typeof IDENTIFIER_KINDS)[number], string>> = {
  cvr: "a CVR number has 8 digits",
  vat: "a VAT number is a country code and 2 to 12 letters and digits",
  register_number: "a register number has at least 5 characters, one of them a digit",
  iban: "an IBAN has a country code, check digits that fit, and 15 to 34 characters",
  account: "an account is not empty",
  name: "a name has letters or digits besides its legal form",
};

/** @throws ServiceError request.validation_failed for a text that is no identifier of its kind */
function identifiers(path: string, stated: readonly z.infer<typeof identifierInput>[]): StatedIdentifier[] {
  return stated.map(({ kind, value }, index) => {
    const identifier = statedIdentifier(kind, value);
    if (identifier === null) {
      throw validationError([{ path: `${path}.${index}.value`, code: "invalid", message: FORMS[kind] }]);
    }
    return { ...identifier, shown: value };
  });
}

async function applyChange(
  ctx: Context,
  tx: TenantTransaction,
  { id }: SupplierIdentityRow,
  { name, add, remove }: Change,
): Promise<void> {
  const { actor } = ctx.principal;
  if (name !== null) await renameSupplier(tx, id, name, actor);
  for (const [index, identifier] of remove.entries()) {
    if (await removeIdentifier(tx, id, identifier, ctx.clock.now().toISOString())) continue;
    const message = "the supplier does not have it; get_supplier_identity lists what it has";
    throw validationError([{ path: `remove.${index}.value`, code: "unknown", message }]);
  }
  for (const [index, identifier] of add.entries()) {
    const holder = await selectHolder(tx, identifier);
    if (holder !== undefined && holder !== id) {
      const message = `it is the supplier ${holder}'s: take it from that one first, or merge the two`;
      throw validationError([{ path: `add.${index}.value`, code: "taken", message }]);
    }
    if (holder === undefined) await addIdentifier(tx, id, identifier, actor);
  }
}
