import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invoke } from "../../../src/core/invoke.ts";
import { attestReport } from "../../../src/modules/reports/attest-report.ts";
import { getReportStatus } from "../../../src/modules/reports/get-report-status.ts";
import type { ReportJob } from "../../../src/modules/reports/report.ts";
import { testApp, type TestApp } from "../../support/app.ts";
import { consultant, consultantKey, grant } from "../../support/consultants.ts";
import { addReport } from "../../support/demo-reports.ts";

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test("over REST the file's hash is in Repr-Digest, and a consultant with a grant attests exactly that hash", async () => {
  const tenant = await app.db.tenant();
  const key = await app.key(tenant);
  const job = await addReport(app.db, tenant);
  // The operation answers with the job.
  const { generated_report_id } = (await invoke(getReportStatus, app.db.context(tenant), { id: job.id })) as ReportJob;
  const file = await app.as(key, `/api/v1/reports/${generated_report_id}/file`);
  const hash = createHash("sha256").update(file.text);
  expect(file.headers["content-type"]).toMatch(/^application\/json/);
  expect(file.headers["repr-digest"]).toBe(`sha-256=:${hash.copy().digest("base64")}:`);

  const organisation = await consultant(app.db);
  const theirs = await consultantKey(app.db, organisation);
  const { name, role, engagement_type, standard, statement } = attestReport.example.input;
  const body = JSON.stringify({ name, role, engagement_type, standard, statement, sha256: hash.digest("hex") });
  const headers = { "content-type": "application/json", "x-svc-tenant": tenant.id };
  const path = `/api/v1/reports/${generated_report_id}/attestations`;
  const attest = () => app.as(theirs, path, { method: "POST", headers, body });
  expect((await attest()).json()).toMatchObject({ status: 403, code: "third_party.no_active_grant" });
  await grant(app.db, tenant, organisation);
  const answer = await attest();
  expect(answer.status, answer.text).toBe(201);
  expect(answer.json()).toMatchObject({ attested_by: { firm: "Klima & Co" }, status: "issued" });
  const own = await app.as(key, path, { method: "POST", headers, body });
  expect(own.json()).toMatchObject({ status: 403, code: "third_party.endpoint_only" });
});
