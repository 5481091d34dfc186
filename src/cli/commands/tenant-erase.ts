import { sha256Hex } from "../../core/content-hash.ts";
import { calendarDay } from "../../core/days.ts";
import { validationError } from "../../core/errors.ts";
import { isPlainLine } from "../../core/visible-text.ts";
import { erasurePorts } from "../../composition/company-erasure.ts";
import {
  CALENDAR_YEAR_END,
  eraseCompany,
  type ErasureOrder,
  type ErasurePlan,
  finishErasure,
  isFinancialYearEnd,
  parseManifest,
  planErasure,
  resetSandbox,
} from "../../modules/offboarding/index.ts";
import { findAnyTenant, findTenant } from "../../modules/tenants/index.ts";
import { writtenFolder } from "../../platform/export-folder.ts";
import type { Service } from "../../composition/service.ts";
import { type Arguments, type Command, type CommandResult, optional, required, UsageError } from "../command.ts";

const REASON_MAX = 500;

export const tenantErase: Command = {
  name: "tenant erase",
  usage:
    "--tenant <id or name> [--financial-year-end MM-DD] [(--export <folder> | --without-export) " +
    "[--despite-retention <reason>] --confirm <name>]",
  summary:
    "Says what erasing a company would remove, what law keeps and until when; with --confirm and its name it does it, for good",
  options: {
    tenant: { type: "string" },
    confirm: { type: "string" },
    export: { type: "string" },
    "without-export": { type: "boolean" },
    "despite-retention": { type: "string" },
    "financial-year-end": { type: "string" },
  },
  async run(service, args) {
    const { id } = await findAnyTenant(service.database.system, required(args, "tenant"));
    const plan = await planErasure(service.database.admin, id, {
      year_end: yearEnd(args),
      today: calendarDay(service.clock.now()),
    });
    if (plan.company.erased_at !== null) return await goOn(service, plan);
    const confirmed = optional(args, "confirm");
    if (confirmed === null) return describePlan(plan);
    if (confirmed !== plan.company.name)
      throw new UsageError(`--confirm must be the company's name: ${plan.company.name}`);
    const order = await orderOf(args, plan);
    const outcome = await eraseCompany(erasurePorts(service), order);
    const { rows, events, files, accounts } = outcome;
    return {
      json: { tenant_id: id, ...outcome },
      lines: [
        `${plan.company.name} (${id}) is erased: ${rows} rows and ${files} files removed, ${events} events and ${accounts} accounts emptied`,
        "What is left: its id, and a chain of hashes that audit verify proves.",
        ...sampledLines(outcome.sampled_tables),
        ...OUTSIDE,
      ],
    };
  },
};

export const sandboxReset: Command = {
  name: "sandbox reset",
  usage: "--tenant <id or name> --confirm <name>",
  summary: "Makes a company's sandbox empty again; its keys and grants stay, live is not touched",
  options: { tenant: { type: "string" }, confirm: { type: "string" } },
  async run(service, args) {
    const { id, name } = await findTenant(service.database.system, required(args, "tenant"));
    if (optional(args, "confirm") !== name) throw new UsageError(`--confirm must be the company's name: ${name}`);
    const reset = await resetSandbox(erasurePorts(service), id);
    return {
      json: { tenant_id: id, ...reset },
      lines: [`The sandbox of ${name} is empty: ${reset.rows} rows and ${reset.files} files removed`],
    };
  },
};

function yearEnd(args: Arguments): string {
  const financialYearEnd = optional(args, "financial-year-end") ?? CALENDAR_YEAR_END;
  if (!isFinancialYearEnd(financialYearEnd))
    throw new UsageError("--financial-year-end is a month and a day, e.g. 06-30");
  return financialYearEnd;
}

/** A process that was killed may have left files. */
async function goOn(service: Service, { company }: ErasurePlan): Promise<CommandResult> {
  const { files } = await finishErasure(erasurePorts(service), company.id);
  const json = { tenant_id: company.id, erased_at: company.erased_at, files };
  const left = files === 0 ? [] : [`${files} files that were left have been removed now`];
  return { json, lines: [`This company was erased at ${company.erased_at}`, ...left] };
}

