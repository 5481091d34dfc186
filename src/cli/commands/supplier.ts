import { z } from "zod";
import { type Context, ENVIRONMENTS } from "../../core/context.ts";
import { invoke } from "../../core/invoke.ts";
import { isUuid } from "../../core/ids.ts";
import { acceptSupplierInvitation } from "../../modules/suppliers/accept-supplier-invitation.ts";
import { inviteSupplier } from "../../modules/suppliers/invite-supplier.ts";
import { listSuppliers } from "../../modules/suppliers/list-suppliers.ts";
import { registerSupplier } from "../../modules/suppliers/register-supplier.ts";
import { revokeSupplier } from "../../modules/suppliers/revoke-supplier.ts";
import { keyOf, supplierId } from "../../modules/suppliers/supplier-identity.ts";
import type { Service } from "../../composition/service.ts";
import { type Arguments, type Command, oneOf, optional, required, UsageError } from "../command.ts";

const COMPANY = { tenant: { type: "string" }, environment: { type: "string" } } as const;
const COMPANY_USAGE = "--tenant <id or name> [--environment live|sandbox]";

const profile = z.looseObject({ id: z.uuid(), supplier_name: z.string(), status: z.string() });
const supplierPage = z.object({
  items: z.array(
    profile.extend({
      enterprise_trade_amount: z.number(),
      enterprise_trade_currency: z.string(),
      disclosure_status: z.string(),
    }),
  ),
});
const invited = z.looseObject({
  supplier: profile,
  invitation: z.looseObject({ token: z.string(), expires_at: z.string() }),
  message: z.object({ subject: z.string(), body: z.string() }),
});

export const supplierList: Command = {
  name: "supplier list",
  usage: `${COMPANY_USAGE} [--year <year>]`,
  summary: "Lists the suppliers of a year, newest first, at most 200",
  options: { ...COMPANY, year: { type: "string" } },
  async run(service, args) {
    const ctx = await contextOf(service, args);
    const { items } = supplierPage.parse(await invoke(listSuppliers, ctx, { ...yearOf(args, "year"), limit: 200 }));
    const lines = items.map((row) => {
      const amount = `${row.enterprise_trade_amount.toFixed(2)} ${row.enterprise_trade_currency}`.padStart(18);
      return `${row.id}  ${amount}  ${row.status.padEnd(8)}  ${row.disclosure_status.padEnd(20)}  ${row.supplier_name}`;
    });
    return { json: items, lines };
  },
};

export const supplierInvite: Command = {
  name: "supplier invite",
  usage:
    `${COMPANY_USAGE} --supplier <id, company number or name> --email <address> [--name <name>] [--report-year <year>] ` +
    "[--language da|en]",
  summary: "Invites a supplier and prints the message with its code once; --name registers one without invoices",
  options: {
    ...COMPANY,
    supplier: { type: "string" },
    email: { type: "string" },
    name: { type: "string" },
    "report-year": { type: "string" },
    language: { type: "string" },
  },
  async run(service, args) {
    const ctx = await contextOf(service, args);
    const id = await supplierToInvite(ctx, args);
    const language = optional(args, "language");
    const answer = await invoke(inviteSupplier, ctx, {
      id,
      email: required(args, "email"),
      ...yearOf(args, "report-year", "report_year"),
      ...(language === null ? {} : { language }),
    });
    const { supplier, invitation, message } = invited.parse(answer);
    const lines = [
      `${supplier.supplier_name} is ${supplier.status}; the code works until ${invitation.expires_at}, shown only now:`,
      "",
      message.subject,
      "",
      message.body,
    ];
    return { json: answer, lines };
  },
};

export const supplierAccept: Command = {
  name: "supplier accept",
  usage: `${COMPANY_USAGE} --token <code of the invitation>`,
  summary: "Accepts an invitation in the supplier's name",
  options: { ...COMPANY, token: { type: "string" } },
  async run(service, args) {
    const ctx = await contextOf(service, args);
    const supplier = profile.parse(await invoke(acceptSupplierInvitation, ctx, { token: required(args, "token") }));
    return { json: supplier, lines: [`${supplier.supplier_name} is ${supplier.status}`] };
  },
};

export const supplierRevoke: Command = {
  name: "supplier revoke",
  usage: `${COMPANY_USAGE} --supplier <id, company number or name>`,
  summary: "Ends an invitation or a connection",
  options: { ...COMPANY, supplier: { type: "string" } },
  async run(service, args) {
    const ctx = await contextOf(service, args);
    const id = idOf(ctx, required(args, "supplier"));
    const supplier = profile.parse(await invoke(revokeSupplier, ctx, { id }));
    return { json: supplier, lines: [`${supplier.supplier_name} is ${supplier.status}`] };
  },
};

async function contextOf(service: Service, args: Arguments): Promise<Context> {
  const environment = oneOf(optional(args, "environment") ?? "live", ENVIRONMENTS, "environment");
  return await service.operatorContext(required(args, "tenant"), environment, "operator");
}

async function supplierToInvite(ctx: Context, args: Arguments): Promise<string> {
  const supplier = required(args, "supplier");
  const supplier_name = optional(args, "name");
  if (supplier_name === null) return idOf(ctx, supplier);
  const input = { supplier_name, supplier_identifier: supplier };
  return profile.parse(await invoke(registerSupplier, ctx, input)).id;
}

/** A supplier's id is what it says, or follows from its company number or name. @throws UsageError */
function idOf(ctx: Context, supplier: string): string {
  if (isUuid(supplier)) return supplier;
  const key = keyOf({ supplier_identifier: supplier, supplier_name: supplier });
  if (key === null) throw new UsageError("--supplier is an id, a company number or a name");
  return supplierId(ctx.tenant, key);
}

function yearOf(args: Arguments, option: string, member = option): Readonly<Record<string, number>> {
  const text = optional(args, option);
  if (text === null) return {};
  if (!/^\d{4}$/.test(text)) throw new UsageError(`--${option} is a year of four digits`);
  return { [member]: Number(text) };
}
