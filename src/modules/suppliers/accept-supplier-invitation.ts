import { z } from "zod";
import type { Context, TenantTransaction } from "../../core/context.ts";
import { notFound, validationError } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { lineInput } from "../../core/visible-text.ts";
import { appendAudit } from "../audit/index.ts";
import { connectionAfter } from "./connection-states.ts";
import { tokenDigest } from "./invitation-token.ts";
import { describeSupplier, lockSupplier, setAccepted } from "./store.ts";
import { type InvitationRow, lockInvitation, useInvitation } from "./store-invitations.ts";
import { EXAMPLE_PROFILE, supplierProfile, type SupplierProfile, toProfile } from "./supplier-record.ts";

const acceptance = z.object({
  token: z.string().min(1).max(200).describe("The code of the invitation"),
  employees: z.int().min(0).max(10_000_000).describe("The supplier's number of employees").optional(),
  supplier_industry: lineInput(200).describe("What the supplier does").optional(),
});

export const acceptSupplierInvitation = defineOperation({
  name: "accept_supplier_invitation",
  title: "Accept a supplier invitation",
  description:
    "Connects the supplier that an invitation was made for, by its token: the supplier's status becomes active. A token " +
    "works once, for 30 days, and only until the invitation is sent again. The supplier may state its size and trade.",
  layer: null,
  scope: "suppliers:write",
  access: "write",
  feature: "supplyChain",
  input: acceptance,
  output: supplierProfile,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: ["supplier.connected"],
  rest: { method: "POST", path: "/supplier-invitations/accept" },
  tool: false,
  callers: "any",
  example: { input: { token: "$supplier_invitation_token", employees: 85 }, output: EXAMPLE_PROFILE },
  async run(ctx, input) {
    return await ctx.db.transaction((tx) => accept(ctx, tx, input));
  },
});

/** @throws ServiceError resource.not_found for an unknown token, request.validation_failed for one that has ended. */
async function accept(
  ctx: Context,
  tx: TenantTransaction,
  { token, ...description }: z.output<typeof acceptance>,
): Promise<SupplierProfile> {
  const invitation = await lockInvitation(tx, tokenDigest(token));
  if (invitation === undefined) throw notFound("supplier invitation");
  const now = ctx.clock.now();
  assertOpen(invitation, now);
  const supplier = await lockSupplier(tx, invitation.supplier_id);
  if (supplier === undefined) throw notFound("supplier invitation");
  const { id, status: before } = supplier;
  const status = connectionAfter(before, "accept");
  await useInvitation(tx, invitation.id, now.toISOString());
  await setAccepted(tx, id, { status, at: now.toISOString() });
  const row = await describeSupplier(tx, id, description);
  const payload = { invitation_id: invitation.id, before, after: status, employees: row.employees };
  await appendAudit(ctx, tx, [{ action: "supplier.connected", subject: id, payload }]);
  const { supplier_identifier, accepted_at } = row;
  await ctx.emit(tx, "supplier.connected", { id, supplier_identifier, status, accepted_at });
  return toProfile(row);
}

function assertOpen(invitation: InvitationRow, now: Date): void {
  const refuse = (code: string, message: string) => validationError([{ path: "token", code, message }]);
  if (invitation.used_at !== null) throw refuse("invitation_used", "was used already");
  if (invitation.replaced_at !== null) throw refuse("invitation_replaced", "was replaced by a newer invitation");
  if (Date.parse(invitation.expires_at) <= now.getTime()) throw refuse("invitation_expired", "has expired");
}
