import { ENVIRONMENTS, type TenantDb } from "../../core/context.ts";
import { recordedByMonth } from "../../modules/activities/index.ts";
import { receivedByMonth } from "../../modules/ingestion/index.ts";
import { quotaByMonth } from "../../modules/quota/index.ts";
import { reportsByMonth } from "../../modules/reports/index.ts";
import { findTenant, listTenants } from "../../modules/tenants/index.ts";
import type { Service } from "../../composition/service.ts";
import { type Arguments, type Command, type CommandResult, optional, UsageError } from "../command.ts";

/** Counted from what the database holds; a month without a figure in one of them had none of it. */
const COUNTED = [
  "files",
  "stored_bytes",
  "documents",
  "documents_from_pictures",
  "lines",
  "quota_invoices",
  "reports",
  "report_bytes",
] as const;
/** Nobody writes them down per company: they are unknown, which is not zero. */
const NOT_RECORDED = ["api_requests", "assistant_calls", "recognised_pages"] as const;

type Counts = Record<(typeof COUNTED)[number], number>;

interface UsageRow extends Counts {
  readonly tenant_id: string;
  readonly tenant_name: string;
  readonly environment: string;
  readonly month: string;
}

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;

export const usage: Command = {
  name: "usage",
  usage: "[--tenant <id or name>] [--from <YYYY-MM>] [--csv]",
  summary:
    "What each company used per month (UTC): files, stored bytes, documents, lines, invoices of the quota, reports; from the " +
    "first month unless --from is given",
  options: { tenant: { type: "string" }, from: { type: "string" }, csv: { type: "boolean" } },
  run: async (service, args) => {
    const { options } = args;
    if (options["csv"] === true && options["json"] === true) throw new UsageError("--csv or --json, not both");
    const rows = await usageRows(service, args);
    const json = rows.map((row) => ({ ...row, ...Object.fromEntries(NOT_RECORDED.map((name) => [name, null])) }));
    return { json, lines: options["csv"] === true ? csvLines(rows) : tableLines(rows) } satisfies CommandResult;
  },
};

async function usageRows({ database }: Service, args: Arguments): Promise<UsageRow[]> {
  const from = optional(args, "from") ?? "0001-01";
  if (!MONTH.test(from)) throw new UsageError("--from is a month as YYYY-MM, e.g. 2026-01");
  const name = optional(args, "tenant");
  const tenants = name === null ? await listTenants(database.system) : [await findTenant(database.system, name)];
  const rows: UsageRow[] = [];
  for (const { id, name: tenant_name } of tenants) {
    for (const environment of ENVIRONMENTS) {
      const months = await usageOf(database.tenant(id, environment), `${from}-01T00:00:00Z`);
      for (const [month, counts] of months) rows.push({ tenant_id: id, tenant_name, environment, month, ...counts });
    }
  }
  return rows;
}

/** Months with anything in them, oldest first. */
async function usageOf(db: TenantDb, from: string): Promise<[string, Counts][]> {
  const months = new Map<string, Counts>();
  const parts = await db.readOnly(async (tx) => [
    ...(await receivedByMonth(tx, from)),
    ...(await recordedByMonth(tx, from)),
    ...(await quotaByMonth(tx, from)),
    ...(await reportsByMonth(tx, from)),
  ]);
  for (const { month, ...counts } of parts) {
    months.set(month, { ...(months.get(month) ?? NOTHING), ...counts });
  }
  return [...months].toSorted(([left], [right]) => (left < right ? -1 : 1));
}

const NOTHING: Counts = {
  files: 0,
  stored_bytes: 0,
  documents: 0,
  documents_from_pictures: 0,
  lines: 0,
  quota_invoices: 0,
  reports: 0,
  report_bytes: 0,
};

const COLUMNS = ["tenant_id", "tenant_name", "environment", "month", ...COUNTED] as const;

/** RFC 4180; what is not recorded has a column without values. */
function csvLines(rows: readonly UsageRow[]): string[] {
  const unknown = NOT_RECORDED.map(() => "");
  return [
    [...COLUMNS, ...NOT_RECORDED].join(","),
    ...rows.map((row) => [...COLUMNS.map((column) => csvField(row[column])), ...unknown].join(",")),
  ];
}

/** A text that a spreadsheet would calculate is made a text (OWASP, CSV injection). */
function csvField(value: string | number): string {
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function tableLines(rows: readonly UsageRow[]): string[] {
  if (rows.length === 0) return ["nothing was used in this time"];
  const lines = rows.flatMap((row, index) => {
    const before = rows[index - 1];
    const isSame = before?.tenant_id === row.tenant_id && before.environment === row.environment;
    const head = isSame ? [] : [`${row.tenant_name} (${row.environment})  ${row.tenant_id}`];
    const counts = COUNTED.map((name) => `${row[name]} ${name.replaceAll("_", " ")}`).join(", ");
    return [...head, `  ${row.month}  ${counts}`];
  });
  return [...lines, `not recorded per company: ${NOT_RECORDED.join(", ").replaceAll("_", " ")}`];
}
