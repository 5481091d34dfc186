import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { type Context, ENVIRONMENTS } from "../../core/context.ts";
import { invoke } from "../../core/invoke.ts";
import { REPORT_FORMATS, REPORT_TEMPLATES } from "../../core/report-rendering.ts";
import { SCOPES } from "../../core/scopes.ts";
import { ingestionWorker } from "../../composition/workers/ingestion-worker.ts";
import { actingForClient, findConsultant } from "../../modules/consultants/index.ts";
import { attestReport } from "../../modules/reports/attest-report.ts";
import { generateReport } from "../../modules/reports/generate-report.ts";
import { getReportStatus } from "../../modules/reports/get-report-status.ts";
import { selectReport, verifyFile } from "../../modules/reports/index.ts";
import { listReports } from "../../modules/reports/list-reports.ts";
import {
  attestationRecord,
  REPORT_LANGUAGES,
  type ReportJob,
  reportJob,
  reportRecord,
  STANDARD_TYPES,
} from "../../modules/reports/report.ts";
import { findTenant } from "../../modules/tenants/index.ts";
import type { Service } from "../../composition/service.ts";
import { type Arguments, type Command, type CommandResult, oneOf, optional, required, UsageError } from "../command.ts";

const COMPANY = { tenant: { type: "string" }, environment: { type: "string" } } as const;
const COMPANY_USAGE = "--tenant <id or name> [--environment live|sandbox]";

const PAUSE_MS = 200;
/** Longer than the attempts of a report that fails every time. */
const RENDER_MS_MAX = 10 * 60_000;

const reportPage = z.object({ items: z.array(reportRecord) });

export const reportList: Command = {
  name: "report list",
  usage: COMPANY_USAGE,
  summary: "Lists a company's reports with their SHA-256, newest first, at most 200",
  options: COMPANY,
  async run(service, args) {
    const { items } = reportPage.parse(await invoke(listReports, await contextOf(service, args), { limit: 200 }));
    const lines = items.map(
      (row) =>
        `${row.id}  ${row.sha256}  ${row.attestation_status.padEnd(8)}  ${row.filename}${row.superseded_by === null ? "" : "  (superseded)"}`,
    );
    return { json: items, lines };
  },
};

export const reportGenerate: Command = {
  name: "report generate",
  usage:
    `${COMPANY_USAGE} --year <year> --standard ${STANDARD_TYPES.join("|")} --format ${REPORT_FORMATS.join("|")} ` +
    "[--language da|en] [--template own|efrag] [--out <file>]",
  summary: "Makes a report of the present figures, or finds the one that tells of them, and waits for it",
  options: {
    ...COMPANY,
    year: { type: "string" },
    standard: { type: "string" },
    format: { type: "string" },
    language: { type: "string" },
    template: { type: "string" },
    out: { type: "string" },
  },
  async run(service, args) {
    const ctx = await contextOf(service, args);
    const queued = reportJob.parse(
      await invoke(generateReport, ctx, {
        report_year: Number(required(args, "year")),
        standard_type: oneOf(required(args, "standard"), STANDARD_TYPES, "standard"),
        format: oneOf(required(args, "format"), REPORT_FORMATS, "format"),
        language: oneOf(optional(args, "language") ?? "en", REPORT_LANGUAGES, "language"),
        template: oneOf(optional(args, "template") ?? "own", REPORT_TEMPLATES, "template"),
      }),
    );
    const job = await renderToEnd(service, ctx, queued);
    if (job.generated_report_id === null) {
      return { json: job, lines: [`The report is ${job.status}: ${job.failure_reason ?? ""}`], failed: true };
    }
    return await describeReport(ctx, job.generated_report_id, optional(args, "out"));
  },
};

