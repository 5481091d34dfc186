import { ENVIRONMENTS, type Environment, type TenantDb } from "../../core/context.ts";
import { type AuditReport, verifyAudit } from "../../modules/audit/index.ts";
import { selectReplacedReadings, selectWaitingReadings } from "../../modules/activities/index.ts";
import { waitingFileIds } from "../../modules/ingestion/index.ts";
import {
  compareDocumentCounts,
  compareRollups,
  compareWaiting,
  compareWaitingFiles,
  type DocumentDifference,
  selectRestatingReadings,
  type WaitingDifference,
} from "../../modules/emissions/index.ts";
import { findAnyTenant, listTenants } from "../../modules/tenants/index.ts";
import { type MigrationPlan, planMigrations } from "../../platform/db/migrate.ts";
import { countDeadJobs } from "../../platform/jobs/operator-store.ts";
import { MIGRATIONS, type Service } from "../../composition/service.ts";
import { referenceDataFinding } from "./reference-data.ts";
import { type Arguments, type Command, type CommandResult, optional, type ServiceCommand } from "../command.ts";

export const auditVerify: ServiceCommand = {
  name: "audit verify",
  usage: "[--tenant <id or name>] [--documents]",
  summary:
    "Recomputes every hash of the audit log and of the ledger rows, and holds reports and attestations against it; " +
    "--documents hashes the stored files as well, reports included",
  options: { tenant: { type: "string" }, documents: { type: "boolean" } },
  async run(service, args) {
    const withFiles = args.options["documents"] === true;
    return await forEachLedger(service, args, async (db, { id, environment }) => {
      const report = await verifyAudit(db, withFiles ? service.files.of(id, environment) : undefined);
      const problems = report.problems.map((problem) => `    ${problem.kind}: ${problem.subject}: ${problem.detail}`);
      const files = withFiles ? `, ${report.files_checked} stored files` : "";
      const counts = `${report.events} events, ${report.rows_checked} rows${files}`;
      const erased = erasedLines(report);
      return {
        ok: report.ok,
        report,
        lines: [`${report.ok ? "intact" : "CHANGED"} (${counts})`, ...erased, ...problems],
      };
    });
  },
};

function erasedLines({ erased }: AuditReport): string[] {
  if (erased === null) return [];
  const { events, rows, recorded_by_seq, erased_at, erased_by } = erased;
  return [
    `    erased: ${events} events and the ${rows} rows that they recorded, at ${erased_at} by ${erased_by} (event ${recorded_by_seq})`,
  ];
}

/** Tells of reference data as well, where it is fetched and all companies are looked at. */
export const doctor: ServiceCommand = {
  name: "doctor",
  usage: "[--tenant <id or name>]",
  summary:
    "Compares the kept sums with the entries they were made from, and tells how many jobs were given up and how fetched reference " +
    "data stands",
  options: { tenant: { type: "string" } },
  async run(service, args) {
    const isWhole = optional(args, "tenant") === null && service.config.reference_data === "fetch";
    const ledgers = await compareLedgers(service, args);
    return isWhole ? withReferenceData(ledgers, await referenceDataFinding(service)) : ledgers;
  },
};

async function compareLedgers(service: Service, args: Arguments): Promise<LedgerChecks> {
  return await forEachLedger(service, args, async (db, ledger) => {
    const differences = await compareRollups(db);
    const document_differences = await compareDocumentCounts(db);
    const waiting_differences = await db.readOnly(async (tx) => [
      ...(await compareWaiting(tx, await selectWaitingReadings(tx))),
      ...(await compareWaitingFiles(tx, await waitingFileIds(tx))),
      ...(await selectReplacedReadings(tx, await selectRestatingReadings(tx))).map((subject) => ({
        what: "restatement" as const,
        subject,
      })),
    ]);
    const dead_jobs = await countDeadJobs(service.database.system, ledger);
    const ok = differences.length + document_differences.length + waiting_differences.length === 0;
    const dead = dead_jobs === 0 ? [] : [`    ${dead_jobs} jobs were given up; see jobs list`];
    const sums = differences.length === 0 ? "sums agree" : `${differences.length} sums differ`;
    const waiting =
      waiting_differences.length === 0
        ? []
        : [
            `    what waits is not what is kept of it, ${waiting_differences.length} times: ${firstOf(waiting_differences)}`,
          ];
    const report = { ok, differences, document_differences, waiting_differences, dead_jobs };
    return { ok, report, lines: [sums, ...documentLines(document_differences), ...waiting, ...dead] };
  });
}

function documentLines(differences: readonly DocumentDifference[]): string[] {
  const [first] = differences;
  if (first === undefined) return [];
  const { document_id, entries_count, kept_count } = first;
  const counts = `document ${document_id} has ${entries_count}, kept are ${kept_count}`;
  return [`    counted entries are not what is kept of documents, ${differences.length} times: ${counts}`];
}

function withReferenceData(ledgers: LedgerChecks, { ok, report, lines }: Finding): CommandResult {
  return {
    json: [...ledgers.json, { reference_data: report }],
    lines: [...ledgers.lines, ...lines],
    failed: ledgers.failed || !ok,
  };
}

function firstOf([first]: readonly WaitingDifference[]): string {
  return first === undefined ? "" : `${first.what} ${first.subject}`;
}

export const migratePlan: Command = {
  name: "migrate",
  usage: "[--plan]",
  summary: "Brings the database up to date, as every start does; --plan only says what that would do",
  options: { plan: { type: "boolean" } },
  mode: "upgrade",
  // Opening the service has migrated already; what is left to say is where the database stands.
  run: async (service) => describePlan(await planMigrations(service.connection, MIGRATIONS)),
  plan: async (connection) => describePlan(await planMigrations(connection, MIGRATIONS)),
};

function describePlan(plan: MigrationPlan): CommandResult {
  const pending = plan.pending.map((name) => `  pending: ${name}`);
  return {
    json: plan,
    lines: [`${plan.applied.length} migrations applied, ${plan.pending.length} pending`, ...pending],
  };
}

interface Finding {
  readonly ok: boolean;
  readonly report: unknown;
  readonly lines: readonly string[];
}

interface LedgerChecks extends CommandResult {
  readonly json: readonly unknown[];
  readonly failed: boolean;
}

/** Runs a check on one company or on all, in both environments. */
async function forEachLedger(
  service: Service,
  args: Arguments,
  check: (db: TenantDb, ledger: { readonly id: string; readonly environment: Environment }) => Promise<Finding>,
): Promise<LedgerChecks> {
  const name = optional(args, "tenant");
  const { system } = service.database;
  const tenants = name === null ? await listTenants(system) : [await findAnyTenant(system, name)];
  const json: unknown[] = [];
  const lines: string[] = [];
  let failed = false;
  for (const tenant of tenants) {
    for (const environment of ENVIRONMENTS) {
      const finding = await check(service.database.tenant(tenant.id, environment), { id: tenant.id, environment });
      failed ||= !finding.ok;
      json.push({ tenant_id: tenant.id, environment, report: finding.report });
      lines.push(
        ...finding.lines.map((line, index) => (index === 0 ? `${tenant.name} (${environment}): ${line}` : line)),
      );
    }
  }
  return { json, lines, failed };
}
