import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { insertSupply } from "./store.ts";
import {
  EXAMPLE_SUPPLY,
  identifiersInput,
  reasonInput,
  statedIdentifiers,
  supplyFacts,
  supplyRecord,
} from "./supply-record.ts";
import { addIdentifiers, assertSupplier, writtenSupply } from "./write-supply.ts";

export const addSupply = defineOperation({
  name: "add_supply",
  title: "Add a supply",
  description:
    "Adds a metered supply before a bill names it, with its metering point, installation, address or customer number. " +
    "Bills that state one of these are about it from then on. A metering point of another supply is refused.",
  layer: null,
  scope: "activities:write",
  access: "write",
  input: z.object({ ...supplyFacts, identifiers: identifiersInput.min(1), reason: reasonInput }),
  output: supplyRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/supplies", status: 201 },
  tool: false,
  callers: "any",
  example: {
    input: {
      commodity: "electricity",
      name: "Lager Vejle",
      identifiers: [{ kind: "customer_number", value: "8841205" }],
      reason: "New warehouse from April",
    },
    output: EXAMPLE_SUPPLY,
  },
  async run(ctx, { commodity = null, name = null, supplier_identity_id = null, identifiers, reason }) {
    const stated = statedIdentifiers("identifiers", identifiers);
    const facts = { commodity, name, supplier_identity_id };
    return await ctx.db.transaction(async (tx) => {
      const chain = await lockAuditChain(tx);
      await assertSupplier(tx, supplier_identity_id);
      const id = ctx.newId();
      await insertSupply(tx, id, facts, ctx.principal.actor);
      await addIdentifiers(ctx, tx, { id, path: "identifiers", identifiers: stated });
      const payload = { ...facts, identifiers: stated, reason };
      await appendAudit(ctx, tx, [{ action: "supply.added", subject: id, payload }], chain);
      return await writtenSupply(tx, id);
    });
  },
});