export const reportAttest: Command = {
  name: "report attest",
  usage:
    `${COMPANY_USAGE} --consultant <id or name> --report <id> --file <examined file> --name <who signs> --role <role> ` +
    "--engagement limited|reasonable|review --standard <ISSA 5000|ISAE 3410|ISAE 3000> --statement <conclusion>",
  summary:
    "Signs a report off for a consultant with a grant of the company; the file must be the report's, byte for byte",
  options: {
    ...COMPANY,
    consultant: { type: "string" },
    report: { type: "string" },
    file: { type: "string" },
    name: { type: "string" },
    role: { type: "string" },
    engagement: { type: "string" },
    standard: { type: "string" },
    statement: { type: "string" },
  },
  async run(service, args) {
    const { engagement_type, standard } = attestationRecord.shape;
    const answer = await invoke(attestReport, await consultantContext(service, args), {
      report_id: required(args, "report"),
      sha256: await hashOf(required(args, "file")),
      name: required(args, "name"),
      role: required(args, "role"),
      engagement_type: oneOf(required(args, "engagement"), engagement_type.options, "engagement"),
      standard: oneOf(required(args, "standard"), standard.options, "standard"),
      statement: required(args, "statement"),
    });
    const attestation = attestationRecord.parse(answer);
    const { name, firm } = attestation.attested_by;
    return { json: attestation, lines: [`${name}, ${firm}, has attested ${attestation.report_sha256}`] };
  },
};

export const reportVerify: Command = {
  name: "report verify",
  usage: "<file> [<file> ...]",
  summary: "Tells whether files were issued by this service and who attested them, as the public page does",
  options: {},
  takesFiles: true,
  async run(service, args) {
    if (args.operands.length === 0) throw new UsageError("name at least one file");
    const json: { readonly path: string; readonly sha256: string; readonly is_issued: boolean }[] = [];
    const lines: string[] = [];
    for (const path of args.operands) {
      const sha256 = await hashOf(path);
      const file = await verifyFile(service.database.system, sha256);
      json.push({ path, sha256, is_issued: file !== null, ...file });
      lines.push(file === null ? `NOT ISSUED  ${path}` : `issued ${file.issued_at}  ${path}`);
      for (const attestation of file?.attestations ?? []) {
        const warning = attestation.firm_entered_data ? " (the firm had itself entered data)" : "";
        lines.push(
          `    ${attestation.status}: ${attestation.name}, ${attestation.role}, ${attestation.firm}, ${attestation.attested_at}${warning}`,
        );
      }
    }
    return { json, lines, failed: json.some(({ is_issued }) => !is_issued) };
  },
};

async function describeReport(ctx: Context, id: string, out: string | null): Promise<CommandResult> {
  const report = await selectReport(ctx.db, id);
  if (report === undefined) throw new Error("a finished job has no report");
  if (out !== null) await writeFile(out, await ctx.files.read(report.sha256));
  const place = out === null ? "" : `, written to ${out}`;
  return { json: report, lines: [`${report.filename}: ${report.file_size_bytes} bytes${place}`, report.sha256] };
}

/** A service that runs beside this command may render the report, so its work is waited for as well. */
async function renderToEnd(service: Service, ctx: Context, queued: ReportJob): Promise<ReportJob> {
  const worker = ingestionWorker(service);
  const end = performance.now() + RENDER_MS_MAX;
  try {
    for (let job = queued; ; await delay(PAUSE_MS)) {
      if (job.status === "completed" || job.status === "failed" || performance.now() > end) return job;
      await worker.drain();
      job = reportJob.parse(await invoke(getReportStatus, ctx, { id: job.id }));
    }
  } finally {
    await worker.close();
  }
}

async function hashOf(path: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(path))
    .digest("hex");
}

async function contextOf(service: Service, args: Arguments): Promise<Context> {
  return await service.operatorContext(required(args, "tenant"), environmentOf(args), "operator");
}

function environmentOf(args: Arguments) {
  return oneOf(optional(args, "environment") ?? "live", ENVIRONMENTS, "environment");
}

/** The operator at the consultant's request, within what the company has granted. */
async function consultantContext(service: Service, args: Arguments): Promise<Context> {
  const { system } = service.database;
  const environment = environmentOf(args);
  const { id, name } = await findConsultant(system, required(args, "consultant"));
  const client = await findTenant(system, required(args, "tenant"));
  const principal = {
    kind: "consultant_key" as const,
    actor: "operator",
    credential_id: null,
    scopes: new Set(SCOPES),
    consultant: { id, name, key_name: "operator", key_expires_at: null, grant_id: null },
  };
  const acting = await actingForClient(system, service.clock, { principal, tenant: { environment } }, client.id);
  return service.contextFor(acting.tenant, acting.principal);
}
