import { z } from "zod";
import type { Context, TenantTransaction } from "../../core/context.ts";
import { defineOperation } from "../../core/operation.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { appendAudit } from "../audit/index.ts";
import { assertBegun, changeDisclosure, deadline, disclosureStatus, dueOnInput } from "./change-disclosure.ts";
import { connectionAfter } from "./connection-states.ts";
import { DISCLOSURE_TRANSITIONS } from "./disclosure-states.ts";
import { ensureSupplier } from "./ensure-supplier.ts";
import { type InvitationMessage, invitationMessage } from "./invitation-message.ts";
import { mintToken } from "./invitation-token.ts";
import { isProtectedUndertaking } from "./protected-undertaking.ts";
import { describeSupplier, setInvited, type SupplierRow } from "./store.ts";
import { insertInvitation, replaceOpenInvitations } from "./store-invitations.ts";
import { EXAMPLE_PROFILE, supplierProfile, toProfile } from "./supplier-record.ts";

const VALID_DAYS = 30;
const DAY_MS = 86_400_000;

const invitationRequest = z.object({
  id: z.uuid().describe("id of the supplier, see list_suppliers"),
  email: z.email().max(254).describe("Where the supplier reads it"),
  report_year: z
    .int()
    .min(1990)
    .max(2100)
    .describe("Year whose figures are asked for; the last one, if absent")
    .optional(),
  due_on: dueOnInput.optional(),
  language: z.enum(["da", "en"]).describe("Of the message; da for Danish suppliers, else en, if absent").optional(),
  employees: z.int().min(0).max(10_000_000).describe("Number of employees, if known").optional(),
});

const invitationRecord = z.object({
  id: z.uuid(),
  token: z.string(),
  expires_at: z.iso.datetime(),
  report_year: z.int(),
  due_on: z.iso.date(),
});

const invited = z.object({
  supplier: supplierProfile,
  invitation: invitationRecord,
  message: z.object({ subject: z.string(), body: z.string() }),
});
SCHEMA_NAMES.add(invited, { name: "SupplierInvitation" });
type Invited = z.output<typeof invited>;

export const inviteSupplier = defineOperation({
  name: "invite_supplier",
  title: "Invite a supplier",
  description:
    "Invites a supplier to connect and asks for its figures of a year. The answer holds a single-use token, shown this " +
    "once and valid for 30 days, and the message to send: the figures that are needed, the deadline and, for undertakings " +
    "of up to 1,000 employees, the right to refuse more. The service sends no e-mail itself. A second call replaces the " +
    "token and keeps the supplier. Refused while the supplier is active.",
  layer: null,
  scope: "suppliers:write",
  access: "write",
  feature: "supplyChain",
  input: invitationRequest,
  output: invited,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: ["supplier.invited"],
  rest: { method: "POST", path: "/suppliers/:id/invite", status: 201, secret: true },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$supplier_id", email: "klima@skovens.example", report_year: 2025, employees: 85 },
    output: {
      supplier: { ...EXAMPLE_PROFILE, status: "pending", accepted_at: null },
      invitation: {
        id: "0198c0de-0000-7000-8000-000000000052",
        token: `si_${"0".repeat(43)}`,
        expires_at: "2026-02-11T08:00:00.000Z",
        report_year: 2025,
        due_on: "2026-02-11",
      },
      message: { subject: "Nordlys Møbler ApS beder om jeres klimatal for 2025", body: "Kære Skovens Trælast A/S ..." },
    },
  },
  async run(ctx, input) {
    return await ctx.db.transaction((tx) => invite(ctx, tx, input));
  },
});

/** Invites within a transaction of the caller's. @throws ServiceError resource.not_found, request.validation_failed */
async function invite(
  ctx: Context,
  tx: TenantTransaction,
  input: z.output<typeof invitationRequest>,
): Promise<Invited> {
  const now = ctx.clock.now();
  const report_year = input.report_year ?? now.getUTCFullYear() - 1;
  assertBegun(ctx, report_year);
  const due_on = deadline(ctx, input.due_on);
  const supplierRow = await ensureSupplier(ctx, tx, input.id);
  const status = connectionAfter(supplierRow.status, "invite");
  const supplier = await describeSupplier(tx, supplierRow.id, { employees: input.employees });
  const language = input.language ?? (supplier.supplier_country === "DK" ? "da" : "en");
  const { token, digest } = mintToken(ctx.randomBytes);
  const id = ctx.newId();
  const expires_at = new Date(now.getTime() + VALID_DAYS * DAY_MS).toISOString();
  await replaceOpenInvitations(tx, supplier.id, now.toISOString());
  const created_by = ctx.principal.actor;
  await insertInvitation(tx, { id, supplier_id: supplier.id, digest, report_year, language, expires_at, created_by });
  const row = await setInvited(tx, supplier.id, { status, email: input.email, at: now.toISOString() });
  const disclosure = await disclosureStatus(ctx, tx, supplier.id, report_year);
  // Figures that are there already are not asked for again.
  if (DISCLOSURE_TRANSITIONS[disclosure].request !== undefined) {
    await changeDisclosure(ctx, tx, { supplier_id: supplier.id, report_year, event: "request", due_on });
  }
  // The address is personal: it stands in the row, where it can be erased, and not in the log.
  const payload = { invitation_id: id, before: supplierRow.status, after: status, report_year, due_on, expires_at };
  await appendAudit(ctx, tx, [{ action: "supplier.invited", subject: supplier.id, payload }]);
  const { supplier_identifier } = row;
  await ctx.emit(tx, "supplier.invited", { id: supplier.id, supplier_identifier, status, report_year, due_on });
  const message = messageFor(ctx, row, { language, report_year, due_on, expires_at, token });
  return { supplier: toProfile(row), invitation: { id, token, expires_at, report_year, due_on }, message };
}

function messageFor(
  ctx: Context,
  supplier: SupplierRow,
  facts: { language: "da" | "en"; report_year: number; due_on: string; expires_at: string; token: string },
): InvitationMessage {
  return invitationMessage({
    ...facts,
    company_name: ctx.tenant.name,
    supplier_name: supplier.supplier_name,
    expires_on: facts.expires_at.slice(0, 10),
    is_protected: isProtectedUndertaking(supplier.employees),
  });
}
