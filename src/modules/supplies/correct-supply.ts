import { z } from "zod";
import { notFound, validationError } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { removeSupplyIdentifier, selectSupply, updateSupply } from "./store.ts";
import {
  EXAMPLE_SUPPLY,
  identifiersInput,
  reasonInput,
  statedIdentifiers,
  supplyFacts,
  supplyRecord,
} from "./supply-record.ts";
import { addIdentifiers, assertSupplier, writtenSupply } from "./write-supply.ts";

export const correctSupply = defineOperation({
  name: "correct_supply",
  title: "Correct a supply",
  description:
    "States what is supplied, by whom and what people call it, takes identifiers from a supply (remove) and gives it new ones " +
    "(add), with a reason. What is removed is not given back by bills. Lines in the ledger keep the supply that they name.",
  layer: null,
  scope: "activities:write",
  access: "write",
  input: z.object({
    id: z.uuid().describe("Id of the supply, from list_supplies"),
    ...supplyFacts,
    add: identifiersInput.optional(),
    remove: identifiersInput.optional(),
    reason: reasonInput,
  }),
  output: supplyRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/supplies/:id/correction" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$supply_id", name: "Lager Vejle", reason: "As we call it" },
    output: EXAMPLE_SUPPLY,
  },
  async run(ctx, { id, commodity = null, name = null, supplier_identity_id = null, reason, ...lists }) {
    const add = statedIdentifiers("add", lists.add ?? []);
    const remove = statedIdentifiers("remove", lists.remove ?? []);
    const facts = { commodity, name, supplier_identity_id };
    if (Object.values(facts).every((fact) => fact === null) && add.length + remove.length === 0) {
      const message = "state commodity, name, supplier_identity_id, add or remove";
      throw validationError([{ path: "name", code: "required", message }]);
    }
    return await ctx.db.transaction(async (tx) => {
      const chain = await lockAuditChain(tx);
      if ((await selectSupply(tx, id)) === undefined) throw notFound("supply");
      await assertSupplier(tx, supplier_identity_id);
      await updateSupply(tx, id, facts);
      for (const [index, identifier] of remove.entries()) {
        if (await removeSupplyIdentifier(tx, id, identifier, ctx.clock.now().toISOString())) continue;
        const message = "the supply does not have it; get_supply lists what it has";
        throw validationError([{ path: `remove.${index}.value`, code: "unknown", message }]);
      }
      await addIdentifiers(ctx, tx, { id, path: "add", identifiers: add });
      const payload = { ...facts, add, remove, reason };
      await appendAudit(ctx, tx, [{ action: "supply.corrected", subject: id, payload }], chain);
      return await writtenSupply(tx, id);
    });
  },
});
