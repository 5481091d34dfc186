import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { numberingSources } from "../data-sources/index.ts";
import {
  chosenRoles,
  EXAMPLE_SOURCES,
  insertSourceRoles,
  purchaseSources,
  purchaseSourcesRecord,
  selectSourceRoles,
} from "../purchases/index.ts";

export const setPurchaseSources = defineOperation({
  name: "set_purchase_sources",
  title: "Choose which sources tell of purchases",
  description:
    "States the roles of the company's sources in place of those chosen before; what is left out follows from what has come. While " +
    "invoices or a ledger are a source, payments that name no supplier and transfers of the bank's first 60 days are no purchases " +
    "by themselves. It holds for documents that are read from now on; every statement stays, and is in the audit log.",
  layer: null,
  scope: "tenant:write",
  access: "write",
  idempotent: true,
  input: z.object({ roles: chosenRoles.describe("Only those that differ from what has come; {}: none does") }),
  output: purchaseSourcesRecord,
  errors: ["request.validation_failed"],
  emits: [],
  rest: { method: "PUT", path: "/settings/purchase-sources" },
  tool: false,
  callers: "any",
  example: { input: { roles: { ledger: "books" } }, output: EXAMPLE_SOURCES },
  async run(ctx, { roles }) {
    return await ctx.db.transaction(async (tx) => {
      const chain = await lockAuditChain(tx);
      const before = (await selectSourceRoles(tx))?.roles ?? {};
      const isSame = SOURCES.every((source) => before[source] === roles[source]);
      if (!isSame) {
        const id = ctx.newId();
        const chosen = Object.fromEntries(Object.entries(roles).filter(([, role]) => role !== undefined));
        await insertSourceRoles(tx, { id, roles: chosen, set_by: ctx.principal.actor });
        const payload = { roles: { before, after: chosen } };
        await appendAudit(ctx, tx, [{ action: "purchase_sources.stated", subject: id, payload }], chain);
      }
      const is_ledger_connected = (await numberingSources(tx)).size > 0;
      return await purchaseSources(tx, { is_ledger_connected });
    });
  },
});

const SOURCES = ["invoices", "ledger", "bank", "card"] as const;
