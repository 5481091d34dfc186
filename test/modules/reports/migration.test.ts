import type { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invoke } from "../../../src/core/invoke.ts";
import { attestReport } from "../../../src/modules/reports/attest-report.ts";
import { getReportAttestations } from "../../../src/modules/reports/get-report-attestations.ts";
import { getReportStatus } from "../../../src/modules/reports/get-report-status.ts";
import { renderReport } from "../../../src/modules/reports/index.ts";
import { listReports } from "../../../src/modules/reports/list-reports.ts";
import { reportJob } from "../../../src/modules/reports/report.ts";
import { type UpdatedInstallation, updatedInstallation } from "../../support/updated-installation.ts";

/** The newest migration of an installation whose jobs carry their figures themselves. */
const BEFORE = "0050";

const TENANT = "0198c0de-0000-7000-8000-00000000f001";
const DONE = "0198c0de-0000-7000-8000-00000000f002";
const QUEUED = "0198c0de-0000-7000-8000-00000000f003";
const REPORT = "0198c0de-0000-7000-8000-00000000f004";
const FIRST = "0198c0de-0000-7000-8000-00000000f005";
const SECOND = "0198c0de-0000-7000-8000-00000000f006";
const FIRM = "0198c0de-0000-7000-8000-00000000f007";
const SNAPSHOT = "a".repeat(64);
const SHA256 = "b".repeat(64);

let updated: UpdatedInstallation;

async function insertRows(client: Client): Promise<void> {
  const terms = [TENANT, "live", 2024, "vsme_basic", "json"];
  const figures = JSON.stringify({ report_year: 2024, facts: {}, audit_head: { seq: 7, hash: "c".repeat(64) } });
  const job = `insert into report_jobs (tenant_id, environment, report_year, standard_type, format, language, id,
    snapshot_id, snapshot, missing_inputs, requested_by, status, generated_report_id, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, '[{"datapoint": "B3", "description": "Turnover"}]', 'operator', $10, $11, $12)`;
  await client.query(job, [...terms, "da", DONE, SNAPSHOT, figures, "completed", REPORT, "2025-01-05T08:00:00Z"]);
  await client.query(job, [...terms, "en", QUEUED, SNAPSHOT, figures, "queued", null, "2025-01-06T08:00:00Z"]);
  await client.query(
    `insert into reports (tenant_id, environment, report_year, standard_type, format, language, id, job_id, filename,
       file_size_bytes, sha256, snapshot_id) values ($1, $2, $3, $4, $5, 'da', $6, $7, 'vsme.json', 12, $8, $9)`,
    [...terms, REPORT, DONE, SHA256, SNAPSHOT],
  );
  const attestation = `insert into report_attestations (tenant_id, environment, id, report_id, report_sha256, consultant_id,
       attester_name, attester_firm, attester_role, engagement_type, standard, statement, attested_at, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, 'Mette Holm', 'Klima & Co', 'Partner', 'limited', 'ISAE 3410', 'Fair.', now(), 'x', $7)`;
  await client.query(attestation, [TENANT, "live", FIRST, REPORT, SHA256, FIRM, "2025-02-01T08:00:00Z"]);
  await client.query(
    `insert into activities (tenant_id, environment, id, document_id, document_sha256, line_number, line_kind, document_type,
       transaction_date, description, tax_treatment, ingested_by, created_at)
     values ($1, 'live', $2, $2, $3, 1, 'line', 'invoice', '2024-12-31T23:00:00Z', 'Gas', 'net', $4, '2025-03-01T08:00:00Z')`,
    [TENANT, DONE, SHA256, `consultant_key:${FIRST}@consultant:${FIRM}`],
  );
  await client.query(attestation, [TENANT, "live", SECOND, REPORT, SHA256, FIRM, "2025-04-01T08:00:00Z"]);
}

beforeAll(async () => {
  updated = await updatedInstallation({ tenant_id: TENANT, newest: BEFORE, insert: insertRows });
  expect(updated.migrated).toContain("0063-report-snapshots.sql");
});
afterAll(() => updated.close());

test("figures that jobs carried are records of their own, once each, frozen when the first job asked for them", async () => {
  const { rows } = await updated.asOwner((client) =>
    client.query("select snapshot_id, snapshot, audit_head, frozen_at from report_snapshots"),
  );
  expect(rows).toMatchObject([
    {
      snapshot_id: SNAPSHOT,
      snapshot: { report_year: 2024, facts: {} },
      audit_head: { seq: 7 },
      frozen_at: new Date("2025-01-05T08:00:00Z"),
    },
  ]);
});

test("a report and its attestations are there as they were, and current; what firms had entered is told", async () => {
  expect(await invoke(listReports, updated.ctx, {})).toMatchObject({
    items: [{ id: REPORT, sha256: SHA256, template: "own", attestation_status: "attested", superseded_by: null }],
  });
  expect(await invoke(getReportAttestations, updated.ctx, { report_id: REPORT })).toMatchObject({
    items: [
      { id: SECOND, status: "issued", is_void: false, withdrawn_at: null, firm_entered_data: true },
      { id: FIRST, status: "issued", is_void: false, withdrawn_at: null, firm_entered_data: false },
    ],
  });
  expect(await attestedAgain()).toMatchObject({ id: FIRST });
  const job = await invoke(getReportStatus, updated.ctx, { id: DONE });
  expect(job).toMatchObject({ stage: "done", progress_pct: 100 });
  expect(() => reportJob.parse(job)).not.toThrow();
});

/** What the firm had signed twice, said a third time. */
async function attestedAgain(): Promise<unknown> {
  const consultant = { id: FIRM, name: "Klima & Co", key_name: "desk", key_expires_at: null, grant_id: null };
  const principal = { ...updated.ctx.principal, kind: "consultant_key", consultant } as const;
  const said = {
    name: "Mette Holm",
    role: "Partner",
    engagement_type: "limited",
    standard: "ISAE 3410",
    statement: "Fair.",
  };
  return await invoke(attestReport, { ...updated.ctx, principal }, { ...said, report_id: REPORT, sha256: SHA256 });
}

test("what was queued before the update says that it must be asked for again", async () => {
  await renderReport(updated.ctx, QUEUED);
  const failure_reason = expect.stringContaining("ask for it again");
  expect(await invoke(getReportStatus, updated.ctx, { id: QUEUED })).toMatchObject({
    status: "failed",
    failure_reason,
  });
});
