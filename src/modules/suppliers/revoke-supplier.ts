import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { appendAudit } from "../audit/index.ts";
import { connectionAfter } from "./connection-states.ts";
import { ensureSupplier } from "./ensure-supplier.ts";
import { setRevoked } from "./store.ts";
import { replaceOpenInvitations } from "./store-invitations.ts";
import { EXAMPLE_PROFILE, supplierProfile, toProfile } from "./supplier-record.ts";

export const revokeSupplier = defineOperation({
  name: "revoke_supplier",
  title: "End the connection to a supplier",
  description:
    "Ends an open invitation or an accepted connection, by the company's or the supplier's wish. Figures that were released " +
    "stay, no new ones are taken, and an open token stops working. Ending it twice changes nothing. The supplier can be " +
    "invited again.",
  layer: null,
  scope: "suppliers:write",
  access: "write",
  feature: "supplyChain",
  input: z.object({ id: z.uuid().describe("id of the supplier, see list_suppliers") }),
  output: supplierProfile,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/suppliers/:id/revoke" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$connected_supplier_id" },
    output: { ...EXAMPLE_PROFILE, status: "revoked", revoked_at: "2026-05-01T08:00:00.000000Z" },
  },
  async run(ctx, input) {
    return await ctx.db.transaction(async (tx) => {
      const supplier = await ensureSupplier(ctx, tx, input.id);
      if (supplier.status === "revoked") return toProfile(supplier);
      const status = connectionAfter(supplier.status, "revoke");
      const at = ctx.clock.now().toISOString();
      await replaceOpenInvitations(tx, supplier.id, at);
      const row = await setRevoked(tx, supplier.id, { status, at });
      const payload = { before: supplier.status, after: status };
      await appendAudit(ctx, tx, [{ action: "supplier.revoked", subject: supplier.id, payload }]);
      return toProfile(row);
    });
  },
});