/** @throws UsageError, and ServiceError request.validation_failed for a company that law still protects */
async function orderOf(args: Arguments, plan: ErasurePlan): Promise<ErasureOrder> {
  const folder = optional(args, "export");
  const without = args.options["without-export"] === true;
  if ((folder === null) !== without) throw new UsageError("name either --export <folder> or --without-export");
  const reason = optional(args, "despite-retention");
  if (reason !== null && (!isPlainLine(reason) || reason.length > REASON_MAX)) {
    throw new UsageError(
      `--despite-retention is a line of at most ${REASON_MAX} characters; it is kept, so it names nobody`,
    );
  }
  if (plan.is_retained && reason === null) {
    const message =
      `law keeps its vouchers until ${plan.retained_until}; erase it after that day, or say why it may be erased now, e.g. ` +
      '--despite-retention "the company keeps its vouchers itself"';
    throw validationError([{ path: "despite-retention", code: "retained", message }]);
  }
  const common = { plan, despite_retention: plan.is_retained ? reason : null };
  if (folder === null) return { ...common, exported: null, manifest_sha256: null };
  const exportedFolder = await writtenFolder(folder);
  await exportedFolder.verify();
  const text = await exportedFolder.text("manifest.json");
  const { company, ledgers } = parseManifest(text);
  if (company.id !== plan.company.id) {
    throw validationError([{ path: "export", code: "other_company", message: "is the export of another company" }]);
  }
  const exported = { live: ledgers.live.audit_head, sandbox: ledgers.sandbox.audit_head };
  return { ...common, exported, manifest_sha256: sha256Hex(text) };
}

const OUTSIDE: readonly string[] = [
  "Outside of this: backups and exports, which go when they are rotated or deleted; log files; mails and events that were sent.",
];

function describePlan(plan: ErasurePlan): CommandResult {
  const { company, rows, accounts, accounts_kept } = plan;
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const tables = Object.entries(rows).map(([table, count]) => `${table} ${count}`);
  const kept = accounts_kept === 0 ? "" : `; ${accounts_kept} more stay, because they work for others`;
  return {
    json: { ...plan, would_erase: true },
    lines: [
      `Nothing is erased yet. Erasing ${company.name} (${company.id}) is for good:`,
      ...(company.closed_at === null
        ? []
        : [`  begun     at ${company.closed_at} and not finished: the company is closed`]),
      `  removes   ${total} rows: ${tables.join(", ")}`,
      "  removes   its documents and reports, keys, webhooks, data sources, sessions and jobs",
      `  empties   ${accounts} accounts of people who work for nobody else${kept}`,
      "  keeps     id, country and plan; of the audit log number, moment, kind and hash of each event",
      `  law       ${lawLine(plan)}`,
      ...OUTSIDE,
      `First:      tenant export --tenant ${company.id} --to <new folder>`,
      `Then:       tenant erase --tenant ${company.id} --export <folder> --confirm "${company.name}"` +
        (plan.is_retained ? " --despite-retention <reason>" : ""),
    ],
  };
}

function lawLine({ vouchers, latest_voucher, retained_until, year_end, is_retained }: ErasurePlan): string {
  if (retained_until === null) return "keeps nothing: there are no vouchers";
  const state = is_retained ? `keeps them until ${retained_until}` : `kept them until ${retained_until}`;
  return (
    `${vouchers} vouchers, the latest of ${latest_voucher}: bogføringsloven § 12 ${state}, five years from the end of the ` +
    `financial year (which ends on ${year_end} here; --financial-year-end says another day)`
  );
}

function sampledLines(tables: number): string[] {
  if (tables === 0) return [];
  return [
    `This PostgreSQL is older than 18 and keeps samples of ${tables} tables that are empty now: an administrator removes them ` +
      "(docs/operations.md, Offboarding).",
  ];
}
