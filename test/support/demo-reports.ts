import type { Context, Principal, TenantIdentity } from "../../src/core/context.ts";
import { invoke } from "../../src/core/invoke.ts";
import { SCOPES } from "../../src/core/scopes.ts";
import { reopenFinancialYear } from "../../src/modules/restatements/reopen-financial-year.ts";
import { attestReport } from "../../src/modules/reports/attest-report.ts";
import { generateReport } from "../../src/modules/reports/generate-report.ts";
import { renderReport } from "../../src/modules/reports/index.ts";
import { listReports } from "../../src/modules/reports/list-reports.ts";
import type { ReportJob, ReportRecord } from "../../src/modules/reports/report.ts";
import type { TestDatabase } from "./database.ts";
import { ledgerLine, record } from "./ledger.ts";

type Source = [string, (tenant: TenantIdentity) => Promise<string>];

/** A consultant who works for every company here. */
export const REPORT_CONSULTANT: Partial<Principal> = {
  kind: "consultant_key",
  actor: "consultant_key:0198c0de-0000-7000-8000-0000000000d1@consultant:0198c0de-0000-7000-8000-0000000000d0",
  consultant: {
    id: "0198c0de-0000-7000-8000-0000000000d0",
    name: "Klimarevision ApS",
    key_name: "test",
    key_expires_at: null,
    grant_id: "0198c0de-0000-7000-8000-0000000000d2",
  },
};

let line = 5000;

/** A finished report of the tenant, over figures that no earlier report had. */
export async function addReport(db: TestDatabase, tenant: TenantIdentity): Promise<ReportJob> {
  const ctx = db.context(tenant);
  line += 1;
  await openYear(ctx, "2025-12-31");
  await record(ctx, [ledgerLine(line, { date: "2025-03-01" })]);
  // The operation answers with the job that it made.
  const job = (await invoke(generateReport, ctx, generateReport.example.input)) as ReportJob;
  await renderReport(ctx, job.id);
  return job;
}

/** An attestation closes the year that its report is about; a later document needs it open. */
export async function openYear(ctx: Context, period_end: string): Promise<void> {
  await invoke(reopenFinancialYear, ctx, { period_end, reason: "A document came later" });
}

export async function newestReport(db: TestDatabase, tenant: TenantIdentity): Promise<ReportRecord | undefined> {
  const { items } = (await invoke(listReports, db.context(tenant), {})) as { items: ReportRecord[] };
  return items[0];
}

/** How every statement begins. */
export const ATTESTED_WORDS = "Nothing has come to our attention that speaks against the figures";
let conclusions = 0;

/** An attestation that says what no earlier one said: an equal one would be the same. */
export async function addAttestation(db: TestDatabase, tenant: TenantIdentity, report_id: string): Promise<void> {
  const { items } = (await invoke(listReports, db.context(tenant), { limit: 200 })) as { items: ReportRecord[] };
  const sha256 = items.find(({ id }) => id === report_id)?.sha256;
  const ctx = db.context(tenant, SCOPES, { principal: REPORT_CONSULTANT });
  conclusions += 1;
  const statement = `${ATTESTED_WORDS} (${conclusions})`;
  await invoke(attestReport, ctx, { ...attestReport.example.input, report_id, sha256, statement });
}

const ATTESTATIONS_AT_FIRST = 4;

/** Reports of the tenant: the same ones each time, since reading uses nothing up. */
export function reportSources(db: TestDatabase): Source[] {
  const jobs = new Map<string, Promise<{ job_id: string; report_id: string }>>();
  const make = async (tenant: TenantIdentity) => {
    const job = await addReport(db, tenant);
    const report = await newestReport(db, tenant);
    if (report === undefined) throw new Error("a rendered report is not listed");
    for (let count = 0; count < ATTESTATIONS_AT_FIRST; count += 1) await addAttestation(db, tenant, report.id);
    return { job_id: job.id, report_id: report.id };
  };
  const made = (tenant: TenantIdentity) => {
    const place = `${tenant.id} ${tenant.environment}`;
    const known = jobs.get(place) ?? make(tenant);
    jobs.set(place, known);
    return known;
  };
  return [
    ["$report_job_id", async (tenant) => (await made(tenant)).job_id],
    ["$report_id", async (tenant) => (await made(tenant)).report_id],
    ["$attested_report_id", async (tenant) => (await made(tenant)).report_id],
  ];
}
