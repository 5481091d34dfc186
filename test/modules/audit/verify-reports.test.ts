import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Context, TenantIdentity } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { SCOPES } from "../../../src/core/scopes.ts";
import { verifyAudit } from "../../../src/modules/audit/index.ts";
import { getReportAttestations } from "../../../src/modules/reports/get-report-attestations.ts";
import type { AttestationRecord, ReportRecord } from "../../../src/modules/reports/report.ts";
import { withdrawAttestation } from "../../../src/modules/reports/withdraw-attestation.ts";
import { driverSettings } from "../../../src/platform/db/connection.ts";
import { testDatabase, type TestDatabase } from "../../support/database.ts";
import { addAttestation, addReport, newestReport, REPORT_CONSULTANT } from "../../support/demo-reports.ts";
import { storedDocument } from "../../support/stored-document.ts";

let db: TestDatabase;
let owner: Client;
let tenant: TenantIdentity;
let ctx: Context;
let report: ReportRecord;

beforeAll(async () => {
  db = await testDatabase();
  owner = new Client(driverSettings(db.connection));
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await db.close();
});
beforeEach(async () => {
  tenant = await db.tenant();
  ctx = db.context(tenant);
  await addReport(db, tenant);
  const newest = await newestReport(db, tenant);
  if (newest === undefined) throw new Error("no report");
  report = newest;
  await addAttestation(db, tenant, report.id);
});

const COPIED = `report_id, report_sha256, consultant_id, attester_name, attester_firm, attester_role, engagement_type,
  standard, statement, attested_at, created_by`;

/** What is found after a change that only the database's owner can make, which stays made. */
async function foundAfter(change: string): Promise<string[]> {
  const { rowCount } = await owner.query(change, [tenant.id]);
  expect(rowCount).toBe(1);
  return await found();
}

const found = async () =>
  (await verifyAudit(ctx.db)).problems.map(({ kind, subject }) => `${kind} ${subject.split(" ")[0]}`);

/** What is found of the report's file; the documents of these ledgers have none. */
const reportFiles = async () =>
  (await verifyAudit(ctx.db, ctx.files)).problems.filter(({ subject }) => subject === `reports ${report.id}`);

test("reports and attestations that are as the log recorded them are intact, withdrawn ones as well", async () => {
  const { items } = (await invoke(getReportAttestations, ctx, { report_id: report.id })) as {
    items: AttestationRecord[];
  };
  const consultant = db.context(tenant, SCOPES, { principal: REPORT_CONSULTANT });
  await invoke(withdrawAttestation, consultant, { report_id: report.id, id: items[0]?.id });
  await addAttestation(db, tenant, report.id);
  expect(await verifyAudit(ctx.db)).toMatchObject({ ok: true, problems: [] });
  expect(await reportFiles()).toEqual([]);
});

describe("is found by verification:", () => {
  test.each([
    [
      "a report of another file",
      "update reports set sha256 = repeat('a', 64) where tenant_id = $1",
      "row_changed reports",
    ],
    [
      "another signer",
      "update report_attestations set attester_name = 'Somebody Else' where tenant_id = $1",
      "row_changed report_attestations",
    ],
    [
      "another conclusion",
      "update report_attestations set statement = 'All is well.' where tenant_id = $1",
      "row_changed report_attestations",
    ],
    [
      "another kind of engagement",
      "update report_attestations set engagement_type = 'reasonable' where tenant_id = $1",
      "row_changed report_attestations",
    ],
    [
      "an attestation that nobody has withdrawn",
      "update report_attestations set status = 'withdrawn', withdrawn_at = now(), withdrawn_by = 'x' where tenant_id = $1",
      "row_changed report_attestations",
    ],
    [
      "an attestation that nobody has made",
      `insert into report_attestations (tenant_id, environment, id, ${COPIED})
       select tenant_id, environment, gen_random_uuid(), ${COPIED} from report_attestations where tenant_id = $1`,
      "row_without_event report_attestations",
    ],
    [
      "a removed attestation",
      "delete from report_attestations where tenant_id = $1",
      "row_missing report_attestations",
    ],
    ["a removed report", "delete from reports where tenant_id = $1", "row_missing reports"],
  ])("%s", async (_what, change, problem) => {
    expect(await foundAfter(change)).toContain(problem);
  });

  test("a file that was changed, and one that is gone", async () => {
    const { sha256 } = report;
    const path = storedDocument(db.directory, tenant, sha256);
    const bytes = readFileSync(path);
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    expect(await reportFiles()).toMatchObject([{ kind: "file_changed" }]);
    rmSync(path);
    expect(await reportFiles()).toMatchObject([{ kind: "file_changed" }]);
  });
});
